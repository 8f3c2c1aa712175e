// Time limits of the start: a request that is not answered is made again, and waiting ends when nothing arrives.

const ANSWER_MS = 5_000;
const SILENCE_MS = 6_000;
let latest = performance.now();

/** Note in the trace of the start, which start_message.js shows, that a phase is complete. */
export const trace = (phase) => { performance.mark(`ruleboard: ${phase}`); };

/** Note that something has arrived. */
export const progressed = () => { latest = performance.now(); };

/**
 * Wait until nothing has arrived for some time. The time is longer where everything takes long.
 * @returns {Promise<void>}
 */
export const silence = () => new Promise((resolve) => {
  const look = () => {
    const left = latest + SILENCE_MS + latest - performance.now();
    if (left > 0) setTimeout(look, left);
    else resolve();
  };
  look();
});

/**
 * Fetch an address; once more, past the browser's cache, if there is no answer in time, or not the right one. A second
 * request for what the cache itself is waiting for would wait, too.
 * @param {string | URL} address
 * @param {RequestInit} [options] of the request
 * @returns {Promise<Response>}
 */
export async function fetchInTime(address, options) {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), ANSWER_MS);
  try {
    return await fetch(address, { ...options, signal: controller.signal });
  } catch {
    return await fetch(address, { ...options, cache: "reload" });
  } finally {
    clearTimeout(timer);
  }
}
