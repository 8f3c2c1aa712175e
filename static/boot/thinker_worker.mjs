// The worker for the bots: Pyodide from the page's snapshot, with Python's RequestWorker.
//
// A classic script, since the page may have to start it from a `blob:` address, which is impossible for module workers
// in a single-file page. Messages from the page:
//
//   { start: { build, description, address, code, snapshot } }   the first message: the identity that the page expects,
//                                                                the snapshot, and Pyodide's compiled code; `snapshot`
//                                                                are its bytes, or null to load them here
//   { request, number }                                          a request in place of the current one
//   { cancel: true }
//
// and to it: { ready: true }; { text, number }, an answer to a request; { error }, the last message.
import { download } from "./download.mjs";
import { loadScript } from "./load_script.mjs";
import { THINKER_WORKER } from "./loader_build.mjs";
import { cachedBytes } from "./opfs_cache.mjs";
import { SCRIPT, useCompiledCode } from "./pyodide_code.mjs";
import { restoredPyodide } from "./restored_pyodide.mjs";

const SLICE_MS = 25; // of work between two checks for a cancellation
const PROGRESS_MS = 200; // between two progress reports

/** Python's worker, when it is ready. @type {StepWorker | null} */
let requestWorker = null;
/** The next or current request, and the time of the latest report. @type {ThinkerRequest & {reported: number} | null} */
let current = null;
const { port1: wake, port2: next } = new MessageChannel(); // unlike timeouts, messages are never delayed

/** @type {(message: ThinkerAnswer) => void} */
const post = (message) => self.postMessage(message);

/** @param {ThinkerStart} message */
async function start({ build, description, address, code, snapshot }) {
  if (build !== THINKER_WORKER) throw new Error("the page has another version");
  if (code) useCompiledCode(Promise.resolve(code));
  if (!globalThis.ruleboardPyodide) loadScript(SCRIPT);
  const load = async () => snapshot ?? await cachedBytes(address)
    ?? download(address, () => {}, { cache: "force-cache" }); // its name contains its version
  const python = await restoredPyodide(description, load(), {});
  requestWorker = python.runPython("from ruleboard.thinking.request_worker import RequestWorker; RequestWorker()");
  post({ ready: true });
  begin();
}

function begin() {
  if (!requestWorker || !current) return;
  requestWorker.start(current.request);
  current.reported = performance.now();
  next.postMessage(current.number);
}

wake.onmessage = (/** @type {MessageEvent<number>} */ { data: number }) => {
  if (!requestWorker || !current || current.number !== number) return;
  const text = requestWorker.step(SLICE_MS);
  const isDone = JSON.parse(text).kind !== "progress";
  const now = performance.now();
  if (isDone || now - current.reported > PROGRESS_MS) {
    current.reported = now;
    post({ text, number });
  }
  if (isDone) current = null;
  else next.postMessage(number);
};

addEventListener("message", (/** @type {MessageEvent<ThinkerMessage>} */ { data }) => {
  if ("start" in data) start(data.start).catch((error) => post({ error: String(error) }));
  else if ("cancel" in data) {
    current = null;
    requestWorker?.cancel();
  } else {
    current = { ...data, reported: 0 };
    begin();
  }
});
