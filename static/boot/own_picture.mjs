// The picture of a board with a page's own game, as the text of an SVG file for the page around.

/** Return a text for HTML or SVG. @param {string} text */
export const escaped = (text) => text.replace(/\p{Cc}/gu, " ").replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** @type {(tree: Tree) => string} */
const svgText = ([tag, attributes, content]) => {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`).join("");
  return `<${tag}${pairs}>${typeof content === "string" ? escaped(content) : content.map(svgText).join("")}</${tag}>`;
};

/**
 * Return the text of an SVG file. own_checker.mjs has checked both arguments.
 * @param {Tree} picture
 * @param {string} rules of a style sheet
 */
export function pictureText([tag, attributes, content], rules) {
  /** @type {Tree[]} */
  const style = rules ? [["style", {}, rules]] : [];
  return svgText([tag, { xmlns: "http://www.w3.org/2000/svg", ...attributes }, [...style, ...(typeof content === "string" ? [] : content)]]);
}
