// Catalogues of the user's language for Python. English needs none: its texts stand in the code.

const { pickLanguage } = globalThis.ruleboardPreferences;
const html = document.documentElement;
const catalogues = new Map(); // promises by language

function load(language) {
  if (!catalogues.has(language)) catalogues.set(language, fetchCatalogue(language));
  return catalogues.get(language);
}

async function fetchCatalogue(language) {
  const response = await fetch(new URL(`../words/${language}.mo`, import.meta.url));
  if (!response.ok) throw new Error(`the words of ${language} are not there (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

// Fetch it while Python is still loading.
if (html.lang !== "en") load(html.lang).catch(() => {}); // errors are handled in `speak`

/**
 * Set the page's language and give its catalogue, the content of a .mo file, to a callback: an empty one for English;
 * null if it cannot be had, and the language is English instead.
 * @param {string} choice a language, or "system" for the browser's own
 * @param {(catalogue: Uint8Array | null) => void} answer
 */
export function speak(choice, answer) {
  const language = pickLanguage(choice);
  if (language === "en") {
    html.lang = "en";
    answer(new Uint8Array());
    return;
  }
  const succeed = (catalogue) => {
    html.lang = language;
    answer(catalogue);
  };
  const fail = (error) => {
    console.warn("Ruleboard speaks English:", error);
    catalogues.delete(language);
    html.lang = "en";
    answer(null);
  };
  load(language).then(succeed, fail);
}
