// Waiting for the next painted frame.

import "../support/tiny_dom.mjs";
import assert from "node:assert/strict";
import test, { beforeEach } from "node:test";

import { afterPaint } from "../../static/page/after_paint.js";

/** @type {(() => void)[]} */
const frames = [];
globalThis.requestAnimationFrame = (/** @type {FrameRequestCallback} */ callback) => frames.push(() => callback(0));
const page = new EventTarget();
let listenerCount = 0;
Object.assign(document, {
  /** @type {(type: string, listener: () => void, options: AddEventListenerOptions) => void} */
  addEventListener(type, listener, options) {
    listenerCount++;
    page.addEventListener(type, listener, options);
    options.signal?.addEventListener("abort", () => { listenerCount--; });
  },
});
beforeEach(() => { frames.length = 0; Object.assign(document, { hidden: false }); });

test("a frame ends the wait, and no listener remains", async () => {
  const wait = afterPaint();
  assert.equal(listenerCount, 1);
  for (const callback of frames) callback();
  await wait;
  assert.equal(listenerCount, 0);
});

test("a page that becomes hidden, or is so already, does not wait", async () => {
  const wait = afterPaint();
  page.dispatchEvent(new Event("visibilitychange"));
  await wait;
  Object.assign(document, { hidden: true });
  await afterPaint();
  assert.deepEqual([listenerCount, frames.length], [0, 1]);
});
