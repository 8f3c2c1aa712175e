// The reader for positions of Tensor, the card game, such as "short-order three-points+own-side r3,1 b2,2 y1,3
// W123456789T B123456789T 1-0 2.1". It refuses custom boards and decks. The clock also stands in positions of finished
// games, since only Python knows when a game is over.

const CARDS = [..."123456789T"];

/**
 * `stars` are the rules about stars, the default one first; `goals` has the number of points for each goal.
 * @type {ReadPosition<{stars: string[], goals: Record<string, number>}>}
 */
export const read = (position, constants) => {
  const fields = position.trim().split(/\s+/);
  if (fields.length !== 9) throw new RangeError("The deck is another.");
  const [sketch, variant, ...values] = fields;
  const [pieces, hands, points, clock] = [values.slice(0, 3), values.slice(3, 5), values[5].split("-"), values[6].split(".")];
  const [goal, ...switches] = variant.split("+");
  const maxPoints = constants.goals[goal];
  const [hand, turn] = clock.map(Number);
  const stars = switches.find((word) => constants.stars.includes(word)) ?? constants.stars[0];
  /** @type {Fact[]} */
  const facts = [{ kind: "stars", value: stars }];
  for (const piece of pieces) {
    const [letter, place] = [piece[0], piece.slice(1)];
    const isWaiting = place === "out";
    facts.push({ kind: "piece", value: letter + (isWaiting ? "-" : ""), at: isWaiting ? piece : place });
  }
  if (maxPoints > 1) {
    for (const [index, side] of [..."WB"].entries()) {
      facts.push({ kind: "score", value: `score ${side}`, at: `points ${points[index]}` });
      for (let point = 1; point <= maxPoints; point++) {
        facts.push({ kind: "point", value: point <= Number(points[index]) ? "got" : "open", at: `${side}${point}` });
      }
    }
  }
  facts.push({ kind: "clock", value: "", hand, turn });
  for (const field of hands) {
    for (const card of CARDS) {
      const at = field[0] + card;
      const isUsed = !field.includes(card, 1);
      facts.push({ kind: "card", value: at, at, used: isUsed ? "used" : "" });
      if (!isUsed) facts.push({ kind: "hand", value: `hand ${field[0]}`, at: `card ${card}` });
    }
  }
  return { sketch, facts };
};
