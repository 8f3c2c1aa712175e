// Arrows and rings on the board of a game with two squares.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { add, clear, fire } from "../support/page_dom.mjs";
import { clearOutdatedArrows, LONG_PRESS_MS } from "../../static/page/arrows.js";
import { listen } from "../../static/page/dispatch.js";
import { isClickAfterDrag } from "../../static/page/drag.js";

mock.timers.enable({ apis: ["setTimeout"] });
const MOUSE = { pointerType: "mouse", button: 2, buttons: 2 }, FINGER = { pointerType: "touch", button: 0, buttons: 1 };
/** @type {Record<string, PageElement>} */
let squares = {};
/** @type {PageElement} */
let board;
/** @type {string[]} */
let sent = [];

listen((kind) => { sent.push(kind); });

/** @param {string} page the class of the page */
function showBoard(page = "page-table") {
  fire("pointercancel", { pointerId: 1 });
  clear();
  const main = add(document.body, "main", { class: page }, [0, 0, 200, 100]);
  board = add(main, "svg", { "data-game": "g", "data-drags": "a1", "data-position": "1" }, [0, 0, 200, 100]);
  const place = (/** @type {string} */ target, /** @type {number} */ x) => add(board, "rect", { "data-target": target }, [x, 0, 100, 100]);
  squares = { a1: place("a1", 0), b1: place("b1", 100) };
  add(board, "g", { class: "piece" }, [30, 30, 40, 40]);
  sent = [];
}
beforeEach(() => showBoard());

/** @type {(type: string, x: number, kind: object) => void} */
const point = (type, x, kind) => fire(type, {
  target: squares.a1, clientX: x, clientY: 50, pointerId: 1, isPrimary: true, ...kind,
});
const marks = () => [...board.querySelectorAll("[data-ends]")].map((mark) => mark.getAttribute("data-ends"));

/** @type {(kind: object, wait: number, end: number) => void} */
function stroke(kind, wait, end) {
  point("pointerdown", 50, kind);
  mock.timers.tick(wait);
  if (end !== 50) point("pointermove", end, kind);
  point("pointerup", end, kind);
}

/** Return true if the browser shows no context menu. */
function hidesMenu() {
  let isPrevented = false;
  fire("contextmenu", { preventDefault: () => { isPrevented = true; } });
  return isPrevented;
}

test("a drag with the right button draws an arrow, and the same drag removes it", () => {
  stroke(MOUSE, 0, 150);
  assert.deepEqual(marks(), ["a1 b1"]);
  assert.equal(hidesMenu(), true);
  stroke(MOUSE, 0, 150);
  assert.deepEqual([marks(), sent], [[], []]);
});

test("a long press of a finger draws an arrow from a piece that it cannot drag, and its click is no tap", () => {
  board.setAttribute("data-drags", "");
  stroke(FINGER, LONG_PRESS_MS, 150);
  assert.equal(isClickAfterDrag(), true);
  assert.deepEqual([marks(), sent], [["a1 b1"], []]);
});

test("a finger that rests on a piece before it moves drags the piece", () => {
  stroke(FINGER, 2 * LONG_PRESS_MS, 150);
  assert.deepEqual([marks(), sent], [[], ["take", "drop"]]);
});

test("without a movement both mark the square", () => {
  stroke(FINGER, LONG_PRESS_MS, 50);
  assert.equal(isClickAfterDrag(), true);
  assert.deepEqual([marks(), sent], [["a1 a1"], []]);
  stroke(MOUSE, 0, 50);
  assert.deepEqual(marks(), []);
});

test("a tap and an early drag with a finger draw nothing", () => {
  stroke(FINGER, 100, 50);
  stroke(FINGER, 100, 150);
  assert.deepEqual([marks(), sent], [[], ["take", "drop"]]);
});

test("marks stay until the position changes", () => {
  stroke(MOUSE, 0, 150);
  clearOutdatedArrows();
  assert.equal(marks().length, 1);
  board.setAttribute("data-position", "2");
  clearOutdatedArrows();
  assert.deepEqual(marks(), []);
});

test("a release outside the board and an interruption draw nothing", () => {
  stroke(MOUSE, 0, 500);
  point("pointerdown", 50, FINGER);
  mock.timers.tick(LONG_PRESS_MS);
  fire("pointercancel", { pointerId: 1 });
  assert.equal(board.querySelectorAll(".green").length, 0);
});

test("other pages keep their context menu", () => {
  mock.timers.tick(1000);
  showBoard("page-study");
  stroke(MOUSE, 0, 150);
  assert.deepEqual([marks(), hidesMenu()], [[], false]);
});
