// Protection from double taps: the second tap acts only on a control that the first one found under the finger.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

import { add, clear } from "../support/page_dom.mjs";
import { forgetPress, isAfterTap, isSecondTap, noteAnswer, notePress } from "../../static/page/double_tap.js";

mock.timers.enable({ apis: ["setTimeout"] });
let now = 0;
/** @type {(() => void)[]} */
const frames = [];
globalThis.requestAnimationFrame = (/** @type {FrameRequestCallback} */ callback) => frames.push(() => callback(0));
globalThis.performance.now = () => now;
async function paint() {
  for (const callback of frames.splice(0)) callback();
  mock.timers.tick(16);
  await new Promise(setImmediate);
}
beforeEach(() => { clear(); forgetPress(); frames.length = 0; now += 10_000; });

/** @type {(x: number, attributes?: Record<string, string>, tag?: string) => PageElement} */
const control = (x, attributes = { "data-do": "play.answer" }, tag = "button") => add(document.body, tag, attributes, [x, 0, 100, 40]);
/** @type {(target: Element | null, at?: { x?: number, time?: number }) => PointerEvent} */
const press = (target, { x = 50, time = now } = {}) => (
  /** @type {PointerEvent} */ ({ target, clientX: x, clientY: 20, timeStamp: time }));
/** Press, and let the page answer 30 ms later. @type {(answer: () => void, container?: Element | null) => void} */
function tap(answer, container = null) {
  notePress(press(null), container);
  now += 30;
  answer();
  void noteAnswer();
}

for (const [name, tag, attributes, wait] of /** @type {const} */ ([
  ["button", "button", { "data-do": "play.answer" }, 400], ["link", "a", { href: "#/learn" }, 400],
  ["target", "rect", { "data-target": "b1" }, 400], ["summary", "summary", {}, 400],
  ["button that plays an action", "button", { "data-target": "do:pass" }, 800],
  ["choice of an action", "button", { "data-do": "play.choose" }, 800],
])) {
  test(`a new ${name} under the finger waits until a double tap is over`, () => {
    tap(() => { control(0, attributes, tag); });
    const added = document.body.children[0];
    assert.equal(isSecondTap(press(added), null), true);
    now += wait - 1;
    assert.equal(isSecondTap(press(added), null), true);
    now += 1;
    assert.equal(isSecondTap(press(added), null), false);
  });
}

test("a button that plays an action acts at once if it stays, and if it is not under the finger", () => {
  const pass = { "data-target": "do:pass" }, old = control(0, pass);
  tap(() => {});
  assert.equal(isSecondTap(press(old), null), false);
  assert.equal(isSecondTap(press(control(100, pass), { x: 110 }), null), false);
});

test("the time counts from the answer, also for a press that waited for it", () => {
  notePress(press(null), null);
  const early = now + 200;
  now += 900;
  const added = control(0);
  void noteAnswer();
  assert.equal(isSecondTap(press(added, { time: early }), null), true);
  assert.equal(isSecondTap(press(added, { time: now + 399 }), null), true);
});

test("a control that stays acts twice", () => {
  const undo = control(0, { "data-do": "play.undo", "data-value": "3" });
  tap(() => undo.setAttribute("data-value", "2"));
  assert.equal(isSecondTap(press(undo), null), false);
});

test("a control that does something else after the tap waits", () => {
  const link = control(0, { href: "#/learn/sensei/goal" }, "a");
  tap(() => link.setAttribute("href", "#/learn/sensei/goal/2"));
  assert.equal(isSecondTap(press(link), null), true);
});

test("a control that has become usable waits", () => {
  const redo = control(0, { "data-do": "play.redo", disabled: "" });
  tap(() => redo.removeAttribute("disabled"));
  assert.equal(isSecondTap(press(redo), null), true);
});

test("two different buttons act at once", () => {
  const near = control(0), next = control(100), distant = control(200);
  tap(() => {});
  for (const [button, x] of /** @type {const} */ ([[near, 60], [next, 110], [distant, 210]])) {
    assert.equal(isSecondTap(press(button, { x }), null), false);
  }
});

test("a new control more than a finger away acts at once", () => {
  tap(() => {});
  assert.equal(isSecondTap(press(control(63), { x: 63 }), null), false);
});

test("targets of a board stay the same when their elements change, but choices over them are new", () => {
  const board = add(document.body, "svg", { "data-game": "sensei" }, [0, 0, 400, 400]);
  const old = add(board, "rect", { "data-target": "b1" }, [0, 0, 100, 100]);
  tap(() => old.remove());
  assert.equal(isSecondTap(press(add(board, "rect", { "data-target": "b1" }, [0, 0, 100, 100])), null), false);
  const choice = add(board, "rect", { class: "choice", "data-target": "b1" }, [0, 0, 100, 100]);
  assert.equal(isSecondTap(press(choice), null), true);
});

test("what a dialog uncovers waits, and the dialog that a tap has opened does not close", () => {
  const old = control(0), dialog = add(document.body, "dialog", {}, [0, 0, 400, 400]);
  tap(() => dialog.remove(), dialog);
  assert.equal(isSecondTap(press(old), null), true);
  assert.equal(isSecondTap(press(document.body), null), true);
  clear();
  const opener = control(0);
  tap(() => {});
  assert.equal(isSecondTap(press(document.body), dialog), true);
  assert.equal(isSecondTap(press(opener), dialog), false); // a menu's button closes it
});

test("a press that closed a menu is no first tap", () => {
  tap(() => {});
  forgetPress();
  assert.deepEqual([isAfterTap(), isSecondTap(press(control(0)), null)], [false, false]);
});

test("a second tap does nothing where the control of the first one has gone", () => {
  const old = control(0);
  notePress(press(old), null);
  now += 30;
  old.remove();
  void noteAnswer();
  assert.equal(isSecondTap(press(document.body), null), true); // a double click would select the text there
  assert.equal(isSecondTap(press(document.body, { time: now + 400 }), null), false);
});

test("new controls under the finger ignore programs for the same time", async () => {
  const old = control(0);
  tap(() => { old.remove(); control(0); control(200); });
  await paint();
  const [near, distant] = /** @type {Iterable<PageElement>} */ (document.body.children);
  assert.deepEqual([near.style.pointerEvents, distant.style.pointerEvents], ["none", undefined]);
  mock.timers.tick(400);
  assert.equal(near.style.pointerEvents, "");
});

test("a new button that plays an action is out of reach for longer, and so is what is behind it", async () => {
  const old = control(0);
  tap(() => { old.remove(); control(0, { "data-target": "do:pass" }); });
  await paint();
  const [pass] = /** @type {Iterable<PageElement>} */ (document.body.children);
  mock.timers.tick(799);
  now += 799;
  assert.equal(pass.style.pointerEvents, "none");
  assert.equal(isSecondTap(press(document.body), null), true);
  mock.timers.tick(1);
  assert.equal(pass.style.pointerEvents, "");
});

test("a second tap through a new control reaches nothing behind it, and does not prolong the wait", async () => {
  tap(() => {});
  assert.equal(isSecondTap(press(document.body), null), false); // a double click selects a word of a text
  tap(() => { control(0); });
  await paint();
  now += 300;
  assert.equal(isSecondTap(press(document.body), null), true);
});
