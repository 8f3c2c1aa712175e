// Download of the two large files, the memory snapshot and Pyodide's compiled code, in a worker or in the page itself.

import { decompress, preloadDecoder } from "./decompression.mjs";

const REPORT_BYTES = 250_000; // between two reports of progress
const IDLE_TIMEOUTS_MS = [5_000, 15_000]; // without a byte, after which the first and the second attempt end

/**
 * Download a compressed file and decompress it. If that fails or no data arrive, try again without the browser's cache.
 * @param {string} address
 * @param {(loaded: number) => void} onProgress called with the number of compressed bytes so far
 * @param {RequestInit} [options] of the request
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function download(address, onProgress, options) {
  try {
    return await attempt(address, onProgress, options, IDLE_TIMEOUTS_MS[0]);
  } catch {
    onProgress(0);
    return await attempt(address, onProgress, { cache: "reload" }, IDLE_TIMEOUTS_MS[1]);
  }
}

/**
 * @param {string} address
 * @param {(loaded: number) => void} onProgress
 * @param {RequestInit | undefined} options
 * @param {number} limit milliseconds without a byte, after which the attempt ends
 */
async function attempt(address, onProgress, options, limit) {
  const controller = new AbortController();
  const stop = () => controller.abort(new Error(`nothing arrives from ${address}`));
  let timer = setTimeout(stop, limit);
  const onBytes = () => { clearTimeout(timer); timer = setTimeout(stop, limit); };
  try {
    return await request(address, onProgress, onBytes, { ...options, signal: controller.signal });
  } finally {
    clearTimeout(timer);
  }
}

/**
 * @param {string} address
 * @param {(loaded: number) => void} onProgress
 * @param {() => void} onBytes called when bytes arrive
 * @param {RequestInit} options
 */
async function request(address, onProgress, onBytes, options) {
  preloadDecoder(address);
  const response = await fetch(address, options);
  if (!response.ok || !response.body) throw new Error(`not loaded: ${address} (${response.status})`);
  let loadedBytes = 0, reportedBytes = 0;
  /** @type {TransformStream<Uint8Array, Uint8Array>} */
  const count = new TransformStream({
    transform(chunk, controller) {
      onBytes();
      loadedBytes += chunk.byteLength;
      if (loadedBytes - reportedBytes > REPORT_BYTES) onProgress(reportedBytes = loadedBytes);
      controller.enqueue(chunk);
    },
  });
  return decompress(address, response.body.pipeThrough(count));
}
