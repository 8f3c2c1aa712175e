// Lookup and geometry of targets, pieces and elements in pictures of boards.

/** A selector for boards that a pointer or the keyboard can use. */
export const BOARD = "svg[data-game]";

/** Return the centre of an element in client coordinates. */
export function centerOf(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Return the element with `data-target` around an element, if any. */
export const targetElement = (element) => element?.closest?.("[data-target]");

/** Return a CSS selector for a `data-` attribute with a value. */
export const dataSelector = (name, value) => `[data-${name}="${CSS.escape(value)}"]`;

/**
 * Return the piece that a drag from a target moves: a card itself, or else the piece with the target in `data-piece`,
 * or the topmost piece whose centre lies in the target.
 * @param {SVGSVGElement} board
 * @param {string} target
 * @returns {Element | undefined}
 */
export function pieceAt(board, target) {
  const element = board.querySelector(dataSelector("target", target));
  if (element?.matches(".card")) return element;
  const explicit = board.querySelector(dataSelector("piece", target));
  if (explicit) return explicit;
  const box = element?.getBoundingClientRect();
  return box && [...board.querySelectorAll(".piece")].findLast((piece) => {
    const [x, y] = centerOf(piece);
    return box.left < x && x < box.right && box.top < y && y < box.bottom;
  });
}
