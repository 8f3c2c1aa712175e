// Unpacking of the large files, which the build has packed by Zstandard (tools/packing.py), with its decoder compiled to
// WebAssembly: browsers differ in what they unpack by themselves, and Chromium has nothing better than gzip.

import { fetchInTime } from "./time_limits.mjs";

const DECODER = new URL("../vendor/zstd/zstd.wasm", import.meta.url).href;
const OUTPUT_BYTES = 1 << 20; // that are unpacked at once
const BUFFER = { bytes: 12, size: 4, position: 8 }; // ZSTD_inBuffer and ZSTD_outBuffer: an address, and two numbers

let compiling = null; // a promise of the decoder
let compiled = null; // the decoder

async function compile() {
  const response = await fetchInTime(DECODER);
  if (!response.ok) throw new Error(`not loaded: ${DECODER}`);
  return (compiled = await WebAssembly.compile(await response.arrayBuffer()));
}

/**
 * Load the decoder, once.
 * @returns {Promise<WebAssembly.Module>}
 */
export function loadDecoder() {
  compiling ??= compile();
  compiling.catch(() => { compiling = null; });
  return compiling;
}

/**
 * Return a decoder of one file: `add` takes a part of what is packed, `end` returns the bytes. Both throw an error if it is
 * damaged or not all there.
 * @param {WebAssembly.Module} module
 */
function decoder(module) {
  // Each file has an instance of its own: its memory, larger than the file, is free again afterwards.
  const code = new WebAssembly.Instance(module, { env: { emscripten_notify_memory_growth() {} } }).exports;
  const context = code.ZSTD_createDCtx();
  const [input, output] = [code.malloc(BUFFER.bytes), code.malloc(BUFFER.bytes)];
  const place = code.malloc(OUTPUT_BYTES);
  const describe = (buffer, ...words) => new Uint32Array(code.memory.buffer, buffer, words.length).set(words);
  const position = (buffer) => new DataView(code.memory.buffer).getUint32(buffer + BUFFER.position, true);

  const parts = [];
  let size = 0, left = 1; // what the decoder still expects; 0 at the end
  return {
    add(chunk) {
      const packed = code.malloc(chunk.length);
      new Uint8Array(code.memory.buffer).set(chunk, packed);
      describe(input, packed, chunk.length, 0);
      let written = OUTPUT_BYTES;
      while (written === OUTPUT_BYTES || position(input) < chunk.length) {
        describe(output, place, OUTPUT_BYTES, 0);
        left = code.ZSTD_decompressStream(context, output, input);
        if (left < 0) throw new Error("a packed file is damaged");
        written = position(output);
        if (written) parts.push(new Uint8Array(code.memory.buffer, place, written).slice());
        size += written;
        if (left === 0) break;
      }
      code.free(packed);
    },

    end() {
      if (left !== 0) throw new Error("a packed file is not complete");
      const bytes = new Uint8Array(size);
      let end = 0;
      for (const part of parts) {
        bytes.set(part, end);
        end += part.length;
      }
      return bytes;
    },
  };
}

/**
 * Return the bytes that were packed into a stream. Throws an error if they are damaged or not all there.
 * @param {ReadableStream<Uint8Array>} stream
 * @returns {Promise<Uint8Array>}
 */
export async function unpacked(stream) {
  const { add, end } = decoder(await loadDecoder());
  const reader = stream.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return end();
    add(value);
  }
}

/**
 * Return packed bytes unpacked, at once. Throws an error if they are damaged or not all there.
 * @param {Uint8Array} packed
 * @param {(address: string) => Uint8Array} read loads the decoder if it is not there yet
 * @returns {Uint8Array}
 */
export function unpackedNow(packed, read) {
  const { add, end } = decoder(compiled ??= new WebAssembly.Module(read(DECODER)));
  add(packed);
  return end();
}
