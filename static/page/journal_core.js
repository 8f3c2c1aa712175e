// The journal's process between a storage and a database that the caller provides; journal_log.js has the log's meaning.

import {
  EARLY, STAMP, cleaning, decision, digest, earlyOf, firstAfter, inRestoreOrder, isListed, isReadable, isStamp, keyAside,
  mergeChanges,
  nextStamp, owed, watermarkOf, withEarly,
} from "./journal_log.js";

/** @import { Change, Fact, Owed } from "./journal_log.js" */

/**
 * A change with its past, and what becomes of it.
 * @typedef {Pick<Change, "key" | "text"> & {past?: Fact[], frees?: string[], isAlone?: boolean}} Unstamped
 * @typedef {Change & {past: Fact[], frees: string[], isAlone?: boolean}} Stamped
 */

/**
 * The part of localStorage that is used.
 * @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} TextStorage
 */

/** @typedef {(entries: (Change | undefined)[]) => {puts: (Change | Owed)[], deletes: string[]}} EntryChange */

/**
 * The database. Each call is one transaction; what `update` and `clean` resolve to is durable.
 * @typedef {object} Entries
 * @property {(after: number) => Promise<{changes: Change[], owed: Owed[], damaged: Change[]}>} read the entries with
 *   stamps after one, those owed, and those that have no stamp but should
 * @property {(keys: string[], change: EntryChange) => Promise<void>} update
 *   read the entries under some keys, then delete some and put others, as a function without side effects says
 * @property {(plan: (starts: unknown) => {starts: number[], limit: number}) => Promise<void>} clean record the
 *   watermarks of starts, and delete the entries with stamps up to a limit
 */

/**
 * Return the journal of a storage.
 * @param {object} parts
 * @param {TextStorage} parts.storage
 * @param {Entries} parts.database
 * @param {() => number} parts.now the time in milliseconds
 * @param {(key: string) => void} parts.onRestored called with each key under which a start makes a change again
 * @param {(error: unknown) => void} parts.onError
 */
export function journalOf({ storage, database, now, onRestored, onError }) {
  /** The changes that are not in the journal yet, by key. @type {Map<string, Stamped>} */
  const pending = new Map();
  /** The changes made before the comparison: the latest of each key. @type {Map<string, Unstamped>} */
  const unstamped = new Map();
  /** The keys of owed entries, by the key of their text. @type {Map<string, string[]>} */
  const owedKeys = new Map();
  let isCompared = false; // localStorage with the journal
  let isRunning = false;
  let last = 0; // the greatest stamp that this page knows

  const watermark = () => watermarkOf(storage.getItem(STAMP));

  /**
   * Store a text of the journal's own, if there is room: without it the next start keeps more texts than it must.
   * @param {string} key
   * @param {string} text
   */
  function store(key, text) {
    try { storage.setItem(key, text); } catch { /* see above */ }
  }

  /**
   * @param {string} key
   * @param {string | null} before
   */
  function addEarly(key, before) {
    const text = storage.getItem(EARLY);
    const more = withEarly(text, key, digest(before));
    if (more !== text) store(EARLY, more);
  }

  /**
   * Return the fact that a key has a text now; before a change of it.
   * @param {string} key
   * @param {string | null} before
   * @returns {Fact}
   */
  function factBefore(key, before) {
    if (!isCompared) addEarly(key, before);
    return [watermark() || 0, digest(before)];
  }

  /**
   * Return a change with the next stamp.
   * @param {Unstamped} change
   * @returns {Stamped}
   */
  function stamped({ key, text, past = [], frees = [], isAlone = false }) {
    last = nextStamp(Math.max(last, watermark() || 0), now());
    if (text === null) frees = [...frees, ...owedKeys.get(key) ?? []];
    return { key, text, stamp: last, past: [...past, [last, digest(text)]], frees, isAlone };
  }

  /**
   * Give a change of localStorage its stamp, and queue it for the journal.
   * @param {Unstamped} change
   */
  function queue(change) {
    const next = stamped(change);
    store(STAMP, String(next.stamp));
    pending.set(next.key, mergeChanges(pending.get(next.key), next));
  }

  /** @param {Unstamped & {past: Fact[]}} change */
  function note(change) {
    if (isCompared) queue(change);
    else unstamped.set(change.key, { ...change, past: [...unstamped.get(change.key)?.past ?? [], ...change.past] });
    void run(); // it reports its errors
  }

  /**
   * Store a text in localStorage and in the journal.
   * @param {string} key
   * @param {string} text
   * @throws {DOMException} there is no room; nothing has changed
   */
  function saveText(key, text) {
    const past = [factBefore(key, storage.getItem(key))];
    storage.setItem(key, text);
    note({ key, text, past });
  }

  /**
   * Remove a text from localStorage.
   * @param {string} key
   */
  function removeText(key) {
    const before = storage.getItem(key);
    if (before === null) return;
    const past = [factBefore(key, before)];
    storage.removeItem(key);
    if (!isCompared) addEarly(key, before); // there is more room now
    note({ key, text: null, past });
  }

  /** Compare with the journal if that has not been done, then write pending changes, one transaction after the other. */
  async function run() {
    if (isRunning) return;
    isRunning = true;
    try {
      while (!isCompared || pending.size) await (isCompared ? write() : compare());
    } catch (error) {
      onError(error); // the next change tries again
    }
    isRunning = false;
  }

  /**
   * Return a change as one that is later than another one, which may have a later stamp.
   * @template {Change} T
   * @param {T} change
   * @param {Change} other
   * @returns {T | Stamped}
   */
  function madeLater(change, other) {
    if (!(other.stamp >= change.stamp)) return change;
    last = nextStamp(Math.max(last, isStamp(other.stamp) ? other.stamp : 0), now());
    if (isCompared) store(STAMP, String(last));
    return mergeChanges(change, { ...change, stamp: last, past: [[last, digest(change.text)]] });
  }

  /**
   * Return the entry for a change.
   * @param {Stamped} change
   * @param {Change | undefined} entry the one under its key
   */
  function entryFor({ isAlone, ...change }, entry) {
    // What localStorage has is the later one, even if a page had a clock or a watermark that was wrong.
    const storedText = storage.getItem(change.key);
    if (storedText === change.text) {
      if (isAlone || !entry) entry = undefined;
      else change = madeLater(change, entry);
    } else if (entry && storedText === entry.text) entry = madeLater(entry, change);
    const { frees, ...result } = mergeChanges(entry, change);
    return result;
  }

  /**
   * Write changes into the journal, and delete useless entries and put other ones in the same transaction.
   * @param {Stamped[]} changes
   * @param {{puts?: Owed[], useless?: string[]}} [others]
   */
  function update(changes, { puts = [], useless = [] } = {}) {
    const keys = changes.map(({ key }) => key);
    const deletableKeys = [...useless, ...changes.flatMap(({ frees }) => frees)];
    return database.update([...keys, ...deletableKeys], (entries) => ({
      // Another page may have put a sound entry in the place of a damaged one.
      deletes: entries.slice(keys.length).flatMap((entry) => (
        entry && !(isStamp(entry.stamp) && isReadable(entry)) ? [entry.key] : [])),
      puts: [...puts, ...changes.map((change, place) => entryFor(change, entries[place]))],
    }));
  }

  async function write() {
    const changes = [...pending.values()];
    pending.clear();
    try {
      await update(changes);
    } catch (error) {
      for (const change of changes) {
        const later = pending.get(change.key);
        pending.set(change.key, later ? mergeChanges(change, later) : change);
      }
      throw error;
    }
  }

  /** Make all changes again that localStorage has lost; from then on changes have stamps. */
  async function compare() {
    const before = watermark();
    const { changes, owed: owedEntries, damaged } = await database.read(Number.isNaN(before) ? -1 : before);
    const mark = watermark(); // another tab may have moved it
    if (!(mark >= before) && !Number.isNaN(before)) return compare();

    const lostChanges = changes.filter(({ stamp }) => !(stamp <= mark));
    const early = earlyOf(storage.getItem(EARLY));
    for (const key of unstamped.keys()) if (!early.has(key)) early.set(key, []); // for which EARLY had no room
    const removed = new Set([...unstamped.values()].filter(({ text }) => text === null).map(({ key }) => key));
    const log = { watermark: mark, first: firstAfter(mark, lostChanges), early, removed };
    const names = new Set(lostChanges.map(({ key }) => key).filter(isListed));
    /** The changes that this comparison makes under other keys or for other entries. @type {Unstamped[]} */
    const copies = [];
    /** The entries for what finds no room. @type {(Owed | undefined)[]} */
    const unplaced = [];
    const useless = [...damaged, ...lostChanges].filter((entry) => !isReadable(entry)).map(({ key }) => key);

    /**
     * Return the key under which localStorage has the text of an entry now; undefined if it has it nowhere.
     * @param {Change} change
     */
    function restore(change) {
      const { key, text } = change;
      const action = decision(change, storage.getItem(key), log);
      if (action === "nothing") return storage.getItem(key) === text ? key : undefined;
      /** @param {string} name */
      const isTaken = (name) => !names.has(name) && ![null, text].includes(storage.getItem(name));
      const place = action === "aside" && text !== null ? keyAside(key, text, isTaken) : key;
      if (place !== key && names.has(place)) return undefined; // an earlier start has put it there: it is decided there
      if (text === null) storage.removeItem(place);
      else storage.setItem(place, text);
      onRestored(place);
      return place;
    }

    for (const change of inRestoreOrder(lostChanges.filter(isReadable))) {
      try {
        const place = restore(change);
        if (place !== undefined && place !== change.key) copies.push({ key: place, text: change.text });
      } catch {
        unplaced.push(owed(change));
      }
    }
    const others = damaged.filter(isReadable).map(({ key, text }) => ({ key, text, from: key }));
    for (const { key, of, text } of owedEntries) {
      if (isReadable({ key: of, text }) && text !== null) others.push({ key: of, text, from: key });
      else useless.push(key);
    }
    owedKeys.clear();
    for (const { key, text, from } of others) {
      try {
        const place = text === null ? undefined : restore({ key, text, stamp: 0 });
        if (place === undefined) useless.push(from);
        else copies.push({ key: place, text, frees: [from], isAlone: true }); // its past is not that of the key
      } catch {
        if (from === key) unplaced.push(owed({ key, text, stamp: 0 }));
        else owedKeys.set(key, [...owedKeys.get(key) ?? [], from]);
      }
    }
    const puts = unplaced.filter((entry) => entry !== undefined);
    for (const { key, of } of puts) owedKeys.set(of, [...owedKeys.get(of) ?? [], key]);

    last = Math.max(last, watermark() || 0, ...lostChanges.map(({ stamp }) => stamp));
    if (Number.isNaN(mark)) last = nextStamp(last, now());
    // The watermark may pass a change only when the journal has what has become of it elsewhere.
    if (puts.length || useless.length || copies.length) await update(copies.map(stamped), { puts, useless });
    last = Math.max(last, watermark() || 0);
    if (watermark() !== last) store(STAMP, String(last));
    isCompared = true;
    for (const change of unstamped.values()) {
      if (storage.getItem(change.key) === change.text) queue(change); // else another tab has changed it since
    }
    unstamped.clear();
    if (storage.getItem(EARLY) !== null && watermark() === last) storage.removeItem(EARLY);
  }

  /** Delete entries from the journal that localStorage surely has on the disk. */
  async function clean() {
    try {
      if (isCompared) await database.clean((starts) => cleaning(starts, watermark() || 0, now()));
    } catch (error) {
      onError(error);
    }
  }

  return { saveText, removeText, run, clean };
}
