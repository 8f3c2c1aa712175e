// Makes the memory snapshot: Pyodide's memory after Python has started and imported the app.
//
//   node snapshot.mjs <Pyodide's folder> <PyScript's folder> <the sources as a zip> <folder to write to>
//
// Writes snapshot.bin (gzip) and snapshot.json, which static/interpreter.mjs needs to put it back. What a fresh memory
// of Pyodide's has anyway is not in it: static/memory.mjs tells how the rest is laid out.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const BLOCK = 1024; // bytes that are looked at together when memory is compared
const MARGIN = 1 << 20; // bytes by which a browser's fresh memory may reach further than Node's

const [pyodide, pyscript, sources, out] = process.argv.slice(2);
const indexURL = resolve(pyodide) + "/";
const load = (file) => import(pathToFileURL(join(indexURL, file)));
const { loadPyodide } = await load("pyodide.mjs");
const { default: create } = await load("pyodide.asm.mjs");

// Memory as the compiled code lays it out, before Python runs.
async function untouched(env) {
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

// What was freed still lies about in memory and compresses badly: take all that is free, and put zeros there.
function wipe(module) {
  const end = () => module._sbrk(0);
  const taken = [];
  for (let size = 1 << 16; size >= 32; size >>= 1) {
    for (;;) {
      const before = end();
      const place = module._malloc(size);
      module.HEAPU8.fill(0, place, place + size);
      taken.push(place);
      if (end() !== before) break; // nothing of that size was free any more
    }
  }
  taken.forEach((place) => module._free(place));
}

const block = (memory, place) => Buffer.from(memory.buffer, memory.byteOffset + place, Math.min(BLOCK, memory.length - place));

// The blocks of a memory for which something holds, neighbours taken together: [[from, to], …].
function stretches(length, holds) {
  const found = [];
  for (let from = 0; from < length; from += BLOCK) {
    if (!holds(from)) continue;
    const to = Math.min(from + BLOCK, length);
    if (found.length && found.at(-1)[1] === from) found.at(-1)[1] = to;
    else found.push([from, to]);
  }
  return found;
}

// The texts of PyScript's own Python modules, which it writes into Pyodide's file system when it starts.
function pyscriptSources() {
  const core = readdirSync(pyscript).find((name) => /^core-.*\.js$/.test(name));
  const [, tree] = readFileSync(join(pyscript, core), "utf8").match(/\("\.",(\{pyscript:\{.*?"\}\})\)/) ?? [];
  if (!tree) throw new Error("PyScript holds its Python modules in another way than it did: see tools/snapshot.mjs.");
  const texts = (folder) => Object.values(folder).flatMap((one) => (typeof one === "string" ? one : texts(one)));
  return texts(Function(`return ${tree}`)());
}

const { checksum, heapOffset, pack } = await import("../static/memory.mjs");

// Without docstrings, assertions and the columns of each instruction, which nobody sees: that is a sixth of the bytes.
const env = { PYTHONHASHSEED: "0", PYTHONOPTIMIZE: "2", PYTHONNODEBUGRANGES: "1" };
const python = await loadPyodide({ indexURL, _makeSnapshot: true, env });
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip");
python.globals.set("pyscript_sources", python.toPy(pyscriptSources()));
const script = join(dirname(fileURLToPath(import.meta.url)), "snapshot_imports.py");
const modules = JSON.parse(python.runPython(readFileSync(script, "utf8")));
wipe(python._module);
const snapshot = python.makeMemorySnapshot();
const notes = snapshot.subarray(0, heapOffset(snapshot));
const whole = snapshot.subarray(notes.length);
const end = whole.findLastIndex((byte) => byte !== 0) + 1;
const used = whole.subarray(0, Math.ceil(end / BLOCK) * BLOCK);

// What a fresh memory has, whatever the environment, and Python has not changed: it need not travel.
const bare = await untouched({});
const other = await untouched({ HOME: "/home/somebody-else", LANG: "xx", MORE: "of the environment" });
const zeros = Buffer.alloc(BLOCK);
const empty = (memory, place) => place >= memory.length || block(memory, place).equals(zeros.subarray(0, memory.length - place));
const same = (place) => block(bare, place).equals(block(other, place)) && block(bare, place).equals(block(used, place));
const known = stretches(bare.length, (place) => same(place) && !empty(bare, place));
const isKnown = new Set(known.flatMap(([from, to]) => Array.from({ length: (to - from) / BLOCK }, (_, i) => from + i * BLOCK)));
const changed = stretches(used.length, (place) => !isKnown.has(place) && !empty(used, place));
// Where a fresh memory may have something in a browser, and here there is nothing.
const reach = Math.min(bare.findLastIndex((byte) => byte !== 0) + MARGIN, used.length);
const cleared = stretches(reach, (place) => empty(used, place));

const travelling = pack(notes, used, changed);
const packed = gzipSync(travelling, { level: 9 });
const lock = JSON.parse(readFileSync(join(indexURL, "pyodide-lock.json"), "utf8"));
const hash = createHash("sha256").update(packed).digest("hex").slice(0, 16);
writeFileSync(join(out, "snapshot.bin"), packed);
writeFileSync(join(out, "snapshot.json"), JSON.stringify({
  file: `snapshot.${hash}.bin`,
  packed: packed.length,
  unpacked: travelling.length,
  memory: used.length,
  notes: notes.length,
  known,
  cleared,
  sum: checksum(bare, known),
  lock: { info: lock.info, packages: {} },
  modules,
}));
process.exit(0); // Pyodide keeps Node alive
