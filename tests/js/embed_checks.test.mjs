// Checks of the attributes of <rule-board>, and the quick look that decides whether they are necessary.

import assert from "node:assert/strict";
import test from "node:test";

import { ATTRIBUTES } from "../../static/boot/contract.mjs";
import { attributeErrors, distance, similarAttribute } from "../../static/embed/checks.js";
import { areUnusual } from "../../static/embed/usual.js";

/** @type {Record<string, GameFacts>} */
const GAMES = {
  sensei: { lessons: ["goal"], options: { mode: ["arashi", "shizukana"] }, players: [2, 2], places: "[a-g][1-7]", examples: "a1" },
  equilibrium: { lessons: ["turn"], options: { players: ["2", "3", "4"] }, players: [2, 4], places: "(?!)", examples: "hex:1:0,0" },
};
/** @type {Record<string, string>} */
const MISSPELLINGS = { positon: "position", postion: "position", moce: "mode", modes: "mode", fipl: "flip", colour: "color", oponent: "opponent", mark: "marks", chpater: "chapter" };

for (const [name, attribute] of Object.entries(MISSPELLINGS)) {
  test(`${name} stands for ${attribute}`, () => {
    assert.equal(similarAttribute(name), attribute);
    assert.ok(areUnusual([{ name, value: "" }]));
  });
}

test("each misspelling of a name with one mistake stands for the nearest attribute", () => {
  const letters = "abcdefghijklmnopqrstuvwxyz-";
  for (const attribute of ATTRIBUTES.filter((name) => name.length > 2)) {
    const places = [...attribute].map((_letter, index) => index);
    const misspellings = [
      ...places.map((i) => attribute.slice(0, i) + attribute.slice(i + 1)),
      ...places.slice(1).map((i) => attribute.slice(0, i - 1) + attribute[i] + attribute[i - 1] + attribute.slice(i + 1)),
      ...places.flatMap((i) => [...letters].flatMap((letter) => [
        attribute.slice(0, i) + letter + attribute.slice(i), attribute.slice(0, i) + letter + attribute.slice(i + 1),
      ])),
    ].filter((name) => name.length > 2 && !ATTRIBUTES.includes(name));
    for (const name of misspellings) {
      const guess = similarAttribute(name);
      const isCommon = /^(name|role|part|slot|data|aria|on|caption)/.test(name);
      // Two attributes may be equally near; the guess is never further away than the right one.
      if (!isCommon) assert.ok(guess === attribute || distance(name, guess) <= 1, `${name}: ${guess}, not ${attribute}`);
    }
  }
});

test("attributes of all elements and of boards are no mistakes", () => {
  const names = ["id", "class", "style", "title", "lang", "name", "role", "slot", "part", "alt", "loading", "hidden", "data-mode", "aria-label", "onclick", "width", "sandbox", "autostart"];
  assert.deepEqual([...names, ...ATTRIBUTES].filter(similarAttribute), []);
});

/** Attributes with a mistake, by the name of the attribute that is wrong: pairs separated by blanks, game="sensei" without a game. */
const MISTAKES = {
  game: ["game=chess"],
  mode: ["mode=pley", "study=x.json mode=play"],
  goal: ["mode=find accept=x goal=mate", "goal=win"],
  at: ["at=two", "at=1", "moves=a1-a4;end at=3", "at=-1"],
  step: ["lesson=goal step=0", "step=2"],
  opponent: ["mode=play opponent=6", "opponent=2"],
  seat: ["mode=play seat=2", "mode=play opponent=1 seat=3", "mode=play opponent=1 seat=0", "game=equilibrium mode=play opponent=1 options=players:3 seat=4"],
  hints: ["hints=yes", "mode=play hints=maybe"],
  width: ["width=480px", "width=0"],
  theme: ["theme=black"],
  flip: ["flip=2"],
  controls: ["controls=maybe"],
  coordinates: ["coordinates=left"],
  autostart: ["autostart=no"],
  seed: ["seed=x"],
  marks: ["marks=h1", "marks=d1;dangr:d7", "marks=danger:d8", "game=equilibrium marks=a1"],
  options: ["options=mode", "options=mode:quiet", "options=kind:x", "options={"],
  accept: ["mode=find", "accept=a1-a4"],
  ask: ["ask=Which?"],
  hint: ["mode=play hint=Look."],
  praise: ["praise=Yes."],
  heading: [`heading=${"x".repeat(401)}`],
  caption: [`caption=${"x".repeat(401)}`],
  "caption-french": ["caption-french=Oui"],
  lang: ["lang=english"],
  lesson: ["lesson=gaol"],
  moves: ["lesson=goal moves=a1-a4", "study=x.json moves=a1-a4"],
  chapter: ["chapter=2", "study=x.json chapter=0"],
  start: ["start=2"],
  radius: ["radius=65", "radius=big"],
  color: ["color=#12", "color=red|blue|green", "color=var(--x)"],
  background: ["background=#ff"],
  accent: ["accent=rgb(1"],
  font: ["font=;", "font='x"],
  host: ["host=https://example.org"],
  poster: ["poster=1abc"],
};

/** @param {string} text */
const attributesOf = (text) => {
  const pairs = text.split(" ").filter(Boolean).map((part) => ({ name: part.split("=")[0], value: part.split(/=(.*)/s)[1] }));
  return /(^| )(game|study)=/.test(text) ? pairs : [{ name: "game", value: "sensei" }, ...pairs];
};

for (const [name, texts] of Object.entries(MISTAKES)) {
  for (const text of texts) test(`${text.slice(0, 60)} is a mistake`, () => {
    assert.equal(attributeErrors(attributesOf(text), GAMES)[0]?.name, name);
    assert.ok(name === "game" || areUnusual(attributesOf(text)));
  });
}

for (const text of [
  "", "mode=play opponent=5 seat=2 hints=yes", "moves=a1-a4;end at=2", "at=0 lang=fr", "mode=find accept=a1-a4 goal=win ask=Go hint= praise=Yes",
  "goal=line ask= hints=no", "lesson=goal step=99 heading=x controls=no ask=Go", "study=x.json chapter=2 start=12 game=sensei flip=yes width=480",
  "marks=d1;danger:d7;taken:a1;do:end", "options=mode:shizukana seed=7", "game=equilibrium options=players:4 mode=play opponent=1 seat=4",
  "game=equilibrium marks=hex:1:0,0;last:supply:A", "options={\"mode\":\"arashi\"}", "background=#fff|#111 color=navy accent=rgb(1,2,3) font=Georgia,serif radius=4px",
  "lesson=", `heading=\u202e${"x".repeat(400)}`, "theme=dark caption-fr=Oui caption-pt-BR=Sim", "game=equilibrium mode=play opponent=1 seat=4 position={}",
]) test(`${text || "a game alone"} is no mistake`, () => { assert.deepEqual(attributeErrors(attributesOf(text), GAMES), []); });

/** All mistakes of a board, by its attributes. @type {Record<string, string>} */
const SEVERAL_MISTAKES = {
  "theme=drak lang=english radius=99 background=#ggg": "theme lang radius background",
  "positon=x charpter=1 theme=drak": "positon charpter theme",
  "mode=pley opponent=2 theme=drak": "mode theme", // in the right mode, the opponent is no mistake
  "mode=play oponent=2 seat=2 at=3": "oponent at",
  "mode=find acept=a1-a4 ask=Go. flip=2": "acept flip",
  "lesson=charakter captoin=x step=0": "captoin lesson step",
  "game=chess theme=drak lesson=any": "game theme",
  "moves=a1-a4 at=two seed=x": "at seed",
};
for (const [text, names] of Object.entries(SEVERAL_MISTAKES)) {
  test(`${text} has several mistakes`, () => {
    assert.equal(attributeErrors(attributesOf(text), GAMES).map(({ name }) => name).join(" "), names);
  });
}

test("a misspelled option gets all options with their values", () => {
  const [{ expected }] = attributeErrors(attributesOf("options=mood:arashi"), GAMES);
  assert.equal(expected, "mode:arashi, mode:shizukana");
});

test("frequent attributes need no script with the checks", () => {
  const texts = ["mode=play caption=x flip=yes", "moves=a1-a4 at=0 width=480", "position=x lang=fr"];
  assert.deepEqual(texts.filter((text) => areUnusual(attributesOf(text))), []);
});
