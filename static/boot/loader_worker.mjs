// The worker that loads the snapshot or Pyodide's compiled code, and writes both into the OPFS cache for the next
// visit.
//
// Tasks arrive as { task, port, ... }, and the worker answers on their ports: { loaded }, repeatedly, the number of
// bytes so far; then { result, ... } or { error }. Each answer has { build }, by which the page knows this worker.

import { download } from "./download.mjs";
import { LOADER_WORKER } from "./loader_build.mjs";
import { cachedBytes, deleteOthers, write } from "./opfs_cache.mjs";
import { decompress } from "./decompression.mjs";

/**
 * Return the response for an address from the service worker's or the browser's cache, without a download.
 * @param {string} address
 */
const cachedResponse = async (address) => (
  await caches.match(address, { ignoreSearch: true })
    ?? fetch(address, { cache: "only-if-cached", mode: "same-origin" }));

/** Resolves when the compilation of the code, on other threads, or its download begins. @type {Promise<void> | null} */
let compiling = null;

/** @typedef {(loaded: number) => void} OnProgress */

const TASKS = {
  /**
   * Compile Pyodide's WebAssembly code.
   * @param {string} address
   * @param {OnProgress} onProgress
   * @returns {Promise<LoaderResult<WebAssembly.Module>>}
   */
  async code(address, onProgress) {
    let begin = () => {};
    compiling = new Promise((resolve) => { begin = resolve; });
    const bytes = await cachedBytes(address);
    const code = bytes ? WebAssembly.compile(bytes)
      : download(address, onProgress).then((content) => WebAssembly.compile(content));
    begin();
    return { result: await code, cached: Boolean(bytes) };
  },

  /**
   * Load the snapshot. This thread reads it after the code, since the code takes longer to compile than the snapshot to
   * read.
   * @param {string} address
   * @param {OnProgress} onProgress
   * @returns {Promise<LoaderResult<Uint8Array<ArrayBuffer>>>}
   */
  async snapshot(address, onProgress) {
    const bytes = await cachedBytes(address, compiling);
    return { result: bytes ?? await download(address, onProgress), cached: Boolean(bytes) };
  },

  /**
   * Write files into the OPFS cache, if the browser has the compressed files, and delete older versions.
   * @param {string[]} addresses
   * @returns {Promise<LoaderResult<true>>}
   */
  async cache(addresses) {
    const files = await Promise.all(addresses.map(async (address) => {
      const { ok, body } = await cachedResponse(address);
      if (!ok || !body) throw new Error("not all is there yet");
      return { address, body };
    }));
    await deleteOthers(addresses);
    for (const { address, body } of files) await write(address, await decompress(address, body));
    return { result: true };
  },
};

/**
 * @param {LoaderRequest} request
 * @param {OnProgress} onProgress
 */
function answer(request, onProgress) {
  if (request.task === "cache") return TASKS.cache([request.snapshot, request.code]);
  return TASKS[request.task](request.address, onProgress);
}

addEventListener("message", async (/** @type {MessageEvent<LoaderRequest | null>} */ { data: request }) => {
  if (!request) return; // the last message contains the bytes of the snapshot
  /** @type {(message: object, transfer?: Transferable[]) => void} */
  const post = (message, transfer = []) => request.port.postMessage({ build: LOADER_WORKER, ...message }, transfer);
  try {
    post({ loaded: 0 });
    const message = await answer(request, (loaded) => post({ loaded }));
    post(message, message.result instanceof Uint8Array ? [message.result.buffer] : []);
  } catch (error) {
    post({ error: String(error) });
  }
});
