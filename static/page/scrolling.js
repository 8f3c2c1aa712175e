// Scrolling of elements into view.

import { centerOf } from "./board.js";
import { root } from "./dom.js";

const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/** Return how far a range must be scrolled to be seen between two limits; 0 for a longer one, which cannot be. */
function shiftInto(low, high, start, end) {
  if (high - low > end - start) return 0;
  return low < start ? low - start : Math.max(0, high - end);
}

const CORE_PX = 18; // a target is seen well enough if so much of it is in sight on each side of its middle

/** Return the part of a target that has to be in sight. */
function coreOf(target) {
  const { left, top, width, height } = target.getBoundingClientRect();
  const halfWidth = Math.min(width / 2, CORE_PX), halfHeight = Math.min(height / 2, CORE_PX);
  const x = left + width / 2, y = top + height / 2;
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

/**
 * Scroll a stage, but nothing around it, until an element on its board is in its middle, or as near to it as all that can
 * be touched within the element is in sight, if there is room for that.
 */
function centerInStage(stage, element) {
  if (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight) return;
  const [x, y] = centerOf(element), [middleX, middleY] = centerOf(stage);
  let left = x - middleX, top = y - middleY;
  const legal = [...element.querySelectorAll("[data-legal]")].map(coreOf);
  if (legal.length) {
    const seen = stage.getBoundingClientRect();
    const least = (side) => Math.min(...legal.map((box) => box[side]));
    const most = (side) => Math.max(...legal.map((box) => box[side]));
    left += shiftInto(least("left"), most("right"), seen.left + left, seen.right + left);
    top += shiftInto(least("top"), most("bottom"), seen.top + top, seen.bottom + top);
  }
  stage.scrollBy({ left, top, behavior: scrollBehavior() });
}

const isWithin = (box, seen) =>
  box.left > seen.left - 1 && box.right < seen.right + 1 && box.top > seen.top - 1 && box.bottom < seen.bottom + 1;

/** Return how far to scroll so that a range is in the middle of what is seen; of a longer one, its first box is. */
function shiftToMiddle(boxes, seen, from, to) {
  const low = Math.min(...boxes.map((box) => box[from])), high = Math.max(...boxes.map((box) => box[to]));
  const fits = high - low <= seen[to] - seen[from];
  const middle = fits ? (low + high) / 2 : (boxes[0][from] + boxes[0][to]) / 2;
  return middle - (seen[from] + seen[to]) / 2;
}

/** Return the shortest of some ways, which are pairs; none where there are none. */
const nearest = (ways) =>
  ways.reduce((one, other) => (Math.hypot(...other) < Math.hypot(...one) ? other : one), ways[0] ?? [0, 0]);

/** Return a box elsewhere. */
const moved = ({ left, top, right, bottom }, x, y) => ({ left: left + x, top: top + y, right: right + x, bottom: bottom + y });

/** Return how far a stage must be scrolled, as far as it can be, to have a part of its board in its middle. */
function shiftToPart(stage, part) {
  const [x, y] = centerOf(part), [middleX, middleY] = centerOf(stage);
  const within = (at, most) => Math.max(0, Math.min(at, most));
  return [
    within(stage.scrollLeft + x - middleX, stage.scrollWidth - stage.clientWidth) - stage.scrollLeft,
    within(stage.scrollTop + y - middleY, stage.scrollHeight - stage.clientHeight) - stage.scrollTop,
  ];
}

const ON_BOARD = "[data-target], [data-legal], .shown"; // a thing on a board, and no player's part of it

/**
 * Scroll a stage, but nothing around it, until elements on its board are in sight: all of them that are pointed out or
 * were moved, or some that can be touched; with these the part of a player, if it is among the elements and has room.
 */
function bringIntoStage(stage, elements) {
  if (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight) return;
  const seen = stage.getBoundingClientRect(), behavior = scrollBehavior();
  const part = elements.find((element) => !element.matches(ON_BOARD));
  const others = elements.filter((element) => element !== part);
  const boxes = others.map((element) => element.getBoundingClientRect());
  const isThere = (box) => isWithin(box, seen);
  const { width, height } = part?.getBoundingClientRect() ?? seen;
  if (part && width <= seen.width && height <= seen.height) {
    const [left, top] = shiftToPart(stage, part);
    const then = boxes.map((box) => moved(box, -left, -top));
    const further = then.map((box) => [
      shiftInto(box.left, box.right, seen.left, seen.right), shiftInto(box.top, box.bottom, seen.top, seen.bottom),
    ]);
    const [right, down] = nearest(further);
    stage.scrollBy({ left: left + right, top: top + down, behavior });
  } else if (!(others[0].matches("[data-legal]") ? boxes.some(isThere) : boxes.every(isThere))) {
    const left = shiftToMiddle(boxes, seen, "left", "right"), top = shiftToMiddle(boxes, seen, "top", "bottom");
    stage.scrollBy({ left, top, behavior });
  }
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

/** Scroll a list, but nothing around it, until one of its items is in view; of a higher one, its top is. */
function showInList(list, item) {
  const visible = list.getBoundingClientRect(), { top, bottom } = item.getBoundingClientRect();
  if (top < visible.top) list.scrollTop += top - visible.top;
  else if (bottom > visible.bottom) list.scrollTop += Math.min(top - visible.top, bottom - visible.bottom);
  shownAt.set(list, [item, list.scrollTop]);
  resized.observe(list);
}

/** What a stage followed last, and how wide it was then: after the screen is turned, that is to be seen again. */
let followed = { selector: "", width: 0 };
const stageTurned = new ResizeObserver(([{ target }]) => {
  if (!target.isConnected || target.clientWidth === followed.width) return;
  scrollIntoView(followed.selector);
});

function follow(stage, selector) {
  followed = { selector, width: stage.clientWidth };
  stageTurned.disconnect();
  stageTurned.observe(stage);
}

const GLANCE_MS = 1600; // with the time that the stage takes to get there, a second and more remains

/** The glance that a stage takes now: where it goes back to, and when. */
let glancing = { stage: null, left: 0, top: 0, timer: 0 };

/** End a glance without going back, because the board is used or something else is to be seen. */
function endGlance() {
  clearTimeout(glancing.timer);
  glancing = { stage: null, left: 0, top: 0, timer: 0 };
}
for (const type of ["pointerdown", "wheel", "keydown"]) addEventListener(type, endGlance, { capture: true, passive: true });

/**
 * Show an element on the board for a moment, if the board is panned and it is not in sight; then scroll back to where the
 * stage was, and from there until some of what can be touched is in sight.
 * @param {string} selector of the element
 * @param {string} then of what can be touched
 */
export function glance(selector, then) {
  const element = root.querySelector(selector), stage = element?.closest(".stage");
  if (!stage || (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight)) return;
  const { left, top } = glancing.stage === stage ? glancing : { left: stage.scrollLeft, top: stage.scrollTop };
  clearTimeout(glancing.timer);
  const goBack = () => {
    endGlance();
    if (!stage.isConnected) return;
    const [x, y] = [left - stage.scrollLeft, top - stage.scrollTop], seen = stage.getBoundingClientRect();
    const further = [...root.querySelectorAll(then)].map((each) => {
      const box = moved(coreOf(each), -x, -y);
      return [shiftInto(box.left, box.right, seen.left, seen.right), shiftInto(box.top, box.bottom, seen.top, seen.bottom)];
    });
    const [right, down] = nearest(further);
    stage.scrollBy({ left: x + right, top: y + down, behavior: scrollBehavior() });
  };
  glancing = { stage, left, top, timer: setTimeout(goBack, GLANCE_MS) };
  if (isWithin(element.getBoundingClientRect(), stage.getBoundingClientRect())) return;
  const [x, y] = shiftToPart(stage, element);
  stage.scrollBy({ left: x, top: y, behavior: scrollBehavior() });
}

/** Scroll the first element of a CSS selector into view, if there is one; on a board all of them, as far as there is room. */
export function scrollIntoView(selector) {
  const elements = [...root.querySelectorAll(selector)], [element] = elements;
  const stage = element?.parentElement?.closest(".stage"), list = element?.closest(".list, .review");
  if (stage) endGlance();
  if (stage) follow(stage, selector);
  if (stage && elements.some((other) => other.matches(ON_BOARD))) bringIntoStage(stage, elements);
  else if (stage) centerInStage(stage, element);
  else if (list) showInList(list, element);
  else if (element) {
    // Smoothly if that helps to see where the page goes; at once over long distances, as from a table of contents, and
    // to the head of a page that has just been opened.
    const isNear = !element.matches(".masthead") && Math.abs(element.getBoundingClientRect().top) < 2 * innerHeight;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: isNear ? scrollBehavior() : "instant" });
  }
}
