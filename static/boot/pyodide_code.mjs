// Pyodide's compiled code: as a worker has compiled it, or as it is compiled here. Pyodide never fetches its own.

import { download } from "./download.mjs";
import { packed } from "./packing.mjs";
import { silence, trace } from "./time_limits.mjs";

/** The folder of Pyodide's files, as an absolute address, which Pyodide requires. */
export const INDEX = new URL("../vendor/pyodide/", import.meta.url).href;
const WASM = `${INDEX}pyodide.asm.wasm`; // which Pyodide asks for, and which no host has
/** The file that has it, packed. */
export const CODE = packed(WASM);
export const SCRIPT = `${INDEX}pyodide.asm.js`;

const { fetch } = globalThis;
const { instantiate } = WebAssembly;
let compiled = null; // a promise of the code that is compiled beforehand
let reportFailure = () => {};

/**
 * Return a promise that rejects if Pyodide's code cannot be instantiated: Pyodide itself would wait forever.
 * @returns {Promise<never>}
 */
export const instantiationFailure = () => new Promise((_, reject) => { reportFailure = reject; });

for (const name of ["instantiate", "instantiateStreaming"]) {
  const original = WebAssembly[name];
  if (!original) continue;
  WebAssembly[name] = async (code, imports) => {
    if (!imports?.env) return original.call(WebAssembly, code, imports); // one of Pyodide's feature tests
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
 * Have Pyodide use code that is being compiled, and prevent it from fetching its own, as it does when it is called.
 * @param {Promise<WebAssembly.Module>} promise
 */
export function useCompiledCode(promise) {
  compiled = promise;
  const never = new Promise(() => {});
  globalThis.fetch = (resource, options) => (String(resource) === WASM ? never : fetch(resource, options));
}

/** Allow Pyodide to fetch again. */
export function restoreFetch() {
  globalThis.fetch = fetch;
}

/** Compile the code in the page, requested with these options. */
export const compile = async (options) => WebAssembly.compile(await download(CODE, () => {}, options));

/** Return a promise of the code given to `useCompiledCode`, for another interpreter. */
export const compiledCode = () => compiled;

/** Run a script of this site. */
export const run = (src) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  Object.assign(script, { src, onload: resolve, onerror: () => reject(new Error(`not loaded: ${src}`)) });
  document.head.append(script);
});

/** Request Pyodide's script by an address of which the browser has kept nothing, and run it. */
async function runAgain() {
  await run(`${SCRIPT}?again=${Date.now()}`);
  fetch(SCRIPT, { cache: "reload" }).then((response) => response.arrayBuffer()).catch(() => {}); // for the next visit
}

/** Run Pyodide's script; request it once more if it fails, is not that script, or nothing arrives. */
async function runPyodide() {
  const first = run(SCRIPT).then(() => {
    if (!globalThis.ruleboardPyodide) throw new Error(`something else than Pyodide was loaded: ${SCRIPT}`);
  });
  const again = () => globalThis.ruleboardPyodide ?? runAgain();
  const second = Promise.race([first, silence()]).then(again, again);
  await Promise.any([first, second]).catch(({ errors }) => { throw errors[0]; });
  trace("Pyodide's script run");
}

/** Create Pyodide's module. */
export async function createPyodideModule(settings) {
  if (!globalThis.ruleboardPyodide) await runPyodide();
  const module = await globalThis.ruleboardPyodide(settings);
  trace("code instantiated");
  return module;
}
