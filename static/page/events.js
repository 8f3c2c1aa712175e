// Delegated listeners for buttons, forms, fields and the window. What they send is listed in dispatch.js.

import { attempt } from "./attempt.js";
import { targetElement } from "./board.js";
import { acknowledge, isListening, send } from "./dispatch.js";
import { isOwn } from "./dom.js";
import { sendClick } from "./double_tap.js";
import { isClickAfterDrag } from "./drag.js";
import { STAMP } from "./journal.js";

document.addEventListener("click", (event) => {
  if (!isListening()) acknowledge(event.target.closest?.("a[href], button, [data-target]") ?? undefined);
  if (isClickAfterDrag()) return;
  const target = targetElement(event.target);
  if (target) { sendClick(event, "touch", target.dataset.target); return; }
  // Not by popovertarget: the popover would own a dialog that is opened from within it, and stay open.
  const opener = event.target.closest?.("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showPopover();
  const button = event.target.closest?.("[data-do]");
  if (button && button.tagName !== "FORM" && !button.hasAttribute("data-on")) {
    sendClick(event, "do", button.dataset.do, button.dataset.value ?? "");
  }
});

// Popovers that are filled when they open and emptied when they have closed: data-on="toggle". The event does not
// bubble.
document.addEventListener("toggle", (event) => {
  if (event.target.dataset?.on === "toggle") send("do", event.target.dataset.do, event.newState);
}, true);

// Previews of embedded boards tell their size: data-on="size". The event does not bubble.
document.addEventListener("size", ({ target, detail }) => {
  if (target.dataset?.on === "size") send("do", target.dataset.do, `${detail.width}x${detail.height}`);
}, true);

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-do]");
  if (!form) return;
  event.preventDefault();
  if (form.matches(":popover-open")) form.hidePopover();
  const names = new Set([...form.elements].filter(isOwn).map(({ name }) => name)); // extensions may add fields
  const fields = [...new FormData(form)].filter(([name]) => names.has(name));
  send("do", form.dataset.do, JSON.stringify(Object.fromEntries(fields)));
});

// Fields that act on every change of their text: data-on="input".
document.addEventListener("input", (event) => {
  const field = event.target.closest('[data-on="input"]');
  if (field) send("do", field.dataset.do, field.value);
});

// Longer than any text that Python reads, at four bytes a character: it refuses what is left of a longer file, too.
const MAX_FILE_BYTES = 80_000_004;

/** Return the text of a file, or a pair of the text and its encoding where that is not UTF-8. */
const readText = async (file) => {
  const bytes = new Uint8Array(await file.slice(0, MAX_FILE_BYTES).arrayBuffer());
  const mark = bytes[0] * 256 + bytes[1];
  if (mark === 0xfffe) return [new TextDecoder("utf-16le").decode(bytes), "UTF-16"];
  if (mark === 0xfeff) return [new TextDecoder("utf-16be").decode(bytes), "UTF-16"];
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return [new TextDecoder("windows-1252").decode(bytes), "windows-1252"];
  }
};

// Fields that act once they have been changed: data-on="change". Files are sent as a JSON list of texts, or pairs of
// a text and its encoding, with null for a file that can no longer be read.
document.addEventListener("change", async (event) => {
  const field = event.target.closest('[data-on="change"]');
  if (!field) return;
  if (field.type === "file") {
    const texts = await Promise.all([...field.files].map((file) => readText(file).catch(() => null)));
    field.value = "";
    send("do", field.dataset.do, JSON.stringify(texts));
  } else {
    send("do", field.dataset.do, field.value);
  }
});

// A field in use changes when it is left, which going back does not do: leave it while its page is still there.
window.addEventListener("hashchange", () => {
  const hash = location.hash, field = document.activeElement;
  if (field?.matches('[data-on="change"]')) field.blur();
  if (location.hash !== hash) history.replaceState(null, "", hash); // the change may have given the page a new address
  send("address", hash);
});

window.addEventListener("storage", (event) => {
  if (event.key === STAMP) return;
  if (event.storageArea === attempt(() => window.localStorage)) send("stored", event.key ?? "");
});
