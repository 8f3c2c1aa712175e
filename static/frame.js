// An embedded board's frame: shows a first picture, tells its height, and passes messages to and fro.
//
// Runs before the modules of embed.html. What messages mean is Python's business; here is only looked at
// whom they come from.
"use strict";
globalThis.ruleboardFrame = (() => {
  const LONGEST = 100_000; // characters of a message
  const asked = () => {
    const found = {};
    for (const part of location.hash.slice(1).split("&")) {
      const at = part.indexOf("=");
      try { found[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1)); } catch { /* Python will say it */ }
    }
    return found;
  };
  const { game, position, moves, options, flip, caption, host = "", theme, lang = "", ...others } = asked();
  // The page around speaks for itself, whatever was chosen for Ruleboard.
  document.documentElement.lang = globalThis.ruleboardReader.pick(lang.split("-")[0]);

  // --- the first picture: the start of the game, if that is what is asked for -----------------------------------------

  const scheme = globalThis.ruleboardReader.shade(theme);
  document.documentElement.dataset.theme = scheme;
  addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("first");
    if (!place) return;
    place.dataset.game = game ?? "";
    const start = !position && !moves && !options && !others.lesson && !["", "yes", "true", "1"].includes(flip);
    if (/^[a-z0-9-]+$/.test(game ?? "") && start) {
      const picture = new Image();
      picture.alt = "";
      picture.onerror = () => picture.remove(); // no such game: Python will say it
      picture.style.colorScheme = scheme;
      picture.src = `./static/posters/${game}.svg`;
      place.replaceChildren(picture);
    }
    if (caption) document.getElementById("first-caption").textContent = caption.slice(0, 400);
  });

  // --- the page around ------------------------------------------------------------------------------------------------

  const around = parent === self ? null : parent;
  let origin = /^https?:\/\/[^/]+$/.test(host) ? host : "";
  const post = (message) => around?.postMessage(message, origin || "*");

  addEventListener("message", (event) => {
    if (!around || event.source !== around || (origin && event.origin !== origin)) return;
    if (typeof event.data !== "object" || event.data === null || !("ruleboard" in event.data)) return;
    let text = "";
    try { text = JSON.stringify(event.data); } catch { /* no plain data */ }
    if (!text || text.length > LONGEST) {
      post({ ruleboard: 1, type: "error", message: "This message cannot be read: it is too long or no plain data." });
    } else {
      globalThis.ruleboard?.tell("message", text);
    }
  });

  let told = 0;
  const measure = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height && height !== told) post({ ruleboard: 1, type: "size", height: told = height });
  };
  addEventListener("DOMContentLoaded", () => new ResizeObserver(measure).observe(document.body));

  return {
    theme: ["light", "dark", "system"].includes(theme) ? theme : "system",
    post: (text) => {
      measure(); // so that what answers is seen at its height
      post(JSON.parse(text));
    },
    guestOf: (wanted) => { origin = wanted; },
  };
})();
