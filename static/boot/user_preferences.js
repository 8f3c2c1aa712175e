// The user's language and theme before the first paint: from the settings, or else from the browser.
//
// Attributes of <html> make CSS hide the prerendered home page in the wrong language (data-words), or if the address is
// that of another page (data-elsewhere: "board" for one with a board, "list" for one with tiles), hide the first task from
// people with stored games (data-stored), and play its excerpt for people without games or progress (data-excerpt; see
// page/excerpt.js).
//
// The first script of all pages with Python, so that PyScript finds its databases.
import { LISTED_PREFIXES, SETTINGS_KEY, STORAGE_PREFIX } from "./contract.mjs";
import "./memory_indexeddb.mjs";

{
  const LANGUAGES = ["en"]; // the build inserts all languages here

  /**
   * Return the chosen language, or the first available one of the browser's languages ("fr" for "fr-CA"), or English.
   * @param {string | undefined} choice
   */
  const pickLanguage = (choice) => {
    if (choice && LANGUAGES.includes(choice)) return choice;
    for (const language of navigator.languages ?? [navigator.language]) {
      const available = [language, language.split("-")[0]].find((code) => LANGUAGES.includes(code));
      if (available) return available;
    }
    return "en";
  };

  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  /**
   * Return "light" or "dark": the chosen theme, or else the system's.
   * @param {string | undefined} choice
   */
  const resolveTheme = (choice) => {
    if (choice === "light" || choice === "dark") return choice;
    return systemIsDark.matches ? "dark" : "light";
  };

  /** @type {{language?: string, theme?: string, motion?: string} | null} */
  let settings = null;
  let hasGames = false, isNew = true;
  try {
    const keys = Object.keys(localStorage);
    hasGames = keys.some((key) => key.startsWith(LISTED_PREFIXES[0]));
    isNew = !hasGames && !keys.includes(`${STORAGE_PREFIX}progress`);
    settings = JSON.parse(localStorage.getItem(SETTINGS_KEY) ?? "null");
  } catch {} // no access to the storage, or damaged settings
  const root = document.documentElement;
  root.lang = pickLanguage(settings?.language);
  root.dataset.theme = resolveTheme(settings?.theme);
  // The prerendered page is English: hide it until start_message.js has translated it.
  if (root.lang !== "en") root.dataset.words = "awaited";
  // It is the home page: for another page, show only its header.
  const { hash } = location;
  if (!["", "#/"].includes(hash)) {
    root.dataset.elsewhere = /^#\/(play|from|game|study|problem|edit|learn\/[^/]+)\//.test(hash) ? "board" : /^#\/(learn|problems)\b/.test(hash) ? "list" : "";
  }
  else if (hasGames) root.dataset.stored = "";
  else if (isNew && settings?.motion !== "off" && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    root.dataset.excerpt = "";
  }
  globalThis.ruleboardPreferences = { pickLanguage, resolveTheme, systemIsDark, theme: settings?.theme };
}
