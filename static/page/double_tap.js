// Protection from double taps: the second tap must not press a button that has just appeared under the finger, since it
// belongs to another player or does something else. (focus.js does the same for keys.)

import { GAME_BUTTONS } from "./action_names.js";
import { CHOICE } from "./board.js";
import { send } from "./dispatch.js";

export const DOUBLE_TAP_MS = 400; // maximum time between the taps of a double tap
export const FINGER_PX = 12; // maximum distance between them
const APPEARING = `${GAME_BUTTONS}, ${CHOICE}`;

/** Return all buttons and choices. The long selector for those of the game would take a millisecond on a large page. */
const candidates = () => [...document.querySelectorAll(`button, ${CHOICE}`)];

/** The buttons and choices at the last press: collected there, so that the answer to the click comes sooner. */
let buttonsAtPress = new Set(candidates());
document.addEventListener("pointerdown", () => { buttonsAtPress = new Set(candidates()); }, { capture: true, passive: true });

/**
 * Send an event to Python for a click, and briefly disable game buttons and choices at the same position that were not
 * there at the press.
 * @param {MouseEvent} click
 * @param {Parameters<typeof send>} message kind, name and value
 */
export function sendClick({ clientX: x, clientY: y, detail: taps }, ...message) {
  if (!taps) { send(...message); return; } // a key
  send(...message);
  const added = candidates().filter((button) => !buttonsAtPress.has(button) && button.matches(APPEARING));
  if (!added.length) return;
  disable(added, true);
  requestAnimationFrame(() => { // here the browser computes the layout anyway
    const distant = added.filter((button) => {
      const { left, right, top, bottom } = button.getBoundingClientRect();
      return x < left - FINGER_PX || x > right + FINGER_PX || y < top - FINGER_PX || y > bottom + FINGER_PX;
    });
    disable(distant, false);
  });
  setTimeout(disable, DOUBLE_TAP_MS, added, false);
}

/** @type {(buttons: Element[], isDisabled: boolean) => void} */
function disable(buttons, isDisabled) {
  for (const button of /** @type {PageElement[]} */ (buttons)) button.style.pointerEvents = isDisabled ? "none" : "";
}
