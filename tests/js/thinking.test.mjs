// The bots' search: answers of a worker, cancellation, and the page in place of a worker that fails.

import assert from "node:assert/strict";
import test, { beforeEach, mock } from "node:test";

mock.timers.enable({ apis: ["setTimeout"] });
const afterPromises = async () => { for (let turn = 0; turn < 10; turn++) await Promise.resolve(); };
/** @type {(kind: string, more?: object) => string} */
const json = (kind, more = {}) => JSON.stringify({ kind, ...more });

class FakeWorker {
  /** @type {(event: {data: ThinkerAnswer}) => void} */
  onmessage = () => {};
  /** @type {Partial<ThinkerRequest>[]} */
  messages = [];
  isTerminated = false;
  /** @param {ThinkerRequest} message */
  postMessage(message) { this.messages.push(message); }
  terminate() { this.isTerminated = true; }
  get numbers() { return this.messages.flatMap(({ number }) => number ?? []); }
  /** @type {(text: string, number?: number) => void} */
  reply = (text, number = this.numbers.at(-1)) => this.onmessage({ data: { text, number } });
}

/** A Python worker that needs three steps for a request. */
class FakeSteps {
  /** @type {string[]} */
  calls = [];
  remaining = 0;
  /** @param {string} request */
  start(request) { this.calls.push(request); this.remaining = 3; }
  step() { return json(--this.remaining ? "progress" : "reply"); }
  cancel() { this.calls.push("cancel"); }
}

/** @type {FakeWorker[]} */
let workers = [];
/** @type {string[]} */
let answers = [];
let steps = new FakeSteps(), canStart = true;
globalThis.ruleboardStartThinker = async () => {
  if (!canStart) throw new Error("no workers");
  const worker = new FakeWorker();
  workers.push(worker);
  return /** @type {Worker} */ (/** @type {unknown} */ (worker));
};
console.warn = console.error = () => {};
let copies = 0;

/**
 * Import the module again, in its first state.
 * @returns {Promise<typeof import("../../static/page/thinking.js")>}
 */
async function load() {
  return import(`../../static/page/thinking.js?copy=${copies++}`);
}

let { think, stopThinking } = await load();
beforeEach(async () => {
  ({ think, stopThinking } = await load());
  workers = [];
  answers = [];
  steps = new FakeSteps();
  canStart = true;
});

/** Send a request that collects its answers under its name. @param {string} name */
async function ask(name) {
  think(name, (text) => answers.push(`${name} ${JSON.parse(text).kind}`), steps);
  await afterPromises();
}

test("a worker starts once and answers each request", async () => {
  await ask("a");
  workers[0].reply(json("progress"));
  workers[0].reply(json("reply"));
  await ask("b");
  workers[0].reply(json("judgement"));
  assert.deepEqual(answers, ["a progress", "a reply", "b judgement"]);
  assert.equal(workers.length, 1);
});

test("a new request cancels the current one, whose answers are dropped", async () => {
  await ask("a");
  await ask("b");
  workers[0].reply(json("judgement"), 1);
  workers[0].reply(json("reply"), 2);
  assert.deepEqual(workers[0].messages.map((message) => message.request ?? "cancel"), ["a", "cancel", "b"]);
  assert.deepEqual(answers, ["b reply"]);
});

test("nothing arrives after a cancellation", async () => {
  await ask("a");
  stopThinking(false);
  await afterPromises();
  workers[0].reply(json("reply"), 1);
  mock.timers.tick(60_000);
  assert.deepEqual(answers, []);
  assert.equal(workers[0].isTerminated, false);
});

test("a release ends the worker, and the next request starts another", async () => {
  await ask("a");
  stopThinking(true);
  await afterPromises();
  assert.equal(workers[0].isTerminated, true);
  await ask("b");
  workers[1].reply(json("reply"));
  assert.deepEqual(answers, ["b reply"]);
});

test("the page thinks if no worker starts", async () => {
  canStart = false;
  await ask("a");
  for (let slice = 0; slice < 5; slice++) mock.timers.tick(1);
  assert.deepEqual(answers, ["a reply"]);
  await ask("b");
  for (let slice = 0; slice < 5; slice++) mock.timers.tick(1);
  assert.deepEqual(answers, ["a reply", "b reply"]);
  assert.deepEqual(steps.calls, ["a", "b"]);
});

test("the page goes on with the request of a worker that reports an error", async () => {
  await ask("a");
  workers[0].onmessage({ data: { error: "out of memory" } });
  for (let slice = 0; slice < 5; slice++) mock.timers.tick(1);
  assert.deepEqual(answers, ["a reply"]);
  await afterPromises();
  assert.equal(workers[0].isTerminated, true);
});

test("the page goes on with the request of a silent worker, and the next request starts another", async () => {
  await ask("a");
  mock.timers.tick(14_000);
  workers[0].reply(json("progress"));
  mock.timers.tick(14_000);
  assert.equal(steps.calls.length, 0);
  mock.timers.tick(2_000);
  for (let slice = 0; slice < 5; slice++) mock.timers.tick(1);
  assert.deepEqual(answers, ["a progress", "a reply"]);
  await ask("b");
  assert.equal(workers.length, 2);
});

test("a cancelled request in the page takes no further step", async () => {
  canStart = false;
  await ask("a");
  stopThinking(false);
  for (let slice = 0; slice < 5; slice++) mock.timers.tick(1);
  assert.deepEqual(answers, []);
  assert.deepEqual(steps.calls, ["a", "cancel"]);
});
