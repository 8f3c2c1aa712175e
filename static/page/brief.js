// Brief notices: each appears where the user pressed, above open dialogs, and goes away by itself. It takes no presses.

import { DISMISS_ACTION, EventKind } from "../boot/contract.mjs";
import { send } from "./dispatch.js";
import { root } from "./dom.js";

const VISIBLE_MS = 7_000;
const MARGIN_PX = 8;

/** The position of the last press. */
let pressX = 0, pressY = 0;
addEventListener("pointerdown", ({ clientX, clientY }) => { pressX = clientX; pressY = clientY; }, true);

/** Show the brief notices that a patch has added. */
export function showBriefNotices() {
  /** @type {NodeListOf<HTMLElement>} */
  const added = root.querySelectorAll("[data-brief]:not(:popover-open)");
  for (const notice of added) {
    notice.showPopover();
    const { width, height } = notice.getBoundingClientRect();
    const x = Math.min(Math.max(MARGIN_PX, pressX - width / 2), innerWidth - width - MARGIN_PX);
    const y = pressY > height + 4 * MARGIN_PX ? pressY - height - 2 * MARGIN_PX : pressY + 2 * MARGIN_PX;
    notice.style.left = `${x}px`;
    notice.style.top = `${Math.min(y, innerHeight - height - MARGIN_PX)}px`;
    setTimeout(() => { if (notice.isConnected) send(EventKind.DO, DISMISS_ACTION, notice.dataset.brief); }, VISIBLE_MS);
  }
}
