// The worker that loads the snapshot or Pyodide's compiled code, and writes both into the OPFS cache for the next
// visit.
//
// Tasks arrive as { task, port, ... }, and the worker answers on their ports: { loaded }, repeatedly, the number of
// bytes so far; then { result, ... } or { error }. Each answer has { build }, by which the page knows this worker.

import { download } from "./download.mjs";
import { LOADER_WORKER } from "./loader_build.mjs";
import { cachedBytes, deleteOthers, write } from "./opfs_cache.mjs";
import { decompress } from "./decompression.mjs";

/** Return the response for an address from the service worker's or the browser's cache, without a download. */
const cachedResponse = async (address) => (
  await caches.match(address, { ignoreSearch: true })
    ?? fetch(address, { cache: "only-if-cached", mode: "same-origin" }));

let compiling = null; // resolves when the compilation of the code, on other threads, or its download begins

const TASKS = {
  /** Compile Pyodide's WebAssembly code: { result: WebAssembly.Module, cached: true if it came from the cache }. */
  async code({ address }, onProgress) {
    let begin;
    compiling = new Promise((resolve) => { begin = resolve; });
    const bytes = await cachedBytes(address);
    const code = bytes ? WebAssembly.compile(bytes) : download(address, onProgress).then(WebAssembly.compile);
    begin();
    return { result: await code, cached: Boolean(bytes) };
  },

  /**
   * Load the snapshot: { result: Uint8Array, cached: true if it came from the cache }. This thread reads it after the
   * code, since the code takes longer to compile than the snapshot to read.
   */
  async snapshot({ address }, onProgress) {
    const bytes = await cachedBytes(address, compiling);
    return { result: bytes ?? await download(address, onProgress), cached: Boolean(bytes) };
  },

  /** Write both into the OPFS cache, if the browser has the compressed files, and delete older versions: { result: true }. */
  async cache({ snapshot, code }) {
    const addresses = [snapshot, code];
    const responses = await Promise.all(addresses.map(cachedResponse));
    if (!responses.every(({ ok }) => ok)) throw new Error("not all is there yet");
    await deleteOthers(addresses);
    for (const [index, address] of addresses.entries()) await write(address, await decompress(address, responses[index].body));
    return { result: true };
  },
};

addEventListener("message", async ({ data }) => {
  if (!data) return; // the last message contains the bytes of the snapshot
  const { task, port, ...request } = data;
  const post = (message, transfer = []) => port.postMessage({ build: LOADER_WORKER, ...message }, transfer);
  try {
    post({ loaded: 0 });
    const answer = await TASKS[task](request, (loaded) => post({ loaded }));
    post(answer, answer.result.buffer ? [answer.result.buffer] : []);
  } catch (error) {
    post({ error: String(error) });
  }
});
