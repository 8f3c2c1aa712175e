// The format of the memory snapshot: only the blocks that differ from the memory of a Pyodide that has not run yet.
//
// A file consists of the header of Pyodide's own snapshot, whose length both sides know; the number of changed
// ranges; the beginning and end of each; and their bytes, one range after the other. Numbers are 32-bit words of this
// machine. For the download it is packed, see unpacking.mjs.

/** Return where the memory begins in a snapshot of Pyodide's; before it lies Pyodide's header. */
export const heapOffset = (snapshot) => new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];

/**
 * Return the place of the pointer to the function through which Python calls most functions written in C, as an index of
 * words. It is a function of WebAssembly where one can be had, else 0: then each such call goes through JavaScript.
 * @param {object} module Pyodide's
 * @returns {number}
 */
export const trampolinePlace = ({ HEAP32, __PyRuntime, __PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET: offset }) =>
  (__PyRuntime + HEAP32[offset >> 2]) >> 2;

/**
 * Make a file of the changed ranges of a memory.
 * @param {Uint8Array} header
 * @param {Uint8Array} memory
 * @param {Array<[number, number]>} ranges [from, to] of each
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
 * Restore a packed file into a memory that is large enough.
 * @param {Uint8Array} packed
 * @param {number} headerSize
 * @param {Uint8Array} memory of a Pyodide that has not run yet
 * @param {Array<[number, number]>} cleared ranges to be filled with zeros first
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

const SAMPLE_WORDS = 16; // one word in so many is enough to tell builds apart

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
    for (let place = from >> 2; place < to >> 2; place += SAMPLE_WORDS) sum = (Math.imul(sum, 31) + words[place]) | 0;
  }
  return sum;
}
