// The drawing of a position without Python, for the posters of embedded boards.
//
// The build bundles a script for each game: this module, the game's reader (such as ranks.mjs), and its data
// (py/ruleboard/scene/stencils.py). None of them knows a rule: a reader turns a position's text into facts, and each is
// drawn by the shape that Python has made for it.
//
// A reader has the parameters (position, known, seat), and returns { sketch, facts }: the name of a sketch, and facts
// { kind, value, at, dx, dy, ...more }. `at` is the name or the number of a place, `dx` and `dy` a distance from there, and
// more what its shape names in its texts. It throws an error where it cannot read the text.

const escaped = (text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** Return the SVG text of a shape put at the place of a fact; empty if its value has no shape. */
const shapeOf = ({ value, at, dx = 0, dy = 0, ...more }, shapes, places) => {
  if (!Object.hasOwn(shapes, value)) return "";
  const [x, y] = at === undefined ? [0, 0] : places[at];
  const put = { x: x + dx, y: y + dy, ...more };
  return shapes[value].replace(/\{(\w+)\}/g, (_sign, name) => escaped(put[name]));
};

/**
 * Return a function that draws positions: (position, seat) to an SVG file, or to "" where the text cannot be read.
 *
 * With a lesson and a step, from 1, it draws what that step shows, or the last one. `lessons` has for each step the position and the
 * seat, or null.
 */
export const drawing = (read, { style, known, sketches, shapes, places }, lessons) => (position, seat, lesson, step) => {
  try {
    if (lesson) [position, seat] = lessons[lesson][Math.min(Number(step ?? 1) || 1, lessons[lesson].length) - 1];
    const { sketch, facts } = read(position, known, seat);
    const { open, layers } = sketches[`${sketch} ${seat}`];
    const parts = layers.map((layer) => {
      if (typeof layer === "string") return layer;
      const [kind, values, points] = layer;
      const own = facts.filter((fact) => fact.kind === kind);
      return own.map((fact) => shapeOf(fact, shapes[values], places[points])).join("");
    });
    return `${open}<style>${style}</style>${parts.join("")}`;
  } catch {
    return "";
  }
};
