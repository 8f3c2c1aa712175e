// Waiting for an idle page: work for later visits must not delay an answer now.

const MAX_WAIT_MS = 30_000;
let lastInput = 0;

for (const type of ["pointerdown", "pointermove", "keydown", "click"]) {
  addEventListener(type, () => { lastInput = performance.now(); }, { capture: true, passive: true });
}

/**
 * Wait for some time, and further until the page has had no input for as long; at most half a minute more.
 * @param {number} pause in milliseconds
 * @returns {Promise<void>}
 */
export function whenIdle(pause) {
  const start = performance.now();
  return new Promise((resolve) => {
    const check = () => {
      const now = performance.now();
      const remaining = pause + Math.max(start, Math.min(lastInput, start + MAX_WAIT_MS)) - now;
      if (remaining > 0) setTimeout(check, remaining);
      else resolve();
    };
    check();
  });
}
