// The clipboard, the system's share dialog and the printer.

import { attempt } from "./attempt.js";

/**
 * Copy the text of a field. If the browser denies that, select it for the user to copy.
 * @param {string} id of the field
 * @param {(isCopied: boolean) => void} answer
 */
export async function copy(id, answer) {
  const field = /** @type {HTMLInputElement | HTMLTextAreaElement | null} */ (document.getElementById(id));
  let isCopied = field !== null; // an extension may have removed it
  try {
    if (field) await navigator.clipboard.writeText(field.value);
  } catch {
    field?.closest("details")?.setAttribute("open", "");
    field?.focus();
    field?.select();
    isCopied = attempt(() => document.execCommand("copy")) === true; // for pages without HTTPS
  }
  answer(isCopied);
}

/** Return true if the system has a share dialog. */
export const canShare = () => "share" in navigator;

/**
 * Open the system's share dialog for a link.
 * @param {string} title
 * @param {string} url
 */
export function share(title, url) {
  navigator.share({ title, url }).catch(() => {}); // the user may cancel
}

/** Print the page after the browser has rendered the latest patch: the dialog blocks everything. */
export function print() {
  setTimeout(async () => {
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    window.print();
  }, 0);
}
