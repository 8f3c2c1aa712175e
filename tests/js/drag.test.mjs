// Drags on a board with a movable piece on a1, an immovable one on a2 and empty squares.

import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { add, clear, fire } from "../support/page_dom.mjs";
import { listen } from "../../static/page/dispatch.js";
import { mountTree, root } from "../../static/page/dom.js";
import { isClickAfterDrag } from "../../static/page/drag.js";

/** @type {Record<string, Point>} */
const SQUARES = { a1: [0, 0], a2: [0, 100], b1: [100, 0], b2: [100, 100] };
/** The events that Python receives: kind and name. @type {string[]} */
let sent = [];
/** @type {Record<string, PageElement>} */
let squares = {};
/** @type {PageElement} */
let board;

listen((...event) => { sent.push(event.slice(0, 2).join(" ")); });

beforeEach(() => {
  fire("pointercancel", { pointerId: 1 }); // ends a drag of the test before
  clear();
  const stage = add(document.body, "div", { class: "stage" }, [0, 0, 200, 200]);
  board = add(stage, "svg", { "class": "board", "data-game": "g", "data-drags": "a1", "data-stuck": "a2" }, [0, 0, 200, 200]);
  squares = Object.fromEntries(Object.entries(SQUARES).map(([target, [x, y]]) => [
    target, add(board, "rect", { "data-target": target }, [x, y, 100, 100]),
  ]));
  for (const [x, y] of [SQUARES.a1, SQUARES.a2]) add(board, "g", { class: "piece" }, [x + 30, y + 30, 40, 40]);
  sent = [];
});

/** @type {(target: PageElement, x: number, y: number, more?: object) => object} */
const pointer = (target, x, y, more = {}) => ({
  target, clientX: x, clientY: y, pointerId: 1, isPrimary: true, button: 0, buttons: 1, pointerType: "mouse", ...more,
});

/**
 * Move the pointer from one target to a point, and release it.
 * @param {string} target
 * @param {Point} point
 * @param {object} [more] properties of the events
 */
function drag(target, [x, y], more = {}) {
  const [startX, startY] = SQUARES[target].map((place) => place + 50);
  fire("pointerdown", pointer(squares[target], startX, startY, more));
  fire("pointermove", pointer(squares[target], (startX + x) / 2, (startY + y) / 2, more));
  fire("pointermove", pointer(squares[target], x, y, more));
  fire("pointerup", pointer(squares[target], x, y, more));
}

const carried = () => document.querySelectorAll(".carrying").length;

test("a piece is taken and dropped on another square", () => {
  drag("a1", [150, 50]);
  assert.deepEqual(sent, ["take a1", "drop b1"]);
  assert.equal(carried(), 0);
});

test("the click after a drag is no tap, and the next one is", () => {
  drag("a1", [150, 50]);
  assert.equal(isClickAfterDrag(), true);
  assert.equal(isClickAfterDrag(), false);
});

test("a sweep touches each legal target on its path once, while the selection stays", () => {
  board.setAttribute("data-sweeps", "true");
  for (const target of ["a1", "b1", "b2"]) squares[target].setAttribute("data-legal", "");
  fire("pointerdown", pointer(squares.a1, 50, 50));
  fire("pointermove", pointer(squares.a1, 150, 50)); // over b1
  fire("pointermove", pointer(squares.a1, 50, 50)); // and back
  assert.deepEqual(sent, ["touch a1", "touch b1"]);
  board.removeAttribute("data-sweeps"); // the store is empty
  fire("pointermove", pointer(squares.a1, 150, 150)); // over b2
  fire("pointerup", pointer(squares.a1, 150, 150));
  assert.deepEqual(sent, ["touch a1", "touch b1"]);
  assert.equal(isClickAfterDrag(), true);
});

test("a sweep begins on a legal target, and a tap is none", () => {
  board.setAttribute("data-sweeps", "true");
  squares.b1.setAttribute("data-legal", "");
  drag("a1", [150, 50]); // a piece that is not legal now
  assert.deepEqual(sent, ["take a1", "drop b1"]);
  sent = [];
  drag("b1", [153, 52]);
  assert.deepEqual(sent, []);
});

test("a short movement is a tap", () => {
  drag("a1", [55, 52]);
  assert.deepEqual(sent, []);
  assert.equal(isClickAfterDrag(), false);
});

test("a square may stand for another target", () => {
  squares.b1.setAttribute("data-drop", "b1/piece");
  drag("a1", [150, 50]);
  assert.deepEqual(sent, ["take a1", "drop b1/piece"]);
});

test("a legal target under the pointer goes before the topmost one", () => {
  squares.b1.setAttribute("data-legal", "");
  add(board, "g", { "data-target": "decoration" }, [100, 0, 100, 100]);
  drag("a1", [150, 50]);
  assert.deepEqual(sent, ["take a1", "drop b1"]);
});

test("a drop on the own square sends no drop", () => {
  drag("a1", [80, 80]);
  assert.deepEqual(sent, ["take a1"]);
});

test("a drop outside the board returns the piece", () => {
  drag("a1", [500, 500]);
  assert.deepEqual(sent, ["take a1", "away a1"]);
});

test("a drop between the squares keeps a piece of the board selected, and returns one of the palette", () => {
  squares.b2.remove();
  drag("a1", [150, 150]);
  const button = add(document.body, "button", { "data-carries": "new" }, [300, 0, 40, 40]);
  mountTree(["svg", {}, [["g", {}, ""]]]);
  button.append(root);
  fire("pointerdown", pointer(button, 320, 20));
  fire("pointermove", pointer(button, 150, 150));
  fire("pointerup", pointer(button, 150, 150));
  assert.deepEqual(sent, ["take a1", "take new", "away new"]);
});

test("Python learns of an immovable piece only at the end", () => {
  drag("a2", [150, 150]);
  assert.deepEqual(sent, ["take a2", "point b2"]);
  assert.equal(carried(), 0);
});

test("an empty square cannot be dragged", () => {
  drag("b1", [50, 50]);
  assert.deepEqual(sent, []);
});

test("another pointer, another button and a pencil start no drag", () => {
  drag("a1", [150, 50], { isPrimary: false });
  drag("a1", [150, 50], { button: 2 });
  board.setAttribute("data-pencil", "study.draw");
  drag("a1", [150, 50]);
  assert.deepEqual(sent, []);
});

test("a release outside the window ends the drag", () => {
  fire("pointerdown", pointer(squares.a1, 50, 50));
  fire("pointermove", pointer(squares.a1, 90, 50));
  assert.equal(carried(), 1);
  fire("pointermove", pointer(squares.a1, 150, 50, { buttons: 0 }));
  fire("pointerup", pointer(squares.a1, 150, 50));
  assert.deepEqual(sent, ["take a1"]);
  assert.equal(carried(), 0);
});

test("a finger scrolls from empty squares and not from pieces", () => {
  /** @param {string} target */
  const prevents = (target) => {
    let isPrevented = false;
    const touch = { pointerType: "touch" };
    fire("pointerdown", pointer(squares[target], SQUARES[target][0] + 50, SQUARES[target][1] + 50, touch));
    fire("touchmove", { touches: [1], cancelable: true, preventDefault: () => { isPrevented = true; } });
    fire("pointercancel", { pointerId: 1 });
    return isPrevented;
  };
  assert.deepEqual(["a1", "a2", "b1"].map(prevents), [true, true, false]);
});

test("a piece of the palette can be dragged onto the board, and is put back outside it", () => {
  mountTree(["div", {}, [["button", { "data-carries": "new" }, [["svg", {}, [["g", {}, ""]]]]]]]);
  document.body.append(root);
  const button = /** @type {HTMLElement} */ (root.querySelector("button"));
  for (const [x, y] of [[150, 50], [500, 500]]) {
    fire("pointerdown", pointer(button, 320, 20));
    fire("pointermove", pointer(button, x, y));
    fire("pointerup", pointer(button, x, y));
  }
  assert.deepEqual(sent, ["take new", "drop b1", "take new", "away new"]);
});

test("the target under the piece shows whether the piece may land there", () => {
  squares.b1.setAttribute("data-legal", "");
  fire("pointerdown", pointer(squares.a1, 50, 50));
  const marks = [[150, 50], [150, 150], [50, 50]].map(([x, y]) => {
    fire("pointermove", pointer(squares.a1, x, y));
    return ["a1", "b1", "b2"].map((name) => squares[name].getAttribute("data-below"));
  });
  assert.deepEqual(marks, [[null, "go", null], [null, null, "no"], [null, null, null]]);
  fire("pointermove", pointer(squares.a1, 150, 150));
  fire("pointerup", pointer(squares.a1, 150, 150));
  assert.equal(squares.b2.getAttribute("data-below"), null);
});

test("a piece at the upper edge of the screen stays visible", () => {
  const rises = [150, 50].map((y) => {
    fire("pointerdown", pointer(squares.a1, 50, 50, { pointerType: "touch" }));
    fire("pointermove", pointer(squares.b2, 150, y, { pointerType: "touch" }));
    const copy = /** @type {PageElement} */ (document.querySelectorAll(".dragged")[0]);
    const rise = y - 50 - parseFloat(copy.style.translate.split(" ")[1]);
    fire("pointercancel", { pointerId: 1 });
    return rise;
  });
  assert.deepEqual(rises, [44, 25]); // the piece begins at y = 30 and grows by 5 at each edge
});

test("a piece rises above a finger, not above a mouse", () => {
  for (const [pointerType, rises] of /** @type {[string, boolean][]} */ ([["touch", true], ["mouse", false]])) {
    fire("pointerdown", pointer(squares.a1, 50, 50, { pointerType }));
    fire("pointermove", pointer(squares.a1, 150, 50, { pointerType }));
    const copy = /** @type {PageElement} */ (document.querySelectorAll(".dragged")[0]);
    assert.equal(parseFloat(copy.style.translate.split(" ")[1]) < 0, rises);
    fire("pointercancel", { pointerId: 1 });
  }
});
