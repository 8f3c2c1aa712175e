// Drawing of arrows with a finger, a pen or the mouse, on a board with `data-pencil`. The message contains the two
// targets as a JSON list.

import { BOARD, centerOf, targetElement } from "./board.js";
import { send } from "./dispatch.js";
import { EventKind } from "./event_kinds.js";
import { SVG } from "./dom.js";

const STROKE_THRESHOLD = 8; // px; a shorter movement may be a tap

/** @type {{board: Element, startTarget: Element, pointerId: number, x: number, y: number, layer: Element | null} | null} */
let stroke = null;

function showLayer() {
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("class", "stroke");
  layer.setAttribute("aria-hidden", "true");
  layer.append(document.createElementNS(SVG, "line"));
  document.body.append(layer);
  return layer;
}

function endStroke() {
  stroke?.layer?.remove();
  stroke = null;
}

document.addEventListener("pointerdown", (event) => {
  endStroke();
  const startTarget = targetElement(event.target), board = startTarget?.closest(`${BOARD}[data-pencil]`);
  if (!board || !event.isPrimary || event.button !== 0) return;
  stroke = { board, startTarget, pointerId: event.pointerId, x: event.clientX, y: event.clientY, layer: null };
  startTarget.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { clientX: x, clientY: y } = event;
  if (!stroke.layer && Math.hypot(x - stroke.x, y - stroke.y) < STROKE_THRESHOLD) return;
  stroke.layer ??= showLayer();
  const [startX, startY] = centerOf(stroke.startTarget);
  for (const [name, value] of Object.entries({ x1: startX, y1: startY, x2: x, y2: y })) {
    stroke.layer.firstChild.setAttribute(name, value);
  }
});

document.addEventListener("pointerup", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { board, startTarget, layer } = stroke;
  endStroke();
  if (!layer) return; // a tap: the click follows
  const endTarget = targetElement(document.elementFromPoint(event.clientX, event.clientY));
  if (!endTarget || !board.contains(endTarget) || endTarget.dataset.target === startTarget.dataset.target) return;
  send(EventKind.DO, board.dataset.pencil, JSON.stringify([startTarget.dataset.target, endTarget.dataset.target]));
});

document.addEventListener("pointercancel", endStroke);

// A finger on a target draws, elsewhere it scrolls. (CSS touch-action has no effect inside an SVG.)
document.addEventListener("touchmove", (event) => {
  if (stroke && event.touches.length === 1) event.preventDefault();
}, { passive: false });
