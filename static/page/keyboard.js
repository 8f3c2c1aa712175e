// The keyboard: arrow keys between the targets of a board, Enter and Space, and keys for the whole page.

import { BOARD, centerOf, targetElement, targetOf } from "./board.js";
import { closestTo } from "./closest.js";
import { openDialog } from "./dialogs.js";
import { send } from "./dispatch.js";
import { EventKind } from "./event_kinds.js";

/** The directions of the arrow keys. @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Return the nearest target in a direction. Distance across the direction counts three times. Of two targets at one
 * position (a piece and its space), the result is the legal or else the upper one.
 * @param {Element} board
 * @param {Element} start
 * @param {Point} direction
 */
function neighbor(board, start, [dx, dy]) {
  const [x, y] = centerOf(start);
  /** @type {NodeListOf<PageElement>} */
  const targets = board.querySelectorAll("[data-target]");
  /** @type {PageElement | null} */
  let nearest = null;
  let shortest = Infinity;
  for (const candidate of targets) {
    if (candidate === start) continue;
    const [candidateX, candidateY] = centerOf(candidate);
    const along = (candidateX - x) * dx + (candidateY - y) * dy;
    const across = Math.abs((candidateX - x) * dy) + Math.abs((candidateY - y) * dx);
    if (along <= 1 || across > along * 1.8) continue;
    const distance = along + 3 * across;
    const preferred = candidate.hasAttribute("data-legal") || !nearest?.hasAttribute("data-legal");
    if (distance < shortest - 2 || (distance < shortest + 2 && preferred)) { shortest = distance; nearest = candidate; }
  }
  return nearest;
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || closestTo(event.target, "input, textarea, select")) return;
  const target = targetElement(event.target);
  const board = target?.closest(BOARD);
  if (target && board && ARROWS[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
    neighbor(board, target, ARROWS[event.key])?.focus();
    event.preventDefault();
  } else if (event.repeat && closestTo(event.target, "button, [data-target]") && /^(Enter| )$/.test(event.key)) {
    event.preventDefault(); // a held key acts only once: a repetition could act for another player
  } else if (target && (event.key === "Enter" || event.key === " ")) {
    send(EventKind.TOUCH, targetOf(target));
    event.preventDefault();
  } else if (!event.repeat) {
    if (openDialog() || closestTo(event.target, ".menu-list")) return; // keys act on the page alone
    const chord = event.ctrlKey || event.metaKey;
    send(EventKind.KEY, chord ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key);
  }
});
