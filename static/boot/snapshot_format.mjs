// The format of the memory snapshot: only the blocks that differ from the memory of a fresh Pyodide.
//
// A file consists of the header of Pyodide's own snapshot, whose length both sides know; the number of changed ranges;
// the start and end of each; and their bytes, one range after the other. Numbers are 32-bit words of this machine. The
// download is compressed, see decompression.mjs.

/**
 * Return the offset of the memory in a snapshot of Pyodide; Pyodide's header comes before it.
 * @param {Uint8Array} snapshot
 */
export const heapOffset = (snapshot) => new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];

/**
 * Return the word index of the pointer to the function through which Python calls most C functions. It points to a
 * WebAssembly function if the browser supports it; otherwise it is 0, and each such call goes through JavaScript.
 * @param {PyodideModule} module
 * @returns {number}
 */
export const trampolinePlace = ({ HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset }) =>
  (__PyRuntime + HEAP32[offset >> 2]) >> 2;

/**
 * Return a file with the changed ranges of a memory.
 * @param {Uint8Array} header
 * @param {Uint8Array} memory
 * @param {Array<[number, number]>} ranges [start, end] of each
 * @returns {Uint8Array}
 */
export function pack(header, memory, ranges) {
  const table = new Uint32Array([ranges.length, ...ranges.flat()]);
  const start = header.length + table.byteLength;
  const packed = new Uint8Array(ranges.reduce((size, [from, to]) => size + to - from, start));
  packed.set(header);
  packed.set(new Uint8Array(table.buffer), header.length);
  let offset = start;
  for (const [from, to] of ranges) {
    packed.set(memory.subarray(from, to), offset);
    offset += to - from;
  }
  return packed;
}

/**
 * Restore a memory, which must be large enough, from a file.
 * @param {Uint8Array} packed
 * @param {number} headerSize
 * @param {Uint8Array} memory of a fresh Pyodide
 * @param {Array<[number, number]>} cleared ranges to fill with zeros first
 */
export function restore(packed, headerSize, memory, cleared) {
  for (const [from, to] of cleared) memory.fill(0, from, to);
  const [count] = new Uint32Array(packed.buffer, packed.byteOffset + headerSize, 1);
  const table = new Uint32Array(packed.buffer, packed.byteOffset + headerSize + 4, 2 * count);
  let offset = headerSize + 4 + table.byteLength;
  for (let i = 0; i < table.length; i += 2) {
    const size = table[i + 1] - table[i];
    memory.set(packed.subarray(offset, offset + size), table[i]);
    offset += size;
  }
}

const SAMPLE_INTERVAL = 16; // checksum one 32-bit word of so many, which is enough to distinguish builds

/**
 * Return a checksum of ranges of a memory.
 * @param {Uint8Array} memory
 * @param {Array<[number, number]>} ranges
 * @returns {number} 32 bits, signed
 */
export function checksum(memory, ranges) {
  const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2);
  let sum = 1;
  for (const [from, to] of ranges) {
    for (let index = from >> 2; index < to >> 2; index += SAMPLE_INTERVAL) sum = (Math.imul(sum, 31) + words[index]) | 0;
  }
  return sum;
}
