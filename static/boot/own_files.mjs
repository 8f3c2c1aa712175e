// Files of this version of the app that scripts load: by addresses with the version, and checked by their hashes.
//
// The page names its scripts with the version as a query (tools/versions.py), and each passes it on. Where a host has
// another version by now, or answers with something else, the file is refused.

import { fetchInTime } from "./time_limits.mjs";

const { href, search } = new URL(import.meta.url);
/** The version as a query. */
export const VERSION = search;
const ROOT = new URL("../..", href).href;

/** Return the address of a file of this version, of which the path from the page's folder is given. */
export const ownFile = (path) => new URL(path + VERSION, ROOT).href;

const hashes = () => JSON.parse(document.getElementById("hashes")?.textContent ?? "{}");

/**
 * Fetch a file of this version; once more, past the browser's cache, if what arrives is another one.
 * @param {string} path of the file from the page's folder
 * @returns {Promise<Response>} rejects unless it is the right one
 */
export async function fetchOwn(path) {
  const response = await fetchInTime(ownFile(path), { integrity: hashes()[path] ?? "" });
  if (!response.ok) throw new Error(`not loaded: ${path} (${response.status})`);
  return response;
}
