// Lookup and geometry of targets, pieces and elements in pictures of boards.

import { closestTo } from "./closest.js";

/** A selector for boards that a pointer or the keyboard can use. */
export const BOARD = "svg[data-game]";

/** A selector for the choices on a board, which cover squares until the player has chosen. */
export const CHOICE = ".choice";

/**
 * Return the centre of an element in client coordinates.
 * @param {Element} element
 * @returns {Point}
 */
export function centerOf(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/**
 * Return the element with `data-target` around the target of an event or around an element, if any.
 * @param {EventTarget | null} element
 */
export const targetElement = (element) => closestTo(element, "[data-target]");

/**
 * Return the target that an element with `data-target` stands for.
 * @param {PageElement} element
 */
export const targetOf = (element) => element.dataset.target ?? "";

/**
 * Return a CSS selector for a `data-` attribute with a value.
 * @param {string} name
 * @param {string} value
 */
export const dataSelector = (name, value) => `[data-${name}="${CSS.escape(value)}"]`;

/**
 * Return the piece that a drag from a target moves: a card itself, or else the piece with the target in `data-piece`,
 * or the topmost piece whose centre lies in the target.
 * @param {SVGSVGElement} board
 * @param {string} target
 * @returns {PageElement | null}
 */
export function pieceAt(board, target) {
  /** @type {PageElement | null} */
  const element = board.querySelector(dataSelector("target", target));
  if (element?.matches(".card")) return element;
  /** @type {PageElement | null} */
  const explicit = board.querySelector(dataSelector("piece", target));
  if (explicit) return explicit;
  const box = element?.getBoundingClientRect();
  if (!box) return null;
  /** @type {NodeListOf<PageElement>} */
  const pieces = board.querySelectorAll(".piece");
  return [...pieces].findLast((piece) => {
    const [x, y] = centerOf(piece);
    return box.left < x && x < box.right && box.top < y && y < box.bottom;
  }) ?? null;
}
