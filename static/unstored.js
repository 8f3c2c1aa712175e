// A database that forgets: takes the place of the browser's in frames, where nothing is to be left behind.
//
// PyScript opens one when it starts and stops where that is denied, as it is to frames of other sites and to sandboxed
// ones. This has what it asks for, and no more.
"use strict";
{
  // A request that is answered as soon as whoever made it can hear.
  const answered = (result) => {
    const request = { result };
    queueMicrotask(() => request.onsuccess?.({ target: request }));
    return request;
  };

  const store = () => {
    const kept = new Map();
    return {
      get: (key) => answered(kept.get(key)),
      getKey: (key) => answered(kept.has(key) ? key : undefined),
      getAllKeys: () => answered([...kept.keys()]),
      count: () => answered(kept.size),
      put: (value, key) => answered(kept.set(key, value) && key),
      delete: (key) => answered(void kept.delete(key)),
      clear: () => answered(void kept.clear()),
    };
  };

  const database = () => {
    const stores = new Map();
    const named = (name) => {
      if (!stores.has(name)) stores.set(name, store());
      return stores.get(name);
    };
    return { transaction: () => ({ objectStore: named }), close() {} };
  };

  const databases = new Map();
  const open = (name) => {
    if (!databases.has(name)) databases.set(name, database());
    return answered(databases.get(name));
  };
  Object.defineProperty(globalThis, "indexedDB", { value: { open }, configurable: true });
}
