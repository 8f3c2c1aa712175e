// Makes the memory snapshot: Pyodide's memory after Python has started and imported the app.
//
//   node snapshot.mjs <Pyodide's folder> <the sources as a zip> <the folder of PyScript's Python package>
//     <folder to write to>
//
// Writes snapshot.bin and snapshot.json, the description that static/boot/interpreter.mjs needs to restore it,
// except the name that tools/snapshot.py adds when it compresses the file. The snapshot leaves out blocks that are the
// same in a fresh memory of Pyodide's: see static/boot/snapshot_format.mjs.
import crypto from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const BLOCK = 1024; // bytes in a block, the unit in which memories are compared
const MARGIN = 1 << 20; // bytes by which a browser's fresh memory may reach further than Node's

// The same sources give the same bytes: Python asks for the time and for random bytes while it starts. Nothing of it is
// used later; where it matters, the app asks for new numbers (`Browser.seed`).
let chance = 1;
Date.now = () => chance; // milliseconds: a time that no page's clock shows, or Python would take its folders for unchanged
performance.now = () => chance;
Math.random = () => 1 / chance;
crypto.randomFillSync = (bytes) => bytes.fill(chance);

const [pyodide, sources, pyscript, out] = process.argv.slice(2);
process.argv[1] = "snapshot.mjs"; // Python keeps the program's name: without the folder it lies in
const indexURL = resolve(pyodide) + "/";
const { loadPyodide } = await import(pathToFileURL(join(indexURL, "pyodide.mjs")));
const { default: create } = await import(pathToFileURL(join(indexURL, "pyodide.asm.mjs")));

// Return Pyodide's memory as the compiled code initializes it, before Python runs.
async function initialMemory(env) {
  let memory;
  const stop = new Error();
  const createPyodideModule = async (settings) => {
    memory = (await create(settings)).HEAPU8.slice();
    throw stop;
  };
  try {
    await loadPyodide({ indexURL, env, createPyodideModule, _loadSnapshot: new Uint8Array(0) });
  } catch (error) {
    if (error !== stop) throw error;
  }
  return memory;
}

// Fill free memory with zeros, by allocating all of it: the remains of freed objects compress badly.
function wipe(module) {
  const end = () => module._sbrk(0);
  const allocated = [];
  for (let size = 1 << 16; size >= 32; size >>= 1) {
    for (;;) {
      const before = end();
      const place = module._malloc(size);
      module.HEAPU8.fill(0, place, place + size);
      allocated.push(place);
      if (end() !== before) break; // nothing of that size was free any more
    }
  }
  allocated.forEach((place) => module._free(place));
}

const block = (memory, place) => Buffer.from(memory.buffer, memory.byteOffset + place, Math.min(BLOCK, memory.length - place));

// Return the ranges of a memory whose blocks satisfy a condition: [[from, to], …].
function ranges(length, holds) {
  const matching = [];
  for (let from = 0; from < length; from += BLOCK) {
    if (!holds(from)) continue;
    const to = Math.min(from + BLOCK, length);
    if (matching.length && matching.at(-1)[1] === from) matching.at(-1)[1] = to;
    else matching.push([from, to]);
  }
  return matching;
}

const { checksum, heapOffset, pack, trampolinePlace } = await import("../static/boot/snapshot_format.mjs");

const PINNED_COUNT = 1 << 28; // references to a pinned object, far from 0 and from the count of an immortal object

// Pin objects, which are never freed then: give them the same number of references, and take them from the collector's
// list, which is the same to it as `gc.freeze`. Counts, hashes, and the addresses in the list compress badly.
//
// Each word of a list in Python's memory has the address of an object, plus 1 if the collector tracks it, plus 2 if Python
// may compute its hash again. An object starts with its count; the hash is the fourth word. Before it, tracked objects have
// the addresses of the next and the previous object of the collector's list, with flags in the last two bits.
function pin(memory, { address, count }) {
  const link = (place, target) => { memory[place] = (memory[place] & 3) | target; };
  for (const word of memory.slice(address >> 2, (address >> 2) + count)) {
    const place = word >> 2;
    if (memory[place] >= 1 << 30) continue; // immortal
    memory[place] = PINNED_COUNT;
    if (word & 2) memory[place + 3] = -1;
    if (!(word & 1)) continue;
    const next = memory[place - 2] & ~3, previous = memory[place - 1] & ~3;
    link(previous >> 2, next);
    link((next >> 2) + 1, previous);
    memory.fill(0, place - 2, place);
  }
}

// Without docstrings, assertions and the columns of each instruction, which the app does not
// use: they are a sixth of the bytes.
const env = { LANG: "C.UTF-8", PYTHONHASHSEED: "0", PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL, createPyodideModule: create, _makeSnapshot: true, env });
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip");
python.FS.mkdirTree("start/pyscript"); // out of Python's path: it is imported at the start only
for (const name of readdirSync(pyscript)) {
  if (name.endsWith(".py")) python.FS.writeFile(`start/pyscript/${name}`, readFileSync(join(pyscript, name)));
}
const scripts = dirname(fileURLToPath(import.meta.url));
const { modules, ...objects } = JSON.parse(python.runPython(readFileSync(join(scripts, "snapshot_imports.py"), "utf8")));
pin(python._module.HEAPU32, objects);
python.runPython(readFileSync(join(scripts, "snapshot_finish.py"), "utf8"));
wipe(python._module);
python._module.HEAP32[trampolinePlace(python._module)] = 0; // as in a Node that has none; browsers have their own
const snapshot = python.makeMemorySnapshot();
const header = snapshot.subarray(0, heapOffset(snapshot));
const whole = snapshot.subarray(header.length);
const end = whole.findLastIndex((byte) => byte !== 0) + 1;
const used = whole.subarray(0, Math.ceil(end / BLOCK) * BLOCK);

// Blocks of a fresh memory that depend neither on the environment nor on time and chance, and that Python has not
// changed, are left out.
const bare = await initialMemory({});
chance = 2;
const other = await initialMemory({ HOME: "/home/other", LANG: "xx", MORE: "of the environment" });
const zeros = Buffer.alloc(BLOCK);
const empty = (memory, place) => place >= memory.length || block(memory, place).equals(zeros.subarray(0, memory.length - place));
const same = (place) => block(bare, place).equals(block(other, place)) && block(bare, place).equals(block(used, place));
const shared = ranges(bare.length, (place) => same(place) && !empty(bare, place));
const isShared = new Set(shared.flatMap(([from, to]) => Array.from({ length: (to - from) / BLOCK }, (_, i) => from + i * BLOCK)));
const changed = ranges(used.length, (place) => !isShared.has(place) && !empty(used, place));
// Blocks that are empty here but may not be in a fresh memory in a browser.
const reach = Math.min(bare.findLastIndex((byte) => byte !== 0) + MARGIN, used.length);
const cleared = ranges(reach, (place) => empty(used, place));

const content = pack(header, used, changed);
const lock = JSON.parse(readFileSync(join(indexURL, "pyodide-lock.json"), "utf8"));
writeFileSync(join(out, "snapshot.bin"), content);
writeFileSync(join(out, "snapshot.json"), JSON.stringify({
  unpacked: content.length,
  memory: used.length,
  header: header.length,
  known: shared,
  cleared,
  sum: checksum(bare, shared),
  lock: { info: lock.info, packages: {} },
  modules,
}));
process.exit(0); // Pyodide keeps Node alive
