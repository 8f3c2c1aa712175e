// Construction and patching of elements from Python's JSON trees.
//
// Elements are only made with createElementNS and setAttribute: nothing is parsed as HTML.
// tools/fake_browser.py is the reference implementation of the patch operations.

import { VERSION } from "../boot/own_files.mjs";

export const SVG = "http://www.w3.org/2000/svg";
export const HTML = "http://www.w3.org/1999/xhtml";

/** The element that Python's tree describes. @type {Element | null} */
export let root = null;

/**
 * Make an element of [tag, attributes, text or children].
 * @param {[string, Object<string, string>, string | Array]} tree
 * @param {string} namespace the namespace of the parent's content
 * @returns {Element}
 */
function build([tag, attributes, content], namespace) {
  if (tag === "rule-board") defineBoard();
  const own = tag === "svg" || tag === "foreignObject" ? SVG : namespace;
  const element = document.createElementNS(own, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (typeof content === "string") {
    if (content) element.textContent = content;
  } else {
    const inner = tag === "foreignObject" ? HTML : own;
    for (const child of content) element.appendChild(build(child, inner));
  }
  return element;
}

/** Load the element of embedded boards, once there is a preview of one. */
function defineBoard() {
  if (document.querySelector('script[src*="/embed.js"]')) return;
  const script = document.createElement("script");
  script.src = `./embed.js${VERSION}`;
  script.onerror = () => script.remove(); // the next preview requests it again
  document.head.append(script);
}

/** Return the element at a path of child indices from the root. */
function find(path) {
  let element = root;
  for (const index of path) element = element.children[index];
  return element;
}

// User input is held by the properties, which attributes do not change: both are set.
function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
  if (name === "value" && "value" in element) element.value = value ?? "";
  if (name === "checked" && "checked" in element) element.checked = value !== null;
  if (name === "selected" && "selected" in element) element.selected = value !== null;
}

/** The operations of a patch, as scene/diff.py writes them. */
const OPERATIONS = {
  attr: (path, name, value) => setAttribute(find(path), name, value),
  text: (path, text) => {
    const element = find(path);
    element.textContent = text;
    if (element.tagName === "TEXTAREA" && element.value !== text) element.value = text;
  },
  insert: (path, index, tree) => {
    const parent = find(path);
    parent.insertBefore(build(tree, parent.namespaceURI), parent.children[index] ?? null);
  },
  remove: (path, index) => find(path).children[index].remove(),
  move: (path, from, to) => {
    const parent = find(path);
    parent.insertBefore(parent.children[from], parent.children[to]);
  },
  replace: (path, tree) => {
    const old = find(path);
    const element = build(tree, old.parentNode.namespaceURI);
    if (old === root) root = element;
    old.replaceWith(element);
  },
};

/**
 * Carry out the operations of a patch: [[name, ...arguments], …].
 * @param {Array<Array>} operations
 */
export function applyOperations(operations) {
  for (const [name, ...rest] of operations) OPERATIONS[name](...rest);
}

/** Put a first tree into #app. */
export function mountTree(tree) {
  const element = build(tree, HTML);
  document.getElementById("app").replaceChildren(element);
  root = element;
}

/**
 * Take the page prerendered by the build for Python's first tree. Return false where boot/start_message.js has
 * translated it.
 * @returns {boolean}
 */
export function adoptPrerendered() {
  if (document.documentElement.lang === "en") root = document.getElementById("app").firstElementChild;
  return root !== null;
}
