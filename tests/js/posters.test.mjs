// The scripts of posters: reading of positions, and drawing with shapes.

import assert from "node:assert/strict";
import test from "node:test";

import { drawing, pictured } from "../../static/posters/draw.mjs";
import { squares } from "../../static/posters/squares.mjs";

const SIZE = { files: 3, ranks: 2 };

test("squares are numbered from the first rank", () => {
  assert.deepEqual(squares("a2/1(bc)d", SIZE), [
    { square: 1, part: "(bc)" }, { square: 2, part: "d" }, { square: 3, part: "a" },
  ]);
});

for (const text of ["3", "3/3/3", "4/3", "2/3", "ab/3"]) {
  test(`${text} is no board`, () => { assert.throws(() => squares(text, SIZE), RangeError); });
}

/** @type {ReadPosition<{letters: string}>} */
const read = (position, { letters }) => {
  if (!letters.includes(position)) throw new RangeError("There is no such piece.");
  return { sketch: "board", facts: [{ kind: "piece", value: position, at: 1, dx: 1, label: "<&>" }, { kind: "other", value: "" }] };
};
const places = { 0: "a1", 1: "b1" };
/** @type {ByLanguage<LanguageWords>} */
const WORDS = {
  en: { colon: ": ", semicolon: "; ", sketches: { "board 0": { kind: "piece", names: [{ c: "white king" }, { a: "black <king>" }], places, parts: {} } } },
  fr: { colon: "\u00A0: ", semicolon: "\u202F; ", sketches: { "board 0": { kind: "piece", names: [{ c: "roi blanc" }, { a: "roi noir" }], places, parts: {} } } },
};
/** @type {Poster<{letters: string}>} */
const poster = {
  start: "a",
  style: "s",
  constants: { letters: "ab" },
  sketches: { "board 0": { open: "<svg>", layers: ["-", ["piece", 0, 0], "</svg>"] } },
  shapes: [{ a: "({x} {y} {label})" }],
  places: [{ 0: [0, 0], 1: [10, 20] }],
};
const draw = drawing(read, poster, { one: [["a", 0], null, ["b", 0]] }, WORDS);
const PICTURE = "<svg><title>Black &#60;king&#62;: b1.</title><style>s</style>-(11 20 &#60;&#38;&#62;)</svg>";

test("a fact has its shape at its point, with escaped texts", () => { assert.equal(draw("a", 0), PICTURE); });
test("the description has the language of the page, or English", () => {
  assert.equal(draw("a", 0, null, null, "fr"), PICTURE.replace("Black &#60;king&#62;:", "Roi noir\u00A0:"));
  assert.equal(draw("a", 0, null, null, "de"), PICTURE);
});
test("the description begins with the parts of pieces", () => {
  /** @type {ReadPosition<{letters: string}>} */
  const readParts = () => ({ sketch: "board", facts: [{ kind: "piece", value: "c", at: 1 }, { kind: "parts", value: "k1 c12", at: 0 }] });
  /** @type {LanguageWords} */
  const words = { ...WORDS.en, sketches: { "board 0": { ...WORDS.en.sketches["board 0"], parts: { k: "crown", "c+": "{n} circles" } } } };
  assert.match(drawing(readParts, poster, {}, { en: words })("a", 0), /<title>Crown, 12 circles: a1\. White king: b1\.<\/title>/);
});
test("a value without a shape is not drawn", () => { assert.equal(draw("b", 0), "<svg><title></title><style>s</style>-</svg>"); });
test("positions and seats that cannot be read have no picture", () => {
  assert.deepEqual([draw("c", 0), draw("a", 1)], ["", ""]);
});
test("without a position, the picture shows the start", () => { assert.equal(draw(null, 0), PICTURE); });
test("a lesson has the picture of a step, or of its last one", () => {
  const steps = [null, "1", "2", "3", "99", "x"].map((step) => draw(null, 0, "one", step) === PICTURE);
  assert.deepEqual(steps, [true, true, false, false, false, true]);
  assert.equal(draw(null, 0, "none"), "");
});
test("a game without a reader has pictures of lessons alone", () => {
  const show = pictured({ one: ["<svg>1", null] }, { en: { one: ["$& <", null] }, fr: { one: ["un", null] } });
  assert.deepEqual([show(null, 0, "one"), show(null, 0, "one", "2"), show("a", 0), show(null, 0, "toString")], ["<svg><title>$&#38; &#60;</title>1", "", "", ""]);
  assert.equal(show(null, 0, "one", "1", "fr"), "<svg><title>un</title>1");
  assert.match(pictured({ one: ["-8 -8 30 40"] }, { en: { one: [null] } })(null, 0, "one"), /viewBox="-8 -8 30 40"><title><\/title><rect x="-8"/);
});
