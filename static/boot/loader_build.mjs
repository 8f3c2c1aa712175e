// The identities of the two files whose content a browser does not check: it checks no worker's script, and
// start_loader.js has to run in a page of another version, which it reloads.
//
// Each of these files names itself, and interpreter.mjs, which the browser does check, ignores any other one. The build
// replaces the texts by hashes of the files (tools/modules.py).

export const START_LOADER = "build of start_loader.js";
export const LOADER_WORKER = "build of loader_worker.mjs";
