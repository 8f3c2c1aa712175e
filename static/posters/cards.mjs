// The reader of the positions of Tensor, the card game, such as "short-order three-points+own-side r3,1 b2,2 y1,3
// W123456789T B123456789T 1-0 2.1". Other boards and decks than those that come with the game are not drawn.

const CARDS = [..."123456789T"];

export const read = (position, known) => {
  const fields = position.trim().split(/\s+/);
  if (fields.length !== 9) throw new RangeError("The deck is another.");
  const [sketch, variant, ...rest] = fields;
  const [pieces, hands, points, clock] = [rest.slice(0, 3), rest.slice(3, 5), rest[5].split("-"), rest[6].split(".")];
  const [goal, ...more] = variant.split("+");
  const most = known.goals[goal];
  const [hand, turn] = clock.map(Number);
  const stars = more.find((word) => known.stars.includes(word)) ?? known.stars[0];
  const facts = [{ kind: "stars", value: stars }];
  for (const piece of pieces) {
    const [letter, place] = [piece[0], piece.slice(1)];
    const waits = place === "out";
    facts.push({ kind: "piece", value: letter + (waits ? "-" : ""), at: waits ? piece : place });
  }
  if (most > 1) {
    for (const [index, side] of [..."WB"].entries()) {
      for (let point = 1; point <= most; point++) {
        facts.push({ kind: "point", value: point <= Number(points[index]) ? "got" : "open", at: `${side}${point}` });
      }
    }
  }
  const isOver = points.some((count) => Number(count) >= most) || (!more.includes("endless") && hand > known.hands);
  if (!isOver) facts.push({ kind: "clock", value: "", hand, turn });
  for (const field of hands) {
    for (const card of CARDS) {
      const at = field[0] + card;
      facts.push({ kind: "card", value: at, at, used: field.includes(card, 1) ? "" : "used" });
    }
  }
  return { sketch, facts };
};
