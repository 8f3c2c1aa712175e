// The worker that loads the snapshot or Pyodide's compiled code, and writes both into the OPFS cache for the next
// visit.
//
// It carries out one task, which arrives as { task, port, ... }, and answers on the port: { loaded } at first and now and
// then, the number of bytes that have arrived; then { result, ... } or { error }.

import { cachedBytes, deleteOthers, write } from "./opfs_cache.mjs";
import { downloadSnapshot, unpack } from "./snapshot_download.mjs";
import { fetchInTime } from "./time_limits.mjs";

const TASKS = {
  /** Compile Pyodide's WebAssembly code: { result: WebAssembly.Module, cached: whether it came from the cache }. */
  async code({ address }) {
    const bytes = await cachedBytes(address);
    const compiling = bytes ? WebAssembly.compile(bytes) : WebAssembly.compileStreaming(fetchInTime(address));
    return { result: await compiling, cached: Boolean(bytes) };
  },

  /** Load the snapshot: { result: Uint8Array, cached: whether it came from the cache }. */
  async snapshot({ address }, onProgress) {
    const bytes = await cachedBytes(address);
    return { result: bytes ?? await downloadSnapshot(address, onProgress), cached: Boolean(bytes) };
  },

  /** Write both into the OPFS cache, if the service worker has them, and delete older versions: { result: true }. */
  async cache({ snapshot, code }) {
    const stored = (address) => caches.match(address, { ignoreSearch: true });
    const [packed, plain] = [await stored(snapshot), await stored(code)];
    if (!packed || !plain) throw new Error("not all is there yet");
    await deleteOthers([snapshot, code]);
    await write(snapshot, await unpack(packed.body));
    await write(code, new Uint8Array(await plain.arrayBuffer()));
    return { result: true };
  },
};

addEventListener("message", async ({ data: { task, port, ...request } }) => {
  try {
    port.postMessage({ loaded: 0 });
    const answer = await TASKS[task](request, (loaded) => port.postMessage({ loaded }));
    port.postMessage(answer, answer.result.buffer ? [answer.result.buffer] : []);
  } catch (error) {
    port.postMessage({ error: String(error) });
  }
}, { once: true });
