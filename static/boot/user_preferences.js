// The user's language and theme, before anything is painted: from the settings, else from the browser.
//
// Marks on <html> keep CSS from showing the prerendered home page in the wrong language (data-words), or where another
// page is asked for (data-elsewhere).
"use strict";
{
  const LANGUAGES = ["en"]; // the build writes all languages here

  /** Return the language chosen, else the first of the browser's that exists ("fr" for "fr-CA"), else English. */
  const pickLanguage = (choice) => {
    if (LANGUAGES.includes(choice)) return choice;
    for (const wanted of navigator.languages ?? [navigator.language]) {
      const found = [wanted, wanted.split("-")[0]].find((code) => LANGUAGES.includes(code));
      if (found) return found;
    }
    return "en";
  };

  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  /** Return "light" or "dark": the theme chosen, else the system's. */
  const resolveTheme = (choice) => {
    if (["light", "dark"].includes(choice)) return choice;
    return systemIsDark.matches ? "dark" : "light";
  };

  let settings = null;
  try {
    settings = JSON.parse(localStorage.getItem("ruleboard/1/settings"));
  } catch {} // storage is denied, or the settings are damaged
  const root = document.documentElement;
  root.lang = pickLanguage(settings?.language);
  root.dataset.theme = resolveTheme(settings?.theme);
  // The prerendered page is English: hidden until start_message.js has translated it.
  if (root.lang !== "en") root.dataset.words = "awaited";
  // It is the home page: where another page is asked for, only its header is shown.
  if (!["", "#/"].includes(location.hash)) root.dataset.elsewhere = "";
  globalThis.ruleboardPreferences = { pickLanguage, resolveTheme, systemIsDark, theme: settings?.theme };
}
