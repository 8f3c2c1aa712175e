// The interpreter PyScript starts: Pyodide, from a snapshot of its memory with the app imported already.
//
// The page names this module too, so that everything is under way before PyScript asks for it. Whatever is wrong
// with the snapshot: Python then starts the ordinary way, from its standard library and the app's sources.
import { follow } from "./loading.mjs";
import { checksum, restore } from "./memory.mjs";
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.mjs";

const SNAPSHOT = null; // the build writes here what tools/snapshot.mjs says of the one it has made
const NO_LIBRARY = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="; // a zip with nothing in it
const SOURCES = new URL("../ruleboard.zip", import.meta.url).href;

// PyScript takes this module's folder for Pyodide's; and Pyodide wants an absolute address.
const indexURL = new URL("./vendor/pyodide/", import.meta.url).href;

// Pyodide waits for ever for compiled code that does not come, or came by half: then whoever starts it has to be told.
let broken = () => {};
const breaking = () => new Promise((_, reject) => { broken = reject; });
for (const name of ["instantiate", "instantiateStreaming"]) {
  const own = WebAssembly[name];
  if (!own) continue;
  WebAssembly[name] = async (code, imports) => {
    try {
      return await own.call(WebAssembly, code, imports);
    } catch (error) {
      if (imports?.env) broken(error); // Pyodide's own; others it tries out and can do without
      throw error;
    }
  };
}

async function unpack(response, arrived) {
  const bytes = new Uint8Array(SNAPSHOT.unpacked);
  let loaded = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      arrived(loaded += chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  let at = 0;
  const reader = response.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip")).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    bytes.set(part.value, at);
    at += part.value.byteLength;
  }
  return bytes.subarray(0, at);
}

async function fetchSnapshot(come) {
  const { href } = new URL(SNAPSHOT.file, import.meta.url);
  const response = await fetch(href);
  if (!response.ok) throw new Error(`the snapshot is not there (${response.status})`);
  const bytes = await unpack(response, (loaded) => come(href, loaded));
  if (bytes.length !== SNAPSHOT.unpacked) {
    throw new Error(`the snapshot has ${bytes.length} bytes and not ${SNAPSHOT.unpacked}`);
  }
  return bytes;
}

async function fromSnapshot(options) {
  const { memory, known, cleared, sum, lock } = SNAPSHOT;
  const notes = new Uint8Array(SNAPSHOT.notes);
  const sizes = Object.entries(SNAPSHOT.loads).map(([file, size]) => [new URL(file, import.meta.url).href, size]);
  const { come, complete } = follow(Object.fromEntries(sizes));
  const fetched = fetchSnapshot(come);
  const createPyodideModule = async (settings) => {
    const { default: create } = await import("./vendor/pyodide/pyodide.asm.mjs");
    const [module, bytes] = await Promise.all([create(settings), fetched]);
    complete();
    if (checksum(module.HEAPU8, known) !== sum) throw new Error("the snapshot was made for another Pyodide");
    if (module.HEAPU8.length < memory) module.growMemory(memory);
    notes.set(bytes.subarray(0, notes.length));
    restore(bytes, notes.length, module.HEAPU8, cleared);
    return module;
  };
  return load({
    ...options,
    indexURL,
    createPyodideModule,
    _loadSnapshot: notes, // all that Pyodide puts back by itself: by then the memory is there
    stdLibURL: NO_LIBRARY,
    lockFileContents: lock,
  });
}

async function fromSources(options) {
  const sources = fetch(SOURCES);
  const python = await load({ ...options, indexURL });
  const response = await sources;
  if (!response.ok) throw new Error(`not loaded: ${SOURCES}`);
  python.unpackArchive(await response.arrayBuffer(), "zip");
  return python;
}

// What Python writes goes to PyScript, once PyScript has asked for Python.
const out = { stdout: console.log, stderr: console.error };
const later = { stdout: (text) => out.stdout(text), stderr: (text) => out.stderr(text) };
const early = SNAPSHOT && Promise.race([breaking(), fromSnapshot(later)]);
early?.catch(() => {}); // told where it is waited for

export async function loadPyodide(options) {
  const { dataset } = document.documentElement;
  if (SNAPSHOT) {
    try {
      Object.assign(out, options);
      const python = await early;
      dataset.start = "snapshot";
      return python;
    } catch (error) {
      console.warn("Python starts without its snapshot:", error);
    }
  }
  dataset.start = "sources";
  return Promise.race([breaking(), fromSources(options)]);
}
export { version };
