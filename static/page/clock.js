// The faces of a game's clock: their digits, and what Python is to hear of it: that the page is hidden or a dialog is over
// the game ("away", "back"), and that one minute, ten seconds or nothing is left ("time").
//
// Python writes a face's remaining milliseconds into `data-left`, and into `data-since` of the one that runs the time
// (performance.now) from which on they are used up. Without a face there is neither a timer nor an event.

import { CLOCK } from "./action_names.js";
import { send } from "./dispatch.js";
import { root, writeText } from "./dom.js";

const TOLD_MS = [60_000, 10_000, 0];
const SHORT_MS = 10_000;
const FACE = "[data-left]";

let timer = 0; // until the digits change
let isAway = false; // as Python knows it
let awaited = null; // the next of TOLD_MS, and the turn it belongs to
let isPatching = false; // while Python waits for the faces

/** Write the digits of all faces after a patch, and go on as long as one of them runs. */
export function updateClocks() {
  const faces = root.querySelectorAll(FACE);
  isPatching = true;
  if (faces.length) noticeAbsence();
  else isAway = false;
  isPatching = false;
  tick(faces);
}

function tick(faces) {
  clearTimeout(timer);
  let running = null; // it may be shown twice
  for (const face of faces) {
    const { left, since } = face.dataset;
    const rest = Math.max(0, left - (since ? performance.now() - since : 0));
    const seconds = Math.ceil(rest / 1000);
    const digits = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
    if (face.textContent !== digits) writeText(face, digits);
    face.toggleAttribute("data-short", rest <= SHORT_MS);
    if (since) running = { rest, turn: `${left} ${since}` };
  }
  if (running) run(running);
}

function run({ rest, turn }) {
  if (awaited?.turn !== turn) awaited = { turn, at: TOLD_MS.find((at) => at < rest) ?? 0 };
  if (rest <= awaited.at) {
    awaited.at = -1; // once: Python answers with another `data-left`
    setTimeout(send, 0, "do", CLOCK, "time");
  } else timer = setTimeout(() => tick(root.querySelectorAll(FACE)), rest % 1000 || 1000);
}

/** Tell Python whether the page is hidden or covered, if that has changed. */
function noticeAbsence() {
  const now = document.hidden || document.querySelector(".dialog:popover-open") !== null;
  if (now === isAway) return;
  isAway = now;
  if (isPatching) setTimeout(send, 0, "do", CLOCK, now ? "away" : "back");
  else send("do", CLOCK, now ? "away" : "back"); // at once: a page that is being left does nothing later
}

for (const event of ["toggle", "visibilitychange"]) {
  document.addEventListener(event, () => { if (root?.querySelector(FACE)) noticeAbsence(); }, true);
}
