// The kind of the last input: a pointer or the keyboard.

let usesKeyboard = false; // after a pointer event, a new focus must not scroll the page

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
