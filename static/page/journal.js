// A journal of localStorage in IndexedDB: what is saved survives a power cut.
//
// Browsers write localStorage to the disk seconds or minutes later. What was saved meanwhile is gone if the browser
// is killed or the power fails. So each change is also written into a database, with strict durability, which is on the
// disk within a fraction of a second. On the next start, changes that localStorage has lost are made again.
//
// A change has a stamp: the time, or more if another change has that already. localStorage holds the stamp of its last
// change (STAMP) and is written to the disk in the order of its changes: so it has lost exactly the changes in the
// journal with later stamps. A text that another version of the app has written, without a stamp, stays.
// Without IndexedDB (private windows of some browsers, sandboxed frames) everything works, without a journal.

import { send } from "./dispatch.js";

const DATABASE = "ruleboard-journal", STORE = "changes", BY_STAMP = "by stamp";
export const STAMP = "ruleboard/1/journal";
const GAME = "ruleboard/1/game/", SUMMARY = "ruleboard/1/summary/";
const KEPT_MS = 24 * 60 * 60 * 1000; // after which localStorage is surely on the disk
const CLEANING_MS = 10_000; // after the start, when nobody waits

let database = null; // while it is open
let isUsable = false; // until the database turns out to be closed to the page
let isReconciled = false; // before, nothing in the journal is replaced
let isWriting = false;
const pending = new Map(); // changes that are not in the journal yet, by key

const resultOf = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const completionOf = (transaction) => new Promise((resolve, reject) => {
  transaction.oncomplete = resolve;
  transaction.onabort = transaction.onerror = () => reject(transaction.error);
});

async function openDatabase() {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => {
    request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex(BY_STAMP, "stamp");
  };
  database = await resultOf(request);
  const forget = () => { database?.close(); database = null; }; // as when somebody clears the site's data
  database.onclose = database.onversionchange = forget;
  return database;
}

const storedStamp = () => Number(localStorage.getItem(STAMP)) || 0;

/** Note a change of localStorage; `text` is null for a removed key. */
function note(key, text) {
  if (!isUsable) return;
  const stamp = Math.max(Date.now(), storedStamp() + 1);
  pending.set(key, { key, text, stamp });
  if (!isReconciled) return; // an earlier stamp must not be passed by before the change that has it is made again
  setStamp(stamp);
  write();
}

function setStamp(stamp) {
  try { localStorage.setItem(STAMP, stamp); } catch { /* full: the change is made again on the next start, to no effect */ }
}

/** Write pending changes into the journal, one transaction after the other. */
async function write() {
  if (isWriting || !isReconciled || !pending.size) return;
  isWriting = true;
  const changes = [...pending.values()];
  pending.clear();
  try {
    const transaction = (database ?? await openDatabase()).transaction(STORE, "readwrite", { durability: "strict" });
    for (const change of changes) transaction.objectStore(STORE).put(change);
    const done = completionOf(transaction);
    transaction.commit?.();
    await done;
  } catch (error) {
    console.warn("What was saved last may not survive a power cut:", error);
  }
  isWriting = false;
  write();
}

/**
 * Store a text in localStorage and in the journal.
 * @throws {DOMException} there is no room; nothing has changed
 */
export function saveText(key, text) {
  localStorage.setItem(key, text);
  note(key, text);
}

/** Remove a text from localStorage. */
export function removeText(key) {
  if (localStorage.getItem(key) === null) return;
  localStorage.removeItem(key);
  note(key, null);
}

/** Return the time of a game's last change as in its record; empty if the text tells none. */
function changedAt(text) {
  try { return String(JSON.parse(text)?.meta?.changed ?? ""); } catch { return ""; }
}

/** Return a free key for a text that must not replace the one under its own key. */
function keyBeside(key) {
  const isGame = key.startsWith(GAME);
  for (let number = 1; ; number++) {
    const letters = [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => "abcdefghijkmnpqr"[byte & 15]).join("");
    const other = isGame ? GAME + letters : `${key}-unreadable${number > 1 ? `-${number}` : ""}`;
    if (localStorage.getItem(other) === null) return other;
  }
}

/**
 * Make a change again that localStorage has lost.
 *
 * The text that is there is older, since localStorage is written in order. If it is not, by the time in its record, or
 * if this page has replaced it already, both texts are kept.
 */
function restore({ key, text, stamp }) {
  const stored = localStorage.getItem(key);
  if (stored === text) return;
  const isNewer = pending.has(key)
    || (stored !== null && changedAt(stored) > (text === null ? new Date(stamp).toISOString() : changedAt(text)));
  if (isNewer && (text === null || key.startsWith(SUMMARY))) return;
  const place = isNewer ? keyBeside(key) : key;
  if (text === null) localStorage.removeItem(place);
  else localStorage.setItem(place, text);
  if (place !== key) pending.set(place, { key: place, text, stamp });
  send("stored", place);
}

/** Make all changes again that localStorage has lost; from then on changes are written into the journal. */
async function reconcile() {
  const before = storedStamp(); // what this page changes from now on has later stamps
  const index = (await openDatabase()).transaction(STORE).objectStore(STORE).index(BY_STAMP);
  const lost = await resultOf(index.getAll(IDBKeyRange.lowerBound(before, true)));
  lost.forEach(restore);
  isReconciled = true;
  const stamps = [...lost, ...pending.values()].map(({ stamp }) => stamp);
  if (stamps.length) setStamp(Math.max(before, ...stamps));
  write();
  setTimeout(clean, CLEANING_MS);
}

/** Remove changes that localStorage has surely kept. */
async function clean() {
  try {
    const store = (database ?? await openDatabase()).transaction(STORE, "readwrite").objectStore(STORE);
    const old = IDBKeyRange.upperBound(Math.min(Date.now() - KEPT_MS, storedStamp()));
    for (const key of await resultOf(store.index(BY_STAMP).getAllKeys(old))) store.delete(key);
  } catch (error) {
    console.warn("The journal could not be cleaned:", error);
  }
}

/**
 * Open the journal, unless nothing is stored or the browser does not allow it.
 *
 * If there is no room for what localStorage has lost, the journal is left as it is until the next start.
 */
export async function openJournal() {
  try {
    isUsable = Boolean(globalThis.indexedDB && globalThis.localStorage);
    if (isUsable) await reconcile();
  } catch (error) {
    console.warn("What is saved may not survive a power cut:", error);
    isUsable = false;
    pending.clear();
  }
}
