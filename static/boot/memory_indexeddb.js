// An indexedDB in memory that replaces the browser's in frames, which must not store anything.
//
// PyScript opens a database at its start, and fails if the browser denies it, as in sandboxed frames and frames of
// other sites. This module implements only the parts that PyScript uses.
"use strict";
{
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
  const open = (name) => {
    if (!databases.has(name)) databases.set(name, createDatabase());
    return succeed(databases.get(name));
  };
  Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
}
