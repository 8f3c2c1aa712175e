// The bots' search for actions: in a worker, or without workers in slices between the frames of the page.

const SLICE_MS = 5; // of work in the page, before it can paint and handle input
const PROGRESS_MS = 200; // between two progress reports
const WORKER_TIMEOUT_MS = 15_000; // without a message from a worker that should answer; then the page stops it

let hasWorkers = true; // false once a worker fails to start
/** The worker, as soon as it has started. @type {Promise<Worker> | null} */
let worker = null;
/**
 * The current request.
 * @type {{request: string, number: number, answer: (text: string) => void, requestWorker: StepWorker} | null}
 */
let current = null;
let number = 0; // number of the last request
let timer = 0; // for the next slice, or for the worker's timeout

/**
 * Answer a request. A new request cancels the current one.
 * @param {string} request
 * @param {(text: string) => void} answer see Browser.think in protocol.py
 * @param {StepWorker} requestWorker thinks in the page where workers fail
 */
export function think(request, answer, requestWorker) {
  stopThinking(false);
  current = { request, number: ++number, answer, requestWorker };
  if (!hasWorkers) thinkInPage();
  else {
    worker ??= start();
    post({ request, number });
    restartTimeout();
  }
}

/**
 * Cancel the current request.
 * @param {boolean} release true to end the worker, too
 */
export function stopThinking(release) {
  clearTimeout(timer);
  if (current) {
    if (worker) post({ cancel: true });
    else current.requestWorker.cancel();
  }
  current = null;
  if (release) terminateWorker();
}

// --- in the worker -------------------------------------------------------------------------------------------------

async function start() {
  const newWorker = await globalThis.ruleboardStartThinker();
  newWorker.onmessage = ({ data }) => {
    if (data.error) fallBackToPage(data.error);
    else if (data.ready) restartTimeout();
    else if (data.number === current?.number) deliver(data.text);
  };
  newWorker.onerror = (event) => {
    event.preventDefault?.(); // `fallBackToPage` reports it
    fallBackToPage(event.message ?? "it may not start");
  };
  return newWorker;
}

/** @param {object} message to the worker, if there is one, see thinker_worker.mjs */
function post(message) {
  const target = worker;
  target?.then((instance) => { if (target === worker) instance.postMessage(message); }, fallBackToPage);
}

function terminateWorker() {
  worker?.then((instance) => instance.terminate(), () => {});
  worker = null;
}

/** @param {unknown} reason */
function fallBackToPage(reason) {
  if (!worker) return;
  console.warn("Opponents think in the page and not in a worker:", reason);
  hasWorkers = false;
  terminateWorker();
  if (current) thinkInPage();
}

/** Stop the worker after a time without messages, as when the browser has ended it to free memory. Try again later. */
function restartTimeout() {
  clearTimeout(timer);
  if (current) timer = setTimeout(() => { fallBackToPage("it does not answer"); hasWorkers = true; }, WORKER_TIMEOUT_MS);
}

/** @param {string} text an answer to the current request */
function deliver(text) {
  if (!current) return;
  const { answer } = current, message = parseAnswer(text);
  if (message.kind === "progress") restartTimeout();
  else {
    clearTimeout(timer);
    current = null;
  }
  if (message.kind === "failure") console.error("An opponent cannot choose:", message.sentence, message.trace);
  answer(text);
}

/** @type {(text: string) => Answer} */
const parseAnswer = (text) => JSON.parse(text);

// --- in the page ---------------------------------------------------------------------------------------------------

function thinkInPage() {
  if (!current) return;
  const { request, requestWorker, answer } = current;
  let lastReport = performance.now();
  requestWorker.start(request);
  clearTimeout(timer);
  timer = setTimeout(function slice() {
    const text = requestWorker.step(SLICE_MS);
    if (parseAnswer(text).kind !== "progress") return deliver(text);
    timer = setTimeout(slice);
    if (performance.now() - lastReport < PROGRESS_MS) return;
    lastReport = performance.now();
    answer(text);
  });
}
