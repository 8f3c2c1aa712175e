// The reader for positions that begin with ranks of one-letter pieces. Facts have the kind `piece`.

import { squares } from "./squares.mjs";

/** @type {ReadPosition<import("./squares.mjs").Size & {letters: string[]}>} */
export const read = (position, constants) => {
  const [ranks] = position.trim().split(/\s+/);
  const facts = squares(ranks, constants).map(({ square, part }) => {
    if (!constants.letters.includes(part)) throw new RangeError("There is no such piece.");
    return { kind: "piece", value: part, at: square };
  });
  return { sketch: "board", facts };
};
