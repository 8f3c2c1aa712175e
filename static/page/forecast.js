// The start of a possible tap, so that Python prepares the answer while the finger is still down. It shows the answer
// only after the click.

import { afterPaint } from "./after_paint.js";
import { targetElement, targetOf } from "./board.js";
import { isListening, send } from "./dispatch.js";
import { DRAG_THRESHOLD } from "./drag.js";
import { EventKind } from "../boot/contract.mjs";

/** The press that waits for a painted frame. @type {{ target: string, x: number, y: number } | null} */
let press = null;

addEventListener("pointerdown", (event) => {
  const target = event.isPrimary && event.button === 0 && isListening() ? targetElement(event.target) : null;
  const current = press = target && { target: targetOf(target), x: event.clientX, y: event.clientY };
  if (!current) return;
  // First the browser paints the pressed style.
  void afterPaint().then(() => { if (press === current) send(EventKind.PRESS, current.target); });
}, { passive: true });

addEventListener("pointermove", ({ clientX, clientY }) => {
  if (press && Math.hypot(clientX - press.x, clientY - press.y) >= DRAG_THRESHOLD) press = null;
}, { passive: true });
for (const kind of ["pointerup", "pointercancel"]) addEventListener(kind, () => { press = null; }, { passive: true });
