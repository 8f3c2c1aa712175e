// Starts the workers that load the snapshot and Pyodide's compiled code while the page is still being parsed and
// painted.
//
// This script comes before nearly everything else in the pages. interpreter.mjs takes the results; where there are no
// workers, as in a sandboxed frame, it loads everything itself.
//
// data-code and data-snapshot: what to load, as paths below static/. The build adds the second.
"use strict";
// A sandboxed frame has an opaque origin and may be denied workers, which Firefox reports too late, and as an error
// of the page.
if (!("ruleboardWorkers" in globalThis) && self.origin !== "null") try {
  const { src, dataset } = document.currentScript;
  const start = (task) => {
    const { port1, port2 } = new MessageChannel(); // it queues messages until somebody listens
    const worker = new Worker(new URL("loader_worker.mjs", src), { type: "module" });
    const failed = new Promise((resolve) => { worker.onerror = resolve; });
    worker.postMessage({ task, address: new URL(`../${dataset[task]}`, src).href, port: port2 }, [port2]);
    return { worker, port: port1, failed };
  };
  globalThis.ruleboardWorkers = { code: start("code"), snapshot: start("snapshot") };
} catch { /* no workers here */ }
