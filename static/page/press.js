// The pressed style of the element under a finger, a pen or the mouse button, until Python has answered the click.
//
// `:active` comes too late: for a finger, browsers first wait whether it scrolls, and a quick tap ends together with
// its click, when Python is at work and the browser cannot paint. It would also stay after the answer. `data-pressed`
// appears as soon as the finger touches the screen, and a tap lasts longer than the frame that paints it.

import { BOARD } from "./board.js";
import { closestTo } from "./closest.js";
import { DRAG_THRESHOLD } from "./drag.js";

const USABLE = `${BOARD} [data-target][tabindex], button:not(:disabled, [aria-disabled="true"]), a.button`;
const CLICK_MS = 150; // maximum time between the release of a pointer and its click

/**
 * The pressed element, and the starting point of the pointer.
 * @type {{element: Element | null, x: number, y: number, timer: number}}
 */
let pressed = { element: null, x: 0, y: 0, timer: 0 };

function release() {
  clearTimeout(pressed.timer);
  pressed.element?.removeAttribute("data-pressed");
  pressed.element = null;
}

addEventListener("pointerdown", (event) => {
  release();
  const element = event.isPrimary && event.button === 0 ? closestTo(event.target, USABLE) : null;
  if (!element) return;
  element.setAttribute("data-pressed", "");
  pressed = { element, x: event.clientX, y: event.clientY, timer: 0 };
}, { capture: true, passive: true });

// A drag or a scroll ends the pressed style.
addEventListener("pointermove", ({ clientX, clientY }) => {
  if (pressed.element && Math.hypot(clientX - pressed.x, clientY - pressed.y) >= DRAG_THRESHOLD) release();
}, { passive: true });
addEventListener("pointercancel", release);
addEventListener("pointerup", () => { if (pressed.element) pressed.timer = setTimeout(release, CLICK_MS); });

// This is the last of all listeners, so that the browser paints the answer and the end of the pressed style together.
addEventListener("click", release);
