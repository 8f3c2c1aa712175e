// The worker in which opponents think: Pyodide from the page's snapshot, and Python's Thinker in it.
//
// A classic script, since the page may have to start it from a `blob:` address, which module workers are denied in a
// file. Messages from the page:
//
//   { start: { description, address, code, snapshot } }   first of all: the snapshot and Pyodide's compiled code;
//                                                         `snapshot` are its bytes, null to load them here
//   { request, number }                                   a request in place of the one under way
//   { cancel: true }
//
// and to it: { ready: true }; { text, number }, an answer to a request; { error }, after which nothing else follows.
import { download } from "./download.mjs";
import { loadScript } from "./load_script.mjs";
import { cachedBytes } from "./opfs_cache.mjs";
import { SCRIPT, useCompiledCode } from "./pyodide_code.mjs";
import { restoredPyodide } from "./restored_pyodide.mjs";

const SLICE_MS = 25; // of work, after which a cancellation is heard
const PROGRESS_MS = 200; // between two reports

let thinker = null;
let current = null; // the request that is to be started or under way: { request, number, reported }
const { port1: wake, port2: next } = new MessageChannel(); // unlike a timeout, a message is never delayed

async function start({ description, address, code, snapshot }) {
  useCompiledCode(Promise.resolve(code));
  if (!globalThis.ruleboardPyodide) loadScript(SCRIPT);
  const load = async () => snapshot ?? await cachedBytes(address)
    ?? download(address, () => {}, { cache: "force-cache" }); // its name has its version
  const python = await restoredPyodide(description, load(), {});
  thinker = python.runPython("from ruleboard.thinking.thinker import Thinker; Thinker()");
  postMessage({ ready: true });
  if (current) begin();
}

function begin() {
  thinker.start(current.request);
  current.reported = performance.now();
  next.postMessage(current.number);
}

wake.onmessage = ({ data: number }) => {
  if (current?.number !== number) return;
  const text = thinker.step(SLICE_MS);
  const done = JSON.parse(text).kind !== "progress";
  const now = performance.now();
  if (done || now - current.reported > PROGRESS_MS) {
    current.reported = now;
    postMessage({ text, number });
  }
  if (done) current = null;
  else next.postMessage(number);
};

addEventListener("message", ({ data }) => {
  if (data.start) start(data.start).catch((error) => postMessage({ error: String(error) }));
  else if (data.cancel) {
    current = null;
    thinker?.cancel();
  } else {
    current = data;
    if (thinker) begin();
  }
});
