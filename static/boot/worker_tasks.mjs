// The page's side of loader_worker.mjs: its results, and the task that prepares the next visit.

import { ownFile } from "./own_files.mjs";
import { HAS_FILES } from "./packing.mjs";
import { CODE, run, SCRIPT } from "./pyodide_code.mjs";
import { progressed, silence, trace } from "./time_limits.mjs";
import { untouched } from "./untouched.mjs";

// Without a touch before each attempt to fill the cache: at the first the start is over, at the second in most cases the
// download of everything by the service worker, too.
const PAUSES_MS = [1_000, 5_000, 20_000, 60_000, 300_000];
const SCRIPT_PAUSE_MS = 500; // without a touch before Pyodide's script is run once more

/**
 * Return the answer of a worker that start_loader.js has started, or that of the fallback, whichever is first.
 * @param {{port: MessagePort, failed: Promise}} worker `failed` is fulfilled if it cannot be started
 * @param {() => Promise} fallback does the task in the page if the worker cannot be started, or nothing arrives
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

/** Have a worker write the snapshot and the code into the OPFS cache; reject if it cannot. */
function fillCache(snapshot) {
  const worker = new Worker(ownFile("static/boot/loader_worker.mjs"), { type: "module" });
  const { port1, port2 } = new MessageChannel();
  const filling = new Promise((resolve, reject) => {
    worker.onerror = () => reject(new Error("no worker"));
    port1.onmessage = ({ data }) => {
      if (data.error) reject(new Error(data.error));
      else if (data.result) resolve();
    };
  });
  worker.postMessage({ task: "cache", snapshot, code: CODE, port: port2 }, [port2]);
  return filling.finally(() => { worker.terminate(); port1.close(); });
}

/**
 * Run Pyodide's script once more when the service worker has it. Browsers store the compiled code of a script only if it
 * came from there, and the one that has run came from the network: the next visit need not compile it.
 */
async function compileScriptForNextVisit() {
  await navigator.serviceWorker.ready;
  await untouched(SCRIPT_PAUSE_MS);
  await run(SCRIPT);
}

/**
 * Have a worker write the snapshot and the code into the OPFS cache, once the page is idle. A failed attempt, as while
 * another tab is writing, is repeated a few times. A board in another page does so only where the app itself is kept.
 * @param {string} snapshot its address
 */
export async function cacheForNextVisit(snapshot) {
  if (!navigator.serviceWorker || !location.protocol.startsWith("http")) return;
  compileScriptForNextVisit().catch(() => {}); // only less fast
  if (!HAS_FILES) return;
  if (globalThis.ruleboardFrame) await navigator.serviceWorker.ready;
  for (const pause of PAUSES_MS) {
    await untouched(pause);
    try {
      await fillCache(snapshot);
      trace("cached for the next visit");
      return;
    } catch (error) {
      trace(`not cached for the next visit: ${error.message}`);
    }
  }
}
