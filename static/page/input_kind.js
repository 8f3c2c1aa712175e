// The kind of the last input: a pointer or the keyboard.

/** True after a key press. After a pointer event, a new focus must not scroll the page. */
export let usesKeyboard = false;

/** @param {boolean} yes */
const setUsesKeyboard = (yes) => {
  usesKeyboard = yes;
  document.documentElement.dataset.input = yes ? "keyboard" : "pointer"; // a pointer needs no focus ring around the board
};
addEventListener("keydown", () => setUsesKeyboard(true), true);
addEventListener("pointerdown", () => setUsesKeyboard(false), true);

/**
 * Focus an element. The page scrolls to it only for people who use the keyboard.
 * @param {PageElement} element
 */
export const focusOn = (element) => element.focus({ preventScroll: !usesKeyboard });

/**
 * Scroll to the focused element for people who use the keyboard. Browsers do not scroll to a partly visible target.
 * @param {Element | null} focused
 */
export const showFocus = (focused) => {
  if (usesKeyboard) focused?.scrollIntoView({ block: "nearest", inline: "nearest" });
};

/**
 * Return true for people who use the keyboard if the centre of the focused element is in the window.
 * @param {Element | null} focused
 */
export const seesFocus = (focused) => {
  if (!usesKeyboard || !focused) return false;
  const { top, bottom, left, right } = focused.getBoundingClientRect();
  const x = (left + right) / 2, y = (top + bottom) / 2;
  return x >= 0 && y >= 0 && x < innerWidth && y < innerHeight;
};
