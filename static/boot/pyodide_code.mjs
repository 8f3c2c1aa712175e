// Pyodide's compiled code, from a worker or from the page itself. Pyodide never fetches its own.

import { download } from "./download.mjs";
import { compressedName } from "./compression.mjs";
import { trace, whenDownloadStops } from "./time_limits.mjs";

/** The folder of Pyodide's files, as an absolute address, which Pyodide requires. */
export const INDEX = new URL("../vendor/pyodide/", import.meta.url).href;
const WASM = `${INDEX}pyodide.asm.wasm`; // the address that Pyodide requests; no such file exists on the server
/** The compressed file with the code. */
export const CODE = compressedName(WASM);
export const SCRIPT = `${INDEX}pyodide.asm.js`;

const { fetch } = globalThis;
const { instantiate } = WebAssembly;
/** The precompiled code. @type {Promise<WebAssembly.Module> | null} */
let compiled = null;
/** @type {(error: unknown) => void} */
let reportFailure = () => {};

/**
 * Return a promise that rejects if Pyodide's code fails to instantiate: Pyodide itself would wait forever.
 * @returns {Promise<never>}
 */
export const instantiationFailure = () => new Promise((_, reject) => { reportFailure = reject; });

const functions = /** @type {Record<string, (code: unknown, imports?: WebAssembly.Imports) => Promise<unknown>>} */ (
  /** @type {unknown} */ (WebAssembly));
for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = functions[name];
  if (!original) continue;
  functions[name] = async (code, imports) => {
    if (!imports?.env || !compiled) return original.call(WebAssembly, code, imports); // one of Pyodide's feature tests
    try {
      const module = await compiled;
      return { module, instance: await instantiate.call(WebAssembly, module, imports) };
    } catch (error) {
      reportFailure(error);
      throw error;
    }
  };
}

/**
 * Let Pyodide use precompiled code, and keep it from fetching its own, as it does at its start.
 * @param {Promise<WebAssembly.Module>} promise
 */
export function useCompiledCode(promise) {
  compiled = promise;
  /** @type {Promise<never>} */
  const never = new Promise(() => {});
  globalThis.fetch = (resource, options) => (
    (resource instanceof Request ? resource.url : resource.toString()) === WASM ? never : fetch(resource, options));
}

/** Allow Pyodide to fetch again. */
export function restoreFetch() {
  globalThis.fetch = fetch;
}

/**
 * Compile the code in the page, with options for its request.
 * @param {RequestInit} [options]
 */
export const compile = async (options) => WebAssembly.compile(await download(CODE, () => {}, options));

/** Return the promise of `useCompiledCode`, for another interpreter. */
export const compiledCode = () => compiled;

/**
 * Run a script of this site.
 * @param {string} src
 * @returns {Promise<unknown>}
 */
export const run = (src) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  script.src = src;
  script.onload = resolve;
  script.onerror = () => reject(new Error(`not loaded: ${src}`));
  document.head.append(script);
});

/** Request Pyodide's script by an address that is in no cache, and run it. */
async function runFresh() {
  await run(`${SCRIPT}?again=${Date.now()}`);
  fetch(SCRIPT, { cache: "reload" }).then((response) => response.arrayBuffer()).catch(() => {}); // for the next visit
}

/** Run Pyodide's script. If it fails, is another file or does not arrive, request it once more by another address. */
async function runPyodide() {
  const first = run(SCRIPT).then(() => {
    if (!globalThis.ruleboardPyodide) throw new Error(`another file was loaded instead of Pyodide: ${SCRIPT}`);
  });
  const runAgain = async () => { if (!globalThis.ruleboardPyodide) await runFresh(); };
  const second = Promise.race([first, whenDownloadStops()]).then(runAgain, runAgain);
  await Promise.any([first, second]).catch(({ errors }) => { throw errors[0]; });
  trace("Pyodide's script run");
}

/**
 * Create Pyodide's module.
 * @param {object} settings
 */
export async function createPyodideModule(settings) {
  if (!globalThis.ruleboardPyodide) await runPyodide();
  const create = globalThis.ruleboardPyodide;
  if (!create) throw new Error(`not loaded: ${SCRIPT}`);
  const module = await create(settings);
  trace("code instantiated");
  return module;
}
