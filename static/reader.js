// Finds out before anything is painted what the reader wants to see: language and theme as chosen in the settings, else
// as the browser has them; and whether that is the page which the build has painted.
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

  // Light or dark, whichever was chosen, or else as the device is now.
  const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
  const shade = (choice) => (["light", "dark"].includes(choice) ? choice : systemIsDark.matches ? "dark" : "light");

  let chosen = null;
  try {
    chosen = JSON.parse(localStorage.getItem("ruleboard/1/settings"));
  } catch {} // nothing may be kept, or it cannot be read
  const root = document.documentElement;
  root.lang = pick(chosen?.language);
  root.dataset.theme = shade(chosen?.theme);
  // What the build has painted is English: not to be seen until start.js has exchanged its words.
  if (root.lang !== "en") root.dataset.words = "awaited";
  // And it is the home page: where another one is asked for, only its head is to be seen until that comes.
  if (!["", "#/"].includes(location.hash)) root.dataset.elsewhere = "";
  globalThis.ruleboardReader = { pick, shade, systemIsDark, theme: chosen?.theme };
}
