// The texts of a board's poster, and the names of captions in other languages.

/** The names of attributes with a caption in another language. */
export const CAPTION_IN = /^caption-[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i;

/** @type {Record<string, Record<"play" | "find" | "show" | "wait" | "later" | "away" | "policy", string>>} */
export const WORDS = {
  en: {
    play: "Play", find: "Try it", show: "Show it", wait: "One moment …",
    later: "Open the board to see the position.",
    away: "The board can’t load right now.",
    policy: "This page’s security policy blocks the board.",
  },
  fr: {
    play: "Jouer", find: "Essayer", show: "Montrer", wait: "Un instant…",
    later: "La position apparaît quand le plateau est ouvert.",
    away: "Le plateau est injoignable pour le moment.",
    policy: "La politique de sécurité de cette page bloque le plateau.",
  },
};
