// Files of this version of the app that scripts load. Their addresses contain the version, and their hashes are
// checked.
//
// The addresses of the page's scripts have the version as a query (tools/versions.py), and each script passes it on.
// The browser refuses a file if the host has another version or answers with something else.

import { fetchInTime } from "./time_limits.mjs";

const { href, search } = new URL(import.meta.url);
/** The version as a query. */
export const VERSION = search;
const ROOT = new URL("../..", href).href;

/**
 * Return the address of a file of this version from its path in the page's folder.
 * @param {string} path
 */
export const ownFile = (path) => new URL(path + VERSION, ROOT).href;

/** @type {() => Record<string, string>} */
const hashes = () => JSON.parse(document.getElementById("hashes")?.textContent ?? "{}");

/**
 * Return the hash of a file of this version from its path in the page's folder.
 * @param {string} path
 * @returns {string} empty if the page has no hash of the file
 */
export const ownHash = (path) => hashes()[path] ?? "";

/**
 * Fetch a file of this version, and again past the browser's cache if another file arrives.
 * @param {string} path of the file from the page's folder
 * @returns {Promise<Response>} rejects if another file arrives again
 */
export async function fetchOwn(path) {
  const response = await fetchInTime(ownFile(path), { integrity: ownHash(path) });
  if (!response.ok) throw new Error(`not loaded: ${path} (${response.status})`);
  return response;
}
