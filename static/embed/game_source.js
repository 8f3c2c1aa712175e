// The file of a game that belongs to the page: its text, which the page sends to the frame.

import { MAX_SOURCE_LENGTH } from "../boot/contract.mjs";
import { fetchText } from "../boot/study_file.mjs";

/**
 * Return the message with the text of a file; without a text if it does not load.
 * @param {string} address of a file of the page's own site, or `#` and the id of an element with the text
 */
export async function sourceMessage(address) {
  const element = address.startsWith("#") ? document.getElementById(address.slice(1)) : null;
  const name = address.replace(/[?#].*/, "").split("/").at(-1) || address.slice(1);
  /** @type {string | undefined} */
  let text;
  try {
    if (element) text = element instanceof HTMLTextAreaElement ? element.value : element.textContent ?? "";
    else if (!address.startsWith("#")) text = await fetchText(address, MAX_SOURCE_LENGTH);
  } catch { /* the frame reports a missing file */ }
  // A host may answer with a page if the file does not exist.
  return { type: "source", name, text: text && !/^\s*</.test(text) ? text : undefined };
}
