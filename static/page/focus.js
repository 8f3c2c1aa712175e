// Keyboard focus on boards, and after the focused element disappears or becomes disabled.

import { GAME_AND_HISTORY_BUTTONS, GAME_BUTTONS } from "./action_names.js";
import { CHOICE, dataSelector, targetElement, targetOf } from "./board.js";
import { closestTo } from "./closest.js";
import { openDialog, openerOf } from "./dialogs.js";
import { HTML, root } from "./dom.js";
import { focusOn, showFocus } from "./input_kind.js";

const FOCUSABLE_BOARD = "svg[data-game][tabindex]";
const BUTTON_LIST = "[data-arrows]";
const TAB_STOP = `${FOCUSABLE_BOARD}, ${BUTTON_LIST}`;

let lastTarget = ""; // the last focused target on a board

/** The boards and lists that are no tab stops, since the focus is in them. @type {Set<Element>} */
const groupsWithFocus = new Set();

/**
 * Return the target of a board, or the button of a list of moves, that gets the focus by Tab.
 * @param {PageElement} group
 * @returns {PageElement | null}
 */
const tabStopIn = (group) => {
  if (group.matches(BUTTON_LIST)) return group.querySelector("[aria-current]") ?? group.querySelector("button");
  return (lastTarget && group.querySelector(dataSelector("target", lastTarget)))
    || group.querySelector("[data-target][data-legal]") || group.querySelector("[data-target]");
};

// A board or a list of moves is one tab stop: its focus goes on to an item, from which the arrow keys lead to others.
document.addEventListener("focusin", (event) => {
  const group = closestTo(event.target, TAB_STOP);
  if (event.target !== group) showFocus(/** @type {Element} */ (event.target));
  if (!group) return;
  if (event.target === group) {
    const item = tabStopIn(group);
    if (item) focusOn(item);
  } else {
    const target = targetElement(event.target);
    if (target && !target.matches(CHOICE)) lastTarget = targetOf(target);
    group.setAttribute("tabindex", "-1"); // so that Shift+Tab leaves the group
    groupsWithFocus.add(group);
  }
});

document.addEventListener("focusout", (event) => {
  closestTo(event.target, TAB_STOP)?.setAttribute("tabindex", "0");
});

document.addEventListener("click", (event) => {
  if (!closestTo(event.target, "[data-skips]")) return;
  /** @type {PageElement | null} */
  const goal = root.querySelector(FOCUSABLE_BOARD) ?? root.querySelector("h1");
  if (goal?.tagName === "H1") goal.setAttribute("tabindex", "-1");
  goal?.focus();
});

/** Make boards and lists of moves tab stops again: only Chromium fires focusout when the focused element disappears. */
export function restoreTabStops() {
  for (const group of groupsWithFocus) {
    if (group.contains(document.activeElement)) continue;
    groupsWithFocus.delete(group);
    if (group.matches(TAB_STOP)) group.setAttribute("tabindex", "0");
  }
}

/**
 * Return true if an element can still have the focus. After the end of a game, no element on its board can.
 * @param {Element} element
 */
export const canKeepFocus = (element) => element.isConnected && !element.matches(":disabled")
  && (element.namespaceURI === HTML || element.hasAttribute("tabindex"));

/**
 * Move the focus from an element that has disappeared or become disabled to the first of these that exists: the same
 * target or button in the new page, another button next to it, the button that opened its dialog, the place where the
 * game continues, the heading of the page. Outside an open dialog no element can have the focus.
 *
 * An accidental second key press must not act for the next player. So on the hand-over screen the focus goes to the
 * heading before the text, and after an action in the game to a target without effect.
 * @param {PageElement} old
 * @param {Element | null} parent of the old element before the patch; null on another page
 */
export function moveFocus(old, parent) {
  const { target, do: action, value } = old.dataset;
  /** @type {(name: string, text: string | undefined) => string} */
  const attribute = (name, text) => (text === undefined ? "" : dataSelector(name, text));
  const successor = attribute("target", target) + attribute("do", action) + attribute("value", value);
  const actedInGame = old.matches(GAME_BUTTONS);
  /** @param {string} condition of the target's attribute */
  const inertTarget = (condition) => actedInGame && `${FOCUSABLE_BOARD} [data-target${condition}]:not([data-legal])`;
  const continuations = [
    ".curtain h2, .unseen-now p", inertTarget(`="${CSS.escape(lastTarget)}"`), inertTarget(""), FOCUSABLE_BOARD, ".show .primary, .lesson-acts .primary, .lesson-ways button.primary, .lesson-answers button", ".over .verdict",
  ].filter((selector) => selector !== false);
  const dialog = openDialog(), scope = dialog ?? root;
  const opener = dialog ? null : openerOf(old);
  if (opener?.isConnected) { focusOn(opener); return; }
  /** @type {(selector: string) => [Element, string]} */
  const inPage = (selector) => [root, selector];
  /** The places for the focus: a container, and a selector in it. @type {([Element, string] | false | null | "" | undefined)[]} */
  const candidates = [
    parent && (target || action) && !actedInGame && [scope, `${successor}:not(:disabled)`],
    parent?.isConnected && action && !old.matches(GAME_AND_HISTORY_BUTTONS)
      && [parent, `button:not(:disabled, ${GAME_BUTTONS})`],
    ...(!dialog && (parent || root.matches(".page-table")) ? continuations : []).map(inPage),
    [scope, dialog ? "h2" : "h1"],
  ];
  for (const [container, selector] of candidates.filter((candidate) => Array.isArray(candidate))) {
    /** @type {PageElement | null} */
    const element = container.querySelector(selector);
    if (!element) continue;
    if (/^(H1|H2|P)$/.test(element.tagName)) element.setAttribute("tabindex", "-1");
    focusOn(element);
    if (root.contains(document.activeElement)) return;
  }
}
