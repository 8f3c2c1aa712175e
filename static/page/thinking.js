// Choices of actions by opponents, made in slices between the frames of the page.

const SLICE_MS = 5; // of work, after which the page may be painted and hear of input
const PROGRESS_MS = 200; // between two reports

let cancel = () => {};

/**
 * Have a request answered; a new one cancels the one under way.
 * @param {string} request
 * @param {(text: string) => void} answer see Browser.think in protocol.py
 * @param {{start: Function, step: Function, cancel: Function}} thinker Python's own (see thinking/thinker.py)
 */
export function think(request, answer, thinker) {
  cancel();
  thinker.start(request);
  let reported = performance.now();
  let timer = setTimeout(function slice() {
    const text = thinker.step(SLICE_MS);
    const done = JSON.parse(text).kind !== "progress";
    if (done) cancel = () => {};
    else timer = setTimeout(slice);
    if (!done && performance.now() - reported < PROGRESS_MS) return;
    reported = performance.now();
    answer(text);
  });
  cancel = () => {
    clearTimeout(timer);
    thinker.cancel();
  };
}

/** Cancel the request under way. */
export function stopThinking() {
  cancel();
  cancel = () => {};
}
