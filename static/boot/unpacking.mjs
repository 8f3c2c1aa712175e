// Unpacking of the large files: the browser itself unpacks gzip, a decoder that the page brings unpacks Zstandard.

import { isGzip } from "./packing.mjs";
import { loadDecoder, unzstd } from "./zstd.mjs";

/** Load what it takes to unpack a file, while the file itself is loaded. */
export function prepare(address) {
  if (!isGzip(address)) loadDecoder().catch(() => {}); // handled where it is awaited
}

/**
 * Return the bytes that were packed into a file. Throws an error if they are damaged or not all there.
 * @param {string} address of the file
 * @param {ReadableStream<Uint8Array>} stream its content
 * @returns {Promise<Uint8Array>}
 */
export async function unpacked(address, stream) {
  if (!isGzip(address)) return unzstd(stream);
  const response = new Response(stream.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await response.arrayBuffer());
}
