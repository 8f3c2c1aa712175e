// The reader of positions that begin with ranks of pieces, each of one letter. Facts are of the kind `piece`.

import { squares } from "./squares.mjs";

export const read = (position, known) => {
  const [ranks] = position.trim().split(/\s+/);
  const facts = squares(ranks, known).map(({ square, part }) => {
    if (!known.letters.includes(part)) throw new RangeError("There is no such piece.");
    return { kind: "piece", value: part, at: square };
  });
  return { sketch: "board", facts };
};
