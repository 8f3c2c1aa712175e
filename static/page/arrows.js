// Arrows and rings that a person draws on the board of a game: with the right mouse button, or with a long press of a
// finger or a pen. A finger on a piece that it can drag draws only rings, since it may rest before it drags. Arrows and
// rings disappear when the position changes. The page does not report them to Python.

import { BOARD, centerOf, targetElement, targetOf } from "./board.js";
import { SVG } from "./dom.js";
import { abandonDrag, DRAG_THRESHOLD, isDragPossible } from "./drag.js";

export const LONG_PRESS_MS = 500;
const MENU_MS = 100; // maximum time between the release of a pointer and its context menu
const LAYER = "arrows";

/**
 * @typedef {object} Stroke
 * @property {SVGSVGElement} board
 * @property {PageElement} startTarget
 * @property {number} pointerId
 * @property {number} x of its start in client coordinates, as is y
 * @property {number} y
 * @property {number} timer until a press becomes long
 * @property {Element | null} preview null while it may be a tap, a drag or a scroll
 */

/** @type {Stroke | null} */
let stroke = null;
let hidesMenu = false;
let position = ""; // of the board at the last drawing

/**
 * Append an SVG element to another one.
 * @param {Element} parent
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function append(parent, name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  parent.append(element);
  return element;
}

/**
 * Draw a ring around a target, or an arrow from it to a point in client coordinates.
 * @param {SVGSVGElement} board
 * @param {PageElement} startTarget
 * @param {Point} [end]
 */
function draw(board, startTarget, end) {
  const layer = board.querySelector(`.${LAYER}`) ?? append(board, "g", { "class": `drawn ${LAYER}`, "aria-hidden": "true" });
  const mark = append(layer, "g", { class: "green" });
  const { a, b, c, d, e, f } = board.getScreenCTM() ?? new DOMMatrix();
  const area = a * d - b * c;
  /** @type {(point: Point) => Point} */
  const toPicture = ([x, y]) => [(d * (x - e) - c * (y - f)) / area, (a * (y - f) - b * (x - e)) / area];
  const { width, height } = startTarget.getBoundingClientRect();
  const size = Math.min(width, height) / Math.sqrt(Math.abs(area)), [x, y] = toPicture(centerOf(startTarget));
  const lines = [["drawn-casing", 0.135 * size], ["drawn-line", 0.085 * size]];
  if (!end) {
    for (const [name, line] of lines) append(mark, "circle", { "class": name, "cx": x, "cy": y, "r": 0.43 * size, "stroke-width": line });
    return mark;
  }
  const [endX, endY] = toPicture(end), length = Math.hypot(endX - x, endY - y) || 1;
  const across = (endX - x) / length, down = (endY - y) / length;
  const neckX = endX - 0.34 * size * across, neckY = endY - 0.34 * size * down, half = 0.19 * size;
  for (const [name, line] of lines) append(mark, "path", { "class": name, "d": `M${x} ${y}L${neckX} ${neckY}`, "stroke-width": line });
  append(mark, "polygon", {
    class: "drawn-head",
    points: `${endX},${endY} ${neckX - down * half},${neckY + across * half} ${neckX + down * half},${neckY - across * half}`,
  });
  return mark;
}

/** Remove all arrows and rings if the position has changed since they were drawn. */
export function clearOutdatedArrows() {
  /** @type {SVGSVGElement | null} */
  const board = document.querySelector(BOARD);
  if (board?.dataset.position !== position) board?.querySelector(`.${LAYER}`)?.remove();
}

function beginStroke() {
  if (!stroke || stroke.preview) return;
  clearTimeout(stroke.timer);
  if (!isDragPossible()) abandonDrag();
  hidesMenu = true;
  stroke.preview = draw(stroke.board, stroke.startTarget);
}

function endStroke() {
  clearTimeout(stroke?.timer);
  stroke?.preview?.remove();
  if (stroke?.preview) setTimeout(() => { hidesMenu = false; }, MENU_MS);
  stroke = null;
}

document.addEventListener("pointerdown", (event) => {
  endStroke();
  const startTarget = targetElement(event.target);
  /** @type {SVGSVGElement | null | undefined} */
  const board = startTarget?.closest(BOARD);
  const isMouse = event.pointerType === "mouse";
  if (!startTarget || !board?.closest(".page-table") || !event.isPrimary || event.button !== (isMouse ? 2 : 0)) return;
  const { pointerId, clientX: x, clientY: y } = event;
  stroke = { board, startTarget, pointerId, x, y, timer: 0, preview: null };
  if (isMouse) beginStroke();
  else stroke.timer = setTimeout(beginStroke, LONG_PRESS_MS);
});

document.addEventListener("pointermove", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { clientX: x, clientY: y } = event, isShort = Math.hypot(x - stroke.x, y - stroke.y) < DRAG_THRESHOLD;
  if (event.buttons === 0 || (!isShort && (!stroke.preview || isDragPossible()))) endStroke();
  else if (stroke.preview && !isShort) {
    stroke.preview.remove();
    stroke.preview = draw(stroke.board, stroke.startTarget, [x, y]);
  }
});

document.addEventListener("pointerup", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { board, startTarget, preview } = stroke;
  endStroke();
  if (!preview) return; // a tap: the click follows
  abandonDrag();
  const endTarget = document.elementsFromPoint(event.clientX, event.clientY).map(targetElement)
    .find((target) => target && board.contains(target));
  if (!endTarget) return;
  const ends = `${targetOf(startTarget)} ${targetOf(endTarget)}`;
  position = board.dataset.position ?? "";
  const old = [...board.querySelectorAll("[data-ends]")].find((mark) => mark.getAttribute("data-ends") === ends);
  if (old) old.remove(); // the same gesture again removes the mark
  else draw(board, startTarget, endTarget === startTarget ? undefined : centerOf(endTarget)).setAttribute("data-ends", ends);
});

document.addEventListener("pointercancel", endStroke);

document.addEventListener("contextmenu", (event) => {
  beginStroke(); // some devices regard a press as long sooner
  if (hidesMenu) event.preventDefault();
});

// A finger that draws does not scroll. (CSS touch-action has no effect inside an SVG.)
document.addEventListener("touchmove", (event) => {
  if (stroke?.preview && event.touches.length === 1 && event.cancelable) event.preventDefault();
}, { passive: false });
