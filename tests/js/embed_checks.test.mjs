// Checks of the attributes of <rule-board>, and the quick look that decides whether they are necessary.

import assert from "node:assert/strict";
import test from "node:test";

import { ATTRIBUTES } from "../../static/boot/contract.mjs";
import { attributeError, similarAttribute } from "../../static/embed/checks.js";
import { areUnusual } from "../../static/embed/usual.js";

const GAMES = ["sensei", "tesulda"];
/** @type {Record<string, string>} */
const MISSPELLINGS = { positon: "position", postion: "position", moce: "mode", colour: "color", oponent: "opponent", mark: "marks", chpater: "chapter" };

for (const [name, attribute] of Object.entries(MISSPELLINGS)) {
  test(`${name} stands for ${attribute}`, () => {
    assert.equal(similarAttribute(name), attribute);
    assert.ok(areUnusual([{ name, value: "" }]));
  });
}

test("attributes of all elements and of boards are no mistakes", () => {
  const names = ["id", "class", "style", "title", "lang", "name", "role", "slot", "part", "hidden", "data-mode", "aria-label", "onclick", "width", "sandbox", "autostart"];
  assert.deepEqual([...names, ...ATTRIBUTES].filter(similarAttribute), []);
});

for (const [name, value] of [["mode", "pley"], ["goal", "mate"], ["at", "two"], ["step", "0"], ["opponent", "6"], ["game", "chess"], ["width", "480px"], ["theme", "black"]]) {
  test(`${name}="${value}" is a mistake`, () => {
    assert.equal(attributeError([{ name, value }], GAMES)?.name, name);
    assert.ok(name === "game" || areUnusual([{ name, value }]));
  });
}

test("right values are no mistakes", () => {
  const attributes = Object.entries({ game: "sensei", mode: "play", opponent: "5", at: "0", start: "12", width: "480", seat: "2" }).map(([name, value]) => ({ name, value }));
  assert.equal(attributeError(attributes, GAMES), undefined);
  assert.ok(!areUnusual(attributes));
});
