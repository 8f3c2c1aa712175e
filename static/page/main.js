// The page's entry module: the interface that Python uses, and the event listeners of all modules.
//
// `globalThis.ruleboard` is called by py/ruleboard/app/browser/web.py and by nothing else of Python; Browser in
// protocol.py describes each function. Arguments are strings and callbacks; a patch is one call, so that it is cheap.
// Events go the other way, through the handler given to `listen` (see dispatch.js). The build bundles all modules of
// this folder into one file.

import { listen, send } from "./dispatch.js";
import { adoptPrerendered, mountTree } from "./dom.js";
import "./drag.js";
import "./events.js";
import { download, paint, styles } from "./files.js";
import "./keyboard.js";
import { patch } from "./render.js";
import { reveal } from "./scrolling.js";
import { registerServiceWorker, update } from "./service_worker.js";
import { copy, print, share } from "./sharing.js";
import { setTheme } from "./theme.js";
import { speak } from "./translations.js";

globalThis.ruleboard = {
  // --- the page's content ---
  adopt: adoptPrerendered,
  mount: (tree) => mountTree(JSON.parse(tree)),
  patch,
  reveal,
  theme: setTheme,
  speak,

  // --- files and the system ---
  copy,
  download,
  paint,
  print,
  share,
  styles,

  // --- events and updates ---
  listen(handler) {
    listen(handler);
    if (globalThis.ruleboardFrame) return; // an embedded board stores nothing
    // Only now, so that it does not delay the start.
    registerServiceWorker()
      .catch((error) => console.warn("Ruleboard is not kept for the time without a network:", error));
  },
  tell: send, // for boot/embed_frame.js
  update,
};
