// Waiting for the painted answer to an input: other work must not delay it.

const MAX_WAIT_MS = 500; // some browsers stop painting without a word

/**
 * Wait until the browser has painted the next frame, or the page is hidden: hidden pages paint nothing, and may end soon.
 * @param {number} [pause] the time to wait after that, in milliseconds, so that the frame also reaches the screen
 * @returns {Promise<void>}
 */
export const afterPaint = (pause = 0) => new Promise((resolve) => {
  if (document.hidden) { resolve(); return; }
  requestAnimationFrame(() => setTimeout(resolve, pause));
  setTimeout(resolve, MAX_WAIT_MS);
  document.addEventListener("visibilitychange", () => resolve(), { once: true });
});
