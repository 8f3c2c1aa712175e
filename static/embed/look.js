// The look of a board: custom properties of the page, and colours that fit them.

/**
 * Custom properties of the look, and the properties of a hidden element that receive their computed values.
 * @type {Record<string, "backgroundColor" | "color" | "caretColor" | "fontFamily" | "borderTopLeftRadius">}
 */
export const LOOK = { background: "backgroundColor", color: "color", accent: "caretColor", font: "fontFamily", radius: "borderTopLeftRadius" };

/** Return black or white, whichever is readable on a background. @param {string} color */
export const inkOn = (color) => {
  const [red, green, blue] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
};
