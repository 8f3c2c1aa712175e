// The theme: light, dark or the system's; always light on paper.

import { send } from "./dispatch.js";
import { EventKind, PRINTED_ACTION, PRINTING_ACTION } from "../boot/contract.mjs";

const { resolveTheme, systemIsDark, theme: saved } = globalThis.ruleboardPreferences;
const embedded = globalThis.ruleboardFrame;
const printing = matchMedia("print");
let theme = embedded?.theme ?? saved; // the initial theme; Python may set another

// Python draws the diagrams of a study one after the other. Those that are missing come before the browser prints.
addEventListener("beforeprint", () => {
  if (document.querySelector(".paper-diagram:empty")) send(EventKind.DO, PRINTING_ACTION);
});

// On paper, started boards in other pages have the colours of their posters, which are pictures in the light theme.
function keepColours() {
  for (const sheet of document.styleSheets) {
    for (const rule of sheet.cssRules) {
      if (rule instanceof CSSMediaRule && rule.media.mediaText === "print" && rule.cssText.includes(".tray")) rule.media.mediaText = "not all";
    }
  }
}

function apply() {
  document.documentElement.dataset.theme = printing.matches ? "light" : resolveTheme(theme);
}

/**
 * Set the theme.
 * @param {string} name "system", "light" or "dark"
 */
export function setTheme(name) {
  theme = name;
  apply();
}

systemIsDark.addEventListener("change", apply);
printing.addEventListener("change", apply);
if (embedded) printing.addEventListener("change", keepColours, { once: true });
else addEventListener("afterprint", () => send(EventKind.DO, PRINTED_ACTION));
apply();
