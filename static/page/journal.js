// A journal of localStorage in IndexedDB: what is saved survives a power cut.
//
// Browsers write localStorage to the disk seconds or minutes later. What was saved meanwhile is gone if the browser
// is killed or the power fails. So each change is also written into a database, with strict durability, which is on the
// disk within a fraction of a second. On the next start, changes that localStorage has lost are made again: see
// journal_log.js for what a change means, journal_core.js for the process. This module connects them with the browser.
// Without IndexedDB (private windows of some browsers, sandboxed frames) everything works, without a journal.

import { FRAME_MS, afterPaint } from "./after_paint.js";
import { send } from "./dispatch.js";
import { EventKind } from "../boot/contract.mjs";
import { journalOf } from "./journal_core.js";
import { MAX_STAMP, OWED, OWN, STARTS, isStamp } from "./journal_log.js";

const DATABASE = "ruleboard-journal", STORE = "changes", BY_STAMP = "by stamp";
const CLEANING_MS = 10_000; // after the start, when the page is idle

/** The database while it is open. @type {IDBDatabase | null} */
let database = null;
let isWarned = false;

/** @import { Change, Owed } from "./journal_log.js" */
/** @import { Entries } from "./journal_core.js" */

/** @type {<T>(request: IDBRequest<T>) => Promise<T>} */
const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

/** @type {(transaction: IDBTransaction) => Promise<unknown>} */
const completionOf = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = transaction.onerror = () => reject(transaction.error);
});

function closeDatabase() {
  database?.close();
  database = null;
}

async function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex(BY_STAMP, "stamp");
  };
  const connection = await resultOf(request);
  connection.onclose = connection.onversionchange = closeDatabase; // for example when a person clears the site's data
  database = connection;
  return connection;
}

/**
 * Return what a function makes of the store within a transaction, when that has completed.
 * @template T
 * @param {IDBTransactionMode} mode
 * @param {(store: IDBObjectStore) => Promise<T>} use
 */
async function within(mode, use) {
  try {
    const transaction = (database ?? await openDatabase()).transaction(STORE, mode, { durability: "strict" });
    const done = completionOf(transaction);
    const [value] = await Promise.all([use(transaction.objectStore(STORE)), done]);
    return value;
  } catch (error) {
    closeDatabase(); // the next transaction opens it again
    throw error;
  }
}

/** The entries of the journal in the browser's database. @type {Entries} */
const entries = {
  read: (after) => within("readonly", async (store) => {
    const index = store.index(BY_STAMP);
    /** @type {[Change[], Owed[], number, number]} */
    const [changes, own, count, stamped] = await Promise.all([
      resultOf(index.getAll(IDBKeyRange.lowerBound(after, after >= 0))),
      resultOf(store.getAll(IDBKeyRange.bound(OWN, OWN + "\uffff"))),
      resultOf(store.count()),
      resultOf(index.count(IDBKeyRange.bound(0, MAX_STAMP))),
    ]);
    /** @param {Change} entry */
    const isDamaged = ({ key, stamp }) => !isStamp(stamp) && !own.some((entry) => entry.key === key);
    const damaged = count === stamped + own.length ? [] : (await resultOf(store.getAll())).filter(isDamaged);
    return {
      changes: changes.filter(({ stamp }) => isStamp(stamp)), // a greater value than a stamp comes from damage
      owed: own.filter(({ key }) => key.startsWith(OWED)),
      damaged,
    };
  }),

  async update(keys, change) {
    await afterPaint(FRAME_MS);
    await within("readwrite", async (store) => {
      const { puts, deletes } = change(await Promise.all(keys.map((key) => resultOf(store.get(key)))));
      for (const key of deletes) store.delete(key);
      for (const entry of puts) store.put(entry);
    });
  },

  clean: (plan) => within("readwrite", async (store) => {
    const { starts, limit } = plan((await resultOf(store.get(STARTS)))?.starts);
    store.put({ key: STARTS, starts });
    if (limit < 0) return;
    for (const key of await resultOf(store.index(BY_STAMP).getAllKeys(IDBKeyRange.bound(0, limit)))) store.delete(key);
  }),
};

const journal = journalOf({
  storage: {
    getItem: (key) => localStorage.getItem(key),
    setItem: (key, text) => localStorage.setItem(key, text),
    removeItem: (key) => localStorage.removeItem(key),
  },
  database: entries,
  now: Date.now,
  onRestored: (key) => send(EventKind.RESTORED, key),
  onError(error) {
    if (!isWarned) console.warn("What was saved last may not survive a power cut:", error);
    isWarned = true;
  },
});

export const { removeText, saveText } = journal;

/** Open the journal, and make again what localStorage has lost. */
export async function openJournal() {
  await journal.run();
  setTimeout(journal.clean, CLEANING_MS);
}
