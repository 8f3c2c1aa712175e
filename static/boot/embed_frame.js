// The frame of an embedded board: its first picture, its height, and messages to and from the page around it.
//
// Runs before the modules of embed.html. Python reads and writes the messages (py/ruleboard/embed/messages.py); this
// script only checks where they come from. py/ruleboard/embed/web.py calls `globalThis.ruleboardFrame`.
"use strict";
globalThis.ruleboardFrame = (() => {
  const MAX_LENGTH = 100_000; // characters of a message
  const MAX_STUDY_LENGTH = 1_001_000; // of one with a study
  const MAX_WAITING = 100; // messages
  const SLICE_MS = 8; // of messages at a time
  const RETRY_MS = 100; // while Python is starting
  const parseAddress = () => {
    const parameters = {};
    for (const part of location.hash.slice(1).split("&")) {
      const at = part.indexOf("=");
      try { parameters[part.slice(0, at)] = decodeURIComponent(part.slice(at + 1)); } catch { /* Python reports it */ }
    }
    return parameters;
  };
  const { game, position, moves, options, flip, caption, host = "", theme, lang = "", ...others } = parseAddress();
  // The page around decides on the language and the theme, not the user's settings for Ruleboard.
  document.documentElement.lang = globalThis.ruleboardPreferences.pickLanguage(lang.split("-")[0]);

  // --- the first picture: the initial position, if that is asked for -----------------------------------------------

  const scheme = globalThis.ruleboardPreferences.resolveTheme(theme);
  document.documentElement.dataset.theme = scheme;
  addEventListener("DOMContentLoaded", () => {
    const place = document.getElementById("first");
    if (!place) return;
    place.dataset.game = game ?? "";
    const isInitial = !position && !moves && !options && !others.lesson && !["", "yes", "true", "1"].includes(flip);
    if (/^[a-z0-9-]+$/.test(game ?? "") && isInitial) {
      const picture = new Image();
      picture.alt = "";
      picture.onerror = () => picture.remove(); // no such game, which Python reports
      picture.style.colorScheme = scheme;
      picture.src = `./static/posters/${game}.svg`;
      place.replaceChildren(picture);
    }
    // Without characters that are not seen or turn the text around, as Python shows it, too.
    const clean = (text) => text.replace(/[\p{Cc}\p{Cf}]/gu, "");
    if (caption) document.getElementById("first-caption").textContent = clean(caption).slice(0, 400);
  });

  // --- messages ----------------------------------------------------------------------------------------------------

  const parentWindow = parent === self ? null : parent;
  let origin = /^https?:\/\/[^/]+$/.test(host) ? host : "";
  const post = (message) => parentWindow?.postMessage(message, origin || "*");

  const handle = (data) => {
    let text = "";
    try { text = JSON.stringify(data); } catch { /* not JSON */ }
    const longest = data.type === "study" ? MAX_STUDY_LENGTH : MAX_LENGTH;
    if (text && text.length <= longest) globalThis.ruleboard.send("message", text);
    else post({ ruleboard: 1, type: "error", message: "This message cannot be read: it is too long or no plain data." });
  };

  // Messages wait in a queue of limited length, and get at most half of the frame's time: after each slice, the queue
  // rests for as long as the slice took. The rest of a flood is dropped and answered with one error.
  const waiting = [];
  let isResting = false, isFlooded = false;
  const handleWaiting = () => {
    if (isResting || !waiting.length) return;
    isResting = true;
    const began = performance.now();
    const isReady = "ready" in document.documentElement.dataset; // once Python listens
    if (isReady) do handle(waiting.shift()); while (waiting.length && performance.now() - began < SLICE_MS);
    isFlooded &&= waiting.length > 0;
    const rest = isReady ? performance.now() - began : RETRY_MS;
    setTimeout(() => { isResting = false; handleWaiting(); }, rest);
  };
  addEventListener("message", (event) => {
    if (!parentWindow || event.source !== parentWindow || (origin && event.origin !== origin)) return;
    if (waiting.length < MAX_WAITING) { // else the data is not even read, which may take long
      const { data } = event;
      if (typeof data !== "object" || data === null || !("ruleboard" in data)) return;
      waiting.push(data);
      handleWaiting();
    } else if (!isFlooded) {
      isFlooded = true;
      post({ ruleboard: 1, type: "error", message: "These are too many messages at once: some are dropped." });
    }
  });

  let reportedHeight = 0;
  const reportHeight = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height && height !== reportedHeight) post({ ruleboard: 1, type: "size", height: reportedHeight = height });
  };
  addEventListener("DOMContentLoaded", () => new ResizeObserver(reportHeight).observe(document.body));

  return {
    theme: ["light", "dark", "system"].includes(theme) ? theme : "system",
    /** Send a message, given as JSON, to the page around. */
    post: (text) => {
      reportHeight(); // first, so that the page around has room for what the message announces
      post(JSON.parse(text));
    },
    /** Exchange messages with this origin only. */
    setOrigin: (value) => { origin = value; },
  };
})();
