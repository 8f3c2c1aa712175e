// The format of the memory snapshot: only the blocks that differ from the memory of a Pyodide that has not run yet.
//
// A file consists of the header of Pyodide's own snapshot, whose length both sides know; the number of changed
// ranges; the beginning and end of each; and their bytes, one range after the other. Numbers are 32-bit words of this
// machine. For the download it is folded, then compressed.

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

/** The bytes of a copy in a folded file, one column after another: the number of the field, and the bits below it. */
export const COLUMNS = [[0, 0], [0, 8], [1, 0], [1, 8], [2, 0], [2, 8], [2, 16]];
export const FOLD_BYTES = COLUMNS.length; // of each copy

/**
 * Unfold a file. A folded file has no stretches of words twice, however far apart; gzip looks back 32 KB only.
 *
 * It consists of the number of copies and of words in the file; the copies, each of them the number of words before it
 * that are kept as they are, its length, and how far back it is from; and the words that are kept. The copies are
 * stored in columns, since their bytes of one kind resemble each other.
 * @param {Uint8Array} folded
 * @returns {Uint8Array}
 */
export function unfold(folded) {
  const [count, size] = new Uint32Array(folded.buffer, folded.byteOffset, 2);
  const columns = folded.subarray(8, 8 + FOLD_BYTES * count);
  const kept = new Uint32Array(folded.buffer, folded.byteOffset + 8 + columns.length);
  const words = new Uint32Array(size);
  const byte = (column, number) => columns[column * count + number];
  let place = 0, next = 0;
  for (let number = 0; number < count; number++) {
    const before = byte(0, number) | byte(1, number) << 8;
    const length = byte(2, number) | byte(3, number) << 8;
    const distance = byte(4, number) | byte(5, number) << 8 | byte(6, number) << 16;
    for (const end = place + before; place < end;) words[place++] = kept[next++];
    for (const end = place + length; place < end; place++) words[place] = words[place - distance];
  }
  words.set(kept.subarray(next), place);
  return new Uint8Array(words.buffer);
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
