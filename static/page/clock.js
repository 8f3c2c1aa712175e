// The faces of a game's clock: their digits, and their events for Python. "away" and "back" report that the page or the
// game is out of view, behind another window or a dialog. "time" reports that one minute, ten seconds or no time
// remains.
//
// Python writes the remaining milliseconds into `data-left`. On the running face, `data-since` contains the time
// (performance.now) at which the clock started. Without a face there are no timers or events.

import { openDialog } from "./dialogs.js";
import { send } from "./dispatch.js";
import { CLOCK_ACTION, EventKind } from "../boot/contract.mjs";
import { root, writeText } from "./dom.js";

const REPORT_MS = [60_000, 10_000, 0];
const SHORT_MS = 10_000;
const FACE = "[data-left]";

let timer = 0; // runs until the digits change
let isAway = false; // the state that Python knows
/** The next of REPORT_MS, and its turn. @type {{turn: string, at: number} | null} */
let nextReport = null;
let isPatching = false; // true while Python waits for the faces

/** @returns {NodeListOf<PageElement>} */
const allFaces = () => root.querySelectorAll(FACE);

/** Update the digits of all faces after a patch, and continue while one of them runs. */
export function updateClocks() {
  const faces = allFaces();
  isPatching = true;
  if (faces.length) reportAbsence();
  else isAway = false;
  isPatching = false;
  tick(faces);
}

/** @param {NodeListOf<PageElement>} faces */
function tick(faces) {
  clearTimeout(timer);
  let running = null; // the same clock may have two faces
  for (const face of faces) {
    const { left: milliseconds, since } = face.dataset;
    const remaining = Math.max(0, Number(milliseconds) - (since ? performance.now() - Number(since) : 0));
    const seconds = Math.ceil(remaining / 1000);
    const digits = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (face.textContent !== digits) writeText(face, digits);
    face.toggleAttribute("data-short", remaining <= SHORT_MS);
    if (since) running = { remaining, turn: `${milliseconds} ${since}` };
  }
  if (running) run(running);
}

/** @param {{remaining: number, turn: string}} face the running one */
function run({ remaining, turn }) {
  if (nextReport?.turn !== turn) nextReport = { turn, at: REPORT_MS.find((at) => at < remaining) ?? 0 };
  if (remaining <= nextReport.at) {
    nextReport.at = -1; // report once: Python answers with another `data-left`
    setTimeout(send, 0, "do", CLOCK_ACTION, "time");
  } else timer = setTimeout(() => tick(allFaces()), remaining % 1000 || 1000);
}

/** Report to Python if the page has gone out of view or come back. */
function reportAbsence() {
  const isHidden = document.hidden || openDialog() !== null;
  if (isHidden === isAway) return;
  isAway = isHidden;
  if (isPatching) setTimeout(send, 0, "do", CLOCK_ACTION, isHidden ? "away" : "back");
  else send(EventKind.DO, CLOCK_ACTION, isHidden ? "away" : "back"); // immediately: a page that closes does nothing later
}

for (const event of ["opened", "close", "visibilitychange"]) {
  document.addEventListener(event, () => { if (root.querySelector(FACE)) reportAbsence(); }, true);
}
