// The page's side of loader_worker.mjs: its results, and the task that prepares the next visit.

import { ownFile } from "./own_files.mjs";
import { HAS_FILES } from "./compression.mjs";
import { LOADER_WORKER } from "./loader_build.mjs";
import { CODE, run, SCRIPT } from "./pyodide_code.mjs";
import { noteProgress, trace, whenDownloadStops } from "./time_limits.mjs";
import { whenIdle } from "./idle.mjs";

// Idle time before each attempt to fill the cache. At the first attempt the start is over; at the second the service
// worker has usually downloaded everything, too.
const IDLE_TIMES_MS = [1_000, 5_000, 20_000, 60_000, 300_000];
const SCRIPT_IDLE_MS = 500; // idle time before the page runs Pyodide's script once more

/**
 * Return the answer of a worker that start_loader.js has started, or that of the fallback, whichever comes first.
 * @template Result
 * @param {LoaderTask} worker
 * @param {() => Promise<LoaderResult<Result>>} fallback does the task in the page if the worker fails or the download
 *    stops
 * @param {(loaded: number) => void} [onProgress] receives the number of bytes so far
 * @returns {Promise<LoaderResult<Result>>}
 */
export function workerAnswer({ port, failed }, fallback, onProgress = () => {}) {
  return new Promise((resolve, reject) => {
    let isOver = false;
    /** @param {string} reason */
    const fallBack = (reason) => {
      if (isOver) return;
      isOver = true;
      trace(`done without a worker: ${reason}`);
      fallback().then(resolve, reject);
    };
    void failed.then(() => fallBack("it does not start"));
    void whenDownloadStops().then(() => fallBack("it does not answer"));
    port.onmessage = (/** @type {MessageEvent<LoaderMessage<Result>>} */ { data }) => {
      if (data.build !== LOADER_WORKER) {
        fallBack("it has another version");
        return;
      }
      noteProgress();
      if (data.loaded !== undefined) {
        onProgress(data.loaded);
        return;
      }
      isOver = true;
      if (data.result) resolve({ result: data.result, cached: data.cached });
      else reject(new Error(data.error));
    };
  });
}

/**
 * Let a worker write the snapshot and the code into the OPFS cache; reject if it cannot.
 * @param {string} snapshot its address
 */
function fillCache(snapshot) {
  const worker = new Worker(ownFile("static/boot/loader_worker.mjs"), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  /** @type {Promise<void>} */
  const filling = new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error("no worker"));
    port1.onmessage = (/** @type {MessageEvent<LoaderMessage<true>>} */ { data }) => {
      if (data.build !== LOADER_WORKER) reject(new Error("the worker has another version"));
      else if (data.error) reject(new Error(data.error));
      else if (data.result) resolve();
    };
  });
  /** @type {LoaderRequest} */
  const request = { task: "cache", snapshot, code: CODE, port: port2 };
  worker.postMessage(request, [port2]);
  return filling.finally(() => { worker.terminate(); port1.close(); });
}

/**
 * Run Pyodide's script once more after the service worker has cached it. Browsers store the compiled code of a script
 * only if it comes from there, but the first run used the network. The next visit then need not compile it.
 */
async function compileScriptForNextVisit() {
  await navigator.serviceWorker.ready;
  await whenIdle(SCRIPT_IDLE_MS);
  await run(SCRIPT);
}

/**
 * Let a worker write the snapshot and the code into the OPFS cache as soon as the page is idle. A failed attempt, as
 * while another tab is writing, is repeated a few times. An embedded board does this only if the app itself is
 * installed there.
 * @param {string} snapshot its address
 */
export async function cacheForNextVisit(snapshot) {
  if (!navigator.serviceWorker || !location.protocol.startsWith("http")) return;
  compileScriptForNextVisit().catch(() => {}); // the next visit is only slower
  if (!HAS_FILES) return;
  if (globalThis.ruleboardFrame) await navigator.serviceWorker.ready;
  for (const pause of IDLE_TIMES_MS) {
    await whenIdle(pause);
    try {
      await fillCache(snapshot);
      trace("cached for the next visit");
      return;
    } catch (error) {
      trace(`not cached for the next visit: ${error}`);
    }
  }
}
