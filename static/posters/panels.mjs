// The reader of Equilibrium's positions, which are JSON.

/** Return the words about a player's part in the phase. */
const statusOf = (number, { phase: [kind, what, left], passed, final }, words) => {
  if (kind === "over") {
    const better = what.slice(0, what.findIndex((place) => place.includes(number)));
    return words.over[better.flat().length];
  }
  if (kind === "flip" && what[0][0] === number) return words.flip[what[0][1]];
  if (kind === "tweak" && what === number) return words.tweak[left > 1 ? 1 : 0].replace("{n}", left);
  if (what === number) return words[kind];
  if (final) return final.includes(number) ? words.once : words.finished;
  return passed.includes(number) ? words.passed : "";
};

/** Return the class of a panel whose player decides, or has won. */
const decisionOf = (number, [kind, what]) => {
  if (kind === "over") return what[0].includes(number) ? "winner" : "";
  return (kind === "flip" ? what[0][0] : what) === number ? `active deciding-${kind}` : "";
};

/** Return numbered values, such as the classes of places: { slot0: "", slot1: "shut" }. */
const numbered = (name, count, value) =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`${name}${index}`, value(index)]));

const sorted = (kinds, { types }) => [...kinds].sort((one, other) => types.indexOf(one) - types.indexOf(other));

const factsOfPlayer = (number, [dx, dy], position, played, known) => {
  const player = position.players[number - 1];
  const { card, board, weights, cycles } = player;
  const { types, most } = known;
  const highest = Math.max(...weights);
  const tier = played.tiers.findLastIndex(([least]) => highest >= least);
  const [, handLimit, room] = played.tiers[tier];
  const storage = sorted(player.storage, known);
  const panel = {
    who: known.words.names[number - 1],
    status: statusOf(number, position, known.words),
    decision: decisionOf(number, position.phase),
    stored: storage.length, room, cycles,
    ...numbered("tier", played.tiers.length, (index) => (index === tier ? "now" : "")),
    ...numbered("slot", most.stored, (index) => (index < room ? "" : "shut")),
    ...numbered("spent", most.cycles + 1, (index) => (index > cycles ? "spent" : "")),
    ...numbered("hand", most.held, (index) => (index < handLimit ? "" : "shut")),
  };
  const rows = card.split("/").flatMap((row) => sorted(row, known));
  const found = [
    { kind: "panel", value: "", at: "", number, ...panel },
    { kind: "badge", value: `${number}`, at: "" },
    ...Object.entries(board).map(([cell, value]) => ({ kind: "board", value, at: cell })),
    ...weights.map((level, index) => ({ kind: "weight", value: types[index], at: `${types[index]}${level}` })),
    ...storage.map((value, slot) => ({ kind: "stored", value, at: slot })),
    { kind: "cycles", value: "", at: cycles, number, cycles },
    ...rows.map((value, place) => ({ kind: "type", value, at: place })),
    { kind: "bonus", value: "", at: "" },
    ...[...player.hand].sort().map((value, place) => ({ kind: "held", value, at: place, ...prices(value, played) })),
  ];
  return found.map((fact) => ({ ...fact, dx, dy }));
};

const prices = (card, played) => ({ cost: played.cards[card][0], tweaks: played.cards[card][1] });

const factsOfTable = (position, played, { types }) => {
  const { tiles, cards, pile, bag, supply, order, passed, round, final, phase } = position;
  const inTurn = { tweak: phase[3], action: phase[1], final: phase[1], setup: phase[1] }[phase[0]];
  const count = (pile || bag).length;
  const shares = [...types].flatMap((kind) => [[`left${kind}`, supply[kind]], [`none${kind}`, supply[kind] ? "" : "none"]]);
  return [
    { kind: "table", value: "", ...Object.fromEntries(shares) },
    { kind: "title", value: !final ? "round" : phase[0] === "over" ? "over" : "final", round },
    { kind: "pile", value: pile ? "pile" : "bag", count, none: count ? "" : "none" },
    ...[...tiles].map((value, slot) => ({ kind: "open", value, at: slot })),
    ...[...new Set(cards)].map((card) => {
      const amount = cards.filter((other) => other === card).length;
      return { kind: "stack", value: `${card}${amount}`, ...prices(card, played) };
    }),
    ...order.flatMap((number, place) => passed.includes(number) ? [] : [
      { kind: "order", value: `${number}`, at: `order ${place + 1}`, now: number === inTurn ? "now" : "" },
    ]),
    ...passed.map((number, place) => ({ kind: "order", value: `${number}`, at: `passed ${place + 1}`, now: "" })),
  ];
};

/** Return the JSON of a position, which is packed in base64url where Share writes it. */
const unpacked = (text) => (text.startsWith("eyJ") ? atob(text.replaceAll("-", "+").replaceAll("_", "/")) : text);

export const read = (text, known, seat) => {
  const position = JSON.parse(unpacked(text));
  const { players, numbers = "first" } = position;
  const played = known.sets[numbers];
  const panels = known.panels[`${players.length} ${seat}`];
  const facts = panels.flatMap((from, index) => factsOfPlayer(index + 1, from, position, played, known));
  return { sketch: `${numbers} ${players.length}`, facts: [...factsOfTable(position, played, known), ...facts] };
};
