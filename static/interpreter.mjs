// The interpreter PyScript starts: Pyodide, from a snapshot of its memory with the app imported already.
//
// The page names this module too, so that everything is under way before PyScript asks for it. Whatever is wrong
// with the snapshot: Python then starts the ordinary way, from its standard library and the app's sources.
import { fetchSnapshot } from "./carrier.mjs";
import { keepOnly } from "./kept.mjs";
import { follow } from "./loading.mjs";
import { checksum, restore } from "./memory.mjs";
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.mjs";

const SNAPSHOT = null; // the build writes here what tools/snapshot.mjs says of the one it has made
const QUIET_MS = 2_000; // after which the start, or the first download of everything, is over
const NO_LIBRARY = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA=="; // a zip with nothing in it
const SOURCES = new URL("../ruleboard.zip", import.meta.url).href;

// PyScript takes this module's folder for Pyodide's; and Pyodide wants an absolute address.
const indexURL = new URL("./vendor/pyodide/", import.meta.url).href;
const CODE = `${indexURL}pyodide.asm.wasm`;
const SCRIPT = `${indexURL}pyodide.asm.js`;

// Pyodide waits for ever for compiled code that does not come, or came by half: then whoever starts it has to be told.
let broken = () => {};
const breaking = () => new Promise((_, reject) => { broken = reject; });
let compiled = null; // a promise of Pyodide's code, where a worker sees to it
const { fetch: ownFetch } = globalThis;
const { instantiate } = WebAssembly;
for (const name of ["instantiate", "instantiateStreaming"]) {
  const own = WebAssembly[name];
  if (!own) continue;
  WebAssembly[name] = async (code, imports) => {
    if (!imports?.env) return own.call(WebAssembly, code, imports); // not Pyodide's, but what it tries out
    try {
      const module = await compiled;
      if (!module) return await own.call(WebAssembly, code, imports);
      return { module, instance: await instantiate.call(WebAssembly, module, imports) };
    } catch (error) {
      broken(error);
      throw error;
    }
  };
}

// Run a script of this site.
const run = (src) => new Promise((resolve, reject) => {
  const script = document.createElement("script");
  Object.assign(script, { src, onload: resolve, onerror: () => reject(new Error(`not loaded: ${src}`)) });
  document.head.append(script);
});

// Start Pyodide's code. Where the app is one file, its script has run already.
async function createPyodideModule(settings) {
  if (!globalThis.ruleboardPyodide) await run(SCRIPT);
  return globalThis.ruleboardPyodide(settings);
}

// What a worker of static/carry.js answers, as a promise; `arrived` is told how much of it has come, and `instead` does
// what the worker cannot do because it did not come up.
function brought({ port, failed }, instead, arrived = () => {}) {
  return new Promise((resolve, reject) => {
    failed.then(instead).then(resolve, reject);
    port.onmessage = ({ data }) => {
      if (data.loaded) arrived(data.loaded);
      else if (data.failed) reject(new Error(data.failed));
      else resolve(data);
    };
  });
}

// Have the browser keep what it takes to start, when all that is needed without a network is there and nobody waits.
async function keepLater(snapshot) {
  if (!navigator.serviceWorker) return;
  await navigator.serviceWorker.ready;
  setTimeout(() => {
    // Browsers keep what they have compiled of a script that comes from where it lies for the time without a network. This
    // one came from elsewhere, so that without this the next visit would compile it anew; to run it again changes nothing.
    run(SCRIPT).catch(() => {});
    const worker = new Worker(new URL("carrier.mjs", import.meta.url), { type: "module" });
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => worker.terminate(); // whether it could or not
    worker.postMessage({ what: "keep", snapshot, code: CODE, port: port2 }, [port2]);
  }, QUIET_MS);
}

async function fromSnapshot(options) {
  const { memory, known, cleared, sum, lock, unpacked } = SNAPSHOT;
  const notes = new Uint8Array(SNAPSHOT.notes);
  const sizes = Object.entries(SNAPSHOT.loads).map(([file, size]) => [new URL(file, import.meta.url).href, size]);
  const { come, complete } = follow(Object.fromEntries(sizes));
  const address = new URL(SNAPSHOT.file, import.meta.url).href;
  const arrived = (loaded) => come(address, loaded);
  const carriers = (globalThis.ruleboardCarriers ??= null); // from now on none are to be sent any more
  const unpack = async () => ({ brought: await fetchSnapshot(address, arrived) });
  const fetched = carriers ? brought(carriers.snapshot, unpack, arrived) : unpack();
  if (carriers) {
    const compile = async () => ({ brought: await WebAssembly.compileStreaming(ownFetch(CODE)) });
    const code = brought(carriers.code, compile);
    compiled = code.then((answer) => (come(CODE), answer.brought));
    fetched.then(() => carriers.snapshot.worker.terminate(), () => {});
    // A worker that has fetched the code also has the browser keep what it compiles of it, later.
    code.then(({ kept }) => kept && carriers.code.worker.terminate(), () => {});
    Promise.all([fetched, code]).then((both) => both.every(({ kept }) => kept) || keepLater(address), () => {});
    // Pyodide fetches its code by itself as soon as it is called: it need not.
    globalThis.fetch = (asked, how) => (String(asked) === CODE ? new Promise(() => {}) : ownFetch(asked, how));
  }
  for (const promised of [fetched, compiled]) promised?.catch(() => {}); // told where they are waited for
  const restored = async (settings) => {
    globalThis.fetch = ownFetch;
    const [module, { brought: bytes }] = await Promise.all([createPyodideModule(settings), fetched]);
    complete();
    if (bytes.length !== unpacked) throw new Error(`the snapshot has ${bytes.length} bytes and not ${unpacked}`);
    if (checksum(module.HEAPU8, known) !== sum) throw new Error("the snapshot was made for another Pyodide");
    if (module.HEAPU8.length < memory) module.growMemory(memory);
    notes.set(bytes.subarray(0, notes.length));
    restore(bytes, notes.length, module.HEAPU8, cleared);
    return module;
  };
  return load({
    ...options,
    indexURL,
    createPyodideModule: restored,
    _loadSnapshot: notes, // all that Pyodide puts back by itself: by then the memory is there
    stdLibURL: NO_LIBRARY,
    lockFileContents: lock,
  });
}

async function fromSources(options) {
  globalThis.fetch = ownFetch;
  compiled = null;
  const sources = fetch(SOURCES);
  const python = await load({ ...options, indexURL, createPyodideModule });
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
      keepOnly([]).catch(() => {}); // it may be what was kept; and perhaps nothing may be kept
    }
  }
  dataset.start = "sources";
  return Promise.race([breaking(), fromSources(options)]);
}
export { version };
