// Decompression of the large files: the browser itself decodes gzip, a decoder of the app decodes Zstandard.

import { isGzip } from "./compression.mjs";
import { loadDecoder, unzstd } from "./zstd.mjs";

/**
 * Load the decoder for a file during the download of the file itself.
 * @param {string} address
 */
export function preloadDecoder(address) {
  if (!isGzip(address)) loadDecoder().catch(() => {}); // `unzstd` handles the error
}

/**
 * Return the decompressed bytes of a file. Throws an error if the file is damaged or truncated.
 * @param {string} address of the file
 * @param {ReadableStream<Uint8Array>} stream its content
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function decompress(address, stream) {
  if (!isGzip(address)) return unzstd(stream);
  const gunzip = /** @type {ReadableWritablePair<Uint8Array<ArrayBuffer>, Uint8Array>} */ (new DecompressionStream("gzip"));
  const response = new Response(stream.pipeThrough(gunzip));
  return new Uint8Array(await response.arrayBuffer());
}
