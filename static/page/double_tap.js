// Protection from double taps: the second tap acts only on a control that the first one found under the finger. A control
// that the first tap has brought, uncovered or changed belongs to another player or another page. (focus.js does the same
// for keys.)

import { PLAYING_BUTTONS } from "./action_names.js";
import { FRAME_MS, afterPaint } from "./after_paint.js";
import { BOARD, CHOICE } from "./board.js";
import { closestTo } from "./closest.js";

const DOUBLE_TAP_MS = 400; // maximum time between the answer to the first tap and the second tap
const PLAYED_MS = 800; // the same for a button that plays an action, such as Pass: a slow second tap would cost a turn
const FINGER_PX = 12; // maximum distance between them
const CONTROL = "a[href], button, summary, label, input, select, textarea, [data-target]";
const ATTRIBUTES = ["href", "data-do", "data-target", "disabled", "aria-disabled"];
const OFFSETS = [0, -FINGER_PX, FINGER_PX];

/**
 * What a control does and the element that stands for it. A board stands for its targets, since their elements may change.
 * @typedef {{ element: Element, action: string }} Control
 * @typedef {Object} Tap
 * @property {number} x in client coordinates, as is y
 * @property {number} y
 * @property {number} time of the press, and later of the answer to the click
 * @property {Element | null} container the menu or dialog that was open
 * @property {boolean} isOnControl true if the press was on a control, not only next to one
 * @property {Control[]} controls within a finger of the press
 * @property {Element[]} addedControls the controls that the answer has put there
 */

/** The last press. @type {Tap | null} */
let tap = null;

/** @type {(element: Element) => Control} */
const controlOf = (element) => ({
  element: (!element.matches(CHOICE) && element.closest(BOARD)) || element,
  action: JSON.stringify(ATTRIBUTES.map((name) => element.getAttribute(name))),
});

/** Return how long a new control waits after the answer. @type {(element: Element | null) => number} */
const waitOf = (element) => (element?.matches(PLAYING_BUTTONS) ? PLAYED_MS : DOUBLE_TAP_MS);

/** @type {(x: number, y: number) => PageElement[]} */
const elementsNear = (x, y) => [...new Set(OFFSETS.flatMap((down) => OFFSETS.flatMap((right) => (
  closestTo(document.elementFromPoint(x + right, y + down), CONTROL) ?? []))))];

/** Return true if a control was already there at the press of a tap. @type {(tap: Tap, element: Element) => boolean} */
function wasThere({ controls }, element) {
  const { element: own, action } = controlOf(element);
  return controls.some((control) => control.element === own && control.action === action);
}

/**
 * Note a press, which may be the first one of a double tap.
 * @param {PointerEvent} press
 * @param {Element | null} container the open menu or dialog
 */
export function notePress({ target, clientX: x, clientY: y, timeStamp: time }, container) {
  const isOnControl = closestTo(target, CONTROL) !== null;
  tap = { x, y, time, container, isOnControl, controls: elementsNear(x, y).map(controlOf), addedControls: [] };
}

/** Forget the last press, which has only closed a menu or a dialog. */
export function forgetPress() {
  tap = null;
}

/**
 * Return true if a press is the second one of a double tap, and on a control that was not there at the first one, on what is
 * behind such a control while it is out of reach, where the control of the first one has gone (a double click would select
 * the text there), or outside a menu or dialog that the first one has opened or closed.
 * @param {PointerEvent} press
 * @param {Element | null} container the open menu or dialog
 */
export function isSecondTap({ target, clientX, clientY, timeStamp }, container) {
  if (!tap || Math.hypot(clientX - tap.x, clientY - tap.y) > FINGER_PX) return false;
  const control = closestTo(target, CONTROL);
  if (timeStamp - tap.time >= Math.max(...[control, ...tap.addedControls].map(waitOf))) return false;
  return control ? !wasThere(tap, control) : container !== tap.container || tap.isOnControl || tap.addedControls.length > 0;
}

/** Return true if something that happens now may still belong to the last tap. */
export const isAfterTap = () => tap !== null && performance.now() - tap.time < DOUBLE_TAP_MS;

/**
 * Note that the page has answered the last tap. Controls that the answer has put under the finger are out of reach for a
 * moment, also for programs that use the page.
 */
export async function noteAnswer() {
  const answeredTap = tap;
  if (!answeredTap) return;
  const time = answeredTap.time = performance.now();
  await afterPaint(FRAME_MS); // the search takes half a millisecond
  const addedControls = elementsNear(answeredTap.x, answeredTap.y).filter((element) => (
    !wasThere(answeredTap, element) && controlOf(element).element === element)); // no targets of a board
  answeredTap.addedControls.push(...addedControls);
  for (const element of addedControls) element.style.pointerEvents = "none";
  for (const element of addedControls) {
    setTimeout(() => { element.style.pointerEvents = ""; }, time + waitOf(element) - performance.now());
  }
}
