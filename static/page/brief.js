// Brief notices: each appears where the user pressed, above open dialogs, and disappears by itself. It ignores presses.

import { DISMISS_ACTION, EventKind } from "../boot/contract.mjs";
import { closestTo } from "./closest.js";
import { send } from "./dispatch.js";
import { root } from "./dom.js";

const VISIBLE_MS = 7_000;
const MARGIN_PX = 8;

/** Return the brief notices. A class takes less time to find than an attribute. */
const notices = () => [.../** @type {HTMLCollectionOf<HTMLElement>} */ (root.getElementsByClassName("brief"))];

/** The position of the last press, and the top and bottom edges of the button under it. */
let pressX = 0, pressTop = 0, pressBottom = 0;
addEventListener("pointerdown", ({ target, clientX, clientY }) => {
  const box = closestTo(target, "button, a, label, summary")?.getBoundingClientRect();
  [pressX, pressTop, pressBottom] = [clientX, box?.top ?? clientY, box?.bottom ?? clientY];
}, true);

// A notice is about the page on which the user pressed.
addEventListener("hashchange", () => {
  for (const { dataset } of notices()) send(EventKind.DO, DISMISS_ACTION, dataset.brief);
});

/** Show the brief notices that a patch has added. */
export function showBriefNotices() {
  for (const notice of notices()) {
    if (notice.matches(":popover-open")) continue;
    notice.showPopover();
    const { width, height } = notice.getBoundingClientRect();
    const x = Math.min(Math.max(MARGIN_PX, pressX - width / 2), innerWidth - width - MARGIN_PX);
    const y = pressTop > height + 2 * MARGIN_PX ? pressTop - height - MARGIN_PX : pressBottom + MARGIN_PX;
    notice.style.left = `${x}px`;
    notice.style.top = `${Math.min(y, innerHeight - height - MARGIN_PX)}px`;
    setTimeout(() => { if (notice.isConnected) send(EventKind.DO, DISMISS_ACTION, notice.dataset.brief); }, VISIBLE_MS);
  }
}
