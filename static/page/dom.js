// Construction and patching of elements from Python's JSON trees.
//
// The page builds elements only with createElementNS and setAttribute, and parses no HTML. tools/fake_browser.py is the
// reference implementation of the patch operations.
//
// Extensions and translators insert, wrap, replace and remove nodes on the page, so operations do not count nodes in
// the DOM. This module stores references to the elements and texts of Python's tree, and paths follow only these
// references. Foreign nodes stay where they are. If one of our own elements is missing, the next patch that changes it
// puts it back.

import { VERSION, ownFile, ownHash } from "../boot/own_files.mjs";

/** True in the single-file page, which contains neither the lab nor embedded boards. Its scripts have addresses of no host. */
const IS_SINGLE_FILE = new URL(ownFile("")).hostname === "ruleboard.invalid";

export const SVG = "http://www.w3.org/2000/svg";
export const HTML = "http://www.w3.org/1999/xhtml";

/** The element that Python's tree describes; before the first tree an empty one. @type {PageElement} */
export let root = /** @type {HTMLElement} */ (document.createElementNS(HTML, "main"));

/** The elements of Python's tree, each with its children in that tree. @type {WeakMap<Element, PageElement[]>} */
const childrenOf = new WeakMap();

/** The elements with a text, each with the node that was made for it and what was written there.
 * @type {WeakMap<Element, {node: Text, written: string}>} */
const textOf = new WeakMap();

/**
 * Return the parent of an element in Python's tree, or the nearest element of the tree around a foreign element.
 * @param {Element} element
 */
export function parentOf(element) {
  let parent = element.parentElement;
  while (parent && !childrenOf.has(parent)) parent = parent.parentElement;
  return parent;
}

/**
 * Return the children of an element in Python's tree; empty for a foreign element.
 * @param {Element} element
 */
export const ownChildren = (element) => childrenOf.get(element) ?? [];

/**
 * Return true if an element belongs to Python's tree.
 * @param {Element} element
 */
export const isOwn = (element) => childrenOf.has(element);

const container = () => document.getElementById("app") ?? document.body;
/** @param {Element} element */
const contentNamespace = (element) => (element.localName === "foreignObject" ? HTML : element.namespaceURI);

/**
 * Build an element.
 * @param {Tree} tree
 * @param {string | null} namespace the namespace of the parent's content
 * @returns {PageElement}
 */
function build([tag, attributes, content], namespace) {
  if (!IS_SINGLE_FILE && (tag === "rule-board" || tag === "rule-lab")) defineBoard();
  const ownNamespace = tag === "svg" || tag === "foreignObject" ? SVG : namespace;
  const element = /** @type {PageElement} */ (document.createElementNS(ownNamespace, tag));
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  /** @type {PageElement[]} */
  const children = [];
  childrenOf.set(element, children);
  if (tag === "rule-lab") defineLab(element);
  if (typeof content === "string") {
    if (content) writeText(element, content);
  } else {
    const inner = contentNamespace(element);
    for (const child of content) children.push(element.appendChild(build(child, inner)));
  }
  return element;
}

/** Load the custom element of embedded boards for the first preview of one. */
function defineBoard() {
  if (document.querySelector('script[src*="/embed.js"]')) return;
  const script = document.createElement("script");
  script.src = `./embed.js${VERSION}`;
  script.onerror = () => script.remove(); // the next preview requests it again
  document.head.append(script);
}

/** Load the lab, which fills its element. The app in one file does not contain it. @param {PageElement} element */
function defineLab(element) {
  if (IS_SINGLE_FILE) {
    writeText(element, element.dataset.absence ?? "");
    return;
  }
  const path = "static/lab/lab.mjs";
  const onerror = () => writeText(element, element.dataset.failure ?? "");
  const attributes = { type: "module", src: ownFile(path), integrity: ownHash(path), onerror };
  document.head.append(Object.assign(document.createElement("script"), attributes));
}

/**
 * Put a child before its next sibling in Python's tree, or at the end. If a foreign element wraps only that sibling,
 * put the child before the wrapper.
 * @param {Element} parent
 * @param {number} index
 */
function place(parent, index) {
  const siblings = ownChildren(parent), previous = siblings[index - 1] ?? null;
  /** @type {Element | null} */
  let next = siblings.find((sibling, at) => at > index && parent.contains(sibling)) ?? null;
  while (next?.parentElement && next.parentElement !== parent && !next.parentElement.contains(previous)) next = next.parentElement;
  (next?.parentNode ?? parent).insertBefore(siblings[index], next);
}

/**
 * Return the element at a path, and put missing elements on the path back.
 * @param {Path} path
 */
function find(path) {
  if (!root.isConnected) container().append(root);
  let element = root;
  for (const index of path) {
    const child = ownChildren(element)[index];
    if (child.parentNode !== element && !element.contains(child)) place(element, index);
    element = child;
  }
  return element;
}

/**
 * Return the nodes that replace the text of an element: a translation, or, if our own node has changed, parts of the
 * text in highlights and other texts in its place.
 * @param {Element} element
 * @param {Text} own
 * @param {string} written
 * @returns {ChildNode[]}
 */
function textReplacements(element, own, written) {
  const isInside = element.contains(own), isIntact = isInside && own.data === written;
  /** @param {Node} node */
  const isTranslation = (node) => /^(font|ruby)$/i.test(node.nodeName);
  /** @param {Node} node */
  const isPart = (node) => node !== own && !isTranslation(node) && node.textContent
    && (written.includes(node.textContent) || (node.nodeName === "#text" && node.parentNode === element));
  /** @type {(parent: Node, matches: (node: Node) => unknown) => ChildNode[]} */
  const search = (parent, matches) => (
    [...parent.childNodes].flatMap((node) => (matches(node) ? [node] : search(node, matches))));
  const parents = [element]; // and the wrappers between it and our node
  for (let parent = isInside && own.parentElement; parent && parent !== element; parent = parent.parentElement) {
    parents.splice(1, 0, parent);
  }
  const replacements = parents.flatMap((parent) => [...parent.childNodes].filter(isTranslation));
  if (!isIntact) replacements.push(...search(element, isPart));
  return replacements.length || isInside || !written ? replacements : search(element, isTranslation); // wrapped, then translated
}

/**
 * Write the text of an element. The nodes that replace the old text disappear; other foreign nodes stay.
 * @param {Element} element
 * @param {string} text
 */
export function writeText(element, text) {
  const own = textOf.get(element);
  if (own ? element.firstChild === own.node && element.lastChild === own.node && own.node.data === own.written : !element.firstChild) {
    // The usual case: no foreign nodes. The search for them below takes ten times as long.
    if (own) own.node.data = text;
    textOf.set(element, { node: own?.node ?? element.appendChild(document.createTextNode(text)), written: text });
    return;
  }
  const { node, written } = textOf.get(element) ?? { node: document.createTextNode(""), written: "" };
  const replacements = textReplacements(element, node, written);
  if (!element.contains(node) || replacements.some((replacement) => replacement.contains(node))) {
    const next = replacements[0] ?? element.firstChild;
    (next?.parentNode ?? element).insertBefore(node, next);
  }
  for (const replacement of replacements) replacement.remove();
  if (node.data !== text) node.data = text;
  textOf.set(element, { node, written: text });
}

/**
 * Set or remove an attribute. Properties hold user input, and attributes do not change them, so set both.
 * @param {Element} element
 * @param {string} name
 * @param {string | null} value
 */
function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
  if (name === "value" && "value" in element) element.value = value ?? "";
  if (name === "checked" && "checked" in element) element.checked = value !== null;
  if (name === "selected" && "selected" in element) element.selected = value !== null;
}

/**
 * The operations of a patch, as in scene/diff.py.
 * @type {{[Name in Operation[0]]: (...operands: Operands<Name>) => void}}
 */
const OPERATIONS = {
  attr: (path, name, value) => setAttribute(find(path), name, value),
  text: (path, text) => {
    const element = find(path);
    writeText(element, text);
    if (element.tagName !== "TEXTAREA") return;
    const field = /** @type {HTMLTextAreaElement} */ (element);
    if (field.value !== text) field.value = text;
  },
  insert: (path, index, tree) => {
    const parent = find(path);
    ownChildren(parent).splice(index, 0, build(tree, contentNamespace(parent)));
    place(parent, index);
  },
  remove: (path, index) => ownChildren(find(path)).splice(index, 1)[0].remove(),
  move: (path, from, to) => {
    const parent = find(path), children = ownChildren(parent);
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
    ownChildren(parent)[path[path.length - 1]] = element;
    old.replaceWith(element);
  },
};

/**
 * @template {Operation[0]} Name
 * @param {Name} name
 * @param {Operands<Name>} operands
 */
const apply = (name, operands) => OPERATIONS[name](...operands);

/**
 * Apply the operations of a patch.
 * @param {Operation[]} operations
 */
export function applyOperations(operations) {
  for (const [name, ...operands] of operations) apply(name, operands);
}

/**
 * Put Python's first tree into #app, in place of the content from the build.
 * @param {Tree} tree
 */
export function mountTree(tree) {
  root = build(tree, HTML);
  const prerendered = container().querySelector(".page[data-key], .embed.first");
  if (prerendered) prerendered.replaceWith(root);
  else container().append(root);
}

/**
 * Collect the elements that trees describe, in their order. Foreign elements between and around them are skipped.
 * @param {Element} parent
 * @param {Tree[]} trees
 * @param {PageElement[]} elements
 */
function collect(parent, trees, elements) {
  for (const element of /** @type {Iterable<PageElement>} */ (parent.children)) {
    if (elements.length === trees.length) return;
    if (adopt(element, trees[elements.length])) elements.push(element);
    else collect(element, trees, elements);
  }
}

/**
 * Return the text node with a text in an element.
 * @param {Node} element
 * @param {string} text
 * @returns {Text | null}
 */
function findText(element, text) {
  for (const node of element.childNodes) {
    if (node.nodeName !== "#text") {
      const inner = findText(node, text);
      if (inner) return inner;
    } else if (/** @type {Text} */ (node).data === text) return /** @type {Text} */ (node);
  }
  return null;
}

/**
 * Adopt an element and its content for a tree. Return false if the tree describes another element.
 * @param {Element} element
 * @param {Tree} tree
 */
function adopt(element, [tag, attributes, content]) {
  if (element.localName !== tag) return false;
  for (const name in attributes) if (element.getAttribute(name) !== attributes[name]) return false;
  /** @type {PageElement[]} */
  const elements = [];
  if (typeof content !== "string") {
    collect(element, content, elements);
    if (elements.length < content.length) return false;
  } else if (content) {
    const node = findText(element, content);
    if (!node && !element.querySelector("font")) return false; // a translator may have replaced the text before Python started
    textOf.set(element, { node: node ?? document.createTextNode(content), written: content });
  }
  childrenOf.set(element, elements);
  return true;
}

/**
 * Adopt the prerendered page for Python's first tree. Return false if the tree describes another page, as after a
 * translation by boot/start_message.js.
 * @param {string} tree as JSON
 * @returns {boolean}
 */
export function adoptPrerendered(tree) {
  if (document.documentElement.lang !== "en") return false;
  /** @type {PageElement[]} */
  const elements = [];
  collect(container(), [JSON.parse(tree)], elements);
  const [element] = elements;
  if (!element) return false;
  root = element;
  return true;
}
