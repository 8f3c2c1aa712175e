// The interpreter PyScript starts: Pyodide, from our own folder.
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.mjs";

// PyScript takes this module's folder for Pyodide's; and Pyodide wants an absolute address.
const indexURL = new URL("./vendor/pyodide/", import.meta.url).href;

export const loadPyodide = (options) => load({ ...options, indexURL });
export { version };
