// Decompression of Zstandard files from the build (tools/compression.py), with a decoder in WebAssembly: browsers differ in
// the formats that they decode, and Chromium has only gzip.

import { fetchInTime } from "./time_limits.mjs";

const DECODER = new URL("../vendor/zstd/zstd.wasm", import.meta.url).href;
const OUTPUT_BYTES = 1 << 20; // size of the output buffer
const BUFFER = { bytes: 12, size: 4, position: 8 }; // ZSTD_inBuffer and ZSTD_outBuffer: an address, and two numbers

/** The decoder. @type {Promise<WebAssembly.Module> | null} */
let compiling = null;

/** @param {RequestInit} [options] */
async function compile(options) {
  const response = await fetchInTime(DECODER, options);
  if (!response.ok) throw new Error(`not loaded: ${DECODER}`);
  return WebAssembly.compile(await response.arrayBuffer());
}

/**
 * The exports of the decoder, see the header zstd.h of Zstandard.
 * @typedef {object} Decoder
 * @property {WebAssembly.Memory} memory
 * @property {(size: number) => number} malloc
 * @property {(address: number) => void} free
 * @property {() => number} ZSTD_createDCtx
 * @property {(context: number, output: number, input: number) => number} ZSTD_decompressStream
 */

/**
 * Load the decoder, once.
 * @returns {Promise<WebAssembly.Module>}
 */
export function loadDecoder() {
  // The browser's cache may hold another file under this address.
  compiling ??= compile().catch(() => compile({ cache: "reload" }));
  const decoder = compiling;
  decoder.catch(() => { compiling = null; });
  return decoder;
}

/**
 * Return the decompressed bytes of a stream. Throws an error if they are damaged or truncated.
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {Promise<Uint8Array<ArrayBuffer>>}
 */
export async function unzstd(stream) {
  // Each file has its own instance: its memory, larger than the file, is free again afterwards.
  const { exports } = new WebAssembly.Instance(await loadDecoder(), { env: { emscripten_notify_memory_growth() {} } });
  const decoder = /** @type {Decoder} */ (/** @type {unknown} */ (exports));
  const context = decoder.ZSTD_createDCtx();
  const [input, output] = [decoder.malloc(BUFFER.bytes), decoder.malloc(BUFFER.bytes)];
  const outputAddress = decoder.malloc(OUTPUT_BYTES);
  /** @type {(buffer: number, ...words: number[]) => void} */
  const describe = (buffer, ...words) => new Uint32Array(decoder.memory.buffer, buffer, words.length).set(words);
  /** @param {number} buffer */
  const position = (buffer) => new DataView(decoder.memory.buffer).getUint32(buffer + BUFFER.position, true);

  const parts = [];
  let size = 0, expectedBytes = 1; // number of bytes that the decoder expects; 0 at the end
  const reader = stream.getReader();
  for (;;) {
    const { done, value: chunk } = await reader.read();
    if (done) break;
    const buffer = decoder.malloc(chunk.length);
    new Uint8Array(decoder.memory.buffer).set(chunk, buffer);
    describe(input, buffer, chunk.length, 0);
    let outputSize = OUTPUT_BYTES;
    while (outputSize === OUTPUT_BYTES || position(input) < chunk.length) {
      describe(output, outputAddress, OUTPUT_BYTES, 0);
      expectedBytes = decoder.ZSTD_decompressStream(context, output, input);
      if (expectedBytes < 0) throw new Error("a compressed file is damaged");
      outputSize = position(output);
      if (outputSize) parts.push(new Uint8Array(decoder.memory.buffer, outputAddress, outputSize).slice());
      size += outputSize;
      if (expectedBytes === 0) break;
    }
    decoder.free(buffer);
  }
  if (expectedBytes !== 0) throw new Error("a compressed file is not complete");
  const bytes = new Uint8Array(size);
  let end = 0;
  for (const part of parts) {
    bytes.set(part, end);
    end += part.length;
  }
  return bytes;
}
