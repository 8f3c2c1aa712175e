// Dragging of pieces with a finger, a pen or the mouse.
//
// A drag begins when the pointer has moved by DRAG_THRESHOLD from where it was pressed; until then it may be a tap.
// What may be dragged is listed in the board's `data-drags`; on a board without it, any legal target is. A drag from
// any other target with a piece is sent as well, so that Python can explain why it is impossible. A finger scrolls from
// there, but not from a piece in the board's `data-stuck`: the player's own that cannot move. A button with
// `data-carries`, the id of what it stands for, is dragged onto the board of the page by its picture.

import { finishAnimations } from "./animation.js";
import { BOARD, centerOf, pieceAt, targetElement } from "./board.js";
import { send } from "./dispatch.js";
import { ownChildren, parentOf, SVG } from "./dom.js";

export const DRAG_THRESHOLD = 8; // px
const SCROLL_START_MS = 200; // after which a finger that scrolls has moved the board

/**
 * The drag in progress, or a press that may become one.
 * @typedef {Object} Drag
 * @property {SVGSVGElement} board
 * @property {string} target that was pressed
 * @property {number} startX in client coordinates, as is startY
 * @property {number} startY
 * @property {number} pointerId
 * @property {boolean} draggable false if Python will refuse it
 * @property {boolean} held true if a finger does not scroll from it
 * @property {Element} [button] of a palette, from which it is dragged
 * @property {Element | null} piece on the board, or in the button
 * @property {Element | null} copy of the piece under the pointer
 * @property {number} unitsPerPixel picture units for each px
 * @property {boolean} moving true once the threshold has been passed
 * @property {DOMMatrix} [placement] of the board on the screen when the drag began
 */

/** @type {Drag | null} */
let drag = null;
let ignoreClick = false;

/** Return whether the click now fired ends a drag and is no tap. Asked once for each click. */
export function isClickAfterDrag() {
  const ignored = ignoreClick;
  ignoreClick = false;
  return ignored;
}

/**
 * Show a copy of a piece on a layer above all others, since within an SVG later elements cover earlier ones.
 * @returns {Element} the copy, to be moved
 */
function showCopy(board, piece) {
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("class", `${board.getAttribute("class")} carrying`);
  layer.setAttribute("aria-hidden", "true");
  const copy = piece.cloneNode(true);
  copy.classList.add("dragged");
  let content = copy;
  for (let ancestor = piece.parentNode; ancestor !== board; ancestor = ancestor.parentNode) {
    const wrapper = ancestor.cloneNode(false); // for its transform and its style
    wrapper.append(content);
    content = wrapper;
  }
  for (const element of [content, ...content.querySelectorAll("*")]) {
    for (const name of Object.keys(element.dataset)) delete element.dataset[name];
    element.removeAttribute("id");
  }
  const group = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = board.getScreenCTM();
  group.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  group.append(content);
  layer.append(group);
  document.body.append(layer);
  piece.classList.add("lifted");
  return copy;
}

/** Return whether a drag may begin on a target. */
function isDraggable(board, target) {
  const listed = board.dataset.drags;
  return listed === undefined ? target.hasAttribute("data-legal") : listed.split(" ").includes(target.dataset.target);
}

/** Return whether a finger on a piece that cannot be dragged still means that piece: an enlarged board is panned. */
function isStuck(board, target) {
  const { scrollWidth, clientWidth, scrollHeight, clientHeight } = parentOf(board);
  const pans = scrollWidth > clientWidth || scrollHeight > clientHeight;
  return !pans && (board.dataset.stuck ?? "").split(" ").includes(target.dataset.target);
}

/**
 * Keep a board where it was when the drag began, although texts around it change: the goal must not move away from the
 * finger.
 * @param {SVGSVGElement} board
 * @param {DOMMatrix} placement
 */
function holdInPlace(board, placement) {
  board.style.transform = "";
  const now = board.getScreenCTM(), { left, top } = board.getBoundingClientRect();
  if (!placement || !now?.a) return;
  const scale = placement.a / now.a;
  const dx = placement.e - left - scale * (now.e - left), dy = placement.f - top - scale * (now.f - top);
  if (Math.hypot(dx, dy) + Math.abs(scale - 1) < 0.01) return;
  board.style.transformOrigin = "0 0";
  board.style.transform = `translate(${dx}px, ${dy}px) scale(${scale})`;
}

// The browser scrolls a page that has become shorter a moment later.
document.addEventListener("scroll", () => { if (drag?.placement) holdInPlace(drag.board, drag.placement); }, true);

/** Return whether a point of the screen is within the picture of a board. */
function isInside(board, x, y) {
  const { left, right, top, bottom } = board.getBoundingClientRect();
  return left <= x && x <= right && top <= y && y <= bottom;
}

/** End a drag that the system or another window has broken off: what came from a palette is put down. */
function breakOff() {
  const { button, moving, target } = drag;
  endDrag();
  if (button && moving) send("away", target);
}

function endDrag() {
  if (!drag) return;
  drag.board.style.transform = "";
  if (drag.moving) setTimeout(() => { ignoreClick = false; }, 0);
  drag.piece?.classList.remove("lifted");
  drag.copy?.closest(".carrying").remove();
  drag = null;
}

/** Begin a drag, perhaps, from a button of a palette. */
function pressPalette(button, event) {
  const board = document.querySelector(BOARD);
  if (!board) return;
  drag = {
    board, target: button.dataset.carries, startX: event.clientX, startY: event.clientY, pointerId: event.pointerId,
    draggable: true, held: true, button, piece: null, copy: null, unitsPerPixel: 1, moving: false,
  };
  if (event.pointerType === "touch") button.releasePointerCapture?.(event.pointerId);
}

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) { // a second finger zooms, unless the first drags a piece
    if (drag && !drag.draggable) endDrag();
    return;
  }
  endDrag(); // of a drag whose end was not heard
  ignoreClick = false;
  const target = targetElement(event.target);
  const board = target?.closest(BOARD);
  const button = event.target.closest?.("[data-carries]");
  if (button && event.button === 0) pressPalette(button, event);
  // On an embedded board: the selected target, or empty. Without a selection, a finger scrolls the page around.
  const selected = board?.closest("[data-taken]")?.dataset.taken;
  if (!board || event.button !== 0 || board.dataset.pencil) return;
  const draggable = isDraggable(board, target);
  if (!draggable && board.dataset.drags === undefined) return;
  if (event.pointerType === "touch" && (selected === "" || (selected !== undefined && !draggable))) return;
  finishAnimations(board); // so that pieces are found where they belong
  if (!pieceAt(board, target.dataset.target)) return; // nothing to drag: a finger scrolls from here
  const matrix = board.getScreenCTM();
  drag = {
    board, target: target.dataset.target, startX: event.clientX, startY: event.clientY, pointerId: event.pointerId,
    draggable, held: draggable || isStuck(board, target), piece: null, copy: null, unitsPerPixel: matrix ? 1 / matrix.a : 1, moving: false,
  };
  if (event.pointerType === "touch") target.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  if (event.buttons === 0) { breakOff(); return; } // released where that could not be heard
  const dx = event.clientX - drag.startX, dy = event.clientY - drag.startY;
  if (!drag.moving) {
    if (Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
    if (!drag.draggable) { drag.moving = true; return; }
    const picture = drag.button?.querySelector("svg");
    drag.piece = picture ? ownChildren(picture)[0] : pieceAt(drag.board, drag.target);
    if (!drag.piece) { drag = null; return; } // removed in the meantime
    drag.moving = true;
    ignoreClick = true;
    drag.placement = drag.board.getScreenCTM();
    send("take", drag.target);
    holdInPlace(drag.board, drag.placement);
    if (picture) drag.unitsPerPixel = 1 / picture.getScreenCTM().a;
    else drag.piece = pieceAt(drag.board, drag.target) ?? drag.piece;
    drag.copy = showCopy(picture ?? drag.board, drag.piece);
  }
  if (!drag.draggable) return;
  drag.copy.style.translate = `${dx * drag.unitsPerPixel}px ${dy * drag.unitsPerPixel}px`;
  event.preventDefault();
}, { passive: false });

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  const { moving, target, board, button, draggable } = drag, { clientX: x, clientY: y } = event;
  if (moving && !draggable) {
    const goal = targetElement(document.elementFromPoint(x, y));
    if (goal?.dataset.target !== target) {
      ignoreClick = true;
      send("take", target); // to have it explained
      if (goal && board.contains(goal)) send("point", goal.dataset.drop ?? goal.dataset.target);
    }
  } else if (moving) {
    const below = document.elementsFromPoint(x, y).map(targetElement).filter((found) => found && board.contains(found));
    const goal = below.find((found) => found.hasAttribute("data-legal")) ?? below[0];
    if (goal === undefined) {
      // What is dropped between the places of its own board stays taken up.
      if (button || !isInside(board, x, y)) send("away", target);
    } else if (goal.dataset.target !== target) send("drop", goal.dataset.drop ?? goal.dataset.target);
  }
  endDrag();
});

// The browser takes over a finger that drags nothing, to scroll. Where nothing scrolls, the attempt is to be explained.
document.addEventListener("pointercancel", (event) => {
  if (!drag || event.pointerId !== drag.pointerId) return;
  const { moving, target, board, draggable } = drag;
  breakOff();
  const [x, y] = centerOf(board);
  if (moving && !draggable) setTimeout(() => {
    const [nowX, nowY] = centerOf(board);
    if (board.isConnected && Math.hypot(nowX - x, nowY - y) < 1) send("take", target);
  }, SCROLL_START_MS);
});

// A finger on a piece of the player to move drags it, anywhere else it scrolls. (CSS touch-action has no effect inside an SVG.)
document.addEventListener("touchmove", (event) => {
  if (drag?.held && event.touches.length === 1) event.preventDefault();
}, { passive: false });
