// The keyboard: arrow keys between the targets of a board, Enter and Space, and keys for all of the page.

import { BOARD, centerOf, targetElement } from "./board.js";
import { send } from "./dispatch.js";

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

/**
 * Return the nearest target in a direction. Distance across the direction counts three times. Of two targets in one
 * place (a piece and its space) take the legal one, else the upper one.
 */
function neighbor(board, from, [dx, dy]) {
  const [x, y] = centerOf(from);
  let nearest = null, shortest = Infinity;
  for (const other of board.querySelectorAll("[data-target]")) {
    if (other === from) continue;
    const [otherX, otherY] = centerOf(other);
    const along = (otherX - x) * dx + (otherY - y) * dy;
    const across = Math.abs((otherX - x) * dy) + Math.abs((otherY - y) * dx);
    if (along <= 1 || across > along * 1.8) continue;
    const distance = along + 3 * across;
    const preferred = other.hasAttribute("data-legal") || !nearest?.hasAttribute("data-legal");
    if (distance < shortest - 2 || (distance < shortest + 2 && preferred)) { shortest = distance; nearest = other; }
  }
  return nearest;
}

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.target.matches?.("input, textarea, select")) return;
  const target = targetElement(event.target);
  const board = target?.closest(BOARD);
  if (board && ARROWS[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
    neighbor(board, target, ARROWS[event.key])?.focus();
    event.preventDefault();
  } else if (event.repeat && event.target.closest?.("button, [data-target]") && /^(Enter| )$/.test(event.key)) {
    event.preventDefault(); // a key held down acts once: its repetition would act for another player
  } else if (target && (event.key === "Enter" || event.key === " ")) {
    send("touch", target.dataset.target);
    event.preventDefault();
  } else if (!event.repeat) {
    if (document.querySelector(":popover-open") && event.key === "Escape") return; // the browser closes the popover
    const chord = event.ctrlKey || event.metaKey;
    send("key", chord ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key);
  }
});
