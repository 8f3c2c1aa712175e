// Where the panel of the near player grows over the moves, these yield as a whole: no line or button is cut in half.

import { root } from "./dom.js";

/** The panel and the moves of the page, as long as the observer watches them. @type {(Element | null)[]} */
let watched = [];

/** Return true if two boxes share more than an edge. @type {(one: Box, other: Box) => boolean} */
const overlap = (one, other) =>
  one.bottom > other.top + 1 && one.top < other.bottom - 1 && one.right > other.left + 1 && one.left < other.right - 1;

const observer = new ResizeObserver(() => {
  const [panel, moves] = watched;
  const isCovered = panel?.checkVisibility({ visibilityProperty: true }) && moves
    && overlap(panel.getBoundingClientRect(), moves.getBoundingClientRect());
  document.documentElement.toggleAttribute("data-covered", Boolean(isCovered));
});

/** Watch the panel and the moves of the current page. The observer answers before the next frame is painted. */
export function watchPanel() {
  const elements = [root.querySelector(":scope > .near > .player"), root.querySelector(":scope > .beside")];
  if (elements.every((element, index) => element === watched[index])) return;
  observer.disconnect();
  watched = elements;
  for (const element of elements) if (element) observer.observe(element);
  if (!elements[0]) document.documentElement.removeAttribute("data-covered");
}
