// Protection from double taps: new buttons of the game under the finger ignore it for a moment.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { add, clear, fire } from "../support/page_dom.mjs";
import { listen } from "../../static/page/dispatch.js";
import { sendClick } from "../../static/page/double_tap.js";

mock.timers.enable({ apis: ["setTimeout"] });
/** @type {(() => void)[]} */
const frames = [];
globalThis.requestAnimationFrame = (/** @type {FrameRequestCallback} */ callback) => frames.push(() => callback(0));
const paint = () => { for (const callback of frames.splice(0)) callback(); };
let answer = () => {};
listen(() => { answer(); });
beforeEach(() => { clear(); mock.timers.tick(1000); });

/** @type {(x: number, action?: string) => PageElement} */
const button = (x, action = "play.answer") => add(document.body, "button", { "data-do": action }, [x, 0, 100, 40]);
function click(taps = 1) {
  fire("pointerdown");
  sendClick(/** @type {MouseEvent} */ ({ clientX: 50, clientY: 20, detail: taps }), "do", "play.choose");
}
/** @param {PageElement} button */
const isUsable = ({ style }) => style.pointerEvents !== "none";

test("a new button under the finger waits until a double tap is over", () => {
  let near = button(500);
  answer = () => { near = button(0); };
  click();
  assert.equal(isUsable(near), false);
  paint();
  mock.timers.tick(300);
  assert.equal(isUsable(near), false);
  mock.timers.tick(200);
  assert.equal(isUsable(near), true);
});

test("a new button a finger's width away waits, a distant one does not", () => {
  let near = button(500), distant = near;
  answer = () => { near = button(60); distant = button(63); };
  click();
  paint();
  assert.deepEqual([near, distant].map(isUsable), [false, true]);
});

test("before a frame is painted, no new button acts and none is measured", () => {
  let near = button(500), measured = 0;
  answer = () => {
    near = button(63);
    near.getBoundingClientRect = () => { measured++; return /** @type {DOMRect} */ ({ left: 63 }); };
  };
  click();
  assert.deepEqual([isUsable(near), measured], [false, 0]);
  paint();
  assert.equal(measured, 1);
});

test("a button that was there before stays usable", () => {
  const old = button(0);
  answer = () => {};
  click();
  assert.equal(isUsable(old), true);
});

test("buttons outside the game and clicks by key are not concerned", () => {
  let other = button(500), ours = other;
  answer = () => { other = button(0, "app.go"); };
  click();
  answer = () => { ours = button(0); };
  click(0);
  assert.deepEqual([other, ours].map(isUsable), [true, true]);
});

test("a new choice on the board under the finger waits, too", () => {
  /** @type {PageElement | undefined} */
  let choice;
  answer = () => { choice = add(document.body, "rect", { class: "choice" }, [0, 0, 100, 40]); };
  click();
  assert.equal(choice && isUsable(choice), false);
});
