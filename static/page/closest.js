/**
 * Return the nearest element around the target of an event that matches a CSS selector, if any. The target may also be
 * the document or the window.
 * @param {EventTarget | null | undefined} target
 * @param {string} selector
 * @returns {PageElement | null}
 */
export const closestTo = (target, selector) => (target instanceof Element ? target.closest(selector) : null);
