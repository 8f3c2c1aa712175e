// @ts-nocheck: a stand-in has only the parts of a DOM that the scripts use, so its types would all be casts.
// More of a DOM for Node: selectors, boxes and events, for the scripts of gestures. Import it before those scripts.

import "./tiny_dom.mjs";

const { document } = globalThis;
const Element = document.body.constructor;
const CONDITION = /^([a-z]+)?((?:\.[\w-]+|\[[\w-]+(?:="[^"]*")?\])*)$/i;

/** Return true if an element matches one selector without combinators: a tag, classes, attributes. */
function matchesOne(element, selector) {
  if (selector === "*") return true;
  const [, tag, conditions = ""] = CONDITION.exec(selector) ?? [];
  if (conditions === "" && tag === undefined) throw new Error(`this DOM does not know the selector ${selector}`);
  if (tag && element.localName !== tag) return false;
  return (conditions.match(/\.[\w-]+|\[[^\]]*\]/g) ?? []).every((condition) => {
    if (condition.startsWith(".")) return element.classList.contains(condition.slice(1));
    const [, name, value] = /^\[([\w-]+)(?:="([^"]*)")?\]$/.exec(condition);
    return element.hasAttribute(name) && (value === undefined || element.getAttribute(name) === value);
  });
}

const dataName = (key) => `data-${key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
const descendants = (element) => element.children.flatMap((child) => [child, ...descendants(child)]);

class PageElement extends Element {
  box = { left: 0, top: 0, width: 0, height: 0 };
  style = {};
  scrollWidth = 0;
  clientWidth = 0;
  scrollHeight = 0;
  clientHeight = 0;
  dataset = new Proxy({}, {
    get: (_data, key) => this.getAttribute(dataName(key)) ?? undefined,
    set: (_data, key, value) => { this.setAttribute(dataName(key), String(value)); return true; },
    deleteProperty: (_data, key) => { this.removeAttribute(dataName(key)); return true; },
    ownKeys: () => [...this.attributes.keys()].filter((name) => name.startsWith("data-")).map((name) => name.slice(5)),
    getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }),
  });
  get classList() {
    const names = () => new Set((this.getAttribute("class") ?? "").split(" ").filter(Boolean));
    const write = (change) => (name) => { const all = names(); change(all, name); this.setAttribute("class", [...all].join(" ")); };
    return { contains: (name) => names().has(name), add: write((all, name) => all.add(name)), remove: write((all, name) => all.delete(name)) };
  }
  hasAttribute(name) { return this.attributes.has(name); }
  matches(selector) { return selector.split(",").some((part) => matchesOne(this, part.trim())); }
  closest(selector) {
    for (let element = this; element; element = element.parentNode) if (element.matches?.(selector)) return element;
    return null;
  }
  querySelectorAll(selector) { return descendants(this).filter((element) => element.matches?.(selector)); }
  querySelector(selector) { return this.querySelectorAll(selector)[0] ?? null; }
  getBoundingClientRect() {
    const { left, top, width, height } = this.box;
    return { left, top, width, height, right: left + width, bottom: top + height };
  }
  getScreenCTM() { return { a: 1, b: 0, c: 0, d: 1, e: this.box.left, f: this.box.top }; }
  getAnimations() { return []; }
  releasePointerCapture() {}
  cloneNode(isDeep) {
    const copy = new PageElement(this.namespaceURI, this.localName);
    for (const [name, value] of this.attributes) copy.setAttribute(name, value);
    if (isDeep) copy.append(...this.children.map((child) => child.cloneNode(true)));
    return copy;
  }
}

const events = new EventTarget();
const listen = events.addEventListener.bind(events);
const body = new PageElement("http://www.w3.org/1999/xhtml", "body");
Object.assign(document, {
  body,
  addEventListener: (type, listener) => listen(type, ({ detail }) => listener(detail)),
  createElementNS: (namespace, name) => new PageElement(namespace, name),
  querySelector: (selector) => body.querySelector(selector),
  querySelectorAll: (selector) => body.querySelectorAll(selector),
  elementsFromPoint: (x, y) => descendants(body).reverse().filter((element) => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    return left <= x && x < right && top <= y && y < bottom;
  }),
  elementFromPoint: (x, y) => document.elementsFromPoint(x, y)[0] ?? null,
});
Object.assign(globalThis, { Element: PageElement, CSS: { escape: (text) => text } });

/** Fire an event on an element, or on the document. */
export function fire(type, properties = {}) {
  events.dispatchEvent(new CustomEvent(type, { detail: { type, preventDefault() {}, target: document, ...properties } }));
}

/** Append an element with a box in client coordinates. */
export function add(parent, tag, attributes, [left, top, width, height]) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.box = { left, top, width, height };
  parent.append(element);
  return element;
}

/** Remove everything from the page. */
export function clear() {
  for (const child of [...body.childNodes]) child.remove();
}
