// The page's side of loader_worker.mjs: results of workers, and the task that prepares the next visit.

import { run, SCRIPT, WASM } from "./pyodide_code.mjs";
import { progressed, silence, trace } from "./time_limits.mjs";

const IDLE_MS = 2_000; // after which the start, or the first download of everything, is over

/**
 * Return the answer of a worker that start_workers.js has started, or that of the fallback, whichever is first.
 * @param {{port: MessagePort, failed: Promise}} worker
 * @param {() => Promise} fallback does its task in the page if the worker cannot be started, or nothing arrives
 * @param {(loaded: number) => void} [onProgress] called with the number of bytes that have arrived
 * @returns {Promise<{result: any, cached?: boolean}>}
 */
export function workerAnswer({ port, failed }, fallback, onProgress = () => {}) {
  return new Promise((resolve, reject) => {
    let isOver = false;
    const fallBack = (why) => {
      if (isOver) return;
      isOver = true;
      trace(`done without a worker: ${why}`);
      fallback().then(resolve, reject);
    };
    failed.then(() => fallBack("it does not start"));
    silence().then(() => fallBack("it does not answer"));
    port.onmessage = ({ data }) => {
      progressed();
      if ("loaded" in data) {
        onProgress(data.loaded);
        return;
      }
      isOver = true;
      if (data.error) reject(new Error(data.error));
      else resolve(data);
    };
  });
}

/**
 * Have a worker write the snapshot and the code into the OPFS cache, once the service worker has stored everything
 * and the page is idle.
 * @param {string} snapshot its address
 */
export async function cacheForNextVisit(snapshot) {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  setTimeout(() => {
    // Browsers store the compiled code of a script only if it came from the service worker's cache, and this one came
    // from the network. Running it once more has no effect but that the next visit need not compile it.
    run(SCRIPT).catch(() => {});
    const worker = new Worker(new URL("loader_worker.mjs", import.meta.url), { type: "module" });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => { if (!("loaded" in data)) worker.terminate(); }; // done or failed
    worker.postMessage({ task: "cache", snapshot, code: WASM, port: port2 }, [port2]);
  }, IDLE_MS);
}
