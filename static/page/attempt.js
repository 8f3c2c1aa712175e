/**
 * Return the result of a function, or null if it throws, as the browser's features do where they are denied.
 * @template T
 * @param {() => T} read
 * @returns {T | null}
 */
export function attempt(read) {
  try { return read(); } catch { return null; }
}
