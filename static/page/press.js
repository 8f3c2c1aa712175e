// The pressed look of what is under a finger, a pen or the mouse button, until its click has been answered.
//
// `:active` would come too late: for a finger, browsers wait until it is no scrolling, and on a quick tap that is known
// together with the click, when Python is at work and nothing can be painted; and it would stay over the answer.
// `data-pressed` is there as soon as the screen is touched, and a tap lasts longer than the frame that paints it.

import { BOARD } from "./board.js";
import { DRAG_THRESHOLD } from "./drag.js";

const USABLE = `${BOARD} [data-target][tabindex], button:not(:disabled, [aria-disabled="true"]), a.button`;
const CLICK_MS = 150; // in which the click of a pointer that was lifted comes, if there is any

/** The element that looks pressed, and where the pointer was put down. */
let pressed = { element: null, x: 0, y: 0, timer: 0 };

function release() {
  clearTimeout(pressed.timer);
  pressed.element?.removeAttribute("data-pressed");
  pressed.element = null;
}

addEventListener("pointerdown", (event) => {
  release();
  const element = event.isPrimary && event.button === 0 ? event.target.closest?.(USABLE) : null;
  if (!element) return;
  element.setAttribute("data-pressed", "");
  pressed = { element, x: event.clientX, y: event.clientY, timer: 0 };
}, { capture: true, passive: true });

// What is dragged, or scrolled by hand, is no longer pressed.
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (pressed.element && Math.hypot(clientX - pressed.x, clientY - pressed.y) >= DRAG_THRESHOLD) release();
}, { passive: true });
addEventListener("pointercancel", release);
addEventListener("pointerup", () => { if (pressed.element) pressed.timer = setTimeout(release, CLICK_MS); });

// Last of all listeners: the answer to the click and the end of the pressed look are painted together.
addEventListener("click", release);
