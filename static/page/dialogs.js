// Menus (popovers) and modal dialogs: opening, closing, and the focus before and after.
//
// A button with `data-opens` opens the dialog with that id, a button with `data-closes` closes it, and so does Escape. A
// press outside an open menu or dialog closes it and does nothing else, wherever the pointer goes until its click. The
// second tap of a double tap does nothing either on what the first one has brought (double_tap.js).

import { closestTo } from "./closest.js";
import { isOwn } from "./dom.js";
import { forgetPress, isSecondTap, notePress } from "./double_tap.js";
import { focusOn } from "./input_kind.js";

const OPEN_DIALOG = "dialog.dialog[open]";
const FIELD = "input:not([type=hidden]), textarea:not([readonly]), select";
const CLICK_MS = 400; // maximum time between the release of a pointer and its click

/** The menu that is open, if any. The browser reports changes after the events of a press. @type {PageElement | null} */
let menu = null;

/** The elements that get the focus when their dialog closes. @type {WeakMap<Element, PageElement>} */
const openers = new WeakMap();

/** Return the open dialog, if any. */
export const openDialog = () => /** @type {HTMLDialogElement | null} */ (document.querySelector(OPEN_DIALOG));

/** Return the open menu, if any. @returns {PageElement | null} */
const openMenu = () => (menu?.isConnected ? menu : document.querySelector(".menu-list:popover-open"));

/** Return the button that opens a menu. @type {(list: Element) => HTMLElement | null} */
const buttonOf = (list) => document.querySelector(`[popovertarget="${CSS.escape(list.id)}"]:not([popovertargetaction])`);

/** Return true if no element has the focus, or only one that is going away with `container`. @param {Element} container */
const isFocusLost = (container) => {
  const { activeElement } = document;
  return !activeElement || activeElement === document.body || container.contains(activeElement);
};

/**
 * Open the dialog of a button. The dialog reports this with an event "opened", like its "close", and then has its content.
 * @param {PageElement} button with `data-opens`
 */
export function open(button) {
  const dialog = document.getElementById(button.dataset.opens ?? "");
  if (!(dialog instanceof HTMLDialogElement) || dialog.open) return;
  const list = closestTo(button, ".menu-list");
  if (list) hide(list);
  openers.set(dialog, (list && buttonOf(list)) ?? button);
  dialog.showModal();
  dialog.dispatchEvent(new Event("opened"));
  // A field gets the focus, unless a button comes before it: the keyboard of a phone would cover the dialog.
  /** @type {NodeListOf<HTMLElement>} */
  const controls = dialog.querySelectorAll(`${FIELD}, .button:not([data-closes])`);
  const visible = [...controls].filter((candidate) => isOwn(candidate) && candidate.checkVisibility());
  if (visible.some((candidate) => candidate.matches(FIELD))) focusOn(visible[0]);
  repeatAnnouncements(dialog);
}

/**
 * Close a dialog, and return the focus to the button that opened it.
 * @param {HTMLDialogElement | null} dialog
 */
export function close(dialog) {
  if (!dialog?.open) return;
  dialog.close();
  returnFocus(dialog);
}

/** @param {Element} dialog */
function returnFocus(dialog) {
  const opener = openers.get(dialog);
  if (opener?.isConnected && isFocusLost(dialog)) focusOn(opener);
}

/** Return the button that opened the dialog around an element, if any. @param {Element} element */
export const openerOf = (element) => {
  const dialog = element.closest("dialog");
  return dialog ? openers.get(dialog) : undefined;
};

// The browser closes a dialog for Escape. The event does not bubble.
document.addEventListener("close", ({ target }) => { if (target instanceof HTMLDialogElement) returnFocus(target); }, true);

// Outside a modal dialog nothing is announced, so the dialog repeats the announcements of the page: at once if the user is
// typing, because the sound of the typed letters would replace a polite announcement.
/** @param {HTMLDialogElement} dialog */
function repeatAnnouncements(dialog) {
  const region = document.getElementById("live");
  if (!region) return;
  const copy = document.createElement("p");
  copy.className = "unseen";
  copy.setAttribute("aria-live", "polite");
  dialog.append(copy);
  const observer = new MutationObserver(() => {
    const isTyping = document.activeElement?.matches("input, textarea");
    copy.setAttribute("aria-live", isTyping ? "assertive" : "polite");
    copy.textContent = region.textContent;
  });
  observer.observe(region, { childList: true, characterData: true, subtree: true });
  dialog.addEventListener("close", () => { observer.disconnect(); copy.remove(); }, { once: true });
}

// --- menus ---

/** Close a menu, unless the browser has closed it. Until the browser reports this, a press may come. @param {PageElement} list */
function hide(list) {
  if (menu === list) menu = null;
  if (list instanceof HTMLElement && list.matches(":popover-open")) list.hidePopover();
}

/** Return the items of a menu. @param {Element} list */
const itemsOf = (list) => [.../** @type {NodeListOf<HTMLElement>} */ (list.querySelectorAll("[role=menuitem]:not(:disabled)"))];

document.addEventListener("toggle", ({ target, newState }) => {
  if (!(target instanceof HTMLElement && target.matches(".menu-list"))) return;
  if (newState === "open") {
    menu = target;
    const [first] = itemsOf(target);
    if (first) focusOn(first);
    return;
  }
  if (menu === target) menu = null;
  const button = buttonOf(target);
  if (button && isFocusLost(target)) focusOn(button);
}, true);

document.addEventListener("keydown", (event) => {
  const list = closestTo(event.target, ".menu-list");
  if (!list) return;
  const items = itemsOf(list), index = items.findIndex((item) => item === event.target), last = items.length - 1;
  /** @type {Record<string, number>} */
  const goals = {
    ArrowDown: index === last ? 0 : index + 1, ArrowUp: index <= 0 ? last : index - 1, Home: 0, End: last,
  };
  if (event.key in goals) {
    items[goals[event.key]]?.focus();
    event.preventDefault();
  } else if (event.key === "Tab") hide(list); // the focus returns to the button, and goes on from there
});

// --- a press outside ---

/** The menu or dialog that the current press closes. @type {PageElement | null} */
let dismissed = null;
let isSwallowing = false;
let timer = 0;

/** @type {(element: Element, press: PointerEvent) => boolean} */
const isOutsideBox = (element, { clientX: x, clientY: y }) => {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  return x < left || x > right || y < top || y > bottom;
};

/**
 * Return the open menu or dialog if a press is outside it, and not on the button of the menu.
 * @param {PointerEvent} press
 */
function dismissedBy(press) {
  const target = press.target instanceof Node ? press.target : null;
  const list = openMenu();
  if (list) return list.contains(target) || buttonOf(list)?.contains(target) ? null : list;
  const dialog = openDialog();
  // The backdrop belongs to the dialog.
  const isOutside = dialog && (target === dialog ? isOutsideBox(dialog, press) : !dialog.contains(target));
  return isOutside ? dialog : null;
}

function endSwallowing() {
  clearTimeout(timer);
  dismissed = null;
  isSwallowing = false;
}

addEventListener("pointerdown", (event) => {
  if (!event.isPrimary && isSwallowing) { event.stopImmediatePropagation(); return; }
  endSwallowing();
  const container = openMenu() ?? openDialog(), isSecond = isSecondTap(event, container);
  dismissed = isSecond ? null : dismissedBy(event);
  if (!isSecond && !dismissed) { notePress(event, container); return; }
  if (dismissed) forgetPress();
  isSwallowing = true;
  event.stopImmediatePropagation();
}, true);

/** Swallow an event of the press that closes a menu or a dialog. @param {MouseEvent} event */
function swallow(event) {
  const { type } = event;
  if (!isSwallowing || (type === "click" && event.detail === 0)) return; // a click without a press: a key
  event.stopImmediatePropagation();
  if (!(event instanceof PointerEvent && type.startsWith("pointer"))) event.preventDefault();
  if (type === "pointercancel" || type === "click") endSwallowing(); // a finger that scrolls closes nothing
  if (type !== "pointerup" || !(event instanceof PointerEvent && event.isPrimary)) return;
  if (dismissed instanceof HTMLDialogElement) close(dismissed);
  else if (dismissed) hide(dismissed);
  timer = setTimeout(endSwallowing, CLICK_MS); // afterwards, since Python may take long to close a dialog
}

for (const type of /** @type {const} */ (["pointermove", "pointerup", "pointercancel", "mousedown", "mouseup", "click", "auxclick", "contextmenu"])) {
  addEventListener(type, swallow, true);
}
