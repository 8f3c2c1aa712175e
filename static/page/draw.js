// Drawing of arrows with a finger, a pen or the mouse, on a board with `data-pencil`: the message that is sent with the
// two targets, as a JSON list.

import { BOARD, centerOf, targetElement } from "./board.js";
import { send } from "./dispatch.js";
import { SVG } from "./dom.js";

const STROKE_THRESHOLD = 8; // px, until which it may be a tap

/** @type {{board: Element, from: Element, pointerId: number, x: number, y: number, layer: Element | null} | null} */
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
  const from = targetElement(event.target), board = from?.closest(`${BOARD}[data-pencil]`);
  if (!board || !event.isPrimary || event.button !== 0) return;
  stroke = { board, from, pointerId: event.pointerId, x: event.clientX, y: event.clientY, layer: null };
  from.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { clientX: x, clientY: y } = event;
  if (!stroke.layer && Math.hypot(x - stroke.x, y - stroke.y) < STROKE_THRESHOLD) return;
  stroke.layer ??= showLayer();
  const [startX, startY] = centerOf(stroke.from);
  for (const [name, value] of Object.entries({ x1: startX, y1: startY, x2: x, y2: y })) {
    stroke.layer.firstChild.setAttribute(name, value);
  }
});

document.addEventListener("pointerup", (event) => {
  if (!stroke || event.pointerId !== stroke.pointerId) return;
  const { board, from, layer } = stroke;
  endStroke();
  if (!layer) return; // a tap, which comes as a click
  const goal = targetElement(document.elementFromPoint(event.clientX, event.clientY));
  if (!goal || !board.contains(goal) || goal.dataset.target === from.dataset.target) return;
  send("do", board.dataset.pencil, JSON.stringify([from.dataset.target, goal.dataset.target]));
});

document.addEventListener("pointercancel", endStroke);

// A finger on a place draws, anywhere else it scrolls. (CSS touch-action has no effect inside an SVG.)
document.addEventListener("touchmove", (event) => {
  if (stroke && event.touches.length === 1) event.preventDefault();
}, { passive: false });
