// Makes the memory snapshot: Pyodide's memory after Python has started and imported the app.
//
//   node snapshot.mjs <Pyodide's folder> <the sources as a zip> <folder to write to>
//
// Writes snapshot.bin (gzip) and snapshot.json, which static/interpreter.mjs needs to put it back.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const BLOCK = 1024; // bytes that are looked at together when memory is compared

const [pyodide, sources, out] = process.argv.slice(2);
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

// Stretches that come with the compiled code and that nobody has written to: [[from, to], …], no zeros alone.
// They have to be the same in each of the untouched memories, whatever the environment, and in the used one.
function constant([one, ...others]) {
  const stretches = [];
  const at = (memory, place) => Buffer.from(memory.buffer, memory.byteOffset + place, BLOCK);
  for (let place = 0; place < one.length && place < others.at(-1).length - BLOCK; place += BLOCK) {
    const block = at(one, place);
    if (others.some((other) => !block.equals(at(other, place))) || block.every((byte) => byte === 0)) continue;
    if (stretches.length && stretches.at(-1)[1] === place) stretches.at(-1)[1] = place + BLOCK;
    else stretches.push([place, place + BLOCK]);
  }
  return stretches;
}

const { checksum, heapOffset } = await import("../static/memory.mjs");

const python = await loadPyodide({ indexURL, _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } });
python.unpackArchive(new Uint8Array(readFileSync(sources)), "zip");
const script = join(dirname(fileURLToPath(import.meta.url)), "snapshot_imports.py");
const modules = JSON.parse(python.runPython(readFileSync(script, "utf8")));
wipe(python._module);
const whole = python.makeMemorySnapshot();
let end = whole.length;
while (whole[end - 1] === 0) end--;
end = Math.ceil(end / 16) * 16;
const snapshot = whole.slice(0, end);

// What comes with the compiled code anyway is left out.
const bare = await untouched({});
const other = await untouched({ HOME: "/home/somebody-else", LANG: "xx", MORE: "of the environment" });
const heap = snapshot.subarray(heapOffset(snapshot));
const known = constant([bare, other, heap]);
for (const [from, to] of known) heap.fill(0, from, to);

const packed = gzipSync(snapshot, { level: 9 });
const lock = JSON.parse(readFileSync(join(indexURL, "pyodide-lock.json"), "utf8"));
const hash = createHash("sha256").update(packed).digest("hex").slice(0, 16);
writeFileSync(join(out, "snapshot.bin"), packed);
writeFileSync(join(out, "snapshot.json"), JSON.stringify({
  file: `snapshot.${hash}.bin`,
  packed: packed.length,
  unpacked: end,
  known,
  sum: checksum(bare, known),
  lock: { info: lock.info, packages: {} },
  modules,
}));
process.exit(0); // Pyodide keeps Node alive
