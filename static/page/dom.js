// Construction and patching of elements from Python's JSON trees.
//
// Elements are only made with createElementNS and setAttribute: nothing is parsed as HTML.
// tools/fake_browser.py is the reference implementation of the patch operations.
//
// Extensions and translators insert, wrap, replace and remove nodes on the page. So no operation counts the nodes in the
// DOM: the elements and texts of Python's tree are kept by reference, and paths lead through these references alone. What
// is foreign stays where it is. An element of ours that was removed is put back as soon as a patch changes it.

import { VERSION } from "../boot/own_files.mjs";

export const SVG = "http://www.w3.org/2000/svg";
export const HTML = "http://www.w3.org/1999/xhtml";

/** The element that Python's tree describes. @type {Element | null} */
export let root = null;

/** The elements of Python's tree, each with its children in that tree. @type {WeakMap<Element, Element[]>} */
const childrenOf = new WeakMap();

/** The elements with a text, each with the node that was made for it and what was written there.
 * @type {WeakMap<Element, {node: Text, written: string}>} */
const textOf = new WeakMap();

/** Return the parent of an element in Python's tree; for a foreign one, the element of that tree that it lies in. */
export function parentOf(element) {
  let parent = element.parentElement;
  while (parent && !childrenOf.has(parent)) parent = parent.parentElement;
  return parent;
}

/** Return the children of an element in Python's tree; none for a foreign one. */
export const ownChildren = (element) => childrenOf.get(element) ?? [];

/** Return whether an element belongs to Python's tree. */
export const isOwn = (element) => childrenOf.has(element);

const host = () => document.getElementById("app") ?? document.body;
const contentNamespace = (element) => (element.localName === "foreignObject" ? HTML : element.namespaceURI);

/**
 * Make an element of [tag, attributes, text or children].
 * @param {[string, Object<string, string>, string | Array]} tree
 * @param {string} namespace the namespace of the parent's content
 * @returns {Element}
 */
function build([tag, attributes, content], namespace) {
  if (tag === "rule-board") defineBoard();
  const element = document.createElementNS(tag === "svg" || tag === "foreignObject" ? SVG : namespace, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  const children = [];
  childrenOf.set(element, children);
  if (typeof content === "string") {
    if (content) writeText(element, content);
  } else {
    const inner = contentNamespace(element);
    for (const child of content) children.push(element.appendChild(build(child, inner)));
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

/**
 * Put a child in front of its next sibling in Python's tree, or at the end; where something foreign is wrapped around that
 * sibling alone, in front of the wrapper.
 */
function place(parent, index) {
  const siblings = childrenOf.get(parent), previous = siblings[index - 1] ?? null;
  let next = siblings.find((sibling, at) => at > index && parent.contains(sibling)) ?? null;
  while (next && next.parentNode !== parent && !next.parentNode.contains(previous)) next = next.parentNode;
  (next?.parentNode ?? parent).insertBefore(siblings[index], next);
}

/** Return the element at a path of child indices from the root, and put back what was removed on the way there. */
function find(path) {
  if (!root.isConnected) host().append(root);
  let element = root;
  for (const index of path) {
    const child = childrenOf.get(element)[index];
    if (child.parentNode !== element && !element.contains(child)) place(element, index);
    element = child;
  }
  return element;
}

/**
 * Return the nodes that stand in for the text of an element: a translation or, where our node is not as it was left, parts
 * of the text that were split off to be highlighted, and other texts in its place.
 * @param {Element} element
 * @param {Text} own
 * @param {string} written
 * @returns {Node[]}
 */
function standIns(element, own, written) {
  const isInside = element.contains(own), isIntact = isInside && own.data === written;
  const isTranslation = (node) => /^(font|ruby)$/i.test(node.nodeName);
  const isPart = (node) => node !== own && !isTranslation(node) && node.textContent
    && (written.includes(node.textContent) || (node.nodeName === "#text" && node.parentNode === element));
  const search = (parent, isWanted) => (
    [...parent.childNodes].flatMap((node) => (isWanted(node) ? [node] : search(node, isWanted))));
  const parents = [element]; // and those that were put between it and our node
  if (isInside) for (let parent = own.parentNode; parent !== element; parent = parent.parentNode) parents.splice(1, 0, parent);
  const others = parents.flatMap((parent) => [...parent.childNodes].filter(isTranslation));
  if (!isIntact) others.push(...search(element, isPart));
  return others.length || isInside || !written ? others : search(element, isTranslation); // wrapped, then translated
}

/**
 * Write the text of an element. What stands in for the text before is removed, anything else that is foreign stays.
 * @param {Element} element
 * @param {string} text
 */
export function writeText(element, text) {
  const { node, written } = textOf.get(element) ?? { node: document.createTextNode(""), written: "" };
  const others = standIns(element, node, written);
  if (!element.contains(node) || others.some((other) => other.contains(node))) {
    const next = others[0] ?? element.firstChild;
    (next?.parentNode ?? element).insertBefore(node, next);
  }
  for (const other of others) other.remove();
  if (node.data !== text) node.data = text;
  textOf.set(element, { node, written: text });
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
    writeText(element, text);
    if (element.tagName === "TEXTAREA" && element.value !== text) element.value = text;
  },
  insert: (path, index, tree) => {
    const parent = find(path);
    childrenOf.get(parent).splice(index, 0, build(tree, contentNamespace(parent)));
    place(parent, index);
  },
  remove: (path, index) => childrenOf.get(find(path)).splice(index, 1)[0].remove(),
  move: (path, from, to) => {
    const parent = find(path), children = childrenOf.get(parent);
    children.splice(to, 0, ...children.splice(from, 1));
    place(parent, to);
  },
  replace: (path, tree) => {
    const old = find(path);
    if (old === root) {
      root = build(tree, HTML);
      old.replaceWith(root);
      return;
    }
    const parent = find(path.slice(0, -1));
    const element = build(tree, contentNamespace(parent));
    childrenOf.get(parent)[path.at(-1)] = element;
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

/** Put a first tree into #app, in place of what the build has put there. */
export function mountTree(tree) {
  root = build(tree, HTML);
  const prerendered = host().querySelector(".page[data-key], .embed.first");
  if (prerendered) prerendered.replaceWith(root);
  else host().append(root);
}

/** Add to a list the elements that trees describe, in their order; what is foreign between and around them is not ours. */
function collect(parent, trees, elements) {
  for (const element of parent.children) {
    if (elements.length === trees.length) return;
    if (adopt(element, trees[elements.length])) elements.push(element);
    else collect(element, trees, elements);
  }
}

/** Return the node in an element that holds a text. @returns {Text | undefined} */
function findText(element, text) {
  for (const node of element.childNodes) {
    const inner = node.nodeName === "#text" ? node.data === text && node : findText(node, text);
    if (inner) return inner;
  }
}

/** Take an element and what is in it for those that a tree describes. Return false if they are not. */
function adopt(element, [tag, attributes, content]) {
  if (element.localName !== tag) return false;
  for (const name in attributes) if (element.getAttribute(name) !== attributes[name]) return false;
  const elements = [];
  if (typeof content !== "string") {
    collect(element, content, elements);
    if (elements.length < content.length) return false;
  } else if (content) {
    const node = findText(element, content);
    if (!node && !element.querySelector("font")) return false; // else a translator was there before Python
    textOf.set(element, { node: node ?? document.createTextNode(content), written: content });
  }
  childrenOf.set(element, elements);
  return true;
}

/**
 * Take the page prerendered by the build for Python's first tree. Return false if it is another one, as where
 * boot/start_message.js has translated it.
 * @param {string} tree as JSON
 * @returns {boolean}
 */
export function adoptPrerendered(tree) {
  if (document.documentElement.lang !== "en") return false;
  const elements = [];
  collect(host(), [JSON.parse(tree)], elements);
  [root = null] = elements;
  return root !== null;
}
