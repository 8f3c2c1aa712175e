// Delayed changes of the address.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

const listeners = new Map();
/** @type {string[]} */
const replaced = [];
Object.assign(globalThis, {
  addEventListener: (/** @type {string} */ type, /** @type {() => void} */ listener) => { listeners.set(type, listener); },
  location: { href: "https://example.org/#/study/1" },
  history: { replaceState: (/** @type {unknown} */ _state, _title = "", address = "") => { replaced.push(address); } },
});
mock.timers.enable({ apis: ["setTimeout"] });
const { goLazily, flushAddress } = await import("../../static/page/address.js");

beforeEach(() => {
  flushAddress();
  location.href = "https://example.org/#/study/1";
  replaced.length = 0;
});

test("the last of several addresses replaces the present one, after a delay", () => {
  goLazily("#2");
  mock.timers.tick(60);
  goLazily("#3");
  mock.timers.tick(60);
  assert.deepEqual(replaced, []);
  mock.timers.tick(60);
  assert.deepEqual(replaced, ["#3"]);
});

test("flushing applies the address once", () => {
  goLazily("#2");
  flushAddress();
  flushAddress();
  mock.timers.tick(1000);
  assert.deepEqual(replaced, ["#2"]);
});

test("the address stays after the user has gone elsewhere", () => {
  goLazily("#2");
  location.href = "https://example.org/#/";
  mock.timers.tick(1000);
  assert.deepEqual(replaced, []);
});

test("a page that closes applies the address", () => {
  goLazily("#2");
  listeners.get("pagehide")();
  assert.deepEqual(replaced, ["#2"]);
});
