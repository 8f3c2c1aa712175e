// The file of a game that belongs to the page: its text, which the page sends to the frame.

import { MAX_SOURCE_LENGTH } from "../boot/contract.mjs";
import { pageText } from "../boot/page_text.mjs";

/**
 * Return the message with the text of a file; without a text if it does not load.
 * @param {string} address of a file of the page's own site, or `#` and the id of an element with the text
 */
export async function sourceMessage(address) {
  const name = address.replace(/[?#].*/, "").split("/").at(-1) || address.slice(1);
  const text = await pageText(address, MAX_SOURCE_LENGTH).catch(() => "");
  if (text) return { type: "source", name, text };
  const { baseURI } = document;
  return { type: "source", name: URL.canParse(address, baseURI) ? new URL(address, baseURI).href : address }; // the frame reports it
}
