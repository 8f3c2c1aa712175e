// Drawing of arrows with a finger, a pen or the mouse, on a board with `data-pencil`. The message contains the two
// targets as a JSON list.

import { BOARD, centerOf, targetElement, targetOf } from "./board.js";
import { send } from "./dispatch.js";
import { EventKind } from "../boot/contract.mjs";
import { SVG } from "./dom.js";

const STROKE_THRESHOLD = 8; // px; a shorter movement may be a tap

/**
 * @typedef {object} Stroke
 * @property {SVGSVGElement} board
 * @property {PageElement} startTarget
 * @property {number} pointerId
 * @property {number} x of its start in client coordinates, as is y
 * @property {number} y
 * @property {{layer: Element, line: Element} | null} drawing null while it may be a tap
 */

/** @type {Stroke | null} */
let stroke = null;

function showDrawing() {
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("class", "stroke");
  layer.setAttribute("aria-hidden", "true");
  const line = document.createElementNS(SVG, "line");
  layer.append(line);
  document.body.append(layer);
  return { layer, line };
}

function endStroke() {
  stroke?.drawing?.layer.remove();
  stroke = null;
}

document.addEventListener("pointerdown", (event) => {
  endStroke();
  const startTarget = targetElement(event.target);
  /** @type {SVGSVGElement | null | undefined} */
  const board = startTarget?.closest(`${BOARD}[data-pencil]`);
  if (!startTarget || !board || !event.isPrimary || event.button !== 0) return;
  stroke = { board, startTarget, pointerId: event.pointerId, x: event.clientX, y: event.clientY, drawing: null };
  startTarget.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { clientX: x, clientY: y } = event;
  if (!stroke.drawing && Math.hypot(x - stroke.x, y - stroke.y) < STROKE_THRESHOLD) return;
  const { line } = stroke.drawing ??= showDrawing();
  const [startX, startY] = centerOf(stroke.startTarget);
  for (const [name, value] of Object.entries({ x1: startX, y1: startY, x2: x, y2: y })) {
    line.setAttribute(name, String(value));
  }
});

document.addEventListener("pointerup", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { board, startTarget, drawing } = stroke;
  endStroke();
  if (!drawing) return; // a tap: the click follows
  const endTarget = targetElement(document.elementFromPoint(event.clientX, event.clientY));
  if (!endTarget || !board.contains(endTarget) || targetOf(endTarget) === targetOf(startTarget)) return;
  send(EventKind.DO, board.dataset.pencil ?? "", JSON.stringify([targetOf(startTarget), targetOf(endTarget)]));
});

document.addEventListener("pointercancel", endStroke);

// A finger on a target draws, elsewhere it scrolls. (CSS touch-action has no effect inside an SVG.)
document.addEventListener("touchmove", (event) => {
  if (stroke && event.touches.length === 1) event.preventDefault();
}, { passive: false });
