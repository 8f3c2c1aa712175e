// Animation of pieces along the paths of a move.

import { dataSelector } from "./board.js";
import { root } from "./dom.js";

const BASE_MS = 170;
const SEGMENT_MS = 70; // additional time for each segment of the path

/**
 * Animate elements towards their current positions.
 * @param {Array<[string, Array<[number, number]>]>} motions [key, offsets] of each; offsets in picture units, the last
 *    0, 0
 */
export function animate(motions) {
  for (const [key, offsets] of motions) {
    const element = root.querySelector(dataSelector("key", key));
    if (!element) continue;
    const lengths = [0];
    for (let i = 1; i < offsets.length; i++) {
      const [ax, ay] = offsets[i - 1], [bx, by] = offsets[i];
      lengths.push(lengths[i - 1] + Math.hypot(bx - ax, by - ay));
    }
    const total = lengths[lengths.length - 1] || 1;
    const segments = offsets.length - 1;
    element.classList.add("travelling");
    void element.animate(
      offsets.map(([x, y], i) => ({ translate: `${x}px ${y}px`, offset: lengths[i] / total })),
      { duration: BASE_MS + SEGMENT_MS * segments, easing: "cubic-bezier(.3,.1,.2,1)" },
    ).finished.catch(() => {}).then(() => element.classList.remove("travelling"));
  }
}

/**
 * Finish all animations on a board at once.
 * @param {Element} board
 */
export function finishAnimations(board) {
  for (const piece of board.querySelectorAll(".travelling")) {
    for (const animation of piece.getAnimations()) animation.finish();
  }
}
