// Scrolling of elements into view.

import { centerOf } from "./board.js";
import { root } from "./dom.js";
import { showFocus, usesKeyboard } from "./input_kind.js";

/** With the keyboard, the page then scrolls back to the focus, which must know where the first scroll ends. */
const scrollBehavior = () =>
  (usesKeyboard || matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

/**
 * Return the scroll distance that brings a range between two limits; 0 for a range that is too long.
 * @param {number} low
 * @param {number} high
 * @param {number} start
 * @param {number} end
 */
function shiftInto(low, high, start, end) {
  if (high - low > end - start) return 0;
  return low < start ? low - start : Math.max(0, high - end);
}

/** Return the scroll offset that brings a box into a visible one. @type {(box: Box, visible: Box) => Point} */
const shiftBoxInto = (box, visible) => [
  shiftInto(box.left, box.right, visible.left, visible.right), shiftInto(box.top, box.bottom, visible.top, visible.bottom),
];

const CORE_PX = 18; // half the size of the part of a target, around its centre, that must be visible

/**
 * Return the part of a target that must be visible.
 * @param {Element} target
 * @returns {Box}
 */
function coreOf(target) {
  const { left, top, width, height } = target.getBoundingClientRect();
  const halfWidth = Math.min(width / 2, CORE_PX), halfHeight = Math.min(height / 2, CORE_PX);
  const x = left + width / 2, y = top + height / 2;
  return { left: x - halfWidth, right: x + halfWidth, top: y - halfHeight, bottom: y + halfHeight };
}

/** Return the smallest box around several boxes. @type {(boxes: Box[]) => Box} */
const boundsOf = (boxes) => ({
  left: Math.min(...boxes.map((box) => box.left)), right: Math.max(...boxes.map((box) => box.right)),
  top: Math.min(...boxes.map((box) => box.top)), bottom: Math.max(...boxes.map((box) => box.bottom)),
});

/**
 * Scroll only the stage until an element on its board is in the centre, or the top of an element that is too high for
 * the stage at its top, or as near to that as possible with all its touchable targets in view, if the stage has room:
 * whole, or else only their cores.
 * @param {Element} stage
 * @param {Element} element
 */
function centerInStage(stage, element) {
  if (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight) return;
  const [x, y] = centerOf(element), [middleX, middleY] = centerOf(stage), visible = stage.getBoundingClientRect();
  let left = x - middleX, top = Math.min(y - middleY, element.getBoundingClientRect().top - visible.top);
  const legal = [...element.querySelectorAll("[data-legal]")];
  const cores = boundsOf(legal.map(coreOf)), whole = boundsOf(legal.map((target) => target.getBoundingClientRect()));
  if (legal.length) {
    const across = whole.right - whole.left > visible.width ? cores : whole;
    const down = whole.bottom - whole.top > visible.height ? cores : whole;
    left += shiftInto(across.left, across.right, visible.left + left, visible.right + left);
    top += shiftInto(down.top, down.bottom, visible.top + top, visible.bottom + top);
  }
  stage.scrollBy({ left, top, behavior: scrollBehavior() });
}

/** @type {(box: Box, visible: Box) => boolean} */
const isWithin = (box, visible) =>
  box.left > visible.left - 1 && box.right < visible.right + 1 && box.top > visible.top - 1 && box.bottom < visible.bottom + 1;

/**
 * Return the scroll distance that centres a range in the visible part. If the range is too long, centre its first box.
 * @param {Box[]} boxes
 * @param {Box} visible
 * @param {"left" | "top"} from
 * @param {"right" | "bottom"} to
 */
function shiftToMiddle(boxes, visible, from, to) {
  const low = Math.min(...boxes.map((box) => box[from])), high = Math.max(...boxes.map((box) => box[to]));
  const fits = high - low <= visible[to] - visible[from];
  const middle = fits ? (low + high) / 2 : (boxes[0][from] + boxes[0][to]) / 2;
  return middle - (visible[from] + visible[to]) / 2;
}

/**
 * Return the shortest of several vectors; [0, 0] if there are no vectors.
 * @param {Point[]} vectors
 */
const nearest = (vectors) =>
  vectors.reduce((best, other) => (Math.hypot(...other) < Math.hypot(...best) ? other : best), vectors[0] ?? [0, 0]);

/** Return a box shifted by a vector. @type {(box: Box, x: number, y: number) => Box} */
const shiftBox = ({ left, top, right, bottom }, x, y) => ({ left: left + x, top: top + y, right: right + x, bottom: bottom + y });

/**
 * Return the scroll distance that centres a part of the board, within the limits of the stage.
 * @param {Element} stage
 * @param {Element} part
 * @returns {Point}
 */
function shiftToPart(stage, part) {
  const [x, y] = centerOf(part), [middleX, middleY] = centerOf(stage);
  /** @type {(at: number, maximum: number) => number} */
  const within = (at, maximum) => Math.max(0, Math.min(at, maximum));
  return [
    within(stage.scrollLeft + x - middleX, stage.scrollWidth - stage.clientWidth) - stage.scrollLeft,
    within(stage.scrollTop + y - middleY, stage.scrollHeight - stage.clientHeight) - stage.scrollTop,
  ];
}

const ON_BOARD = "[data-target], [data-legal], .shown"; // an object on a board, as opposed to a player's area

/**
 * Scroll only the stage until elements on its board are visible: all highlighted or moved ones, or some of the
 * touchable ones. A player's area among the elements is visible as well if the stage has room.
 * @param {Element} stage
 * @param {Element[]} elements
 */
function bringIntoStage(stage, elements) {
  if (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight) return;
  const visible = stage.getBoundingClientRect(), behavior = scrollBehavior();
  const part = elements.find((element) => !element.matches(ON_BOARD));
  const others = elements.filter((element) => element !== part);
  const boxes = others.map((element) => element.getBoundingClientRect());
  /** @param {Box} box */
  const isVisible = (box) => isWithin(box, visible);
  const { width, height } = part?.getBoundingClientRect() ?? visible;
  if (part && width <= visible.width && height <= visible.height) {
    const [left, top] = shiftToPart(stage, part);
    const shiftedBoxes = boxes.map((box) => shiftBox(box, -left, -top));
    const [right, down] = nearest(shiftedBoxes.map((box) => shiftBoxInto(box, visible)));
    stage.scrollBy({ left: left + right, top: top + down, behavior });
  } else if (!(others[0].matches("[data-legal]") ? boxes.some(isVisible) : boxes.every(isVisible))) {
    const left = shiftToMiddle(boxes, visible, "left", "right"), top = shiftToMiddle(boxes, visible, "top", "bottom");
    stage.scrollBy({ left, top, behavior });
  }
}

/**
 * For each list the item that it shows, and the scroll position at that time. A list that the user has scrolled
 * elsewhere stays there.
 * @type {WeakMap<Element, [item: Element, top: number]>}
 */
const listPositions = new WeakMap();

/** Watches lists whose height changes, as when a message needs room. */
const listObserver = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    const [item, top] = listPositions.get(target) ?? [];
    if (item?.isConnected && Math.abs(target.scrollTop - (top ?? 0)) < 2) showInList(target, item);
  }
});

/**
 * Scroll only the list until one of its items is visible; for an item that is too high, its top.
 * @param {Element} list
 * @param {Element} item
 */
function showInList(list, item) {
  const visible = list.getBoundingClientRect(), { top, bottom } = item.getBoundingClientRect();
  if (top < visible.top) list.scrollTop += top - visible.top;
  else if (bottom > visible.bottom) list.scrollTop += Math.min(top - visible.top, bottom - visible.bottom);
  listPositions.set(list, [item, list.scrollTop]);
  listObserver.observe(list);
}

/**
 * The selector that the stage last scrolled to, and the stage's width then. After a rotation of the screen, the stage
 * scrolls there again.
 */
let lastTarget = { selector: "", width: 0 };
const stageObserver = new ResizeObserver(([{ target }]) => {
  if (!target.isConnected || target.clientWidth === lastTarget.width) return;
  scrollNow(lastTarget.selector);
});

/**
 * @param {Element} stage
 * @param {string} selector
 */
function follow(stage, selector) {
  lastTarget = { selector, width: stage.clientWidth };
  stageObserver.disconnect();
  stageObserver.observe(stage);
}

const GLANCE_MS = 1600; // more than a second in addition to the time of the scrolling

/**
 * The current glance of a stage: its starting point, and the timer for the return.
 * @type {{stage: Element | null, left: number, top: number, timer: number}}
 */
let glanceState = { stage: null, left: 0, top: 0, timer: 0 };

/** End a glance without a return, because a person uses the board or the page scrolls elsewhere. */
function endGlance() {
  clearTimeout(glanceState.timer);
  glanceState = { stage: null, left: 0, top: 0, timer: 0 };
}
for (const type of ["pointerdown", "wheel", "keydown"]) addEventListener(type, endGlance, { capture: true, passive: true });

/**
 * Show an invisible element on an enlarged board for a moment, then return to the starting point, and further until
 * some touchable targets are visible.
 * @param {string} selector of the element
 * @param {string} touchable selector of the touchable targets
 */
export function glance(selector, touchable) {
  const element = root.querySelector(selector), stage = element?.closest(".stage");
  if (!element || !stage || (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight)) return;
  const { left, top } = glanceState.stage === stage ? glanceState : { left: stage.scrollLeft, top: stage.scrollTop };
  clearTimeout(glanceState.timer);
  const goBack = () => {
    endGlance();
    if (!stage.isConnected) return;
    const [x, y] = [left - stage.scrollLeft, top - stage.scrollTop], visible = stage.getBoundingClientRect();
    const boxes = [...root.querySelectorAll(touchable)].map((element) => shiftBox(coreOf(element), -x, -y));
    const [right, down] = nearest(boxes.map((box) => shiftBoxInto(box, visible)));
    stage.scrollBy({ left: x + right, top: y + down, behavior: scrollBehavior() });
  };
  glanceState = { stage, left, top, timer: setTimeout(goBack, GLANCE_MS) };
  if (isWithin(element.getBoundingClientRect(), stage.getBoundingClientRect())) return;
  const [x, y] = shiftToPart(stage, element);
  stage.scrollBy({ left: x, top: y, behavior: scrollBehavior() });
}

/**
 * Scroll the stage to elements in it. The focus of people who use the keyboard stays in view.
 * @param {Element} stage
 * @param {Element[]} elements
 */
function scrollStage(stage, elements) {
  endGlance();
  if (elements.some((element) => element.matches(ON_BOARD))) {
    bringIntoStage(stage, elements);
    // In a low window the page scrolls, too, until all choices on the board are visible.
    elements.find((element) => element.matches(".choice"))?.parentElement?.scrollIntoView({ block: "nearest", inline: "nearest" });
  } else centerInStage(stage, elements[0]);
  if (stage.contains(document.activeElement)) showFocus(document.activeElement);
}

/**
 * Scroll to a selector as below once the current task is over, in which Python still draws the page. (A callback to
 * Python would take longer than most scrolls.)
 * @param {string} selector
 */
export const scrollIntoView = (selector) => { setTimeout(scrollNow, 0, selector); };

/**
 * Scroll the first element of a CSS selector into view, if it exists; on a board all of them, as far as there is room.
 * @param {string} selector
 */
function scrollNow(selector) {
  const elements = [...root.querySelectorAll(selector)], [element] = elements;
  const stage = element?.parentElement?.closest(".stage"), list = element?.closest(".list, .review");
  if (stage) {
    follow(stage, selector);
    scrollStage(stage, elements);
  } else if (list) showInList(list, element);
  else if (element) {
    // Smoothly for short distances, so that the eye can follow; instantly for long ones, as from a table of contents,
    // and to the head of a new page.
    const isNear = !element.matches(".masthead") && Math.abs(element.getBoundingClientRect().top) < 2 * innerHeight;
    element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: isNear ? scrollBehavior() : "instant" });
  }
}
