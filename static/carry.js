// Sets workers to fetch, unpack and compile what Python starts from, while the page is still read and painted.
//
// It stands before nearly all else. static/interpreter.mjs takes what the workers bring; where there are none, as for a
// page in a sandbox, that does it all itself.
"use strict";
// A frame in a sandbox has no origin, and may have no workers: Firefox says so too late, and to everybody.
if (!("ruleboardCarriers" in globalThis) && self.origin !== "null") try {
  const { src, dataset } = document.currentScript;
  const send = (what) => {
    const { port1, port2 } = new MessageChannel(); // it keeps what comes until somebody listens
    const worker = new Worker(new URL("carrier.mjs", src), { type: "module" });
    const failed = new Promise((resolve) => { worker.onerror = resolve; });
    worker.postMessage({ what, address: new URL(dataset[what], src).href, port: port2 }, [port2]);
    return { worker, port: port1, failed };
  };
  globalThis.ruleboardCarriers = { code: send("code"), snapshot: send("snapshot") };
} catch { /* no workers here */ }
