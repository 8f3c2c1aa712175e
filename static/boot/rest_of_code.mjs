// The rest of Pyodide's compiled code, which is loaded when a function of it is called (tools/splitting.py): in
// practice never.
//
// A call cannot wait: the rest is requested, unpacked and compiled at once, while the page or the worker stands still for
// some 100 ms. Its packed bytes are fetched beforehand when nobody waits, so that it needs no network then.

import { fetchInTime, trace } from "./time_limits.mjs";
import { loadDecoder, unpackedNow } from "./unpacking.mjs";

const SHARED = "~"; // what the names of exports for the rest begin with, and the module that the rest imports from
// (module (import "" "" (func)) (export "" (func 0))): a function of JavaScript as one that a table takes
const FUNCTION = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 5, 1, 0, 0, 0, 0, 7, 4, 1, 0, 0, 0);

let kept = null; // the packed bytes

const asFunction = (call) => (
  new WebAssembly.Instance(new WebAssembly.Module(FUNCTION), { "": { "": call } }).exports[""]);

/** Return the bytes of an address, waiting for them. */
function read(address) {
  const request = new XMLHttpRequest();
  request.open("GET", address, false);
  request.overrideMimeType("text/plain; charset=x-user-defined"); // each byte a letter: a page may not ask for bytes
  request.send();
  if (request.status !== 200) throw new Error(`not loaded: ${address}`);
  const text = request.responseText;
  const bytes = new Uint8Array(text.length);
  for (let place = 0; place < text.length; place += 1) bytes[place] = text.charCodeAt(place);
  return bytes;
}

/** Read an address, once more by another one if that fails. */
function readTwice(address) {
  try {
    return read(address);
  } catch {
    return read(`${address}?again`);
  }
}

/**
 * Prepare an instance of Pyodide's code for its rest.
 * @param {WebAssembly.Instance} instance
 * @param {object} imports that it was made with
 * @param {string} address of the rest, packed
 * @returns {{exports: object}} what Pyodide is to know of it
 */
export function withRest(instance, imports, address) {
  const exports = {}, shared = {};
  for (const [name, value] of Object.entries(instance.exports)) (name.startsWith(SHARED) ? shared : exports)[name] = value;
  const { "~slots": slots, "~fill": fill } = shared;
  if (!slots) return instance; // the one file has all code in one module
  slots.set(0, asFunction(() => {
    const code = new WebAssembly.Module(unpackedNow(kept ?? readTwice(address), readTwice));
    new WebAssembly.Instance(code, { ...imports, [SHARED]: shared });
    fill();
    slots.set(0, asFunction(() => {}));
    kept = null;
    trace("rest of the code loaded");
  }));
  return { exports };
}

/** Fetch the rest, to be compiled if it is called. */
export async function keepRest(address) {
  const [response] = await Promise.all([fetchInTime(address), loadDecoder()]);
  if (response.ok) kept = new Uint8Array(await response.arrayBuffer());
}
