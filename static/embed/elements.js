// Elements and colours.

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, string>} [attributes]
 * @param {...(Node | string)} children
 */
export const createElement = (tag, attributes = {}, ...children) => {
  const element = document.createElement(tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  element.append(...children);
  return element;
};

/** Return black or white, whichever is readable on a background. @param {string} color */
export const inkOn = (color) => {
  const [red, green, blue] = (/^rgba?\(([^)]*)\)/.exec(color)?.[1] ?? "").split(/[ ,/]+/).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
};
