// Patches of static/page/dom.js on the stand-in of tiny_dom.mjs: reads a list of tasks as JSON, writes what came of them.
//
// {before, own, operations}: a page that is taken over and patched once; the result is the page.
// {tree, patches, seed, meddler}: a page that is patched again and again while extensions meddle with it; the result is
// Python's part of the page after each patch, or null where that is not complete, and what went wrong with foreign nodes.

import { readFileSync } from "node:fs";
import { parse, serialize, show } from "./tiny_dom.mjs";

const { adoptPrerendered, applyOperations, isOwn, mountTree } = await import("../../static/page/dom.js");

/** Return a generator of numbers from 0, below a limit. */
function random(seed) {
  return (limit) => {
    seed = (seed + 0x6d2b79f5) | 0;
    let mixed = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit;
  };
}

const below = (element) => [element, ...element.children.flatMap(below)];
const translations = new WeakMap(); // the texts in place of which they stand
const inserted = new WeakSet();

const MEDDLERS = {
  insert: (elements, pick) => {
    const element = elements[pick(elements.length)], made = parse(["x-foreign", {}, pick(2) ? "foreign" : ""]);
    inserted.add(made);
    element.insertBefore(made, element.childNodes[pick(element.childNodes.length + 1)] ?? null);
  },
  wrap: (elements, pick) => {
    const parent = elements[pick(elements.length)], nodes = [...parent.childNodes];
    const start = pick(nodes.length + 1), made = parse(["x-foreign", {}, ""]);
    parent.insertBefore(made, nodes[start] ?? null);
    made.append(...nodes.slice(start, start + 1 + pick(3)));
  },
  translate: (elements) => {
    for (const element of elements) for (const node of [...element.childNodes]) {
      if (node.nodeName !== "#text" || !node.data || element.localName === "font") continue;
      const made = parse(["font", {}, [["font", {}, `(${node.data})`]]]);
      translations.set(made, node.data);
      node.replaceWith(made);
    }
  },
  split: (elements) => {
    for (const element of elements) for (const node of [...element.childNodes]) {
      if (node.nodeName !== "#text" || node.data.length < 2) continue;
      const made = parse(["x-mark", {}, node.data.slice(1)]);
      node.data = node.data.slice(0, 1);
      element.insertBefore(made, element.childNodes[element.childNodes.indexOf(node) + 1] ?? null);
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

function attacked({ tree, patches, seed, meddler }) {
  const pick = random(seed), app = show();
  mountTree(tree);
  const parts = [];
  for (const operations of patches) {
    for (let times = 1 + pick(4); times > 0; times--) MEDDLERS[meddler](below(app).slice(1), pick);
    const foreign = below(app).filter(({ localName }) => localName === "x-foreign").map((one) => [one, one.parentNode]);
    applyOperations(operations);
    for (const [one, parent] of foreign) {
      if (one.parentNode !== parent) throw new Error(`a foreign node was moved or removed, seed ${seed}`);
    }
    parts.push(ownPart(below(app).find(isOwn)));
  }
  return parts;
}

function patched({ before, own, operations }) {
  const app = show(parse(before));
  if (!adoptPrerendered(JSON.stringify(own))) throw new Error("the page is not taken over");
  applyOperations(operations);
  return serialize(app)[2][0];
}

const tasks = JSON.parse(readFileSync(0, "utf8"));
process.stdout.write(JSON.stringify(tasks.map((task) => ("before" in task ? patched(task) : attacked(task)))));
