// The loading of a script in a classic worker. To be imported before Pyodide, which refuses to run in such workers and
// knows them by their function `importScripts`: it loads nothing by itself where it is given its module.
const { importScripts } = globalThis;
globalThis.importScripts = undefined;

/** Run a script of this site. */
export const loadScript = (address) => importScripts(address);
