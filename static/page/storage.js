// Persistence of the browser's storage.

/**
 * Check that the browser never clears the storage by itself.
 * @param {boolean} ask true to request persistent storage first
 * @param {(isPersisted: boolean | undefined) => void} answer undefined if the browser does not say
 */
export function queryPersistence(ask, answer) {
  const { storage } = navigator;
  if (!storage?.persisted) {
    answer(undefined);
    return;
  }
  const query = ask ? storage.persist() : storage.persisted();
  query.then(answer, () => answer(undefined));
}
