// Finds out before anything is painted what the reader wants to see: the language chosen in the settings, else the
// browser's own; and whether that is the page which the build has painted.
"use strict";
{
  const KNOWN = ["en"]; // the build writes here which languages there are

  // The first of these languages that is known; "fr-CA" is as good as "fr".
  const pick = (choice) => {
    if (KNOWN.includes(choice)) return choice;
    for (const wanted of navigator.languages ?? [navigator.language]) {
      const found = [wanted, wanted.split("-")[0]].find((code) => KNOWN.includes(code));
      if (found) return found;
    }
    return "en";
  };

  let chosen = "system";
  try {
    chosen = JSON.parse(localStorage.getItem("ruleboard/1/settings")).language;
  } catch {} // nothing is kept yet, or nothing may be
  const root = document.documentElement;
  root.lang = pick(chosen);
  // What the build has painted is English: not to be seen until start.js has exchanged its words.
  if (root.lang !== "en") root.dataset.words = "awaited";
  // And it is the home page: where another one is asked for, only its head is to be seen until that comes.
  if (!["", "#/"].includes(location.hash)) root.dataset.elsewhere = "";
  globalThis.ruleboardLanguage = { pick };
}
