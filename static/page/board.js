// Lookup and geometry of targets, pieces and elements in pictures of boards.

/** The board around an element that can be used by pointer or keyboard. */
export const BOARD = "svg[data-game]";

/** Return the middle of an element in client coordinates. */
export function centerOf(element) {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Return the element with `data-target` that an element lies in, if any. */
export const targetElement = (element) => element?.closest?.("[data-target]");

/** Return a CSS selector for a `data-` attribute of a given value. */
export const dataSelector = (name, value) => `[data-${name}="${CSS.escape(value)}"]`;

/**
 * Return the piece that a drag from a target moves: a card itself; else the piece that names the target in
 * `data-piece`, or the topmost one whose middle lies in the target.
 * @param {SVGSVGElement} board
 * @param {string} target
 * @returns {Element | undefined}
 */
export function pieceAt(board, target) {
  const element = board.querySelector(dataSelector("target", target));
  if (element?.matches(".card")) return element;
  const named = board.querySelector(dataSelector("piece", target));
  if (named) return named;
  const box = element?.getBoundingClientRect();
  return box && [...board.querySelectorAll(".piece")].findLast((piece) => {
    const [x, y] = centerOf(piece);
    return box.left < x && x < box.right && box.top < y && y < box.bottom;
  });
}
