// Persistence of the browser's storage.

/**
 * Check that the browser never clears the storage by itself.
 * @param {boolean} ask true to request persistent storage first
 * @param {(isKnown: boolean, isPersisted: boolean) => void} answer
 */
export function queryPersistence(ask, answer) {
  const { storage } = navigator;
  if (!storage?.persisted) {
    answer(false, false);
    return;
  }
  const query = ask ? storage.persist() : storage.persisted();
  query.then((isPersisted) => answer(true, isPersisted), () => answer(false, false));
}
