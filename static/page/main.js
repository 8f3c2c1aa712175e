// The page's entry module: the interface for Python, and the event listeners of all modules.
//
// Only py/ruleboard/app/browser/web.py uses `globalThis.ruleboard`; Browser in protocol.py describes each function.
// Arguments are strings, booleans and callbacks. A patch is one call, which keeps it fast. Events go the other way,
// through the handler of `listen` (see dispatch.js). The build bundles all modules of this folder into one file.

import { trace } from "../boot/time_limits.mjs";
import { whenIdle } from "../boot/idle.mjs";
import "./dialogs.js"; // before the modules with listeners for presses
import "./arrows.js";
import { goLazily, flushAddress } from "./address.js";
import { updateClocks } from "./clock.js";
import { watchPanel } from "./cover.js";
import { listen, send } from "./dispatch.js";
import { adoptPrerendered, mountTree } from "./dom.js";
import "./drag.js";
import "./draw.js";
import "./events.js";
import "./excerpt.js";
import "./first_page.js";
import "./forecast.js";
import { download, downloadPng, readStyles } from "./files.js";
import { openJournal, removeText, saveText } from "./journal.js";
import "./keyboard.js";
import "./late_text.js";
import "./press.js";
import { patch } from "./render.js";
import { glance, scrollIntoView } from "./scrolling.js";
import { applyUpdate, registerServiceWorker } from "./service_worker.js";
import { canShare, copy, print, share } from "./sharing.js";
import { signal } from "./sounds.js";
import { queryPersistence } from "./storage.js";
import { setTheme } from "./theme.js";
import { stopThinking, think } from "./thinking.js";
import { setLanguage } from "./translations.js";

const IDLE_MS = 1_500;

trace("page scripts run");

/** @type {PageScripts} */
globalThis.ruleboard = {
  // --- the page's content ---
  adoptPrerendered,
  mount: (tree) => {
    mountTree(JSON.parse(tree));
    updateClocks();
    watchPanel();
  },
  patch,
  glance,
  scrollIntoView,
  setLanguage,
  setTheme,
  signal,

  // --- storage ---
  removeText,
  saveText,

  // --- files and the system ---
  canShare,
  copy,
  download,
  downloadPng,
  goLazily,
  print,
  queryPersistence,
  readStyles,
  flushAddress,
  share,

  // --- bots ---
  stopThinking,
  think,

  // The pages of tests are too short-lived for a warm-up (tests/e2e/conftest.py).
  warmsUp: () => !globalThis.ruleboardSkipsWarmUp,
  listen(handler) {
    listen(handler);
    trace("first picture drawn, ready");
    if (globalThis.ruleboardFrame) return; // embedded boards store nothing
    // Only now, so that the download does not delay the start or the first touches.
    whenIdle(IDLE_MS).then(registerServiceWorker)
      .catch((error) => console.warn("Ruleboard is not kept for the time without a network:", error));
  },
  send, // for boot/embed_frame.js
  applyUpdate,
};

if (!globalThis.ruleboardFrame) void openJournal(); // immediately, so that Python finds the restored texts
