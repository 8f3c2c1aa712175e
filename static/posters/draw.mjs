// Drawing of a position without Python, for the posters of embedded boards.
//
// The build bundles a script for each game: this module, the game's reader (such as ranks.mjs), and its data
// (py/ruleboard/scene/stencils.py). The scripts do not know the rules: a reader turns the text of a position into
// facts, and each fact has a shape from Python. A game whose pictures need its rules has no reader. Its script has the
// pictures of its lessons, which the build draws.

const escapeHtml = (/** @type {unknown} */ text) => String(text).replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/**
 * Return the SVG text of a shape at the point of a fact; empty if its value has no shape.
 * @param {Fact} fact
 * @param {Record<string, string>} shapes
 * @param {Record<string | number, [number, number]>} places
 */
const shapeOf = ({ value, at, dx = 0, dy = 0, ...more }, shapes, places) => {
  if (!Object.hasOwn(shapes, value)) return "";
  const [x, y] = at === undefined ? [0, 0] : places[at];
  /** @type {Record<string, unknown>} */
  const values = { x: x + dx, y: y + dy, ...more };
  return shapes[value].replace(/\{(\w+)\}/g, (_sign, name) => escapeHtml(values[name]));
};

/**
 * Describe a position: "White king: f1; white pawn: a2, b2. Black king: f8." The first sentence names the parts of
 * pieces, from facts of the kind "parts": "Crown, 2 circles: e1."
 * @param {Fact[]} facts
 * @param {LanguageWords} words
 * @param {string} sketch the name of the sketch
 */
const descriptionOf = (facts, { colon, semicolon, sketches }, sketch) => {
  const { kind, names, places, parts } = sketches[sketch];
  /** @type {(value: string) => string} */
  const partNames = (value) => value.split(" ").map(([part, ...count]) => {
    const number = count.join("");
    return parts[number === "1" ? part : `${part}+`].replace("{n}", number);
  }).join(", ");
  const sentences = [
    (/** @type {Fact} */ fact) => fact.kind === "parts" && partNames(fact.value),
    ...names.map((sideNames) => (/** @type {Fact} */ fact) => kind.split(" ").includes(fact.kind) && Object.hasOwn(sideNames, fact.value) && sideNames[fact.value]),
  ];
  return sentences.map((nameOf) => {
    /** @type {Record<string, string[]>} */
    const placesByName = {};
    for (const fact of facts) {
      const name = nameOf(fact);
      if (name) (placesByName[name] ??= []).push(places[fact.at ?? ""]);
    }
    const text = Object.keys(placesByName).sort().map((name) => name + colon + placesByName[name].join(", ")).join(semicolon);
    return text && `${text[0].toUpperCase()}${text.slice(1)}. `;
  }).join("").trim();
};

/**
 * Return the entry of a step, from 1, or of the last one.
 * @template T
 * @param {T[]} steps
 * @param {string | null | undefined} step
 */
const entryOf = (steps, step) => steps[Math.min(Number(step ?? 1) || 1, steps.length) - 1];

/**
 * Return a function that draws positions (null for the start), and the positions of lessons. Its result is empty if a text is malformed.
 * @template Constants
 * @param {ReadPosition<Constants>} read
 * @param {Poster<Constants>} poster
 * @param {LessonPositions} lessons
 * @param {ByLanguage<LanguageWords>} words
 * @returns {DrawPoster}
 */
export const drawing = (read, { start, style, constants, sketches, shapes, places }, lessons, words) => (position, seat, lesson, step, lang = "en") => {
  try {
    const entry = lesson ? entryOf(lessons[lesson], step) : /** @type {[string, number]} */ ([position ?? start, seat]);
    if (!entry) return "";
    const { sketch, facts } = read(entry[0], constants, entry[1]);
    const name = `${sketch} ${entry[1]}`, { open, layers } = sketches[name];
    const parts = layers.map((layer) => {
      if (typeof layer === "string") return layer;
      const [kind, values, points] = layer;
      const layerFacts = facts.filter((fact) => fact.kind === kind);
      return layerFacts.map((fact) => shapeOf(fact, shapes[values], places[points])).join("");
    });
    return `${open}<title>${escapeHtml(descriptionOf(facts, words[lang] ?? words.en, name))}</title><style>${style}</style>${parts.join("")}`;
  } catch {
    return "";
  }
};

/**
 * Return a function that returns the pictures of lessons, and no others. Steps without one have a blank picture, whose
 * title is empty.
 * @param {LessonTexts} pictures SVG texts, or only the `viewBox` of a blank picture
 * @param {ByLanguage<LessonTexts>} titles
 * @returns {DrawPoster}
 */
export const pictured = (pictures, titles) => (_position, _seat, lesson, step, lang = "en") => {
  const textOf = (/** @type {LessonTexts} */ texts) => entryOf(Object.hasOwn(texts, lesson ?? "") ? texts[lesson ?? ""] : [], step) ?? "";
  const picture = textOf(pictures);
  if (/^[\d.-]/.test(picture)) {
    const [x, y] = picture.split(" ");
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${picture}"><title></title><rect x="${x}" y="${y}" width="100%" height="100%" fill="#808080" fill-opacity=".12"/></svg>`;
  }
  return picture.replace(">", () => `><title>${escapeHtml(textOf(titles[lang] ?? titles.en))}</title>`);
};
