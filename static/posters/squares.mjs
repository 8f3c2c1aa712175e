/** @typedef {{files: number, ranks: number}} Size */

/**
 * Return the occupied squares of a board from its ranks ("3g3/7/(Sck)9"): the last rank first, numbers for runs of
 * empty squares. Squares are numbered from a1, rank by rank. Brackets enclose the text of one square.
 * @param {string} text
 * @param {Size} size
 */
export const squares = (text, { files, ranks }) => {
  const rows = text.split("/").map((row) => row.match(/\d+|\([^()]*\)|[^]/g) ?? []);
  if (rows.length !== ranks) throw new RangeError("The board has another number of ranks.");
  return rows.reverse().flatMap((row, rank) => {
    let file = 0;
    /** @type {{square: number, part: string}[]} */
    const occupied = [];
    for (const part of row) {
      if (/^\d/.test(part)) file += Number(part);
      else occupied.push({ square: rank * files + file++, part });
    }
    if (file !== files) throw new RangeError("A rank has another number of squares.");
    return occupied;
  });
};
