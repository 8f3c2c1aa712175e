// Databases in memory for PyScript: it opens one when it is loaded, and one at each start for the packages of its page.
//
// The app uses neither, so both stay empty. In memory they also work where a page has no IndexedDB (some private
// windows, sandboxed frames, frames of other sites), and where PyScript would otherwise report errors and never start.
// This module implements only the parts of IndexedDB that PyScript uses, and leaves databases of other names to the
// browser.

const PYSCRIPT_PREFIX = "IDBMap/";

/** Return a request that succeeds as soon as it has a handler. */
const succeed = (result) => {
  const request = { result };
  queueMicrotask(() => request.onsuccess?.({ target: request }));
  return request;
};

const createStore = () => {
  const entries = new Map();
  return {
    get: (key) => succeed(entries.get(key)),
    getKey: (key) => succeed(entries.has(key) ? key : undefined),
    getAllKeys: () => succeed([...entries.keys()]),
    count: () => succeed(entries.size),
    put: (value, key) => succeed(entries.set(key, value) && key),
    delete: (key) => succeed(void entries.delete(key)),
    clear: () => succeed(void entries.clear()),
  };
};

const createDatabase = () => {
  const stores = new Map();
  const objectStore = (name) => {
    if (!stores.has(name)) stores.set(name, createStore());
    return stores.get(name);
  };
  return { transaction: () => ({ objectStore }), close() {} };
};

const databases = new Map();
const openInMemory = (name) => {
  if (!databases.has(name)) databases.set(name, createDatabase());
  return succeed(databases.get(name));
};

/** Return the browser's IndexedDB, or null if this page has none. */
const browserFactory = () => {
  try {
    return globalThis.indexedDB ?? null;
  } catch { // denied in a frame
    return null;
  }
};

const factory = browserFactory();
if (factory) {
  const { open } = factory;
  factory.open = (name, ...version) => (
    name.startsWith(PYSCRIPT_PREFIX) ? openInMemory(name) : open.call(factory, name, ...version));
} else {
  Object.defineProperty(globalThis, "indexedDB", { value: { open: openInMemory }, configurable: true });
}
