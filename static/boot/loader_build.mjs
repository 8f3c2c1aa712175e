// The identities of the files whose content a browser does not check: it checks no worker's script, and start_loader.js
// has to run in a page of another version, which it reloads.
//
// interpreter.mjs, which the browser does check, ignores the first two files if they have another identity, and passes
// its own one to the third, which then refuses to start. The build replaces the texts by hashes of the files
// (tools/modules.py).

export const START_LOADER = "build of start_loader.js";
export const LOADER_WORKER = "build of loader_worker.mjs";
export const THINKER_WORKER = "build of thinker_worker.mjs";
