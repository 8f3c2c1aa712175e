// Whether the app may start in a frame: another page could lay it under its own pictures, and have people click there
// without knowing it.

/**
 * Return whether the app may start in this window: on its own, or in a frame that asks for it by the attribute
 * `data-ruleboard`, if all pages around are of the same origin.
 * @returns {boolean}
 */
export function mayStart() {
  try {
    for (let one = self; one !== top; one = one.parent) if (!one.frameElement) return false;
  } catch { // the page around is of another origin
    return false;
  }
  return self === top || self.frameElement.hasAttribute("data-ruleboard");
}
