// Dispatch of events to Python: queued until Python listens, deferred while the page is being patched.
//
// An event has a kind, a name and a value, all of them strings:
//
//   kind     event                                             name                              value
//   touch    a target was tapped, or activated by a key        target
//   take     a drag from a target was begun or attempted       target
//   drop     the dragged piece was dropped on another target   target, or its `data-drop`
//   away     the dragged piece was dropped beside all targets  target that it came from
//   do       a button, form or field asks for an action        action (`data-do`)                text or JSON
//   key      any other key was pressed                         key, such as "u" or "Ctrl+z"
//   address  location.hash has changed                         hash
//   stored   another tab has changed localStorage              key; empty for all of them
//   restored the journal has made a change again               key
//   update   a new version of the app is ready                 "ready"
//   message  the page around an embedded board sent one        JSON of the message

let listener = null;
let deferring = false;
const queue = []; // events before Python listens

/**
 * Send an event to Python.
 * @param {string} kind one of the kinds above
 * @param {string} name
 * @param {string} [value]
 */
export function send(kind, name, value = "") {
  if (deferring) setTimeout(send, 0, kind, name, value);
  else if (listener) listener(kind, name, value);
  else {
    queue.push([kind, name, value]);
    if (kind !== "stored" && kind !== "restored") acknowledge(); // nobody has done anything
  }
}

/** Return whether Python listens. */
export const isListening = () => listener !== null;

/**
 * Show that input has been received although Python cannot answer yet: on the page, and on the element it was meant
 * for. Python's first patch replaces the mark.
 * @param {Element} [element]
 */
export function acknowledge(element) {
  element?.setAttribute("data-waiting", "");
  dispatchEvent(new Event("ruleboard:waiting"));
}

/**
 * Pass all events to Python from now on, beginning with those in the queue.
 * @param {(kind: string, name: string, value: string) => void} handler
 */
export function listen(handler) {
  listener = handler;
  for (const element of document.querySelectorAll("[data-waiting]")) element.removeAttribute("data-waiting");
  for (const event of queue.splice(0)) handler(...event);
}

/**
 * Change the page, and defer events until that is done: the browser fires some when a field in use is removed.
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
