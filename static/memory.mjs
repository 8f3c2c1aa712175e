// The memory snapshot as it travels: without what the compiled code brings along anyway.

// Where the memory begins in a snapshot of Pyodide's; before it stand Pyodide's own notes.
export const heapOffset = (snapshot) => new Uint32Array(snapshot.buffer, snapshot.byteOffset, 2)[1];

// Put the stretches that were left out back into a snapshot, from the memory of a Pyodide that has not run yet.
export function complete(snapshot, untouched, stretches) {
  const offset = heapOffset(snapshot);
  for (const [from, to] of stretches) snapshot.set(untouched.subarray(from, to), offset + from);
}

// A number that tells whether those stretches are what they were when the snapshot was made.
export function checksum(untouched, stretches) {
  let sum = 1;
  for (const [from, to] of stretches) {
    for (const word of new Uint32Array(untouched.buffer, untouched.byteOffset + from, (to - from) >> 2)) {
      sum = (Math.imul(sum, 31) + word) | 0;
    }
  }
  return sum;
}
