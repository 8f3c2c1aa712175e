// Download of the memory snapshot, in a worker or in the page itself.

import { unfold } from "./snapshot_format.mjs";

const REPORT_BYTES = 250_000; // between two reports of progress

/** Return the bytes of the snapshot in a stream of its file: decompressed and unfolded. */
export async function unpack(stream) {
  return unfold(new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer()));
}

/**
 * Download the snapshot and decompress it.
 * @param {string} address
 * @param {(loaded: number) => void} onProgress called now and then with the number of compressed bytes that have
 *   arrived
 * @param {RequestInit} [options] of the request
 * @returns {Promise<Uint8Array>}
 */
export async function downloadSnapshot(address, onProgress, options) {
  const response = await fetch(address, options);
  if (!response.ok) throw new Error(`the snapshot is not there (${response.status})`);
  let loaded = 0, reported = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      if (loaded - reported > REPORT_BYTES) onProgress(reported = loaded);
      controller.enqueue(chunk);
    },
  });
  return unpack(response.body.pipeThrough(count));
}
