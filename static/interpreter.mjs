// The interpreter PyScript starts: Pyodide, from a snapshot of its memory with the app imported already.
//
// The page names this module too, so that everything is under way before PyScript asks for it. Whatever is wrong
// with the snapshot: Python then starts the ordinary way, from its standard library and the app's sources.
import { checksum, complete } from "./memory.mjs";
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.mjs";

const SNAPSHOT = null; // the build writes here what tools/snapshot.mjs says of the one it has made
const NO_LIBRARY = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="; // a zip with nothing in it
const SOURCES = new URL("../ruleboard.zip", import.meta.url).href;

// PyScript takes this module's folder for Pyodide's; and Pyodide wants an absolute address.
const indexURL = new URL("./vendor/pyodide/", import.meta.url).href;
const compiled = import("./vendor/pyodide/pyodide.asm.mjs");
compiled.catch(() => {}); // Pyodide will stumble over it itself

const tell = (loaded) => dispatchEvent(new CustomEvent("ruleboard:loading", {
  detail: { loaded, total: SNAPSHOT.packed },
}));

// Fetch and unpack the snapshot into memory that is there at once, so that all else can go on meanwhile.
function unpack(response) {
  const bytes = new Uint8Array(SNAPSHOT.unpacked);
  let loaded = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      tell(loaded += chunk.byteLength);
      controller.enqueue(chunk);
    },
  });
  const filled = (async () => {
    let at = 0;
    const reader = response.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip")).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      bytes.set(part.value, at);
      at += part.value.byteLength;
    }
    if (at !== bytes.length) throw new Error(`the snapshot has ${at} bytes and not ${bytes.length}`);
  })();
  filled.catch(() => {}); // told where it is waited for
  return { bytes, filled };
}

async function fetchSnapshot() {
  const response = await fetch(new URL(SNAPSHOT.file, import.meta.url));
  if (!response.ok) throw new Error(`the snapshot is not there (${response.status})`);
  return unpack(response);
}

const snapshot = SNAPSHOT && fetchSnapshot();
snapshot?.catch(() => {}); // told where it is waited for

async function fromSnapshot(options) {
  const { bytes, filled } = await snapshot;
  const { known, sum, lock } = SNAPSHOT;
  const createPyodideModule = async (settings) => {
    const [module] = await Promise.all([compiled.then(({ default: create }) => create(settings)), filled]);
    if (checksum(module.HEAPU8, known) !== sum) throw new Error("the snapshot was made for another Pyodide");
    complete(bytes, module.HEAPU8, known);
    if (module.HEAPU8.length < bytes.length) module.growMemory(bytes.length);
    return module;
  };
  return load({
    ...options, indexURL, createPyodideModule, _loadSnapshot: bytes, stdLibURL: NO_LIBRARY, lockFileContents: lock,
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

export async function loadPyodide(options) {
  const { dataset } = document.documentElement;
  if (SNAPSHOT) {
    try {
      const python = await fromSnapshot(options);
      dataset.start = "snapshot";
      return python;
    } catch (error) {
      console.warn("Python starts without its snapshot:", error);
    }
  }
  dataset.start = "sources";
  return fromSources(options);
}
export { version };
