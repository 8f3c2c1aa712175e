// Checks of attributes before the board starts. The frame checks all values again, with the rules of the game.

import {
  ATTRIBUTES, COLOR_PATTERN, FLAGS, GOALS, LESSON_CONFLICTS, LEVELS, MARK_KINDS, MAX_FONTS, MAX_NUMBER, MAX_RADIUS,
  MAX_TEXT_LENGTH, MODES, NUMBERS, STUDY_PARAMETERS, TASK_TEXTS, THEMES,
} from "../boot/contract.mjs";
import { CAPTION_IN } from "./texts.js";

/** @type {Record<string, CheckWords>} */
export const WORDS = {
  en: {
    wrong: "Check the attribute “{name}”. Expected: {expected}",
    several: "Check these attributes. Expected: {expected}",
    twice: "Two elements of this page have the id “{name}”. Each needs its own.",
    link: "A link names “{name}” in data-board, but this page has no board with that id.",
    without: "not together with “{name}”", action: "an action of the game", length: "at most {name} characters",
    site: "a file of this site", element: "the id of an element of this page", frame: "only in the address of a plain frame",
    color: "1 colour, or 2 colours with | between them, for light and dark",
  },
  fr: {
    wrong: "Vérifiez l’attribut « {name} ». Attendu : {expected}",
    several: "Vérifiez ces attributs. Attendu : {expected}",
    twice: "Deux éléments de cette page ont l’id « {name} ». Chacun a besoin du sien.",
    link: "Un lien nomme « {name} » dans data-board, mais aucun plateau de cette page n’a cet id.",
    without: "pas avec « {name} »", action: "une action du jeu", length: "au plus {name} caractères",
    site: "un fichier de ce site", element: "l’id d’un élément de cette page", frame: "seulement dans l’adresse d’un cadre simple",
    color: "1 couleur, ou 2 couleurs séparées par |, pour le clair et le sombre",
  },
};
/** Names that pages use on elements of all kinds, although they are close to the name of an attribute of a board. */
const COMMON_NAMES = ["name", "role", "part", "slot", "alt", "loading"];
const COLOR = new RegExp(`^(?:${COLOR_PATTERN})$`);
/** @type {Record<string, string[]>} */
const CHOICES = { mode: MODES, goal: GOALS, theme: THEMES, opponent: LEVELS };

/** The values that mean the same as no attribute, if these are not just the empty text. @type {Record<string, string[]>} */
const UNUSED = { goal: ["line"], hints: ["no", "false", "0"] };

/**
 * Return how many letters differ between two words: missing, added, wrong or swapped ones.
 * @param {string} one
 * @param {string} other
 */
export function distance(one, other) {
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

/** Return the letters of a word in the order of the alphabet. @param {string} word */
const sortLetters = (word) => [...word].sort().join("");

/** Return the attribute that an author probably intended by a name; empty if the name is an attribute or resembles none.
@param {string} name */
export function similarAttribute(name) {
  if (name.length < 3 || ATTRIBUTES.includes(name) || COMMON_NAMES.includes(name) || /^(data|aria|on|caption)/.test(name)) return "";
  /** The same letters in another order count a little more than one mistake, and letters added at the end a little less. @param {string} attribute */
  const difference = (attribute) => {
    if (name.startsWith(attribute)) return name.length - attribute.length - 0.1;
    return Math.min(distance(name, attribute), sortLetters(name) === sortLetters(attribute) ? 1.1 : Infinity);
  };
  const [nearest] = [...ATTRIBUTES].sort((one, other) => difference(one) - difference(other));
  return difference(nearest) < (name.length > 5 ? 2.1 : 1.2) ? nearest : "";
}

/** @param {string} text @param {string} separator */
const parts = (text, separator) => text.split(separator).map((part) => part.trim()).filter(Boolean);

/** @type {(text: string) => [name: string, value: string][]} */
function optionPairs(text) {
  if (!text.startsWith("{")) return parts(text, ";").map((part) => /** @type {[string, string]} */ (part.split(/\s*:\s*(.*)/s)));
  try { return Object.entries(JSON.parse(text)); } catch { return [[text, ""]]; }
}

/**
 * Return a text about what an attribute expects if its value is wrong in any board.
 * @type {(name: string, value: string, words: CheckWords, facts: GameFacts | undefined) => string | undefined}
 */
function valueError(name, value, words, facts) {
  const choices = CHOICES[name];
  if (choices) return choices.includes(value.replace(/^0+(?=\d)/, "")) ? "" : choices.join(", ");
  if (name === "autostart") return ["", "yes", "true", "1", name].includes(value) ? "" : "yes";
  if (FLAGS.includes(name)) return ["", "yes", "true", "1", "no", "false", "0"].includes(value) ? "" : "yes, no";
  if (NUMBERS.includes(name)) {
    const minimum = ["at", "seed", "start"].includes(name) ? 0 : 1;
    const isNumber = /^\d{1,20}$/.test(value) && Number(value) >= minimum && (name === "seed" || Number(value) <= MAX_NUMBER);
    return isNumber ? "" : `${minimum}, ${minimum + 1} …`;
  }
  if ([...TASK_TEXTS, "heading"].includes(name) || /^caption/.test(name)) {
    if (name.startsWith("caption-") && !CAPTION_IN.test(name)) return "caption-fr";
    const visible = value.replace(/[\p{Cc}\p{Cf}]/gu, "");
    return [...visible].length <= MAX_TEXT_LENGTH ? "" : words.length.replace("{name}", `${MAX_TEXT_LENGTH}`);
  }
  if (["background", "color", "accent"].includes(name)) {
    const colors = value.split("|").map((color) => color.trim());
    if (colors.length > 2) return words.color;
    return value && !colors.every((color) => COLOR.test(color.toLowerCase())) ? "#2c5d63, rgb(44 93 99), teal" : "";
  }
  if (name === "font") return value && !value.split(",").every((family, index) => index < MAX_FONTS && /^\s*(["']?)([\p{L}\p{N}][\p{L}\p{N}_ .-]{0,60}|-apple-system)\1\s*$/u.test(family)) ? "Georgia, serif" : "";
  if (name === "radius") return !value || (/^\d{1,3}(\.\d{1,6})?(px)?$/.test(value) && parseFloat(value) <= MAX_RADIUS) ? "" : `0–${MAX_RADIUS}`;
  if (name === "lang") return /^[a-z]{2,3}(-[a-z\d]{1,8}){0,3}$/i.test(value) ? "" : "en, fr";
  if (["poster", "host"].includes(name)) return words.frame;
  if (!facts) return "";
  if (name === "lesson") return !value || facts.lessons.includes(value) ? "" : facts.lessons.join(", ");
  if (name === "options") {
    const list = (/** @type {string[]} */ names) => names.flatMap((option) => facts.options[option].map((choice) => `${option}:${choice}`)).join(", ");
    const optionNames = Object.keys(facts.options);
    for (const [option, choice] of optionPairs(value)) {
      if (!optionNames.includes(option)) return list(optionNames) || words.without.replace("{name}", "options");
      const isPlain = typeof choice === "string" && /^[\w-]*$/.test(choice); // otherwise a board or a deck of the author
      if (choice === undefined || (isPlain && !facts.options[option].includes(choice))) return list([option]);
    }
  }
  if (name === "marks") {
    const places = new RegExp(`^(${facts.places})$`);
    for (const part of parts(value, ";")) {
      const [kind, target] = part.split(/:\s*(.*)/s), isKind = MARK_KINDS.includes(kind) && target;
      if (!isKind && target && MARK_KINDS.some((other) => distance(kind, other) < 3)) return MARK_KINDS.map((other) => `${other}:`).join(", ");
      const place = isKind ? target : part;
      if (!place.includes(":") && !places.test(place)) return facts.examples;
    }
  }
}

/**
 * Return the attributes that cannot be right, each with what was expected. The first is the one to correct first.
 * @param {Iterable<{name: string, value: string}>} attributes
 * @param {Record<string, GameFacts>} games
 * @param {CheckWords} [words]
 * @returns {AttributeError[]}
 */
export function attributeErrors(attributes, games, words = WORDS.en) {
  /** What was expected, by the name of the attribute. @type {Map<string, string>} */
  const errors = new Map();
  /** The attributes that misspelled ones probably mean. They count as present, so that no other attribute seems to lack them. @type {string[]} */
  const intendedNames = [];
  /** @type {(name: string, expected: string | undefined) => void} */
  const add = (name, expected) => { if (expected && !errors.has(name) && !intendedNames.includes(name)) errors.set(name, expected); };
  /** @type {Record<string, string>} */
  const values = {};
  for (const { name, value } of attributes) {
    const expected = similarAttribute(name);
    add(name, expected);
    if (expected) intendedNames.push(expected);
    values[expected || name] ??= value.trim();
  }
  const { game, study, src, lesson, mode = "show", opponent, options = "", moves = "" } = values;
  const facts = src === undefined ? games[game] : undefined;
  if (game === undefined ? !study && src === undefined : src === undefined && !facts) add("game", Object.keys(games).join(", "));
  for (const [name, value] of Object.entries(values)) add(name, valueError(name, value, words, facts));
  const hasMode = (/** @type {string} */ name) => mode === name || errors.has("mode") || Boolean(study || lesson);
  /** The attributes that need another one, or a mode. @type {[names: string[], isRight: boolean, expected: string][]} */
  const needs = [
    [["chapter", "start"], Boolean(study), "study"], [["step"], Boolean(lesson), "lesson"],
    [["accept", "goal", ...TASK_TEXTS], hasMode("find"), 'mode="find"'],
    [["opponent", "hints"], hasMode("play"), 'mode="play"'], [["seat"], Boolean(opponent), 'opponent="1"'],
  ];
  for (const [name, value] of Object.entries(values)) {
    const isParameter = ATTRIBUTES.includes(name);
    for (const [parent, isWrong] of /** @type {[string, boolean][]} */ ([["study", isParameter && !STUDY_PARAMETERS.includes(name)], ["lesson", LESSON_CONFLICTS.includes(name)]])) {
      if (values[parent] && isWrong) add(name, words.without.replace("{name}", parent));
    }
    const need = !(UNUSED[name] ?? [""]).includes(value) && needs.find(([names, isRight]) => names.includes(name) && !isRight);
    if (need) add(name, need[2]);
  }
  if (mode === "find" && !values.accept) add("accept", words.action);
  const count = parts(moves, ";").length;
  if (values.at && !moves.startsWith("~") && Number(values.at) > count) add("at", `0–${count}`);
  if (values.seat && facts) {
    const players = Object.fromEntries(optionPairs(options)).players ?? facts.players[values.position || moves.startsWith("~") ? 1 : 0];
    if (Number(values.seat) > Number(players)) add("seat", `1–${players}`);
  }
  return [...errors].map(([name, expected]) => ({ name, expected }));
}

/**
 * Return what is wrong with the address of a study or of a game.
 * @type {(name: string, address: string, words: CheckWords) => string}
 */
function addressError(name, address, words) {
  if (!address || address.startsWith("~")) return "";
  if (!address.startsWith("#")) return URL.canParse(address, document.baseURI) && new URL(address, document.baseURI).origin === location.origin ? "" : words.site;
  return document.readyState === "loading" || document.getElementById(address.slice(1)) ? "" : words.element;
}

/** Return true if several elements of the page have the same id. @param {string} id */
const hasTwin = (id) => Boolean(id) && document.querySelectorAll(`[id="${CSS.escape(id)}"]`).length > 1;

/** The last sentence about each element. @type {WeakMap<HTMLElement, string>} */
const sentences = new WeakMap();

/**
 * Return a sentence about what is wrong with the attributes of an element; empty if nothing is. The console has each
 * sentence once. The frame of a started board reports wrong values itself, but does not know misspelled attributes. A
 * board that should start by itself has an event, too: it does not start.
 * @param {HTMLElement} element
 * @param {string} lang the language of the sentence
 * @param {boolean} isStarted
 */
export function boardError(element, lang, isStarted) {
  const sentence = errorSentence(element, lang, isStarted);
  if (sentence && sentence !== sentences.get(element)) {
    console.warn(`<rule-board>: ${sentence}`, element);
    if (isStarted || element.hasAttribute("autostart")) element.dispatchEvent(new CustomEvent("error", { detail: { message: sentence } }));
  }
  sentences.set(element, sentence);
  return sentence;
}

/** Say in the console that a link leads to no board. @param {HTMLElement} link */
export function reportLink(link) {
  /** @type {HTMLElement | null} */
  const element = link.closest("[lang]");
  const words = WORDS[element?.lang.split("-")[0] ?? ""] ?? WORDS.en;
  console.warn(`<rule-board>: ${words.link.replace("{name}", link.dataset.board ?? "")}`, link);
}

/** @type {(element: HTMLElement, lang: string, isStarted: boolean) => string} */
function errorSentence(element, lang, isStarted) {
  const words = WORDS[lang] ?? WORDS.en;
  const twins = hasTwin(element.id) ? [element.id] : [];
  const errors = isStarted
    ? element.getAttributeNames().map((name) => ({ name, expected: similarAttribute(name) })).filter(({ expected }) => expected)
    : attributeErrors(element.attributes, RULEBOARD_FACTS, words);
  for (const name of ["study", "src"]) {
    const address = element.getAttribute(name) ?? "", id = address.slice(1);
    const expected = addressError(name, address, words);
    if (address.startsWith("#") && hasTwin(id)) twins.push(id);
    else if (expected && !isStarted) errors.push({ name, expected });
  }
  const sentences = twins.map((id) => words.twice.replace("{name}", id));
  if (errors.length === 1) sentences.push(words.wrong.replace("{name}", errors[0].name).replace("{expected}", errors[0].expected));
  else if (errors.length) sentences.push(words.several.replace("{expected}", errors.map(({ name, expected }) => `${name}: ${expected}`).join("; ")));
  return sentences.join(" ");
}
