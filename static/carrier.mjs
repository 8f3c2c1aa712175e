// Brings the memory snapshot, unpacked, or the code that Python is, made ready to run.
//
// In workers, which static/carry.js sets to it, so that the page can paint meanwhile; and a module for pages that may
// have none.

import { keepOnly, read, write } from "./kept.mjs";

const PATIENCE_MS = 500; // after which it is better to fetch
const TOLD = 250_000; // bytes after which it is told how far it is

async function unpacked(stream) {
  return new Uint8Array(await new Response(stream.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// The snapshot's bytes; `arrived` is told now and then how many have come, as they travel.
export async function fetchSnapshot(address, arrived) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the snapshot is not there (${response.status})`);
  let loaded = 0, told = 0;
  const count = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      if (loaded - told > TOLD) arrived(told = loaded);
      controller.enqueue(chunk);
    },
  });
  return unpacked(response.body.pipeThrough(count));
}

// What an earlier visit has kept, or null.
function kept(address) {
  const tooLate = new Promise((resolve) => { setTimeout(resolve, PATIENCE_MS, null); });
  return Promise.race([tooLate, read(address).catch(() => null)]);
}

// What a worker can be asked for, and what it answers.
const TASKS = {
  async code({ address }) {
    const bytes = await kept(address);
    const compiling = bytes ? WebAssembly.compile(bytes) : WebAssembly.compileStreaming(fetch(address));
    return { brought: await compiling, kept: Boolean(bytes) };
  },
  async snapshot({ address }, arrived) {
    const bytes = await kept(address);
    return { brought: bytes ?? await fetchSnapshot(address, arrived), kept: Boolean(bytes) };
  },
  // Keep both for the next visit, and nothing of older versions, if they are in the browser anyhow.
  async keep({ snapshot, code }) {
    const stored = (address) => caches.match(address, { ignoreSearch: true });
    const [packed, plain] = [await stored(snapshot), await stored(code)];
    if (!packed || !plain) throw new Error("not all is there yet");
    await keepOnly([snapshot, code]);
    await write(snapshot, await unpacked(packed.body));
    await write(code, new Uint8Array(await plain.arrayBuffer()));
    return { brought: true };
  },
};

async function carry({ what, port, ...asked }) {
  try {
    const answer = await TASKS[what](asked, (loaded) => port.postMessage({ loaded }));
    port.postMessage(answer, answer.brought.buffer ? [answer.brought.buffer] : []);
  } catch (error) {
    port.postMessage({ failed: String(error) });
  }
}

if (globalThis.WorkerGlobalScope) addEventListener("message", ({ data }) => carry(data), { once: true });
