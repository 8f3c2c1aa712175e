// Databases in memory for PyScript: it opens one when it is loaded, and one at each start for the packages of its page.
//
// The app uses neither, so both stay empty. In memory they also work where a page has no IndexedDB (some private
// windows, sandboxed frames, frames of other sites), and where PyScript would otherwise report errors and never start.
// This module implements only the parts of IndexedDB that PyScript uses, and leaves databases of other names to the
// browser.

const PYSCRIPT_PREFIX = "IDBMap/";

/**
 * Return a request that succeeds as soon as it has a handler.
 * @template T
 * @param {T} result
 */
const succeed = (result) => {
  /** @type {{result: T, onsuccess?: (event: {target: object}) => void}} */
  const request = { result };
  queueMicrotask(() => request.onsuccess?.({ target: request }));
  return request;
};

const createStore = () => {
  /** @type {Map<unknown, unknown>} */
  const entries = new Map();
  return {
    get: (/** @type {unknown} */ key) => succeed(entries.get(key)),
    getKey: (/** @type {unknown} */ key) => succeed(entries.has(key) ? key : undefined),
    getAllKeys: () => succeed([...entries.keys()]),
    count: () => succeed(entries.size),
    put: (/** @type {unknown} */ value, /** @type {unknown} */ key) => succeed(entries.set(key, value) && key),
    delete: (/** @type {unknown} */ key) => succeed(void entries.delete(key)),
    clear: () => succeed(void entries.clear()),
  };
};

const createDatabase = () => {
  /** @type {Map<string, ReturnType<typeof createStore>>} */
  const stores = new Map();
  /** @param {string} name */
  const objectStore = (name) => {
    const store = stores.get(name) ?? createStore();
    stores.set(name, store);
    return store;
  };
  return { transaction: () => ({ objectStore }), close() {} };
};

/** @type {Map<string, ReturnType<typeof createDatabase>>} */
const databases = new Map();
/** @type {(name: string) => IDBOpenDBRequest} */
const openInMemory = (name) => {
  const database = databases.get(name) ?? createDatabase();
  databases.set(name, database);
  return /** @type {any} */ (succeed(database)); // any: it has only what PyScript uses of a request
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
