// Fetches the memory snapshot and unpacks it, or fetches the compiled code and has it made ready to run.
//
// In workers, which static/carry.js sets to it, so that the page can paint meanwhile; and a module for pages that may
// have none.

const TOLD = 250_000; // bytes after which it is told how far it is

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
  const unpacked = response.body.pipeThrough(count).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(unpacked).arrayBuffer());
}

// In a worker: what was fetched goes through the port, or why it could not be.
async function carry({ what, address, port }) {
  try {
    if (what === "code") port.postMessage({ brought: await WebAssembly.compileStreaming(fetch(address)) });
    else {
      const brought = await fetchSnapshot(address, (loaded) => port.postMessage({ loaded }));
      port.postMessage({ brought }, [brought.buffer]);
    }
  } catch (error) {
    port.postMessage({ failed: String(error) });
  }
}

if (globalThis.WorkerGlobalScope) addEventListener("message", ({ data }) => carry(data), { once: true });
