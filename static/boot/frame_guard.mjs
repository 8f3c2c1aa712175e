// Protection from clickjacking: another page could put the app under its own pictures and make people click in it.

/**
 * Return true if the app may start in this window: on its own, or in a frame with the attribute `data-ruleboard`, if
 * all pages around it have the same origin.
 * @returns {boolean}
 */
export function mayStart() {
  try {
    for (let frame = /** @type {Window} */ (self); frame !== top; frame = frame.parent) if (!frame.frameElement) return false;
  } catch { // the page around it has another origin
    return false;
  }
  return self === top || self.frameElement?.hasAttribute("data-ruleboard") === true;
}
