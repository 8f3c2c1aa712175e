// The memory snapshot as it travels: only what differs from the memory of a Pyodide that has not run yet.
//
// First Pyodide's own notes, whose length both sides know; then how many stretches of memory follow; then where each
// begins and ends; then their bytes, one stretch after the other. All numbers are 32-bit words of this machine.

// Where the memory begins in a snapshot of Pyodide's; before it stand Pyodide's own notes.
export const heapOffset = (snapshot) => new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];

// Make the travelling form of a memory, of which these stretches have changed: [[from, to], …].
export function pack(notes, memory, stretches) {
  const table = new Uint32Array([stretches.length, ...stretches.flat()]);
  const head = notes.length + table.byteLength;
  const packed = new Uint8Array(stretches.reduce((size, [from, to]) => size + to - from, head));
  packed.set(notes);
  packed.set(new Uint8Array(table.buffer), notes.length);
  let at = head;
  for (const [from, to] of stretches) {
    packed.set(memory.subarray(from, to), at);
    at += to - from;
  }
  return packed;
}

// Put a travelling form into a memory that is large enough; what it does not tell of is known, or cleared.
export function restore(packed, notes, memory, cleared) {
  for (const [from, to] of cleared) memory.fill(0, from, to);
  const [count] = new Uint32Array(packed.buffer, packed.byteOffset + notes, 1);
  const places = new Uint32Array(packed.buffer, packed.byteOffset + notes + 4, 2 * count);
  let at = notes + 4 + places.byteLength;
  for (let i = 0; i < places.length; i += 2) {
    const size = places[i + 1] - places[i];
    memory.set(packed.subarray(at, at + size), places[i]);
    at += size;
  }
}

const SAMPLED = 16; // one word of so many: enough to tell one build from another

// A number that tells whether those stretches are what they were when the snapshot was made.
export function checksum(untouched, stretches) {
  const words = new Uint32Array(untouched.buffer, untouched.byteOffset, untouched.length >> 2);
  let sum = 1;
  for (const [from, to] of stretches) {
    for (let place = from >> 2; place < to >> 2; place += SAMPLED) sum = (Math.imul(sum, 31) + words[place]) | 0;
  }
  return sum;
}
