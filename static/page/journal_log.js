// The journal as a small replicated log: what its entries mean, and what a start has to make again. Pure functions.
//
// There are two replicas. localStorage has every change at once, but the browser writes it to the disk late, in the
// order of its changes: a crash loses a suffix of them. The journal, a database, has the last change of each key a moment
// later, durably. A change is a text saved under a key, or its removal (the text null).
//
// Stamps. Each change has one, greater than those of all changes before it: the time, or the last stamp plus 1 if the
//   clock stands still or was set back. localStorage holds its last stamp, the watermark, under STAMP, and writes it
//   after the text. So localStorage has all changes up to its watermark, and has lost the others that the journal has.
//   A value that is not a stamp (see isStamp) says nothing about what is lost; the next start replaces it.
// Early changes. Until a page has compared the replicas, it leaves the watermark where it is: changes after it may still
//   have to be made again. Its own changes of that time have no stamp in localStorage. EARLY lists their keys instead,
//   before they are made, with the digests of the texts that they replace or remove.
// The past of an entry. A list of [watermark, digest]: the text that the key had at that watermark, to the entry's own.
//   A stored text is older than the entry if the past has it for the present watermark, or for the very next stamp
//   (a crash between a text and its stamp). Any other text may be newer: an older version of the app writes without
//   a stamp, and its entries have no past.
// The journal's writes. A transaction puts the later one of the change and the entry under its key: the one that
//   localStorage has, else the one with the later stamp. The past of both becomes that of the entry.
//
// Invariants:
// 1. A start replaces a stored text only by a later one. Where the past does not prove that, both stay: the stored text
//    under its key, the journal's under a free key (`keyAside`). A removal is made again only over an older text.
// 2. A completed transaction of the journal is never lost, except to a later change of the same key.
// 3. A removed text stays removed if the journal has its removal, or localStorage has it with its stamp.
// 4. A start decides each key by itself. A text that finds no room is owed: it gets an entry of its own in the journal,
//    and every start tries it again, under a free key if its own is taken. A removal of the key ends that.
// 5. The watermark passes a change only after the journal has its copy or what is owed; an entry is deleted or replaced
//    only in the transaction that puts what supersedes it.
// Older versions read and write the same entries. They see neither `past` nor entries without a stamp (OWN).
// Summaries and reviews follow from games: a start makes them again where they are missing or older, and keeps no copies.

import { DERIVED_PREFIXES, LISTED_PREFIXES, STORAGE_PREFIX, UNREADABLE_SUFFIX } from "../boot/contract.mjs";

export const STAMP = `${STORAGE_PREFIX}journal`;
export const EARLY = `${STORAGE_PREFIX}journal-early`;
export const MAX_STAMP = 1e15; // the year 33658
const MAX_WATERMARK = 0.9 * MAX_STAMP; // so that there are stamps after it
export const OWN = "journal/"; // prefix of the journal's own entries, which have no stamp
export const OWED = OWN + "owed/";
export const STARTS = OWN + "starts";

const MAX_PAST = 200, MAX_EARLY = 20;
/** @param {string} key */
const isDerived = (key) => DERIVED_PREFIXES.some((prefix) => key.startsWith(prefix));
/** Return the prefix of a key of which a page lists all others, too. @param {string} key */
const listOf = (key) => LISTED_PREFIXES.find((prefix) => key.startsWith(prefix));
const LETTERS = "abcdefghijkmnpqr";
const DAY_MS = 24 * 60 * 60 * 1000;
const STARTS_TO_DISK = 20;

/**
 * A fact of the past: a watermark, and the digest of the text at that time.
 * @typedef {[watermark: number, digest: number | null]} Fact
 */

/**
 * A change as the journal holds it. `frees` (never stored) names entries to delete when it is written.
 * @typedef {{key: string, text: string | null, stamp: number, past?: Fact[], frees?: string[]}} Change
 */

/**
 * An entry for a change for which the store had no room.
 * @typedef {{key: string, of: string, text: string | null, at: number}} Owed
 */

/** The keys of early changes, with the digests of the texts that they replaced. @typedef {Map<string, (number | null)[]>} Early */

/**
 * Return whether a value can be a stamp; the database's index has a range for the same values.
 * @param {unknown} value
 * @returns {value is number}
 */
export const isStamp = (value) => typeof value === "number" && value >= 0 && value <= MAX_STAMP;

/**
 * Return whether a page lists all keys of a key's kind.
 * @param {string} key
 */
export const isListed = (key) => listOf(key) !== undefined;

/**
 * Return the watermark in a stored text: 0 if there is no text, NaN if it is damaged.
 * @param {string | null} text
 */
export function watermarkOf(text) {
  if (text === null) return 0;
  return /^\d/.test(text) && Number(text) <= MAX_WATERMARK ? Number(text) : NaN;
}

/**
 * Return the stamp of the next change.
 * @param {number} last the greatest stamp so far
 * @param {number} now the time in milliseconds
 */
export const nextStamp = (last, now) => Math.max(last + 1, isStamp(now) ? Math.floor(now) : 0);

/**
 * Return the early changes in a stored text.
 * @param {string | null} text
 * @returns {Early}
 */
export function earlyOf(text) {
  try {
    return new Map(Object.entries(JSON.parse(text ?? "null") ?? {}).filter(([, digests]) => Array.isArray(digests)));
  } catch {
    return new Map();
  }
}

/**
 * Return the stored text of early changes with one more.
 * @param {string | null} text
 * @param {string} key
 * @param {number | null} replaced the digest of the text that it replaces
 */
export const withEarly = (text, key, replaced) => {
  const early = earlyOf(text);
  const digests = early.get(key) ?? [];
  if (!digests.includes(replaced)) early.set(key, [...digests, replaced].slice(-MAX_EARLY));
  return JSON.stringify(Object.fromEntries(early));
};

/**
 * Return a number that differs for texts that differ, except by accident (53 bits); null for no text.
 * @param {string | null} text
 */
export function digest(text) {
  if (text === null) return null;
  let high = 0xdeadbeef, low = 0x41c6ce57;
  for (let place = 0; place < text.length; place++) {
    const code = text.charCodeAt(place);
    high = Math.imul(high ^ code, 2654435761);
    low = Math.imul(low ^ code, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return 4294967296 * (2097151 & low) + (high >>> 0);
}

/** @type {(past: unknown) => past is Fact[]} */
const isPast = (past) => Array.isArray(past) && past.length > 0
  && past.every((fact) => Array.isArray(fact) && isStamp(fact[0]) && (fact[1] === null || typeof fact[1] === "number"));

/**
 * Return true if an entry of the journal is a change that the next start can repeat.
 * @param {{key: unknown, text: unknown}} entry
 */
export const isReadable = ({ key, text }) =>
  typeof key === "string" && key.startsWith(STORAGE_PREFIX) && (typeof text === "string" || text === null);

/**
 * Merge two changes of a key: the later change, with the past of both.
 * @template {Change} Other
 * @param {Change | undefined} one
 * @param {Other} other
 * @returns {Other | Change & {past: Fact[], frees: string[]}}
 */
export function mergeChanges(one, other) {
  if (!one || !isReadable(one)) return other;
  const latest = isStamp(one.stamp) && one.stamp > other.stamp ? one : other;
  /** @type {Fact[]} */
  const facts = [one, other].flatMap(({ past, stamp, text }) =>
    isPast(past) ? past : isStamp(stamp) ? [[stamp, digest(text)]] : []);
  facts.sort(([a], [b]) => a - b);
  const past = facts.filter(([, value], place) => !place || value !== facts[place - 1][1]).slice(-MAX_PAST);
  const frees = [...one.frees ?? [], ...other.frees ?? []];
  return { key: latest.key, text: latest.text, stamp: latest.stamp, past, frees };
}

/**
 * Return the first stamp after the watermark in the lost changes, or Infinity.
 * @param {number} watermark
 * @param {Change[]} lost
 */
export const firstAfter = (watermark, lost) => Math.min(...lost.flatMap(({ past, stamp }) =>
  [stamp, ...isPast(past) ? past.map(([at]) => at) : []].filter((at) => at > watermark)));

/**
 * Return true if the past of an entry proves that a stored text is older.
 * @param {Fact[] | undefined} past
 * @param {string} stored
 * @param {number} watermark
 * @param {number} first `firstAfter` the watermark
 */
function isOlder(past, stored, watermark, first) {
  if (Number.isNaN(watermark) || !isPast(past)) return false;
  const value = digest(stored);
  const [at] = past.findLast(([place]) => place <= watermark) ?? past[0];
  const next = past.find(([place]) => place > watermark);
  return past.some((fact) => fact[0] === at && fact[1] === value) || (next?.[0] === first && next[1] === value);
}

/**
 * Decide what to do with an entry that localStorage may have lost.
 * @param {Change} change the entry
 * @param {string | null} stored the text under its key
 * @param {object} log
 * @param {number} log.watermark
 * @param {number} log.first `firstAfter` the watermark
 * @param {Early} log.early
 * @param {Set<string>} log.removed keys that this page has removed early
 * @returns {"nothing" | "remove" | "put" | "aside"} aside: under `keyAside`
 */
export function decision({ key, text, past }, stored, { watermark, first, early, removed }) {
  if (stored === text) return "nothing";
  if (stored === null) return removed.has(key) || early.get(key)?.includes(digest(text)) ? "nothing" : "put";
  if (!early.has(key) && isOlder(past, stored, watermark, first)) return text === null ? "remove" : "put";
  return text === null || isDerived(key) ? "nothing" : "aside";
}

/**
 * Sort changes for a start, which repeats them: removals first, since they free room, and derived texts last.
 * @param {Change[]} changes
 */
export function inRestoreOrder(changes) {
  /** @param {Change} change */
  const rank = ({ key, text }) => (text === null ? 0 : isDerived(key) ? 2 : 1);
  return [...changes].sort((a, b) => rank(a) - rank(b) || a.stamp - b.stamp);
}

/**
 * Return a key for a text that must not replace the one under its own key: the same key at each call.
 * A game or a study becomes another game or study. Any other text joins the unreadable texts in the settings.
 * @param {string} key
 * @param {string} text
 * @param {(key: string) => boolean} isTaken whether a key has another text
 */
export function keyAside(key, text, isTaken) {
  const list = listOf(key);
  for (let number = 1; ; number++) {
    const id = [...Number(digest(number + text)).toString(16).slice(-8)].map((digit) => LETTERS[parseInt(digit, 16)]).join("");
    const name = key.split(UNREADABLE_SUFFIX, 1)[0] + UNREADABLE_SUFFIX;
    const place = list ? list + id : number > 1 ? `${name}-${number}` : name;
    if (!isTaken(place)) return place;
  }
}

/**
 * Return the entry for a change for which the store had no room; undefined if no start needs to repeat it.
 * @param {Change} change
 * @returns {Owed | undefined}
 */
export const owed = ({ key, text, stamp }) =>
  (isDerived(key) ? undefined : { key: `${OWED}${stamp}/${digest(text)}/${key}`, of: key, text, at: stamp });

/**
 * Return the watermarks of the last starts, and the stamp up to which localStorage surely has all changes on the disk.
 * A clock that was set ahead makes no change old: it must have been there for some starts, too.
 * @param {unknown} starts the watermarks of the starts before
 * @param {number} watermark
 * @param {number} now
 */
export function cleaning(starts, watermark, now) {
  const stamps = [...Array.isArray(starts) ? starts.filter(isStamp) : [], watermark].slice(-STARTS_TO_DISK);
  return { starts: stamps, limit: stamps.length < STARTS_TO_DISK ? -1 : Math.min(...stamps, now - DAY_MS) };
}
