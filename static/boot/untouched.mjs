// Waiting for a pause of whoever touches the page: work for later visits is not worth a slow answer now.

const LONGEST_MS = 30_000;
let latest = 0;

for (const type of ["pointerdown", "pointermove", "keydown", "click"]) {
  addEventListener(type, () => { latest = performance.now(); }, { capture: true, passive: true });
}

/**
 * Wait for some time, and on until the page has not been touched for as long; half a minute more at most.
 * @param {number} pause in milliseconds
 * @returns {Promise<void>}
 */
export function untouched(pause) {
  const began = performance.now();
  return new Promise((resolve) => {
    const look = () => {
      const now = performance.now();
      const left = pause + Math.max(began, Math.min(latest, began + LONGEST_MS)) - now;
      if (left > 0) setTimeout(look, left);
      else resolve();
    };
    look();
  });
}
