// The reader of Tesulda's positions: ranks of figures in brackets, the side to move, the pool. In mid-turn the figure
// that is shown enlarged beside the pool stays out; while armies are built there is no picture.

import { squares } from "./squares.mjs";

export const read = (position, known, seat) => {
  const [ranks, , pool, , turn = ""] = position.trim().split(/\s+/);
  const { pieces, spots } = known;
  if (turn.startsWith("build:")) throw new RangeError("A store cannot be drawn.");
  const facts = [];
  for (const { square: at, part } of squares(ranks, known)) {
    const [, base, rod] = /^\(([SCTsct])([a-z]*)\)$/.exec(part);
    const side = base === base.toUpperCase() ? 0 : 1, up = side === seat;
    const sorted = [...rod].sort((one, other) => pieces.indexOf(one) - pieces.indexOf(other));
    const leaders = sorted.filter((piece) => "tk".includes(piece));
    const others = sorted.filter((piece) => !"tk".includes(piece));
    const outline = /t/i.test(base) ? (up ? "A" : "V") : "O";
    const found = spots[`${outline}${others.length}${leaders.join("")}`];
    const shown = [...others.slice(0, found.length - leaders.length), ...leaders];
    facts.push({ kind: "plate", value: base + (up ? "" : "!"), at });
    shown.forEach((piece, index) => {
      const [dx, dy, half] = found[index];
      if (!pieces.includes(piece)) throw new RangeError("There is no such piece.");
      facts.push({ kind: ["light", "dark"][side], value: `${piece}${half}`, at, dx, dy });
    });
  }
  const removed = pool === "-" ? "" : pool;
  facts.push({ kind: "removed", value: removed ? "" : "-", count: removed.length });
  for (const piece of pieces) {
    const count = removed.split(piece).length - 1;
    facts.push({ kind: "pool", value: piece + (count ? "" : "-"), count });
  }
  return { sketch: "board", facts };
};
