// Drawing of a position without Python, for the posters of embedded boards.
//
// The build bundles a script for each game: this module, the game's reader (such as ranks.mjs), and its data
// (py/ruleboard/scene/stencils.py). The scripts do not know the rules: a reader turns the text of a position into
// facts, and each fact has a shape from Python.
//
// A reader has the parameters (position, constants, seat), and returns { sketch, facts }: the name of a sketch, and
// facts { kind, value, at, dx, dy, ...more }. `at` is the name or the number of a point, `dx` and `dy` an offset from
// it, and the shape's texts name the others. A reader throws an error if the text is malformed.

const escapeHtml = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Return the SVG text of a shape at the point of a fact; empty if its value has no shape. */
const shapeOf = ({ value, at, dx = 0, dy = 0, ...more }, shapes, places) => {
  if (!Object.hasOwn(shapes, value)) return "";
  const [x, y] = at === undefined ? [0, 0] : places[at];
  const values = { x: x + dx, y: y + dy, ...more };
  return shapes[value].replace(/\{(\w+)\}/g, (_sign, name) => escapeHtml(values[name]));
};

/**
 * Return a function that draws positions: (position, seat) to an SVG file, or to "" if the text is malformed.
 *
 * With a lesson and a step, from 1, it draws the position of that step, or of the last one. `lessons` has the position
 * and the seat of each step, or null.
 */
export const drawing = (read, { style, known: constants, sketches, shapes, places }, lessons) => (position, seat, lesson, step) => {
  try {
    if (lesson) [position, seat] = lessons[lesson][Math.min(Number(step ?? 1) || 1, lessons[lesson].length) - 1];
    const { sketch, facts } = read(position, constants, seat);
    const { open, layers } = sketches[`${sketch} ${seat}`];
    const parts = layers.map((layer) => {
      if (typeof layer === "string") return layer;
      const [kind, values, points] = layer;
      const layerFacts = facts.filter((fact) => fact.kind === kind);
      return layerFacts.map((fact) => shapeOf(fact, shapes[values], places[points])).join("");
    });
    return `${open}<style>${style}</style>${parts.join("")}`;
  } catch {
    return "";
  }
};
