// What keys change in the text of the lab's editor, and the lines for pages, as plain functions.
import { escaped } from "../boot/own_picture.mjs";

const INDENT = 4;
const DEFAULT_NAME = "game.py";

/**
 * A replacement of a part of a text, and the selection after it.
 * @typedef {{start: number, end: number, text: string, selection: [start: number, end: number]}} Edit
 */

/** Return the index of the first character of the line at an index. @type {(text: string, index: number) => number} */
const lineStart = (text, index) => text.lastIndexOf("\n", index - 1) + 1;

/** Return the number of lines of a text. @param {string} text */
export const lineCount = (text) => text.split("\n").length;

/**
 * Return the start and the end of a line.
 * @param {string} text
 * @param {number} line from 1
 * @returns {[start: number, end: number]}
 */
export function lineRange(text, line) {
  const lines = text.split("\n"), before = lines.slice(0, line - 1);
  const start = before.reduce((sum, { length }) => sum + length + 1, 0);
  return [Math.min(start, text.length), Math.min(start + (lines[line - 1]?.length ?? 0), text.length)];
}

/** Return a text whose indentation is one step smaller. @param {string} line */
const outdented = (line) => line.replace(new RegExp(`^ {1,${INDENT}}|^\t`), "");

/**
 * Return the edit of the Tab key: blanks to the next step, or other indentation of all selected lines.
 * @param {string} text
 * @param {number} start of the selection
 * @param {number} end of the selection
 * @param {boolean} isBack true with Shift
 * @returns {Edit}
 */
export function tabEdit(text, start, end, isBack) {
  if (!isBack && start === end) {
    const blanks = " ".repeat(INDENT - (start - lineStart(text, start)) % INDENT);
    return { start, end, text: blanks, selection: [start + blanks.length, start + blanks.length] };
  }
  const first = lineStart(text, start);
  const last = end > start && text[end - 1] === "\n" ? end - 1 : end; // a selection up to the next line leaves it out
  const lastEnd = text.indexOf("\n", last) < 0 ? text.length : text.indexOf("\n", last);
  const lines = text.slice(first, lastEnd).split("\n");
  const changed = lines.map((line) => (isBack ? outdented(line) : line && " ".repeat(INDENT) + line));
  const joined = changed.join("\n"), difference = changed[0].length - lines[0].length;
  const selectionStart = Math.max(first, start + difference);
  const selectionEnd = Math.max(selectionStart, end + joined.length - (lastEnd - first));
  return { start: first, end: lastEnd, text: joined, selection: [selectionStart, selectionEnd] };
}

/**
 * Return the edit of the Enter key: the next line has the same indentation, one step more after a colon.
 * @param {string} text
 * @param {number} start of the selection
 * @param {number} end of the selection
 * @returns {Edit}
 */
export function enterEdit(text, start, end) {
  const line = text.slice(lineStart(text, start), start);
  const indent = /^[ \t]*/.exec(line)?.[0] ?? "";
  const next = `\n${indent}${line.trimEnd().endsWith(":") ? " ".repeat(INDENT) : ""}`;
  return { start, end, text: next, selection: [start + next.length, start + next.length] };
}

/** Return the name of a Python file from what a person typed. @param {string} text */
export function fileName(text) {
  const stem = text.trim().replace(/\.py$/i, "").replace(/[^\p{L}\p{N}_-]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 60);
  return stem ? `${stem}.py` : DEFAULT_NAME;
}

/** Return the title of the last game in a text of Python; empty if it is not a plain text. @param {string} text */
export const gameTitle = (text) => [...text.matchAll(/^[ \t]+title *= *(?:N_\()?(["'])(.+?)\1/gm)].at(-1)?.[2] ?? "";

/**
 * Return the lines of HTML that show a game on a page.
 * @param {string} script the address of embed.js
 * @param {string} name of the file, from `fileName`
 * @param {{opponent?: string, svg?: string, alt?: string}} [more] the level of the opponent, and the poster with its text
 */
export const pageLines = (script, name, { opponent = "", svg = "", alt = "" } = {}) => {
  const poster = svg ? `<img src="data:image/svg+xml,${encodeURIComponent(svg)}" alt="${escaped(alt)}">` : "";
  const level = opponent && ` opponent="${opponent}"`;
  return `<script src="${script}" defer></script>\n<rule-board src="./${name}" mode="play"${level}>${poster}</rule-board>\n`;
};

/**
 * Return the attributes of a board that show a position: its text, and the moves to it from the start.
 * @param {string} position
 * @param {string[]} moves
 */
export const positionLines = (position, moves) => (
  `position="${escaped(position)}"\n${moves.length ? `moves="${escaped(moves.join(";"))}"\n` : ""}`);

/**
 * The file in the editor, the one that it has replaced, and false if it is a sample without changes.
 * @typedef {{name: string, text: string, earlier?: {name: string, text: string}, isChanged?: boolean}} StoredLab
 */

/** @type {(value: any) => value is {name: string, text: string}} any: the value of stored JSON */
const isFile = (value) => typeof value?.name === "string" && typeof value?.text === "string";

/**
 * Return the stored file. A text of another form is itself the file, so that nothing is lost.
 * @param {string | null} stored
 * @returns {StoredLab | null} null if nothing is stored
 */
export function parseStored(stored) {
  if (stored === null) return null;
  try {
    const value = JSON.parse(stored);
    if (isFile(value)) return { ...value, earlier: isFile(/** @type {StoredLab} */ (value).earlier) ? /** @type {StoredLab} */ (value).earlier : undefined };
  } catch { /* not JSON */ }
  return { name: DEFAULT_NAME, text: stored };
}
