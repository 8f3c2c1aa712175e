// Choices of actions by opponents: in a worker, and where there is none, in slices between the frames of the page.

const SLICE_MS = 5; // of work in the page, after which it may be painted and hear of input
const PROGRESS_MS = 200; // between two reports
const SILENCE_MS = 15_000; // without a word from the worker while it is waited for, after which it is given up

let hasWorkers = true; // until one fails to start
let worker = null; // a promise of it
let current = null; // the request under way: { request, number, answer, thinker }
let number = 0; // of the last request
let timer = 0; // until the next slice, or until the worker is given up

/**
 * Have a request answered; a new one cancels the one under way.
 * @param {string} request
 * @param {(text: string) => void} answer see Browser.think in protocol.py
 * @param {{start: Function, step: Function, cancel: Function}} thinker Python's own, for where there are no workers
 *   (see thinking/thinker.py)
 */
export function think(request, answer, thinker) {
  stopThinking(false);
  current = { request, number: ++number, answer, thinker };
  if (!hasWorkers) thinkHere();
  else {
    worker ??= start();
    post({ request, number });
    wait();
  }
}

/**
 * Cancel the request under way.
 * @param {boolean} release whether to end the worker, too
 */
export function stopThinking(release) {
  clearTimeout(timer);
  if (current) {
    if (worker) post({ cancel: true });
    else current.thinker.cancel();
  }
  current = null;
  if (release) end();
}

// --- in the worker -------------------------------------------------------------------------------------------------

async function start() {
  const started = await globalThis.ruleboardStartThinker();
  started.onmessage = ({ data }) => {
    if (data.error) giveUp(data.error);
    else if (data.ready) wait();
    else if (data.number === current?.number) deliver(data.text);
  };
  started.onerror = (event) => {
    event.preventDefault?.(); // it is reported below
    giveUp(event.message ?? "it may not start");
  };
  return started;
}

function post(message) {
  const addressee = worker;
  addressee.then((found) => addressee === worker && found.postMessage(message), giveUp);
}

function end() {
  worker?.then((found) => found.terminate(), () => {});
  worker = null;
}

function giveUp(reason) {
  if (!worker) return;
  console.warn("Opponents think in the page and not in a worker:", reason);
  hasWorkers = false;
  end();
  if (current) thinkHere();
}

/** Give the worker up if nothing is heard of it, as when the browser has ended it to free memory; try again later. */
function wait() {
  clearTimeout(timer);
  if (current) timer = setTimeout(() => { giveUp("it does not answer"); hasWorkers = true; }, SILENCE_MS);
}

function deliver(text) {
  const { answer } = current;
  const { kind, sentence, trace } = JSON.parse(text);
  if (kind === "progress") wait();
  else {
    clearTimeout(timer);
    current = null;
  }
  if (kind === "failure") console.error("An opponent cannot choose:", sentence, trace);
  answer(text);
}

// --- in the page ---------------------------------------------------------------------------------------------------

function thinkHere() {
  const { request, thinker } = current;
  let reported = performance.now();
  thinker.start(request);
  clearTimeout(timer);
  timer = setTimeout(function slice() {
    const text = thinker.step(SLICE_MS);
    if (JSON.parse(text).kind !== "progress") return deliver(text);
    timer = setTimeout(slice);
    if (performance.now() - reported < PROGRESS_MS) return;
    reported = performance.now();
    current.answer(text);
  });
}
