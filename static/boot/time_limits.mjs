// Time limits of the start: a request without an answer is repeated, and waiting ends when nothing arrives any more.

const ANSWER_MS = 5_000;
const IDLE_DOWNLOAD_MS = 6_000;
let latest = performance.now();

/**
 * Add a completed phase to the trace of the start, which start_message.js shows.
 * @param {string} phase
 */
export const trace = (phase) => { performance.mark(`ruleboard: ${phase}`); };

/** Note that data has arrived. */
export const noteProgress = () => { latest = performance.now(); };

/**
 * Wait until no data has arrived for some time. The time is longer if the whole download is slow.
 * @returns {Promise<void>}
 */
export const whenDownloadStops = () => new Promise((resolve) => {
  const check = () => {
    const remaining = latest + IDLE_DOWNLOAD_MS + latest - performance.now();
    if (remaining > 0) setTimeout(check, remaining);
    else resolve();
  };
  check();
});

/**
 * Fetch an address, and again past the browser's cache if there is no answer in time, or a wrong one. A second request
 * through the cache would wait for the first one.
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
