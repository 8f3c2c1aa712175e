// Delegated listeners for buttons, forms, fields and the window. dispatch.js lists the events that they send.

import { attempt } from "./attempt.js";
import { targetElement, targetOf } from "./board.js";
import { closestTo } from "./closest.js";
import { close, open, openDialog } from "./dialogs.js";
import { acknowledge, isListening, send } from "./dispatch.js";
import { EventKind } from "../boot/contract.mjs";
import { isOwn } from "./dom.js";
import { isAfterTap, noteAnswer } from "./double_tap.js";
import { isClickAfterDrag } from "./drag.js";
import { EARLY, STAMP } from "./journal_log.js";

/**
 * The attributes of an element that sends messages: the name of the message, and its value.
 * @param {PageElement} element
 */
const messageOf = ({ dataset: { do: name = "", value = "" } }) => ({ name, value });

/**
 * Send the value of a field to Python.
 * @param {PageElement} element
 * @param {string} value
 */
const sendValue = (element, value) => send(EventKind.DO, messageOf(element).name, value);

/** Return the element that an event comes from, if it is an element of a page. @param {Event} event */
const sourceOf = ({ target }) => (target instanceof HTMLElement || target instanceof SVGElement ? target : null);

document.addEventListener("click", (event) => {
  answerClick(event);
  if (event.detail) void noteAnswer(); // not for a key
});

/** @param {MouseEvent} event */
function answerClick(event) {
  if (!isListening()) acknowledge(closestTo(event.target, "a[href], button, [data-target]"));
  if (isClickAfterDrag()) return;
  let target = targetElement(event.target);
  if (!target && closestTo(event.target, "[data-outdated]")) {
    send(EventKind.TOUCH, ""); // takes back a wrong answer, which may have hidden a target here
    target = targetElement(document.elementFromPoint(event.clientX, event.clientY));
  }
  if (target) { send(EventKind.TOUCH, targetOf(target)); return; }
  const opener = closestTo(event.target, "[data-opens]");
  if (opener) open(opener);
  if (closestTo(event.target, "[data-closes]")) close(openDialog()); // first, so that a patch finds the focus outside it
  const button = closestTo(event.target, "[data-do]");
  if (!button || button.tagName === "FORM" || button.hasAttribute("data-on")) return;
  const { name, value } = messageOf(button);
  send(EventKind.DO, name, value);
}

// Dialogs with data-on="toggle" get their content when they open and lose it after they close. The events do not bubble.
for (const [type, state] of [["opened", "open"], ["close", "closed"]]) {
  document.addEventListener(type, (event) => {
    const dialog = sourceOf(event);
    if (dialog?.dataset.on === "toggle") sendValue(dialog, state);
  }, true);
}

// Previews of embedded boards with data-on="size" report their size. The event does not bubble.
document.addEventListener("size", (event) => {
  const board = sourceOf(event), { width, height } = event.detail;
  if (board?.dataset.on === "size") sendValue(board, `${width}x${height}`);
}, true);

document.addEventListener("submit", (event) => {
  const form = closestTo(event.target, "form[data-do]");
  if (!(form instanceof HTMLFormElement)) return;
  event.preventDefault();
  if (form.matches("dialog > form:first-child")) close(openDialog()); // the whole dialog is a form
  const names = new Set([...form.elements].filter(isOwn).map((field) => field.getAttribute("name"))); // extensions may add fields
  const fields = [...new FormData(form)].filter(([name]) => names.has(name));
  sendValue(form, JSON.stringify(Object.fromEntries(fields)));
});

// Fields with data-on="input" report each change of their text.
document.addEventListener("input", (event) => {
  const field = /** @type {Field | null} */ (closestTo(event.target, '[data-on="input"]'));
  if (field) sendValue(field, field.value);
});

// More than any text that Python reads, at four bytes for each character: Python also refuses the beginning of a longer
// file.
const MAX_FILE_BYTES = 80_000_004;

/**
 * Return the text of a file, or a pair of the text and its encoding if that is not UTF-8.
 * @param {File} file
 */
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

// Fields with data-on="change" report their final value. For files this is a JSON list of texts, or pairs of a text and
// its encoding, with null for a file that is no longer readable.
document.addEventListener("change", async (event) => {
  const field = /** @type {Field | null} */ (closestTo(event.target, '[data-on="change"]'));
  if (!field) return;
  if (field.type === "file") {
    const { files } = /** @type {HTMLInputElement} */ (field);
    const texts = await Promise.all([...files ?? []].map((file) => readText(file).catch(() => null)));
    field.value = "";
    sendValue(field, JSON.stringify(texts));
  } else {
    sendValue(field, field.value);
  }
});

// A field changes when it loses the focus, which does not happen on Back: take the focus away while the page still
// exists.
window.addEventListener("hashchange", () => {
  const hash = location.hash, field = /** @type {HTMLElement | null} */ (document.activeElement);
  if (field?.matches('[data-on="change"]')) field.blur();
  if (location.hash !== hash) history.replaceState(null, "", hash); // the change may have set another address
  const isTap = isAfterTap(); // on a link
  send(EventKind.ADDRESS, hash);
  if (isTap) void noteAnswer();
});

window.addEventListener("storage", (event) => {
  if (event.key === STAMP || event.key === EARLY) return;
  if (event.storageArea === attempt(() => window.localStorage)) send(EventKind.STORED, event.key ?? "");
});
