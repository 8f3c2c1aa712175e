// The reader for Equilibrium's positions, which are JSON.

/** Return the text about a player's part in the phase. */
const statusOf = (number, { phase: [kind, details, remaining], passed, final }, texts) => {
  if (kind === "over") {
    const betterPlaces = details.slice(0, details.findIndex((place) => place.includes(number)));
    return texts.over[betterPlaces.flat().length];
  }
  if (kind === "flip" && details[0][0] === number) return texts.flip[details[0][1]];
  if (kind === "tweak" && details === number) return texts.tweak[remaining > 1 ? 1 : 0].replace("{n}", remaining);
  if (details === number) return texts[kind];
  if (final) return final.includes(number) ? texts.once : texts.finished;
  return passed.includes(number) ? texts.passed : "";
};

/** Return the class of the panel of a player who decides or has won. */
const decisionOf = (number, [kind, details]) => {
  if (kind === "over") return details[0].includes(number) ? "winner" : "";
  return (kind === "flip" ? details[0][0] : details) === number ? `active deciding-${kind}` : "";
};

/** Return numbered values, such as the classes of slots: { slot0: "", slot1: "shut" }. */
const numbered = (name, count, value) =>
  Object.fromEntries(Array.from({ length: count }, (_none, index) => [`${name}${index}`, value(index)]));

const sorted = (kinds, { types }) => [...kinds].sort((first, second) => types.indexOf(first) - types.indexOf(second));

const factsOfPlayer = (number, [dx, dy], position, numberSet, constants) => {
  const player = position.players[number - 1];
  const { card, board, weights, cycles } = player;
  const { types, most: limits } = constants;
  const maxLevel = Math.max(...weights);
  const tier = numberSet.tiers.findLastIndex(([minLevel]) => maxLevel >= minLevel);
  const [, handLimit, room] = numberSet.tiers[tier];
  const storage = sorted(player.storage, constants);
  const panel = {
    who: constants.words.names[number - 1],
    status: statusOf(number, position, constants.words),
    decision: decisionOf(number, position.phase),
    stored: storage.length, room, cycles,
    ...numbered("tier", numberSet.tiers.length, (index) => (index === tier ? "now" : "")),
    ...numbered("slot", limits.stored, (index) => (index < room ? "" : "shut")),
    ...numbered("spent", limits.cycles + 1, (index) => (index > cycles ? "spent" : "")),
    ...numbered("hand", limits.held, (index) => (index < handLimit ? "" : "shut")),
  };
  const rows = card.split("/").flatMap((row) => sorted(row, constants));
  const facts = [
    { kind: "panel", value: "", at: "", number, ...panel },
    { kind: "badge", value: `${number}`, at: "" },
    ...Object.entries(board).map(([cell, value]) => ({ kind: "board", value, at: cell })),
    ...weights.map((level, index) => ({ kind: "weight", value: types[index], at: `${types[index]}${level}` })),
    ...storage.map((value, slot) => ({ kind: "stored", value, at: slot })),
    { kind: "cycles", value: "", at: cycles, number, cycles },
    ...rows.map((value, place) => ({ kind: "type", value, at: place })),
    { kind: "bonus", value: "", at: "" },
    ...[...player.hand].sort().map((value, place) => ({ kind: "held", value, at: place, ...prices(value, numberSet) })),
  ];
  return facts.map((fact) => ({ ...fact, dx, dy }));
};

const prices = (card, numberSet) => ({ cost: numberSet.cards[card][0], tweaks: numberSet.cards[card][1] });

const factsOfTable = (position, numberSet, { types }) => {
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
      return { kind: "stack", value: `${card}${amount}`, ...prices(card, numberSet) };
    }),
    ...order.flatMap((number, place) => passed.includes(number) ? [] : [
      { kind: "order", value: `${number}`, at: `order ${place + 1}`, now: number === inTurn ? "now" : "" },
    ]),
    ...passed.map((number, place) => ({ kind: "order", value: `${number}`, at: `passed ${place + 1}`, now: "" })),
  ];
};

/** Return the JSON of a position; links from the share dialog encode it in base64url. */
const decoded = (text) => (text.startsWith("eyJ") ? atob(text.replaceAll("-", "+").replaceAll("_", "/")) : text);

export const read = (text, constants, seat) => {
  const position = JSON.parse(decoded(text));
  const { players, numbers = "first" } = position;
  const numberSet = constants.sets[numbers];
  const panels = constants.panels[`${players.length} ${seat}`];
  const facts = panels.flatMap((offset, index) => factsOfPlayer(index + 1, offset, position, numberSet, constants));
  return { sketch: `${numbers} ${players.length}`, facts: [...factsOfTable(position, numberSet, constants), ...facts] };
};
