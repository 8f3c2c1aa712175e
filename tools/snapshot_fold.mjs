// Folds the memory snapshot before it is compressed, see `unfold` in static/boot/snapshot_format.mjs.
import { COLUMNS, FOLD_BYTES } from "../static/boot/snapshot_format.mjs";

const KEY = 4; // words that a stretch begins with, by which earlier ones are found: the least length worth a copy
const TRIES = 16; // of the earlier ones, the latest first
const WINDOW = 32768 / 4; // words that gzip itself looks back
const GZIP_LONGEST = 258 / 4; // and copies at once
const HASH_BITS = 20;
const LONGEST = 0xffff; // words that fit into a column

/** Return the number of equal words from two places on, no more than fit into a column. */
function common(words, one, other) {
  let length = 0;
  const most = Math.min(LONGEST, words.length - other);
  while (length < most && words[one + length] === words[other + length]) length++;
  return length;
}

/** Return the copies that make up a file: [words before it that are kept as they are, length, distance] of each. */
function copies(words) {
  const latest = new Int32Array(1 << HASH_BITS).fill(-1);
  const previous = new Int32Array(words.length); // the place before with the same hash
  const remember = (place) => {
    let hash = 0;
    for (let i = 0; i < KEY; i++) hash = Math.imul(hash ^ words[place + i], 0x9e3779b1) ^ (hash >>> 15);
    hash = Math.imul(hash, 0x85ebca6b) >>> (32 - HASH_BITS);
    previous[place] = latest[hash];
    latest[hash] = place;
  };
  const found = [];
  const end = words.length - KEY;
  let kept = 0; // the first word that no copy covers
  for (let place = 0; place <= end;) {
    remember(place);
    let [best, source] = [0, 0];
    for (let other = previous[place], tries = 0; other >= 0 && tries < TRIES; other = previous[other], tries++) {
      const length = common(words, other, place);
      if (length > best && (place - other > WINDOW || length > GZIP_LONGEST)) [best, source] = [length, other];
    }
    if (best < KEY) best = 1;
    else {
      for (; place - kept > LONGEST; kept += LONGEST) found.push([LONGEST, 0, 0]);
      found.push([place - kept, best, place - source]);
      kept = place + best;
    }
    for (let next = place + 1; next < place + best && next <= end; next++) remember(next);
    place += best;
  }
  while (found.length % 4) found.push([0, 0, 0]); // so that the words after the columns are aligned
  return found;
}

/**
 * Fold a file.
 * @param {Uint8Array} bytes a multiple of 4 of them
 * @returns {Uint8Array}
 */
export function fold(bytes) {
  const words = new Uint32Array(bytes.slice().buffer);
  const found = copies(words);
  const columns = new Uint8Array(FOLD_BYTES * found.length);
  COLUMNS.forEach(([field, shift], column) => {
    found.forEach((copy, number) => { columns[column * found.length + number] = copy[field] >>> shift; });
  });
  const parts = [new Uint8Array(new Uint32Array([found.length, words.length]).buffer), columns];
  let place = 0;
  for (const [before, length] of found) {
    parts.push(bytes.subarray(4 * place, 4 * (place + before)));
    place += before + length;
  }
  parts.push(bytes.subarray(4 * place));
  return new Uint8Array(Buffer.concat(parts));
}
