// The page's entry module: the interface that Python uses, and the event listeners of all modules.
//
// `globalThis.ruleboard` is called by py/ruleboard/app/browser/web.py and by nothing else of Python; Browser in
// protocol.py describes each function. Arguments are strings, booleans and callbacks; a patch is one call, so that it is cheap.
// Events go the other way, through the handler given to `listen` (see dispatch.js). The build bundles all modules of
// this folder into one file.

import { trace } from "../boot/time_limits.mjs";
import { untouched } from "../boot/untouched.mjs";
import { goLazily, settleAddress } from "./address.js";
import { updateClocks } from "./clock.js";
import { listen, send } from "./dispatch.js";
import { adoptPrerendered, mountTree } from "./dom.js";
import "./drag.js";
import "./draw.js";
import "./events.js";
import "./first_page.js";
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

const PAUSE_MS = 1_500;

trace("page scripts run");

globalThis.ruleboard = {
  // --- the page's content ---
  adoptPrerendered,
  mount: (tree) => {
    mountTree(JSON.parse(tree));
    updateClocks();
  },
  patch,
  glance,
  scrollIntoView,
  setLanguage,
  setTheme,
  signal,

  // --- what is stored ---
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
  settleAddress,
  share,

  // --- opponents ---
  stopThinking,
  think,

  // --- events and updates ---
  // The pages of tests do not live long enough for it to be worth its time (tests/e2e/conftest.py).
  rehearses: () => !globalThis.ruleboardUnrehearsed,
  listen(handler) {
    listen(handler);
    trace("first picture drawn, ready");
    if (globalThis.ruleboardFrame) return; // an embedded board stores nothing
    // Only now, so that it delays neither the start nor the answers to the first touches.
    untouched(PAUSE_MS).then(registerServiceWorker)
      .catch((error) => console.warn("Ruleboard is not kept for the time without a network:", error));
  },
  send, // for boot/embed_frame.js
  applyUpdate,
};

if (!globalThis.ruleboardFrame) openJournal(); // at once, so that Python finds what had been lost
