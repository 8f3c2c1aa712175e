// The keyboard: arrow keys between the targets of a board, Enter and Space, and keys for the whole page.

import { BOARD, centerOf, targetElement, targetOf } from "./board.js";
import { closestTo } from "./closest.js";
import { openDialog } from "./dialogs.js";
import { send } from "./dispatch.js";
import { EventKind } from "../boot/contract.mjs";

/** The directions of the arrow keys. @type {Record<string, Point>} */
const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Return the nearest of several elements in a direction. Distance across the direction counts three times. Of two targets
 * at one position (a piece and its space), the result is the legal or else the upper one.
 * @param {Iterable<PageElement>} candidates
 * @param {Element} start
 * @param {Point} direction
 */
function neighbor(candidates, start, [dx, dy]) {
  const [x, y] = centerOf(start);
  /** @type {PageElement | null} */
  let nearest = null;
  let shortest = Infinity;
  for (const candidate of candidates) {
    if (candidate === start) continue;
    const [candidateX, candidateY] = centerOf(candidate);
    const along = (candidateX - x) * dx + (candidateY - y) * dy;
    const across = Math.abs((candidateX - x) * dy) + Math.abs((candidateY - y) * dx);
    if (along <= 1 || across > along * 1.8) continue;
    const distance = along + 3 * across;
    const isPreferred = candidate.hasAttribute("data-legal") || !nearest?.hasAttribute("data-legal");
    if (distance < shortest - 2 || (distance < shortest + 2 && isPreferred)) { shortest = distance; nearest = candidate; }
  }
  return nearest;
}

/** Return the targets of a board. @type {(board: Element) => NodeListOf<PageElement>} */
const targetsIn = (board) => board.querySelectorAll("[data-target]");

/**
 * Return the button to which a key leads in a list of moves, if any.
 * @param {KeyboardEvent} event
 * @returns {PageElement | null | undefined}
 */
function nextInList({ key, target }) {
  const list = closestTo(target, "[data-arrows]");
  if (!list || !(target instanceof HTMLElement)) return null;
  const buttons = [...list.querySelectorAll("button")], index = buttons.findIndex((button) => button === target);
  if (key === "Home") return buttons[0];
  if (key === "End") return buttons.at(-1);
  if (key === "ArrowLeft") return buttons[index - 1];
  if (key === "ArrowRight") return buttons[index + 1];
  return ARROWS[key] && neighbor(buttons, target, ARROWS[key]);
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || closestTo(event.target, "input, textarea, select")) return;
  const target = targetElement(event.target);
  const board = target?.closest(BOARD);
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const next = isPlain ? nextInList(event) : null;
  if (target && board && ARROWS[event.key] && isPlain) {
    neighbor(targetsIn(board), target, ARROWS[event.key])?.focus();
    event.preventDefault();
  } else if (next) {
    next.focus();
    if (next.matches(".ply")) next.dispatchEvent(new MouseEvent("click", { bubbles: true })); // the board shows its move
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
