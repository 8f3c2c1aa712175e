// The reader for Tesulda's positions: ranks of figures in brackets, the side to move, the pool. In the middle of a
// turn, the enlarged figure next to the pool is not drawn. Positions with unfinished armies have no picture.

import { squares } from "./squares.mjs";

/**
 * Return a fact with the numbers of pieces by kind, with the leaders first: "k1 c2". Without pieces there is no fact.
 * @param {string} pieces
 * @param {string | number} at
 * @returns {Fact[]}
 */
const countedParts = (pieces, at) => {
  const kinds = [...new Set(`kt${pieces}`)].filter((kind) => pieces.includes(kind));
  return kinds.length ? [{ kind: "parts", value: kinds.map((kind) => `${kind}${pieces.split(kind).length - 1}`).join(" "), at }] : [];
};

/**
 * `pieces` are the letters of the pieces; `spots` has the places of pieces on a base: the offsets, and half a width.
 * @type {ReadPosition<import("./squares.mjs").Size & {pieces: string, spots: Record<string, [number, number, string][]>}>}
 */
export const read = (position, constants, seat) => {
  const [ranks, , pool, , turn = ""] = position.trim().split(/\s+/);
  const { pieces, spots } = constants;
  if (turn.startsWith("build:")) throw new RangeError("A store cannot be drawn.");
  /** @type {Fact[]} */
  const facts = [];
  for (const { square: at, part } of squares(ranks, constants)) {
    const [, base, rod] = /^\(([SCTsct])([a-z]*)\)$/.exec(part) ?? ["", "", ""];
    const side = base === base.toUpperCase() ? 0 : 1, facesUp = side === seat;
    const sorted = [...rod].sort((first, second) => pieces.indexOf(first) - pieces.indexOf(second));
    const leaders = sorted.filter((piece) => "tk".includes(piece));
    const others = sorted.filter((piece) => !"tk".includes(piece));
    const outline = /t/i.test(base) ? (facesUp ? "A" : "V") : "O";
    const offsets = spots[`${outline}${others.length}${leaders.join("")}`];
    const visiblePieces = [...others.slice(0, offsets.length - leaders.length), ...leaders];
    facts.push({ kind: "plate", value: base + (facesUp ? "" : "!"), at }, ...countedParts(rod, at));
    visiblePieces.forEach((piece, index) => {
      const [dx, dy, half] = offsets[index];
      if (!pieces.includes(piece)) throw new RangeError("There is no such piece.");
      facts.push({ kind: ["light", "dark"][side], value: `${piece}${half}`, at, dx, dy });
    });
  }
  if (pool === "-") return { sketch: "board", facts };
  facts.push(...countedParts(pool, "pool"));
  facts.push({ kind: "removed", value: "", count: pool.length });
  for (const piece of pieces) {
    const count = pool.split(piece).length - 1;
    facts.push({ kind: "pool", value: piece + (count ? "" : "-"), count });
  }
  return { sketch: "board", facts };
};
