// Dragging of pieces with a finger, a pen or the mouse.
//
// A drag begins when the pointer has moved by DRAG_THRESHOLD; a shorter movement may be a tap. The board's `data-drags`
// lists the draggable targets; without it, every legal target is draggable. A drag from another target with a piece
// also reaches Python, which explains why it is impossible. A finger scrolls from such a target, except from a piece in
// the board's `data-stuck`: the player's own piece that cannot move. A button with `data-carries`, the id of its piece,
// can be dragged onto the board of the page.
//
// The copy of the piece is larger than the piece, and a finger does not cover it. The target under the pointer has
// `data-below`: "go", or "no" if the piece may not land there.
//
// On a board with `data-sweeps` the selection stays after an action. A drag that begins on a legal target of this board
// is a sweep: it touches each legal target on its path once.

import { finishAnimations } from "./animation.js";
import { BOARD, centerOf, pieceAt, targetElement, targetOf } from "./board.js";
import { closestTo } from "./closest.js";
import { send } from "./dispatch.js";
import { EventKind } from "../boot/contract.mjs";
import { ownChildren, parentOf, SVG } from "./dom.js";

export const DRAG_THRESHOLD = 8; // px
const SWEEP_STEP = 12; // px, less than half the width of a square
const RISE = 1.1; // height of a finger's piece above the finger, in heights of the piece
const MIN_RISE = 44; // px, the width of a finger
const GROWTH = 1.25; // size of the copy, as in table.css
const SCROLL_START_MS = 200; // time until a scrolling finger has moved the board

/**
 * The drag in progress, or a press that may become one.
 * @typedef {Object} Drag
 * @property {SVGSVGElement} board
 * @property {string} target the target under the pointer at the start
 * @property {number} startX in client coordinates, as is startY
 * @property {number} startY
 * @property {number} pointerId
 * @property {boolean} draggable false if Python will refuse it
 * @property {boolean} held true if a finger does not scroll from it
 * @property {Element | null} button the palette button from which it starts
 * @property {PageElement | null} piece on the board, or in the button
 * @property {PageElement | null} copy the copy of the piece under the pointer
 * @property {number} rise height of the copy above the pointer, in px
 * @property {number} top upper edge of the grown copy at the start, in client coordinates
 * @property {PageElement | null} below the target under the pointer
 * @property {number} unitsPerPixel picture units for each px
 * @property {boolean} moving true after the threshold
 * @property {Set<string> | null} swept the targets that a sweep has reached; null for other drags
 * @property {DOMMatrix | null} placement of the board on the screen at the start
 */

/** @type {Drag | null} */
let drag = null;
let ignoreClick = false;

/** Return true if the current click ends a drag and is not a tap. Call this once for each click. */
export function isClickAfterDrag() {
  const ignored = ignoreClick;
  ignoreClick = false;
  return ignored;
}

/**
 * Show a copy of a piece on a layer above all others, since later elements of an SVG cover earlier ones.
 * @param {SVGSVGElement} board
 * @param {PageElement} piece
 * @returns {PageElement} the copy, which follows the pointer
 */
function showCopy(board, piece) {
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("class", `${board.getAttribute("class")} carrying`);
  layer.setAttribute("aria-hidden", "true");
  const copy = cloneOf(piece, true);
  copy.classList.add("dragged");
  const growing = /** @type {PageElement} */ (document.createElementNS(SVG, "g")); // its scale leaves the transform of the copy alone
  growing.setAttribute("class", "growing");
  growing.append(copy);
  let content = growing;
  for (let ancestor = /** @type {Element | null} */ (piece.parentElement); ancestor && ancestor !== board; ancestor = ancestor.parentElement) {
    const wrapper = cloneOf(ancestor, false); // for its transform and its style
    wrapper.append(content);
    content = wrapper;
  }
  /** @type {NodeListOf<PageElement>} */
  const parts = content.querySelectorAll("*");
  for (const element of [content, ...parts]) {
    for (const name of Object.keys(element.dataset)) delete element.dataset[name];
    element.removeAttribute("id");
  }
  const group = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = board.getScreenCTM() ?? new DOMMatrix();
  group.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  group.append(content);
  layer.append(group);
  document.body.append(layer);
  piece.classList.add("lifted");
  return copy;
}

/** @type {(element: Element, isDeep: boolean) => PageElement} */
const cloneOf = (element, isDeep) => /** @type {PageElement} */ (element.cloneNode(isDeep));

/**
 * Return true if a drag may begin on a target.
 * @param {SVGSVGElement} board
 * @param {PageElement} target
 */
function isDraggable(board, target) {
  const draggableTargets = board.dataset.drags;
  return draggableTargets === undefined ? target.hasAttribute("data-legal") : draggableTargets.split(" ").includes(targetOf(target));
}

/**
 * Return true if a finger on an immovable piece does not scroll. On an enlarged board it always scrolls.
 * @param {SVGSVGElement} board
 * @param {PageElement} target
 */
function isStuck(board, target) {
  const stage = parentOf(board);
  const pans = stage && (stage.scrollWidth > stage.clientWidth || stage.scrollHeight > stage.clientHeight);
  return !pans && (board.dataset.stuck ?? "").split(" ").includes(targetOf(target));
}

/**
 * Keep a board at its position during a drag, although texts around it change: the goal must not move away from the
 * finger.
 * @param {SVGSVGElement} board
 * @param {DOMMatrix | null} placement
 */
function holdInPlace(board, placement) {
  board.style.transform = "";
  const current = board.getScreenCTM(), { left, top } = board.getBoundingClientRect();
  if (!placement || !current?.a) return;
  const scale = placement.a / current.a;
  const dx = placement.e - left - scale * (current.e - left), dy = placement.f - top - scale * (current.f - top);
  if (Math.hypot(dx, dy) + Math.abs(scale - 1) < 0.01) return;
  board.style.transformOrigin = "0 0";
  board.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`;
}

// If a page becomes shorter, the browser scrolls it a moment later.
document.addEventListener("scroll", () => { if (drag?.placement) holdInPlace(drag.board, drag.placement); }, true);

/**
 * Return true if a point of the screen is within the picture of a board.
 * @param {Element} board
 * @param {number} x
 * @param {number} y
 */
function isInside(board, x, y) {
  const { left, right, top, bottom } = board.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

/**
 * Touch the legal targets between the latest point of a sweep and a new point, which becomes the latest one. A fast
 * pointer skips targets, so the path has points in between.
 * @param {Drag} sweep
 * @param {Set<string>} swept
 * @param {number} x
 * @param {number} y
 */
function sweepTo(sweep, swept, x, y) {
  const { board, startX, startY } = sweep, steps = Math.ceil(Math.hypot(x - startX, y - startY) / SWEEP_STEP);
  for (let step = 0; step <= steps && board.dataset.sweeps !== undefined; step++) {
    const part = steps ? step / steps : 1;
    const element = targetElement(document.elementFromPoint(startX + part * (x - startX), startY + part * (y - startY)));
    if (!element || !board.contains(element) || !element.hasAttribute("data-legal") || swept.has(targetOf(element))) continue;
    swept.add(targetOf(element));
    send(EventKind.TOUCH, targetOf(element));
    holdInPlace(board, sweep.placement);
  }
  [sweep.startX, sweep.startY] = [x, y];
}

/**
 * Return the target of a drag's board at a point of the screen, preferably one where the piece may land.
 * @param {Element} board
 * @param {number} x
 * @param {number} y
 */
function targetBelow(board, x, y) {
  const below = document.elementsFromPoint(x, y).map(targetElement).filter((candidate) => candidate !== null)
    .filter((candidate) => board.contains(candidate));
  return below.find((candidate) => candidate.hasAttribute("data-legal")) ?? below[0] ?? null;
}

/**
 * Mark the target under the pointer of a drag.
 * @param {Drag} current
 * @param {PageElement | null} below
 */
function markBelow(current, below) {
  current.below?.removeAttribute("data-below");
  current.below = below && targetOf(below) !== current.target ? below : null;
  current.below?.setAttribute("data-below", current.below.hasAttribute("data-legal") ? "go" : "no");
}

/** End a drag that the system or another window has interrupted, and return a piece to the palette. */
function interruptDrag() {
  if (!drag) return;
  const { button, moving, target } = drag;
  endDrag();
  if (button && moving) send(EventKind.AWAY, target);
}

/** Return true if a piece can follow the pointer that is down. */
export const isDragPossible = () => drag?.draggable === true;

/** End a drag without an event, because the pointer does something else. A click that follows is no tap. */
export function abandonDrag() {
  endDrag();
  ignoreClick = true;
  setTimeout(() => { ignoreClick = false; }, 0);
}

function endDrag() {
  if (!drag) return;
  drag.board.style.transform = "";
  if (drag.moving) setTimeout(() => { ignoreClick = false; }, 0);
  markBelow(drag, null);
  drag.piece?.classList.remove("lifted");
  drag.copy?.closest(".carrying")?.remove();
  drag = null;
}

/**
 * Prepare a drag from a button of a palette.
 * @param {PageElement} button
 * @param {PointerEvent} event
 */
function pressPalette(button, event) {
  /** @type {SVGSVGElement | null} */
  const board = document.querySelector(BOARD);
  if (!board) return;
  drag = {
    board, target: button.dataset.carries ?? "", startX: event.clientX, startY: event.clientY,
    pointerId: event.pointerId, draggable: true, held: true, button, piece: null, copy: null, unitsPerPixel: 1,
    rise: 0, top: 0, below: null, moving: false, swept: null, placement: null,
  };
  if (event.pointerType === "touch") button.releasePointerCapture?.(event.pointerId);
}

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) { // a second finger zooms, unless the first drags a piece
    if (drag && !drag.draggable) endDrag();
    return;
  }
  endDrag(); // end a drag whose pointerup event was lost
  ignoreClick = false;
  const target = targetElement(event.target);
  /** @type {SVGSVGElement | null | undefined} */
  const board = target?.closest(BOARD);
  const button = closestTo(event.target, "[data-carries]");
  if (button && event.button === 0) pressPalette(button, event);
  // On an embedded board: the selected target, or an empty text. Without a selection, a finger scrolls the page around
  // it.
  const selectedTarget = closestTo(board, "[data-taken]")?.dataset.taken;
  if (!target || !board || event.button !== 0 || board.dataset.pencil) return;
  const isSweep = board.dataset.sweeps !== undefined && target.hasAttribute("data-legal");
  const draggable = isSweep || isDraggable(board, target);
  if (!draggable && board.dataset.drags === undefined) return;
  if (event.pointerType === "touch" && (selectedTarget === "" || (selectedTarget !== undefined && !draggable))) return;
  finishAnimations(board); // so that pieces are at their final positions
  if (!isSweep && !pieceAt(board, targetOf(target))) return; // no piece to drag: a finger scrolls from here
  const matrix = board.getScreenCTM();
  drag = {
    board, target: targetOf(target), startX: event.clientX, startY: event.clientY, pointerId: event.pointerId,
    draggable, held: draggable || isStuck(board, target), button: null, piece: null, copy: null,
    unitsPerPixel: matrix ? 1 / matrix.a : 1, rise: 0, top: 0, below: null, moving: false, swept: isSweep ? new Set() : null, placement: null,
  };
  if (event.pointerType === "touch") target.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  if (event.buttons === 0) { interruptDrag(); return; } // released outside the window
  const dx = event.clientX - drag.startX, dy = event.clientY - drag.startY;
  if (!drag.moving && Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
  if (drag.swept) {
    drag.placement ??= drag.board.getScreenCTM();
    drag.moving = ignoreClick = true;
    sweepTo(drag, drag.swept, event.clientX, event.clientY);
    event.preventDefault();
    return;
  }
  if (!drag.moving) {
    if (!drag.draggable) { drag.moving = true; return; }
    const picture = drag.button?.querySelector("svg") ?? null;
    drag.piece = picture ? ownChildren(picture)[0] : pieceAt(drag.board, drag.target);
    if (!drag.piece) { drag = null; return; } // the piece has disappeared
    drag.moving = true;
    ignoreClick = true;
    drag.placement = drag.board.getScreenCTM();
    send(EventKind.TAKE, drag.target);
    holdInPlace(drag.board, drag.placement);
    if (picture) drag.unitsPerPixel = 1 / (picture.getScreenCTM()?.a ?? 1);
    else drag.piece = pieceAt(drag.board, drag.target) ?? drag.piece;
    drag.copy = showCopy(picture ?? drag.board, drag.piece);
    const { top, height } = drag.piece.getBoundingClientRect();
    drag.top = top - (GROWTH - 1) / 2 * height;
    if (event.pointerType === "touch") drag.rise = Math.max(MIN_RISE, RISE * height);
  }
  if (!drag.draggable) return;
  // At the upper edge of the screen, a piece rises less, so that it stays visible.
  const rise = Math.min(drag.rise, Math.max(drag.top + dy, Math.min(drag.rise, MIN_RISE) / 2));
  if (drag.copy) drag.copy.style.translate = `${dx * drag.unitsPerPixel}px ${(dy - rise) * drag.unitsPerPixel}px`;
  markBelow(drag, targetBelow(drag.board, event.clientX, event.clientY));
  event.preventDefault();
}, { passive: false });

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  const { moving, target, board, button, draggable, swept } = drag, { clientX: x, clientY: y } = event;
  if (swept) { endDrag(); return; }
  if (moving && !draggable) {
    const endTarget = targetElement(document.elementFromPoint(x, y));
    if (!endTarget || targetOf(endTarget) !== target) {
      ignoreClick = true;
      send(EventKind.TAKE, target); // Python explains why
      if (endTarget && board.contains(endTarget)) send(EventKind.POINT, endTarget.dataset.drop ?? targetOf(endTarget));
    }
  } else if (moving) {
    const endTarget = targetBelow(board, x, y);
    if (!endTarget) {
      // A piece dropped between the targets of its own board stays selected.
      if (button || !isInside(board, x, y)) send(EventKind.AWAY, target);
    } else if (targetOf(endTarget) !== target) send(EventKind.DROP, endTarget.dataset.drop ?? targetOf(endTarget));
  }
  endDrag();
});

// A finger that drags nothing scrolls. If nothing scrolls, Python explains the attempt.
document.addEventListener("pointercancel", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  const { moving, target, board, draggable } = drag;
  interruptDrag();
  const [x, y] = centerOf(board);
  if (moving && !draggable) setTimeout(() => {
    const [nowX, nowY] = centerOf(board);
    if (board.isConnected && Math.hypot(nowX - x, nowY - y) < 1) send(EventKind.TAKE, target);
  }, SCROLL_START_MS);
});

// A finger on a piece of the player to move drags it, elsewhere it scrolls. (CSS touch-action has no effect inside an
// SVG.)
document.addEventListener("touchmove", (event) => {
  if (drag?.held && event.touches.length === 1 && event.cancelable) event.preventDefault();
}, { passive: false });
