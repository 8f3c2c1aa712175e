/**
 * Return the result of a function, or null if it throws, as denied browser features do.
 * @template T
 * @param {() => T} read
 * @returns {T | null}
 */
export function attempt(read) {
  try { return read(); } catch { return null; }
}
