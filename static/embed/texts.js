// The texts of a board's poster.

/** @type {Record<string, Record<"play" | "find" | "show" | "wait" | "later" | "away" | "policy", string>>} */
export const WORDS = {
  en: {
    play: "Play", find: "Try it", show: "Show it", wait: "One moment …",
    later: "Open the board to see the position.",
    away: "The board can’t load right now.",
    policy: "The security policy of this page blocks the board.",
  },
  fr: {
    play: "Jouer", find: "Essayer", show: "Montrer", wait: "Un instant…",
    later: "La position apparaît quand le plateau est ouvert.",
    away: "Le plateau est injoignable pour le moment.",
    policy: "La politique de sécurité de cette page bloque le plateau.",
  },
};
