// Loading of a script in a classic worker. Import this module before Pyodide, which refuses to run in such workers and
// recognizes them by their function `importScripts`. Pyodide needs no such function if it gets its module.
const { importScripts } = globalThis;
globalThis.importScripts = undefined;

/**
 * Run a script of this site.
 * @param {string} address
 */
export const loadScript = (address) => importScripts?.(address);
