// The clipboard, the system's share dialog and the printer.

import { attempt } from "./attempt.js";

/**
 * Copy the text of a field; where the browser denies that, select it for the user to copy.
 * @param {string} id of the field
 * @param {(copied: boolean) => void} answer
 */
export async function copy(id, answer) {
  const field = document.getElementById(id);
  let copied = true;
  try {
    await navigator.clipboard.writeText(field.value);
  } catch {
    field.focus();
    field.select();
    copied = attempt(() => document.execCommand("copy")) === true; // where the page is not served securely
  }
  answer(copied);
}

/** Return whether the system has a share dialog. */
export const canShare = () => "share" in navigator;

/** Open the system's share dialog for a link. */
export function share(title, url) {
  navigator.share({ title, url }).catch(() => {}); // the user has cancelled it
}

/** Print the page, once the latest patch is rendered: the dialog blocks everything. */
export function print() {
  setTimeout(async () => {
    await Promise.allSettled([...document.images].map((image) => image.decode()));
    window.print();
  }, 0);
}
