// The interpreter that PyScript starts: Pyodide, from a snapshot of its memory in which the app is already imported.
//
// The pages load this module, too, so that everything is under way before PyScript asks for it. If anything is wrong
// with the snapshot, Python starts from its standard library and the app's sources instead.
import { loadPyodide as load, version } from "pyodide";
import { download } from "./download.mjs";
import { trackDownloads } from "./download_progress.mjs";
import { mayStart } from "./frame_guard.mjs";
import { deleteOthers } from "./opfs_cache.mjs";
import { START_LOADER } from "./loader_build.mjs";
import { fetchOwn } from "./own_files.mjs";
import { compressedName, isOtherCompression } from "./compression.mjs";
import {
  CODE, compile, compiledCode, createPyodideModule, INDEX, instantiationFailure, restoreFetch, useCompiledCode,
} from "./pyodide_code.mjs";
import { restoredPyodide } from "./restored_pyodide.mjs";
import { startThinker } from "./thinker.mjs";
import { trace } from "./time_limits.mjs";
import { cacheForNextVisit, workerAnswer } from "./worker_tasks.mjs";

/** @type {Snapshot | null} */
const SNAPSHOT = null; // the build writes the description by tools/snapshot.mjs here
const STATIC = new URL("..", import.meta.url);
/** @param {Snapshot} snapshot */
const addressOf = ({ name }) => new URL(compressedName(name), STATIC).href;
const SOURCES = "ruleboard.zip";

const { dataset } = document.documentElement;
const isEmbedded = Boolean(globalThis.ruleboardFrame); // in any page, since nothing is stored there
if (isEmbedded && !globalThis.ruleboardPolicy) throw new Error("The page's own Content-Security-Policy is missing.");
const isRefused = !isEmbedded && !mayStart();
if (isRefused) dataset.refused = ""; // start_message.js says so
trace("start script run");

/** Return the worker that start_loader.js of this version has started, or null. Later it starts none. */
function startedLoader() {
  const loader = (globalThis.ruleboardLoader ??= null);
  if (!loader || loader.build === START_LOADER) return loader;
  trace("start_loader.js has another version");
  loader.worker.terminate();
  return null;
}

/**
 * @param {Snapshot} snapshot
 * @param {PyodideConfig} options
 */
function fromSnapshot(snapshot, options) {
  const address = addressOf(snapshot);
  const files = Object.entries(snapshot.loads).filter(([file]) => !isOtherCompression(file));
  const sizes = files.map(([file, size]) => [new URL(file, STATIC).href, size]);
  const progress = trackDownloads(Object.fromEntries(sizes));
  /** @param {number} loaded */
  const onProgress = (loaded) => progress.update(address, loaded);
  /** @param {number} loaded */
  const onCodeProgress = (loaded) => progress.update(CODE, loaded);
  const loader = startedLoader();
  /** @returns {Promise<LoaderResult<Uint8Array<ArrayBuffer>>>} */
  const loadHere = async () => ({ result: await download(address, onProgress) });
  const loading = loader ? workerAnswer(loader.snapshot, loadHere, onProgress) : loadHere();
  loading.then(() => trace("snapshot loaded"), () => {}); // handled where it is awaited
  /** @type {(options?: RequestInit) => Promise<LoaderResult<WebAssembly.Module>>} */
  const compileHere = async (options) => ({ result: await compile(options) });
  // Past the browser's cache, which may wait for the request of the worker.
  const compileAgain = () => compileHere({ cache: "reload" });
  const code = loader ? workerAnswer(loader.code, compileAgain, onCodeProgress) : compileHere();
  const compilation = code.then(({ result }) => (progress.update(CODE), trace("code compiled"), result));
  compilation.catch(() => {}); // handled where it is awaited
  useCompiledCode(compilation);
  // Also without a worker: start_loader.js may have run too late to start it.
  Promise.all([loading, code])
    .then(async (answers) => { if (!answers.every(({ cached }) => cached)) await cacheForNextVisit(address); })
    .catch(() => {}); // a start that fails says so itself; a sandboxed frame may not ask for a service worker
  const python = restoredPyodide(snapshot, loading.then(({ result }) => result), options, progress.complete);
  if (loader) {
    // The worker ends with the snapshot's bytes, 20 MB that the promise would hold as long as the page is open.
    const { worker } = loader;
    Promise.all([loading, code, python]).then(([{ result }]) => worker.postMessage(null, [result.buffer]))
      .catch(() => {}) // a start that fails says so itself
      .finally(() => worker.terminate());
  }
  return python;
}

/** @param {PyodideConfig | undefined} options */
async function fromSources(options) {
  const code = compiledCode();
  useCompiledCode(code ? code.catch(() => compile({ cache: "reload" })) : compile());
  const sources = fetchOwn(SOURCES);
  sources.catch(() => {}); // the `await` below handles the error
  const python = await load({ ...options, indexURL: INDEX, createPyodideModule });
  restoreFetch();
  python.unpackArchive(await (await sources).arrayBuffer(), "zip");
  return python;
}

// Python's output goes to PyScript once PyScript has asked for the interpreter, and to the console before.
const output = { stdout: console.log, stderr: console.error };
/** @type {PyodideConfig} */
const outputHandlers = { stdout: (text) => output.stdout(text), stderr: (text) => output.stderr(text) };
const starting = SNAPSHOT && !isRefused
  ? Promise.race([instantiationFailure(), fromSnapshot(SNAPSHOT, outputHandlers)]) : null;
starting?.catch(() => {}); // handled where it is awaited

/** Start a second interpreter in a worker, for page/thinking.js. */
globalThis.ruleboardStartThinker = async () => {
  if (!SNAPSHOT || dataset.start !== "snapshot") throw new Error("there is no snapshot");
  return startThinker(SNAPSHOT, addressOf(SNAPSHOT));
};

/**
 * Give PyScript its interpreter, see Pyodide's function of this name.
 * @param {PyodideConfig} [options]
 * @returns {ReturnType<typeof load>}
 */
export async function loadPyodide(options) {
  if (isRefused) return new Promise(() => {});
  if (starting) {
    try {
      Object.assign(output, options);
      const python = await starting;
      dataset.start = "snapshot";
      trace("Python started from its snapshot");
      return python;
    } catch (error) {
      trace(`no start from the snapshot: ${error}`);
      console.warn("Python starts without its snapshot:", error);
      dispatchEvent(new Event("ruleboard:fallback"));
      deleteOthers([]).catch(() => {}); // the cache may be the cause; there may be none
    }
  }
  dataset.start = "sources";
  return Promise.race([instantiationFailure(), fromSources(options)]);
}
export { version };
