// The sizes of posters. A board takes the place and the size of its poster: css/embed.css has the same numbers.

import { WIDE_WIDTH } from "../boot/contract.mjs";

// px under a board: if it is narrower than NARROW_WIDTH or not, then the same in `find`. Texts wrap there. Later
// positions ("+") have more buttons than the start, perhaps those of an unfinished turn, or in `show` the text of the
// last move and the result. In `find`, this is enough for long texts: a board keeps the room of its poster if it needs
// less.
const NARROW_WIDTH = 440;
const OTHER_HEIGHTS = [158, 134, 159, 159], LATER_HEIGHTS = [210, 186, 210, 186];
/** @type {Record<string, number[] | undefined>} */
const CONTROLS_HEIGHTS = {
  equilibrium: [182, 157, 206, 181], "equilibrium+": [280, 231, 301, 257], "+": [204, 158, 204, 158], "sensei+": LATER_HEIGHTS, "tesulda+": LATER_HEIGHTS,
  "tensor-cards": [165, 154, 167, 167], "tensor-cards+": [206, 206, 167, 167],
};
/** px of a board with its texts and buttons next to it. @type {Record<string, number | undefined>} */
const COLUMN_HEIGHTS = { equilibrium: 448, "tensor-cards": 568 };
const BUILDING_HEIGHT = 330; // px with the many buttons of a player who builds an army
const HINTS_HEIGHT = 44; // px of a second row of buttons, in a narrow board with hints
const QUESTION_HEIGHT = 52; // px of the question of the card game after moves, where a card takes a piece
const STILL_HEIGHT = 8; // px, for a board without buttons

/** Return true if the value of an attribute switches it on. @param {string | null} value */
export const isOn = (value) => /^(|yes|true|1)$/.test(`${value}`);

/**
 * Return the height under the board of a poster, or the minimum height of a poster with texts next to the board, and the
 * classes of the poster that are on or off.
 * @param {number} width
 * @param {(name: string) => string | null} attribute returns the attributes of the element
 */
export function posterSize(width, attribute) {
  const hasAttribute = (/** @type {string} */ name) => attribute(name) !== null;
  const mode = attribute("mode") ?? "show", game = mode !== "show" && attribute("game") || "", study = hasAttribute("study");
  const hasMoves = hasAttribute("moves"), isLater = hasMoves || hasAttribute("position"), finds = mode === "find";
  const lesson = hasAttribute("lesson"), hasControls = hasAttribute("controls") ? isOn(attribute("controls")) : hasMoves;
  const isStill = mode === "show" && !study && !lesson && !hasControls;
  const wide = width >= WIDE_WIDTH, beside = wide && !isStill;
  const heights = isLater && CONTROLS_HEIGHTS[`${game}+`] || CONTROLS_HEIGHTS[game] || OTHER_HEIGHTS;
  const under = /\bbuild\b/.test(`${attribute("options")}`) ? BUILDING_HEIGHT : heights[(finds ? 2 : 0) + (width < NARROW_WIDTH ? 0 : 1)];
  const hints = mode === "play" && isOn(attribute("hints")) && width < NARROW_WIDTH ? HINTS_HEIGHT : 0;
  const question = hasMoves && game === "tensor-cards" ? QUESTION_HEIGHT : 0;
  const column = finds && COLUMN_HEIGHTS[game] || 64;
  const height = isStill ? STILL_HEIGHT : study ? (beside ? 584 : 516) : lesson ? (beside ? 624 : 268) : beside ? column : under + hints + question;
  return { height, classes: { still: isStill, wide, beside, study, lesson: lesson && !wide, asks: hasAttribute("ask") } };
}
