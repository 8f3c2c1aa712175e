// Waiting for the painted answer to an input: other work must not delay it.

export const FRAME_MS = 16;
const MAX_WAIT_MS = 500; // some browsers stop painting without a word

/**
 * Wait until the browser has painted the next frame, or the page is hidden: hidden pages paint nothing, and may end soon.
 * @param {number} [pause] the time to wait after that, in milliseconds, so that the frame also reaches the screen
 */
export async function afterPaint(pause = 0) {
  if (document.hidden) return;
  const waiting = new AbortController();
  await new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve, pause));
    setTimeout(resolve, MAX_WAIT_MS);
    document.addEventListener("visibilitychange", resolve, { signal: waiting.signal });
  });
  waiting.abort();
}
