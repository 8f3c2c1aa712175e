// The worker that loads the snapshot or Pyodide's compiled code, and writes both into the OPFS cache for the next
// visit.
//
// It carries out tasks, which arrive as { task, port, ... }, and answers on their ports: { loaded } at first and now and
// then, the number of bytes that have arrived; then { result, ... } or { error }.

import { download } from "./download.mjs";
import { cachedBytes, deleteOthers, write } from "./opfs_cache.mjs";
import { unpacked } from "./unpacking.mjs";

/** Return the response that the service worker or else the browser itself has stored for an address; never download. */
const stored = async (address) => (
  await caches.match(address, { ignoreSearch: true })
    ?? fetch(address, { cache: "only-if-cached", mode: "same-origin" }));

let compiling = null; // fulfilled when the code is being compiled, on other threads, or its download begins

const TASKS = {
  /** Compile Pyodide's WebAssembly code: { result: WebAssembly.Module, cached: whether it came from the cache }. */
  async code({ address }, onProgress) {
    let begins;
    compiling = new Promise((resolve) => { begins = resolve; });
    const bytes = await cachedBytes(address);
    const code = bytes ? WebAssembly.compile(bytes) : download(address, onProgress).then(WebAssembly.compile);
    begins();
    return { result: await code, cached: Boolean(bytes) };
  },

  /**
   * Load the snapshot: { result: Uint8Array, cached: whether it came from the cache }. It is read, on this thread, after the
   * code, which takes longer to compile than this to read.
   */
  async snapshot({ address }, onProgress) {
    const bytes = await cachedBytes(address, compiling);
    return { result: bytes ?? await download(address, onProgress), cached: Boolean(bytes) };
  },

  /** Write both into the OPFS cache, if the browser has them packed, and delete older versions: { result: true }. */
  async cache({ snapshot, code }) {
    const addresses = [snapshot, code];
    const packed = await Promise.all(addresses.map(stored));
    if (!packed.every(({ ok }) => ok)) throw new Error("not all is there yet");
    await deleteOthers(addresses);
    for (const [number, address] of addresses.entries()) await write(address, await unpacked(address, packed[number].body));
    return { result: true };
  },
};

addEventListener("message", async ({ data }) => {
  if (!data) return; // the bytes of the snapshot, to end with
  const { task, port, ...request } = data;
  try {
    port.postMessage({ loaded: 0 });
    const answer = await TASKS[task](request, (loaded) => port.postMessage({ loaded }));
    port.postMessage(answer, answer.result.buffer ? [answer.result.buffer] : []);
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
});
