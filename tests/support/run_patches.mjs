// @ts-nocheck: its trees come from JSON, and its DOM is a stand-in.
// Runs static/page/dom.js on the small DOM of tiny_dom.mjs: reads tasks as JSON, writes their results as JSON.
//
// {before, own, operations}: adopt a page and patch it once. The result is the page.
// {tree, patches, seed, meddler}: patch a page several times while extensions change it. The result is Python's part of
// the page after each patch. A foreign node that a patch moves or removes is an error.

import { readFileSync } from "node:fs";
import { parse, serialize, show } from "./tiny_dom.mjs";

const { adoptPrerendered, applyOperations, isOwn, mountTree } = await import("../../static/page/dom.js");

/** Return a generator of numbers from 0, below a limit. */
function random(seed) {
  return (limit) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let hash = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    hash = (hash + Math.imul(hash ^ (hash >>> 7), 61 | hash)) ^ hash;
    return ((hash ^ (hash >>> 14)) >>> 0) % limit;
  };
}

const withDescendants = (element) => [element, ...element.children.flatMap(withDescendants)];
const translations = new WeakMap(); // the original texts of font elements
const inserted = new WeakSet();

const MEDDLERS = {
  insert: (elements, pick) => {
    const element = elements[pick(elements.length)], foreign = parse(["x-foreign", {}, pick(2) ? "foreign" : ""]);
    inserted.add(foreign);
    element.insertBefore(foreign, element.childNodes[pick(element.childNodes.length + 1)] ?? null);
  },
  wrap: (elements, pick) => {
    const parent = elements[pick(elements.length)], nodes = [...parent.childNodes];
    const start = pick(nodes.length + 1), wrapper = parse(["x-foreign", {}, ""]);
    parent.insertBefore(wrapper, nodes[start] ?? null);
    wrapper.append(...nodes.slice(start, start + 1 + pick(3)));
  },
  translate: (elements) => {
    for (const element of elements) for (const node of [...element.childNodes]) {
      if (node.nodeName !== "#text" || !node.data || element.localName === "font") continue;
      const font = parse(["font", {}, [["font", {}, `(${node.data})`]]]);
      translations.set(font, node.data);
      node.replaceWith(font);
    }
  },
  split: (elements) => {
    for (const element of elements) for (const node of [...element.childNodes]) {
      if (node.nodeName !== "#text" || node.data.length < 2) continue;
      const mark = parse(["x-mark", {}, node.data.slice(1)]);
      node.data = node.data.slice(0, 1);
      element.insertBefore(mark, element.childNodes[element.childNodes.indexOf(node) + 1] ?? null);
    }
  },
  "insert and translate": (elements, pick) => MEDDLERS[["insert", "translate"][pick(2)]](elements, pick),
  "insert and split": (elements, pick) => MEDDLERS[["insert", "split"][pick(2)]](elements, pick),
  remove: (elements, pick) => { if (elements.length > 1) elements[1 + pick(elements.length - 1)].remove(); },
};

/** Return Python's part of a page. */
function ownPart(element) {
  const content = [];
  let text = "";
  const read = (parent) => {
    for (const child of parent.childNodes) {
      if (translations.has(child)) text += translations.get(child);
      else if (child.nodeName === "#text") text += child.data;
      else if (isOwn(child)) content.push(ownPart(child));
      else if (!inserted.has(child)) read(child);
    }
  };
  read(element);
  return [element.localName, Object.fromEntries(element.attributes), content.length ? content : text];
}

function patchWithMeddler({ tree, patches, seed, meddler }) {
  const pick = random(seed), app = show();
  mountTree(tree);
  const parts = [];
  for (const operations of patches) {
    for (let times = 1 + pick(4); times > 0; times--) MEDDLERS[meddler](withDescendants(app).slice(1), pick);
    const foreign = withDescendants(app).filter(({ localName }) => localName === "x-foreign")
      .map((node) => [node, node.parentNode]);
    applyOperations(operations);
    for (const [node, parent] of foreign) {
      if (node.parentNode !== parent) throw new Error(`a foreign node was moved or removed, seed ${seed}`);
    }
    parts.push(ownPart(withDescendants(app).find(isOwn)));
  }
  return parts;
}

function patchOnce({ before, own, operations }) {
  const app = show(parse(before));
  if (!adoptPrerendered(JSON.stringify(own))) throw new Error("the page is not adopted");
  applyOperations(operations);
  return serialize(app)[2][0];
}

const tasks = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(tasks.map((task) => ("before" in task ? patchOnce(task) : patchWithMeddler(task)))));
