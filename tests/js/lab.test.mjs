// The edits of the lab's keys, and what it stores.
import assert from "node:assert/strict";
import test from "node:test";
import { enterEdit, fileName, gameTitle, lineRange, pageLines, parseStored, positionLines, tabEdit } from "../../static/lab/editing.mjs";

/**
 * Apply an edit to a text in which `|` marks the ends of the selection, and mark them again.
 * @param {string} marked
 * @param {(text: string, start: number, end: number) => import("../../static/lab/editing.mjs").Edit} edit
 */
function applied(marked, edit) {
  const start = marked.indexOf("|"), rest = marked.replace("|", "");
  const end = Math.max(start, rest.indexOf("|")), text = rest.replace("|", "");
  const change = edit(text, start, end), [from, to] = change.selection;
  const after = text.slice(0, change.start) + change.text + text.slice(change.end);
  return `${after.slice(0, from)}|${after.slice(from, to)}${to > from ? "|" : ""}${after.slice(to)}`;
}

/** @param {boolean} isBack */
const tab = (isBack) => (/** @type {string} */ text, /** @type {number} */ start, /** @type {number} */ end) => tabEdit(text, start, end, isBack);

test("Tab goes to the next step, and indents selected lines", () => {
  assert.equal(applied("ab|c", tab(false)), "ab  |c");
  assert.equal(applied("x\n    |y", tab(false)), "x\n        |y");
  assert.equal(applied("a|b\n\nc|d\ne", tab(false)), "    a|b\n\n    c|d\ne");
  assert.equal(applied("|ab\n|cd", tab(false)), "    |ab\n|cd");
});

test("Shift+Tab takes a step away, and stays in the line", () => {
  assert.equal(applied("      ab|", tab(true)), "  ab|");
  assert.equal(applied("x\n |  y", tab(true)), "x\n|y");
  assert.equal(applied("    a|b\n  c|d", tab(true)), "a|b\nc|d");
  assert.equal(applied("ab|", tab(true)), "ab|");
});

test("Enter keeps the indentation, and adds a step after a colon", () => {
  assert.equal(applied("    ab|c", enterEdit), "    ab\n    |c");
  assert.equal(applied("  if x: |", enterEdit), "  if x: \n      |");
  assert.equal(applied("|ab", enterEdit), "\n|ab");
});

test("lines have ranges, also beyond the text", () => {
  assert.deepEqual(lineRange("ab\ncd\n", 2), [3, 5]);
  assert.deepEqual(lineRange("ab\ncd\n", 3), [6, 6]);
  assert.deepEqual(lineRange("ab", 9), [2, 2]);
});

test("names of files need no quoting in HTML", () => {
  assert.equal(fileName("Fox & geese.py"), "Fox_geese.py");
  assert.equal(fileName('"><script>'), "script.py");
  assert.equal(fileName("échecs"), "échecs.py");
  assert.equal(fileName(" .py "), "game.py");
  assert.match(pageLines("https://example.org/embed.js", "fox.py"), /<rule-board src=".\/fox.py"/);
});

test("lines for a page have the level and the poster", () => {
  const lines = pageLines("https://example.org/embed.js", "fox.py", { opponent: "2", svg: "<svg a=\"#1\"/>", alt: "\"Fox\" & geese" });
  assert.match(lines, /opponent="2"><img src="data:image\/svg\+xml,[^"<>#]*" alt="[^"<>]*"><\/rule-board>/);
});

test("a text has the title of its last game", () => {
  assert.equal(gameTitle('class A(BoardGame):\n    title = "A"\nclass B(A):\n    title = N_("It\'s B")\n'), "It's B");
  assert.equal(gameTitle("title = x"), "");
});

test("a position is copied with the moves to it", () => {
  assert.equal(positionLines("3/3 a", []), 'position="3/3 a"\n');
  assert.equal(positionLines("3/3 a \"", ["a1", "b1"]), 'position="3/3 a &#34;"\nmoves="a1;b1"\n');
});

test("a stored text of any form stays", () => {
  assert.equal(parseStored(null), null);
  assert.deepEqual(parseStored('{"name": "a.py", "text": "x"}'), { name: "a.py", text: "x", earlier: undefined });
  for (const text of ["", "x = 1", "[1]", "null", '{"name": 1, "text": "x"}']) assert.equal(parseStored(text)?.text, text);
  const earlier = { name: "b.py", text: "y" };
  assert.deepEqual(parseStored(JSON.stringify({ name: "a.py", text: "", earlier }))?.earlier, earlier);
});
