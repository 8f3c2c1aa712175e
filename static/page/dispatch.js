// Dispatch of events to Python: queued until Python listens, deferred during a patch of the page.
//
// An event has a kind, a name and a value, all of them strings:
//
//   kind     event                                             name                              value
//   press    a pointer that goes down, which may become a tap  target
//   touch    a tap on a target, or its activation by a key     target; "" for a tap outside all targets
//   take     the start or the attempt of a drag from a target  target
//   drop     a drop of the dragged piece on another target     target, or its `data-drop`
//   away     a drop of the dragged piece outside all targets   target that it came from
//   point    a drag of an immovable piece to a target          target, or its `data-drop`
//   do       a request by a button, form or field              action (`data-do`)                text or JSON
//   key      any other key                                     key, such as "u" or "Ctrl+z"
//   address  a change of location.hash                         hash
//   stored   a change of localStorage by another tab           key; empty for all of them
//   restored a change that the journal has made again          key
//   update   a new version of the app is ready                 "ready"
//   message  a message from the page around an embedded board  JSON of the message

import { EventKind } from "../boot/contract.mjs";

/** @typedef {(kind: string, name: string, value: string) => void} Listener */

/** @type {Listener | null} */
let listener = null;
let deferring = false;
/** The events before Python listens. @type {Parameters<Listener>[]} */
const queue = [];

/**
 * Send an event to Python.
 * @param {string} kind an `EventKind`
 * @param {string} name
 * @param {string} [value]
 */
export function send(kind, name, value = "") {
  if (deferring) setTimeout(send, 0, kind, name, value);
  else if (listener) listener(kind, name, value);
  else {
    queue.push([kind, name, value]);
    if (kind !== EventKind.STORED && kind !== EventKind.RESTORED) acknowledge(); // no input to acknowledge
  }
}

let isAnsweringQueue = false;

/** Return true while Python answers events that have waited for it. Their answers appear at once, without animation. */
export const answersQueue = () => isAnsweringQueue;

/** Return true once Python listens. */
export const isListening = () => listener !== null;

/**
 * Show on the page and on the touched element that input has arrived, although Python cannot answer yet. Python's first
 * patch removes the mark.
 * @param {Element | null} [element]
 */
export function acknowledge(element) {
  element?.setAttribute("data-waiting", "");
  dispatchEvent(new Event("ruleboard:waiting"));
}

/**
 * Pass all events to Python from now on, starting with the queued ones.
 * @param {Listener} handler
 */
export function listen(handler) {
  listener = handler;
  for (const element of document.querySelectorAll("[data-waiting]")) element.removeAttribute("data-waiting");
  isAnsweringQueue = true;
  for (const event of queue.splice(0)) handler(...event);
  isAnsweringQueue = false;
}

/**
 * Change the page, and defer events until then: the browser fires events when a field in use disappears.
 * @param {() => void} change
 */
export function deferEvents(change) {
  deferring = true;
  try {
    change();
  } finally {
    deferring = false;
  }
}
