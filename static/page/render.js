// Rendering of Python's pages: patches with focus and animation.

import { animate } from "./animation.js";
import { clearOutdatedArrows } from "./arrows.js";
import { showBriefNotices } from "./brief.js";
import { updateClocks } from "./clock.js";
import { watchPanel } from "./cover.js";
import { answersQueue, deferEvents } from "./dispatch.js";
import { applyOperations, parentOf, root } from "./dom.js";
import { canKeepFocus, moveFocus, restoreTabStops } from "./focus.js";
import { seesFocus, showFocus } from "./input_kind.js";

/**
 * Apply one patch, then animate pieces.
 * @param {string} operations JSON of the patch, see scene/diff.py
 * @param {string} motions JSON of the motions, see `animate`; may be empty
 */
export function patch(operations, motions) {
  const rootBefore = root;
  const active = /** @type {PageElement | null} */ (document.activeElement);
  const focusedElement = root.contains(active) ? active : null;
  const parent = focusedElement && parentOf(focusedElement), sawFocus = seesFocus(focusedElement);
  deferEvents(() => {
    applyOperations(JSON.parse(operations));
    if (focusedElement && !canKeepFocus(focusedElement)) moveFocus(focusedElement, root === rootBefore ? parent : null);
  });
  restoreTabStops();
  clearOutdatedArrows();
  updateClocks();
  showBriefNotices();
  watchPanel();
  if (sawFocus) showFocus(document.activeElement); // the page above it may have grown
  if (motions && !answersQueue()) animate(JSON.parse(motions));
}
