// The sizes of posters. A board takes the place and the size of its poster: css/embed.css has the same numbers.

import { WIDE_WIDTH } from "../boot/contract.mjs";

// px under a board narrower than NARROW_WIDTH, and under any other, in `play` and `find`. Texts wrap there. Later
// positions of Equilibrium have more buttons than its start.
const NARROW_WIDTH = 440;
/** @type {Record<string, [number, number] | undefined>} */
const CONTROLS_HEIGHT = {
  equilibrium: [182, 157], "equilibrium later": [233, 207], "tensor-cards": [154, 154], "tensor-cards find": [142, 142],
};
const STILL_HEIGHT = 8; // px, for a board without buttons
const STEPS_HEIGHT = 134; // for other games
const STUDY_HEIGHT = 516;

/**
 * Return the height under the board of a poster, and the classes of the poster that are on or off.
 * @param {number} width
 * @param {(name: string) => string | null} attribute returns the attributes of the element
 */
export function posterSize(width, attribute) {
  const hasAttribute = (/** @type {string} */ name) => attribute(name) !== null;
  const mode = attribute("mode") ?? "show", game = attribute("game") ?? "", study = hasAttribute("study");
  const lesson = hasAttribute("lesson"), isStill = mode === "show" && !study && !hasAttribute("moves") && !lesson;
  const wide = width >= WIDE_WIDTH;
  const later = hasAttribute("position") || hasAttribute("moves") ? CONTROLS_HEIGHT[`${game} later`] : undefined;
  const heights = mode === "show" ? null : later ?? CONTROLS_HEIGHT[`${game} ${mode}`] ?? CONTROLS_HEIGHT[game];
  const height = isStill ? STILL_HEIGHT : study ? STUDY_HEIGHT : heights?.[width < NARROW_WIDTH ? 0 : 1] ?? STEPS_HEIGHT;
  return { height, classes: { still: isStill, wide, beside: wide && !isStill, study, lesson: lesson && !wide, asks: hasAttribute("ask") } };
}
