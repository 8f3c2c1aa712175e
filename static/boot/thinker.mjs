// The start of the bots' worker: a second Pyodide from the same snapshot (thinker_worker.mjs).
import { download } from "./download.mjs";
import { THINKER_WORKER } from "./loader_build.mjs";
import { fetchOwn, ownFile } from "./own_files.mjs";
import { INLINE } from "./compression.mjs";
import { compiledCode } from "./pyodide_code.mjs";

const PATH = "static/boot/thinker_worker.mjs";
const SCRIPT = ownFile(PATH);

/**
 * Return the address of the worker's script, or of a copy if the page may not start a worker from that address. The
 * page fetches the script first, because a browser does not check the integrity of a worker's script.
 */
async function scriptAddress() {
  const response = await fetchOwn(PATH);
  if (new URL(SCRIPT).origin === self.origin) return SCRIPT;
  // In a sandboxed frame every address has another origin. The single-file page has no addresses, so it passes on the
  // text of Pyodide's script.
  const pyodide = INLINE ? `self.ruleboardPyodide = ${globalThis.ruleboardPyodide};` : "";
  const base = `self.ruleboardBase = ${JSON.stringify(SCRIPT)};`;
  return URL.createObjectURL(new Blob([base, pyodide, await response.text()], { type: "text/javascript" }));
}

/**
 * Start the worker. It accepts messages at once, and answers them when it is ready.
 * @param {Snapshot} description
 * @param {string} address of the snapshot
 * @returns {Promise<Worker>}
 */
export async function startThinker(description, address) {
  const [script, code, snapshot] = await Promise.all([
    scriptAddress(), compiledCode(), INLINE ? download(address, () => {}) : null,
  ]);
  const worker = new Worker(script);
  /** @type {ThinkerMessage} */
  const message = { start: { build: THINKER_WORKER, description, address, code, snapshot } };
  worker.postMessage(message, snapshot ? [snapshot.buffer] : []);
  if (script !== SCRIPT) URL.revokeObjectURL(script);
  return worker;
}
