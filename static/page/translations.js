// Catalogues of the user's language for Python. English needs none, since the code contains its texts.

import { fetchOwn } from "../boot/own_files.mjs";

const { pickLanguage } = globalThis.ruleboardPreferences;
const html = document.documentElement;
/** The catalogues by language. @type {Map<string, Promise<Uint8Array>>} */
const catalogues = new Map();

/** @param {string} language */
function load(language) {
  const catalogue = catalogues.get(language) ?? fetchCatalogue(language);
  catalogues.set(language, catalogue);
  return catalogue;
}

/** @param {string} language */
async function fetchCatalogue(language) {
  const response = await fetchOwn(`static/words/${language}.mo`);
  return new Uint8Array(await response.arrayBuffer());
}

// Fetch the catalogue while Python is still loading.
if (html.lang !== "en") load(html.lang).catch(() => {}); // `setLanguage` handles errors

/**
 * Set the page's language and load its catalogue, the content of a .mo file. English is immediate, with an empty
 * catalogue. If the catalogue does not load, the language becomes English.
 * @param {string} choice a language, or "system" for the browser's language
 * @param {(catalogue: Uint8Array | undefined) => void} answer undefined if the catalogue does not load
 */
export function setLanguage(choice, answer) {
  const language = pickLanguage(choice);
  if (language === "en") {
    html.lang = "en";
    answer(new Uint8Array());
    return;
  }
  /** @param {Uint8Array} catalogue */
  const succeed = (catalogue) => {
    catalogues.delete(language); // Python may refuse it
    html.lang = language;
    answer(catalogue);
  };
  /** @param {unknown} error */
  const fail = (error) => {
    console.warn("The texts of this language could not be loaded, English is used:", error);
    catalogues.delete(language);
    html.lang = "en";
    answer(undefined);
  };
  load(language).then(succeed, fail);
}
