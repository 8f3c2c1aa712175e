// The checker against random trees: whatever it allows consists of listed elements with harmless values.
// tests/support/hostile_games.py has the attacks by name, which tests/unit/embed/test_own_board.py sends.

import assert from "node:assert/strict";
import test from "node:test";

import { CheckError, createChecker, MAX_ELEMENTS } from "../../static/boot/own_checker.mjs";

const TREES = 100_000;
const TAGS = "main div p button svg g rect path text script iframe a use image style foreignObject animate __proto__ constructor".split(" ");
const SAFE_TAGS = new Set("main div p button svg g rect path text".split(" "));
const NAMES = "class role tabindex data-key data-target x width fill d transform aria-label id href style onclick src xlink:href __proto__ data-on name".split(" ");
const SAFE_NAMES = new Set("class role tabindex data-key data-target x width fill d transform aria-label id".split(" "));
const VALUES = ["", "a b", "12", "-1.5", "live", "app", "M0 0L1 1z", "red", "var(--ink)", "url(#x)", "url(//e.org)", "javascript:1", "translate(1 2)", "1e9", '"><script>', "0", "-1", "row", 7, null, {}, []];
const SHAPES = ["path", "rect", "text", "g", "svg"];

/** Return a function for whole numbers below a bound, from a seed. @param {number} seed */
function generator(seed) {
  let state = seed;
  return (/** @type {number} */ bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor(state / 2 ** 32 * bound);
  };
}
const below = generator(1);
/** @template Item @param {Item[]} items @returns {Item} */
const pick = (items) => items[below(items.length)];

/** Return a tree, which is harmless in one of two cases. @type {(depth: number, isHarmless: boolean) => any} */
function randomTree(depth, isHarmless) {
  const tag = isHarmless ? pick([...SAFE_TAGS]) : pick(TAGS);
  /** @type {Record<string, unknown>} */
  const attributes = {};
  for (let count = below(3); count > 0; count--) {
    if (isHarmless) attributes[pick(["class", "data-key", "aria-label"])] = pick(["", "a b", "12"]);
    else Object.defineProperty(attributes, pick(NAMES), { value: pick(VALUES), enumerable: true, configurable: true });
  }
  if (depth > 4 || below(2)) return [tag, attributes, pick(["", "text", "<script>alert(1)</script>"])];
  return [tag, attributes, Array.from({ length: below(4) }, () => randomTree(depth + 1, isHarmless))];
}

/** Fail if a part of a tree is not on the lists of this test. @param {any} tree */
function assertHarmless([tag, attributes, content]) {
  assert.ok(SAFE_TAGS.has(tag), tag);
  for (const [name, value] of Object.entries(attributes)) {
    assert.ok(SAFE_NAMES.has(name), name);
    assert.equal(typeof value, "string");
    if (name === "id") assert.deepEqual([tag, value], ["p", "live"]);
    if (["x", "fill", "d", "transform", "width"].includes(name)) {
      assert.ok(SHAPES.includes(tag));
      assert.ok(!/url|javascript|1e9/.test(value), value);
    }
    if (["class", "role", "x", "fill", "d", "transform", "width"].includes(name)) assert.ok(!/[<>"]/.test(value), value);
  }
  if (Array.isArray(content)) content.forEach(assertHarmless);
  else assert.equal(typeof content, "string");
}

/** Return true if the checker allows a message; fail if it throws anything but its own error. @type {(check: (data: unknown) => any, data: unknown) => boolean} */
function isAllowed(check, data) {
  try {
    check(data);
    return true;
  } catch (error) {
    assert.ok(error instanceof CheckError, String(error));
    return false;
  }
}

test("only harmless trees of 100,000 pass", () => {
  let allowed = 0;
  for (let count = 0; count < TREES; count++) {
    const { check } = createChecker();
    const tree = randomTree(0, below(2) === 1);
    if (!isAllowed(check, JSON.stringify(["mount", tree]))) continue;
    allowed++;
    assertHarmless(tree);
  }
  assert.ok(allowed > TREES / 3 && allowed < TREES, `${allowed} trees pass`);
});

test("random patches leave a page of known size", () => {
  for (let count = 0; count < 300; count++) {
    const { check } = createChecker();
    /** @type {any} */
    let page = randomTree(0, true);
    check(JSON.stringify(["mount", page]));
    for (let step = 0; step < 30; step++) {
      const path = Array.from({ length: below(3) }, () => below(3)), name = pick(["insert", "remove", "move", "replace", "text", "attr", "toString"]);
      /** @type {Record<string, unknown[]>} */
      const operands = { insert: [below(4), randomTree(3, true)], remove: [below(4)], move: [below(4), below(4)], replace: [randomTree(3, true)], text: ["x"], attr: ["class", "x"], toString: [] };
      const operation = [name, path, ...operands[name]];
      if (!isAllowed(check, JSON.stringify(["patch", [operation], []]))) break;
      page = patched(page, operation); // an allowed operation also works here
    }
    assertHarmless(page);
  }
});

/** Apply an operation to a tree. @type {(page: any, operation: any[]) => any} */
function patched(page, [name, path, ...operands]) {
  if (!path.length && name === "replace") return operands[0];
  const parent = (name === "replace" ? path.slice(0, -1) : path).reduce((/** @type {any} */ tree, /** @type {number} */ index) => tree[2][index], page);
  const children = Array.isArray(parent[2]) ? parent[2] : [];
  if (name === "insert") parent[2] = children.toSpliced(operands[0], 0, operands[1]);
  if (name === "remove") parent[2] = children.toSpliced(operands[0], 1);
  if (name === "move") children.splice(operands[1], 0, ...children.splice(operands[0], 1));
  if (name === "replace") children[path.at(-1)] = operands[0];
  if (name === "text") parent[2] = operands[0];
  if (name === "attr") parent[1] = { ...parent[1], [operands[0]]: operands[1] };
  return page;
}

test("data that is no text is refused", () => {
  for (const data of [undefined, null, 1, ["mount", ["g", {}, ""]], { length: 1 }, new ArrayBuffer(8), new Map()]) {
    assert.equal(isAllowed(createChecker().check, data), false);
  }
});

test("pages up to the limit pass, however they grow", () => {
  const { check } = createChecker();
  check(JSON.stringify(["mount", ["g", {}, []]]));
  const cells = Array.from({ length: MAX_ELEMENTS / 2 - 1 }, () => ["g", {}, ""]), row = ["g", {}, cells];
  check(JSON.stringify(["patch", [["insert", [], 0, row]], []]));
  for (let count = 0; count < 20; count++) check(JSON.stringify(["patch", [["replace", [0], row]], []]));
  check(JSON.stringify(["patch", [["insert", [], 0, ["g", {}, cells.slice(1)]]], []]));
  assert.equal(isAllowed(check, JSON.stringify(["patch", [["insert", [], 0, row]], []])), false);
});
