// The start of the bots' worker: a second Pyodide from the same snapshot (thinker_worker.mjs).
import { download } from "./download.mjs";
import { INLINE } from "./packing.mjs";
import { compiledCode } from "./pyodide_code.mjs";

const SCRIPT = new URL("thinker_worker.mjs", import.meta.url).href;

/** Return the address of the worker's script, or of a copy if the page may not start a worker from that address. */
async function scriptAddress() {
  if (new URL(SCRIPT).origin === self.origin) return SCRIPT;
  // In a sandboxed frame every address has another origin. The single-file page has no addresses, so it passes on the
  // text of Pyodide's script.
  const pyodide = INLINE ? `self.ruleboardPyodide = ${globalThis.ruleboardPyodide};` : "";
  const response = await fetch(SCRIPT);
  if (!response.ok) throw new Error(`not loaded: ${SCRIPT}`);
  const base = `self.ruleboardBase = ${JSON.stringify(SCRIPT)};`;
  return URL.createObjectURL(new Blob([base, pyodide, await response.text()], { type: "text/javascript" }));
}

/**
 * Start the worker. It accepts messages at once, and answers them when it is ready.
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
