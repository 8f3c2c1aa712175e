// Waiting for the painted answer to an input: other work must not delay it.

const MAX_WAIT_MS = 500; // hidden pages paint nothing

/**
 * Wait until the browser has painted the next frame.
 * @param {number} [pause] the time to wait after that, in milliseconds, so that the frame also reaches the screen
 * @returns {Promise<void>}
 */
export const afterPaint = (pause = 0) => new Promise((resolve) => {
  requestAnimationFrame(() => setTimeout(resolve, pause));
  setTimeout(resolve, MAX_WAIT_MS);
});
