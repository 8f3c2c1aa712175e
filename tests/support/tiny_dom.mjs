// @ts-nocheck: a stand-in has only the parts of a DOM that the scripts use, so its types would all be casts.
// A small DOM for Node: the part that static/page/dom.js uses.

class Node {
  parentNode = null;
  childNodes = [];
  get parentElement() { return this.parentNode; }
  get isConnected() { return document.body.contains(this); }
  get textContent() { return this.childNodes.map((child) => child.textContent).join(""); }
  contains(other) {
    for (let node = other; node; node = node.parentNode) if (node === this) return true;
    return false;
  }
  remove() {
    if (this.parentNode) this.parentNode.childNodes.splice(this.parentNode.childNodes.indexOf(this), 1);
    this.parentNode = null;
  }
  replaceWith(...others) {
    for (const other of others) this.parentNode?.insertBefore(other, this);
    if (!others.includes(this)) this.remove();
  }
}

class Text extends Node {
  nodeName = "#text";
  constructor(data) { super(); this.data = data; }
  get textContent() { return this.data; }
}

class Element extends Node {
  attributes = new Map();
  constructor(namespaceURI, localName) { super(); Object.assign(this, { namespaceURI, localName }); }
  get tagName() { return this.namespaceURI.endsWith("xhtml") ? this.localName.toUpperCase() : this.localName; }
  get nodeName() { return this.tagName; }
  get children() { return this.childNodes.filter((child) => child instanceof Element); }
  get firstChild() { return this.childNodes[0] ?? null; }
  getAttribute(name) { return this.attributes.get(name) ?? null; }
  setAttribute(name, value) { this.attributes.set(name, value); }
  removeAttribute(name) { this.attributes.delete(name); }
  insertBefore(node, next) {
    if (node.contains(this) || (next && next.parentNode !== this)) throw new Error("HierarchyRequestError");
    if (next === node) return node;
    node.remove();
    this.childNodes.splice(next ? this.childNodes.indexOf(next) : this.childNodes.length, 0, node);
    node.parentNode = this;
    return node;
  }
  appendChild(node) { return this.insertBefore(node, null); }
  append(...nodes) { for (const node of nodes) this.appendChild(node); }
  /** Supports tag names only. Any other selector matches nothing. */
  querySelector(selector) {
    for (const child of this.children) {
      const inner = child.localName === selector ? child : child.querySelector(selector);
      if (inner) return inner;
    }
    return null;
  }
}

const XHTML = "http://www.w3.org/1999/xhtml";
const app = new Element(XHTML, "div");
globalThis.document = {
  body: new Element(XHTML, "body"),
  documentElement: { lang: "en" },
  createElementNS: (namespace, name) => new Element(namespace, name),
  createTextNode: (data) => new Text(data),
  getElementById: () => app,
};
document.body.append(app);

/** Return an element of [tag, attributes, text or list of children and texts], as the parser would make it. */
export function parse([tag, attributes, content]) {
  const element = document.createElementNS(XHTML, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  for (const child of typeof content === "string" ? [content] : content) {
    if (child !== "") element.append(typeof child === "string" ? document.createTextNode(child) : parse(child));
  }
  return element;
}

/** Return what `parse` reads. Adjacent texts become one, and the text of a foreign element stands in a list. */
export function serialize(element) {
  const content = [];
  for (const child of element.childNodes) {
    if (child instanceof Element) content.push(serialize(child));
    else if (typeof content.at(-1) === "string") content[content.length - 1] += child.data;
    else if (child.data) content.push(child.data);
  }
  const isText = content.length === 0 || (typeof content[0] === "string" && !element.localName.startsWith("x-"));
  return [element.localName, Object.fromEntries(element.attributes), isText ? content[0] ?? "" : content];
}

/** Replace the content of #app with an element. */
export function show(element) {
  for (const child of [...app.childNodes]) child.remove();
  if (element) app.append(element);
  return app;
}
