// Pyodide restored from the memory snapshot, in the page or in the bots' worker.
import { loadPyodide } from "pyodide";
import { createPyodideModule, INDEX, restoreFetch } from "./pyodide_code.mjs";
import { checksum, restore, trampolinePlace } from "./snapshot_format.mjs";
import { trace } from "./time_limits.mjs";

const EMPTY_ZIP = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

/**
 * Start Pyodide from a snapshot.
 * @param {Snapshot} description
 * @param {Promise<Uint8Array>} loading the bytes of the snapshot, see snapshot_format.mjs
 * @param {PyodideConfig} options for Pyodide's `loadPyodide`
 * @param {() => void} [onLoaded] called after the download
 */
export function restoredPyodide(description, loading, options, onLoaded = () => {}) {
  const { memory, known: checkedRanges, cleared, sum, lock, unpacked } = description;
  const header = new Uint8Array(description.header);
  /** @type {CreatePyodideModule} */
  const createRestoredModule = async (settings) => {
    restoreFetch();
    const [module, bytes] = await Promise.all([createPyodideModule(settings), loading]);
    onLoaded();
    if (bytes.length !== unpacked) throw new Error(`the snapshot has ${bytes.length} bytes and not ${unpacked}`);
    if (checksum(module.HEAPU8, checkedRanges) !== sum) throw new Error("the snapshot was made for another Pyodide");
    if (module.HEAPU8.length < memory) module.growMemory(memory);
    header.set(bytes.subarray(0, header.length));
    const index = trampolinePlace(module);
    const trampoline = module.HEAP32[index]; // the snapshot lacks this function
    restore(bytes, header.length, module.HEAPU8, cleared);
    module.HEAP32[index] = trampoline;
    trace("memory restored");
    return module;
  };
  return loadPyodide({
    ...options,
    indexURL: INDEX, // by default PyScript's, which is the folder of this module
    createPyodideModule: createRestoredModule,
    _loadSnapshot: header, // Pyodide finds the memory already restored
    stdLibURL: EMPTY_ZIP,
    lockFileContents: lock,
  });
}
