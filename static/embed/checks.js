// Checks of attributes before the board starts. The frame checks all values again, with the rules of the game.

import { ATTRIBUTES, GOALS, LEVELS, MODES, NUMBERS, THEMES } from "../boot/contract.mjs";

/** @type {Record<string, Record<"wrong" | "twice", string>>} */
const WORDS = {
  en: {
    wrong: "Check the attribute “{name}”. Expected: {expected}",
    twice: "Two elements of this page have the id “{name}”.",
  },
  fr: {
    wrong: "Vérifiez l’attribut « {name} ». Attendu : {expected}",
    twice: "Deux éléments de cette page ont l’id « {name} ».",
  },
};
/** Names that pages use on elements of all kinds, although they are close to the name of an attribute of a board. */
const COMMON_NAMES = ["name", "role", "part", "slot"];
/** @type {Record<string, string[]>} */
const CHOICES = { mode: MODES, goal: GOALS, theme: THEMES, opponent: LEVELS };

/**
 * Return how many letters differ between two words: missing, added, wrong or swapped ones.
 * @param {string} one
 * @param {string} other
 */
function distance(one, other) {
  /** @type {number[]} */
  let earlier = [];
  let row = [...other, ""].map((_letter, index) => index);
  for (let i = 1; i <= one.length; i++) {
    const next = [i];
    for (let j = 1; j <= other.length; j++) {
      const isSame = one[i - 1] === other[j - 1], isSwapped = one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, row[j - 1] + Number(!isSame), isSwapped ? earlier[j - 2] + 1 : Infinity);
    }
    [earlier, row] = [row, next];
  }
  return row[other.length];
}

/** Return the attribute that an author probably meant by a name; empty if the name is an attribute or resembles none.
@param {string} name */
export function similarAttribute(name) {
  if (name.length < 3 || ATTRIBUTES.includes(name) || COMMON_NAMES.includes(name) || /^(data|aria|on|caption)/.test(name)) return "";
  const maxDistance = name.length > 5 ? 2 : 1;
  return ATTRIBUTES.find((attribute) => distance(name, attribute) <= maxDistance) ?? "";
}

/**
 * Return the first attribute that cannot be right, and what was expected.
 * @param {Iterable<{name: string, value: string}>} attributes
 * @param {string[]} games
 * @returns {{name: string, expected: string} | undefined}
 */
export function attributeError(attributes, games) {
  for (const { name, value } of attributes) {
    const similar = similarAttribute(name), choices = name === "game" ? games : CHOICES[name];
    if (similar) return { name, expected: similar };
    if (choices && !choices.includes(value)) return { name, expected: choices.join(", ") };
    const minimum = ["at", "seed", "start"].includes(name) ? 0 : 1;
    const isNumber = /^\d+$/.test(value) && Number(value) >= minimum;
    if (NUMBERS.includes(name) && !isNumber) return { name, expected: `${minimum}, ${minimum + 1} …` };
  }
}

/** The last sentence about each element. @type {WeakMap<HTMLElement, string>} */
const sentences = new WeakMap();

/**
 * Return a sentence about what is wrong with the attributes of an element; empty if nothing is. The console has each
 * sentence once. The frame of a started board reports wrong values itself, but does not know misspelled attributes.
 * @param {HTMLElement} element
 * @param {string} lang the language of the sentence
 * @param {string[]} games
 * @param {boolean} isStarted
 */
export function boardError(element, lang, games, isStarted) {
  const attributes = isStarted ? [...element.attributes].filter(({ name }) => !ATTRIBUTES.includes(name)) : element.attributes;
  const sentence = errorSentence(element, attributes, lang, games);
  if (sentence && sentence !== sentences.get(element)) {
    console.warn(`<rule-board>: ${sentence}`, element);
    if (isStarted) element.dispatchEvent(new CustomEvent("error", { detail: { message: sentence } }));
  }
  sentences.set(element, sentence);
  return sentence;
}

/** @type {(element: HTMLElement, attributes: Iterable<Attr>, lang: string, games: string[]) => string} */
function errorSentence(element, attributes, lang, games) {
  const words = WORDS[lang] ?? WORDS.en, study = element.getAttribute("study") ?? "", id = study.slice(1);
  const sameIds = study.startsWith("#") ? [...document.querySelectorAll(`[id="${CSS.escape(id)}"]`)] : [];
  if (new Set(sameIds.map(({ textContent }) => textContent)).size > 1) return words.twice.replace("{name}", id);
  const error = attributeError(attributes, games);
  return error ? words.wrong.replace("{name}", error.name).replace("{expected}", error.expected) : "";
}
