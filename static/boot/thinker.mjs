// The start of the worker in which opponents think: a second Pyodide from the same snapshot (thinker_worker.mjs).
import { download } from "./download.mjs";
import { fetchOwn, ownFile } from "./own_files.mjs";
import { INLINE } from "./packing.mjs";
import { compiledCode } from "./pyodide_code.mjs";

const PATH = "static/boot/thinker_worker.mjs";
const SCRIPT = ownFile(PATH);

/**
 * Return the address of the worker's script, or of a copy of it where a page may start no worker from an address. The
 * script is fetched first, since a browser does not check that of a worker.
 */
async function scriptAddress() {
  const response = await fetchOwn(PATH);
  if (new URL(SCRIPT).origin === self.origin) return SCRIPT;
  // In a sandboxed frame every address is another origin's; the one file has no addresses, and so passes on the code
  // of Pyodide that it has run.
  const pyodide = INLINE ? `self.ruleboardPyodide = ${globalThis.ruleboardPyodide};` : "";
  const base = `self.ruleboardBase = ${JSON.stringify(SCRIPT)};`;
  return URL.createObjectURL(new Blob([base, pyodide, await response.text()], { type: "text/javascript" }));
}

/**
 * Start the worker. It takes messages at once, and answers when it is ready.
 * @param {object} description of the snapshot, by tools/snapshot.mjs
 * @param {string} address of the snapshot
 * @returns {Promise<Worker>}
 */
export async function startThinker(description, address) {
  const [script, code, snapshot] = await Promise.all([
    scriptAddress(), compiledCode(), INLINE ? download(address, () => {}) : null,
  ]);
  const worker = new Worker(script);
  worker.postMessage({ start: { description, address, code, snapshot } }, snapshot ? [snapshot.buffer] : []);
  if (script !== SCRIPT) URL.revokeObjectURL(script);
  return worker;
}
