// The worker for the game of a page's author: Pyodide from the snapshot, with Python's OwnBoard.
//
// A classic script in a `data:` address, so that the worker has an origin of its own and no storage. It has the policy of
// the frame at its start, which forbids all requests (own_frame.mjs). Here it also loses the functions for them before
// any line of the game runs. Messages from the frame:
//
//   { start: { description, code, snapshot, settings, catalogue } }   the first message; the arguments of OwnBoard
//   { source: [text, name] }                                          the file of the game
//   { event: [kind, name, value] }                                    an event of the page
//   { ping: true }                                                    a question whether the worker still answers
//
// Messages to it are JSON texts, see py/ruleboard/embed/own_board.py and own_checker.mjs. `["ready"]` says that Python
// has started, and `["done"]` answers each message after that.
import "./load_script.mjs";
import { useCompiledCode } from "./pyodide_code.mjs";
import { restoredPyodide } from "./restored_pyodide.mjs";

const MAX_ERROR_LENGTH = 400; // characters
const MAX_MEMORY = 512 * 2 ** 20; // bytes of Python's memory; after that Python raises MemoryError
/** The names of JavaScript's own global objects. */
const LANGUAGE = "Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error AggregateError "
  + "EvalError RangeError ReferenceError SyntaxError TypeError URIError globalThis JSON Math Intl ArrayBuffer Atomics Uint8Array Int8Array Uint16Array "
  + "Int16Array Uint32Array Int32Array Float16Array Float32Array Float64Array Uint8ClampedArray BigUint64Array BigInt64Array DataView Map BigInt Set "
  + "Iterator WeakMap WeakSet WeakRef Proxy Reflect FinalizationRegistry decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval "
  + "isFinite isNaN SuppressedError DisposableStack AsyncDisposableStack";
/** The parts of the platform that stay: they reach nothing outside the worker. */
const PLATFORM = "console crypto performance clearTimeout setTimeout queueMicrotask TextDecoder TextEncoder WebAssembly self";

const post = self.postMessage.bind(self), { setTimeout } = self;
/** @type {(message: string) => void} */
const send = (message) => post(message);

/** The methods of Python's OwnBoard. @type {OwnBoard | null} */
let board = null;

/** Limit the memory of WebAssembly. Its code grows it only through this method. */
function limitMemory() {
  const { prototype } = WebAssembly.Memory, { grow } = prototype;
  prototype.grow = function growWithinLimit(pages) {
    if (this.buffer.byteLength + pages * 65_536 > MAX_MEMORY) throw new RangeError("The game needs too much memory.");
    return grow.call(this, pages);
  };
}

/** Delete everything but the language itself and PLATFORM from the global object. */
function deletePlatform() {
  const names = new Set(`constructor ${LANGUAGE} ${PLATFORM}`.split(" "));
  for (let object = globalThis; object && object !== Object.prototype; object = Object.getPrototypeOf(object)) {
    for (const name of Object.getOwnPropertyNames(object)) if (!names.has(name)) Reflect.deleteProperty(object, name);
  }
}

/** @param {OwnStart} message */
async function start({ description, code, snapshot, settings, catalogue }) {
  limitMemory();
  useCompiledCode(Promise.resolve(code));
  const python = await restoredPyodide(description, Promise.resolve(snapshot), {});
  /** @param {number} number @param {number} milliseconds */
  const later = (number, milliseconds) => { setTimeout(() => run(() => board?.call(number)), milliseconds); };
  board = python.runPython("from ruleboard.embed.own_board import start; start")({ send, later }, settings, catalogue);
  deletePlatform();
  send('["ready"]');
}

/** @param {unknown} error */
const fail = (error) => send(JSON.stringify(["failed", String(error).slice(0, MAX_ERROR_LENGTH)]));

/** Run a part of the game. An error here is one of JavaScript, as when the stack is full. @param {() => void} part */
function run(part) {
  try {
    part();
  } catch (error) {
    fail(error);
  }
}

addEventListener("message", (/** @type {MessageEvent<OwnMessage>} */ { data }) => {
  if ("start" in data) {
    start(data.start).catch(fail);
    return;
  }
  if ("source" in data) run(() => board?.load(...data.source));
  else if ("event" in data) run(() => board?.handle(...data.event));
  send('["done"]');
});
