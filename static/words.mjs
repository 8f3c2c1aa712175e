// Brings the words of the reader's language to Python. English needs none: it is what the code itself says.
const { pick } = globalThis.ruleboardReader;
const root = document.documentElement;
const asked = new Map(); // what was asked for, by language

function load(language) {
  if (!asked.has(language)) asked.set(language, read(language));
  return asked.get(language);
}

async function read(language) {
  const response = await fetch(new URL(`./words/${language}.mo`, import.meta.url));
  if (!response.ok) throw new Error(`the words of ${language} are not there (${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}

// Now, while Python is still on its way.
if (root.lang !== "en") load(root.lang).catch(() => {}); // told where it is waited for

// Give an answer the catalogue of the language chosen ("system": the browser's own); none for English, null if it
// cannot be had and English takes its place.
export function speak(choice, answer) {
  const language = pick(choice);
  if (language === "en") {
    root.lang = "en";
    answer(new Uint8Array());
    return;
  }
  const heard = (catalogue) => {
    root.lang = language;
    answer(catalogue);
  };
  const silent = (error) => {
    console.warn("Ruleboard speaks English:", error);
    asked.delete(language);
    root.lang = "en";
    answer(null);
  };
  load(language).then(heard, silent);
}
