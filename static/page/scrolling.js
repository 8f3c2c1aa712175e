// Scrolling of elements into view.

import { centerOf } from "./board.js";
import { root } from "./dom.js";

const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** Return how far a range must be scrolled to be seen between two limits; 0 for a longer one, which cannot be. */
function shiftInto(low, high, start, end) {
  if (high - low > end - start) return 0;
  return low < start ? low - start : Math.max(0, high - end);
}

/**
 * Scroll a stage, but nothing around it, until an element on its board is in its middle, or as near to it as all that can
 * be touched within the element is in sight, if there is room for that.
 */
function centerInStage(stage, element) {
  if (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight) return;
  const [x, y] = centerOf(element), [middleX, middleY] = centerOf(stage);
  let left = x - middleX, top = y - middleY;
  const legal = [...element.querySelectorAll("[data-legal]")].map((touched) => touched.getBoundingClientRect());
  if (legal.length) {
    const seen = stage.getBoundingClientRect();
    const least = (side) => Math.min(...legal.map((box) => box[side]));
    const most = (side) => Math.max(...legal.map((box) => box[side]));
    left += shiftInto(least("left"), most("right"), seen.left + left, seen.right + left);
    top += shiftInto(least("top"), most("bottom"), seen.top + top, seen.bottom + top);
  }
  stage.scrollBy({ left, top, behavior: scrollBehavior() });
}

/** The lists that show an item: where they were scrolled to for it. Lists scrolled elsewhere by hand stay there. */
const shownAt = new WeakMap();

/** Follows lists that get another height, as when a message takes room from them. */
const resized = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const [item, top] = shownAt.get(target);
    if (item.isConnected && Math.abs(target.scrollTop - top) < 2) showInList(target, item);
  }
});

/** Scroll a list, but nothing around it, until one of its items is in view. */
function showInList(list, item) {
  const visible = list.getBoundingClientRect(), { top, bottom } = item.getBoundingClientRect();
  if (top < visible.top) list.scrollTop += top - visible.top;
  else if (bottom > visible.bottom) list.scrollTop += bottom - visible.bottom;
  shownAt.set(list, [item, list.scrollTop]);
  resized.observe(list);
}

/** Scroll the first element of a CSS selector into view, if there is one. */
export function scrollIntoView(selector) {
  const element = root.querySelector(selector);
  const stage = element?.closest(".stage"), list = element?.closest(".list");
  if (stage) centerInStage(stage, element);
  else if (list) showInList(list, element);
  else if (element) {
    // Smoothly if that helps to see where the page goes; at once over long distances, as from a table of contents, and
    // to the head of a page that has just been opened.
    const isNear = !element.matches(".masthead") && Math.abs(element.getBoundingClientRect().top) < 2 * innerHeight;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: isNear ? scrollBehavior() : "instant" });
  }
}
