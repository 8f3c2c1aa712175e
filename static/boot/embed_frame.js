// The frame of an embedded board: its first picture, its look, its start, its height, and messages to and from the page
// around it.
//
// A frame on its own, or of an address with `autostart` or `host`, starts at once; any other when it is touched or told
// something: an article full of boards costs nobody a download of Python before they want one.
//
// Runs before the modules of embed.html. Python reads and writes the messages (py/ruleboard/embed/messages.py); this
// script only checks where they come from. py/ruleboard/embed/web.py calls `globalThis.ruleboardFrame`.
"use strict";
import { boundedJson, inflatedText } from "./bounded_text.mjs";

globalThis.ruleboardFrame = (() => {
  const { search: VERSION } = new URL(document.currentScript.src); // for the posters, which are of the same version
  const MAX_LENGTH = 100_000; // characters of a message
  const MAX_STUDY_LENGTH = 1_001_000; // of one with a study
  const MAX_WAITING = 100; // messages
  const SLICE_MS = 8; // of messages at a time
  const PROMPT_MS = 1_500; // of a start of which nothing is said
  const NEWS_MS = 200; // between two reports on the download
  const MAX_ADDRESS_LENGTH = 20_000; // without the picture, as py/ruleboard/embed/parameters.py has it
  const MAX_POSTER_LENGTH = 40_000; // of a picture in the address, packed
  const MAX_POSTER_BYTES = 400_000; // of that picture unpacked; the largest that Share makes has 150,000
  const RETRY_MS = 100; // while Python is starting
  const parseAddress = () => {
    const parameters = {};
    if (location.hash.length > MAX_ADDRESS_LENGTH + MAX_POSTER_LENGTH) return parameters; // Python reports it
    for (const part of location.hash.slice(1).split("&")) {
      const [name, value = ""] = part.split(/=(.*)/s);
      try { parameters[name] = decodeURIComponent(value); } catch { /* Python reports it */ }
    }
    return parameters;
  };
  const given = parseAddress();
  const { game, position, moves, options, flip, host = "", theme, lang = "" } = given;
  const root = document.documentElement;
  const isOn = (value) => ["", "yes", "true", "1"].includes(value);
  // The page around decides on the language and the theme, not the user's settings for Ruleboard.
  root.lang = globalThis.ruleboardPreferences.pickLanguage(lang.split("-")[0]);
  const scheme = globalThis.ruleboardPreferences.resolveTheme(theme);
  root.dataset.theme = scheme;

  // --- the look: values alone, which embed.css uses; py/ruleboard/embed/look.py says what they may be -----------------

  /** Return red, green, blue and alpha of a colour, from 0 to 255. */
  const channels = (color) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const paint = canvas.getContext("2d");
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    return paint.getImageData(0, 0, 1, 1).data;
  };
  const inkOn = (color) => {
    const [red, green, blue] = channels(color);
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
  };
  const setLook = (look) => {
    const found = [];
    const set = (name, value) => root.style.setProperty(name, value);
    for (const name of ["background", "color", "accent"]) {
      const [light, dark = light] = (look[name] ?? "").split("|").map((color) => color.trim());
      const isKnown = CSS.supports("color", light) && CSS.supports("color", dark);
      for (const [scheme, color] of Object.entries({ light, dark })) {
        set(`--${scheme}-${name}`, isKnown ? color : "");
        if (name === "accent") set(`--${scheme}-accent-ink`, isKnown ? inkOn(color) : "");
        // What has to cover something else keeps a ground of its own where the page shines through.
        if (isKnown && name === "background" && channels(color)[3] === 255) found.push(`${scheme}-paper`);
      }
      if (isKnown) found.push(name);
    }
    for (const [name, property] of [["font", "font-family"], ["radius", "border-radius"]]) {
      const isKnown = look[name] && CSS.supports(property, look[name]);
      set(`--look-${name}`, isKnown ? look[name] : "");
      if (isKnown) found.push(name);
    }
    root.dataset.look = found.join(" ");
  };
  const { radius = "" } = given;
  setLook({ ...given, radius: /^[\d.]+$/.test(radius) ? `${radius}px` : radius });

  // --- the start ---------------------------------------------------------------------------------------------------

  const parentWindow = parent === self ? null : parent;
  let origin = /^https?:\/\/[^/]+$/.test(host) ? host : "";
  const post = (message) => parentWindow?.postMessage({ ruleboard: 1, ...message }, origin || "*");
  const { content } = document.getElementById("start");
  const live = (element) => {
    const made = document.createElement(element.localName); // a copy of a template's script would never run
    for (const { name, value } of element.attributes) made.setAttribute(name, value);
    if (element.localName === "script") {
      made.async = element.hasAttribute("async");
      made.onerror = giveUp;
    }
    return made;
  };
  const isEarly = (element) => element.localName === "link" || element.hasAttribute("async");
  const parsed = new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });
  let isStarted = false, wasTouched = false, hasFailed = false;
  const start = () => {
    if (hasFailed) { retry(); return; }
    if (isStarted) return;
    isStarted = true;
    const elements = [...content.children];
    document.head.append(...elements.filter(isEarly).map(live));
    parsed.then(() => {
      document.head.append(...elements.filter((element) => !isEarly(element)).map(live));
      showWaiting();
    });
  };

  // The host may be away by now: then the first picture stays, and the page around is told. Where it answers, something
  // else is wrong, which start_message.js has said.
  const ask = () => fetch("embed.html", { method: "HEAD", mode: "no-cors", cache: "no-store" });
  const giveUp = () => {
    if (hasFailed || "ready" in root.dataset) return;
    hasFailed = true;
    ask().then(
      () => post({ type: "error", message: _("Ruleboard could not start. Please reload the page.") }),
      () => {
        post({ type: "failed" });
        document.getElementById("first-button")?.removeAttribute("aria-busy");
        const sign = document.getElementById("first-sign");
        if (sign) sign.textContent = word();
        tell("away", _("The board cannot be reached now."));
      },
    );
  };
  const retry = () => { ask().then(() => location.reload(), () => {}); };
  addEventListener("ruleboard:failed", giveUp);
  let reported = PROMPT_MS;
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    if (loaded < total && performance.now() - reported < NEWS_MS) return;
    reported = performance.now();
    post({ type: "loading", loaded, total });
  });
  const isAsked = !parentWindow || host || ("autostart" in given && isOn(given.autostart));
  if (isAsked) start();

  // --- the first picture: the initial position, if that is asked for; and a button where the board waits for a touch --

  // A picture that comes with the address, which Share packs as Python's game_link.pack does. It is shown in other pages
  // alone: no link to this site is to show what its writer likes.
  const hasPicture = Boolean(parentWindow && given.poster);
  const carried = async () => {
    if (given.poster.length > MAX_POSTER_LENGTH) throw new RangeError("This picture is too long.");
    const svg = await inflatedText(given.poster.slice(1), MAX_POSTER_BYTES); // without the number of its form
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  };
  /** Return the address of the picture of the position, or of the lesson's step, which a script draws without Python. */
  const draw = async (seat) => {
    const file = `static/posters/${game}.js`;
    const integrity = JSON.parse(document.getElementById("hashes").textContent)[file] ?? "";
    await new Promise((resolve, reject) => {
      const attributes = { src: `./${file}${VERSION}`, integrity, crossOrigin: "", onload: resolve, onerror: reject };
      document.head.append(made("script", attributes));
    });
    const svg = globalThis.ruleboardPosters[game](position, seat, given.lesson, given.step);
    if (!svg) throw new RangeError("This position cannot be drawn.");
    return `data:image/svg+xml,${encodeURIComponent(svg)}`;
  };
  let words = {};
  const _ = (sentence) => words[sentence] ?? sentence;
  const made = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const caption = () => {
    const codes = (lang ? [lang] : navigator.languages).flatMap((code) => [code, code.split("-")[0]]);
    const own = codes.map((code) => `caption-${code}`.toLowerCase());
    const names = Object.keys(given);
    const name = own.map((one) => names.find((name) => name.toLowerCase() === one)).find(Boolean);
    return cleaned(given[name ?? "caption"] ?? "");
  };
  /** Return a text without characters that are not seen or turn the text around, as Python shows it, too. */
  const cleaned = (text) => text.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, 400);
  const word = () => (given.mode === "find" || given.lesson ? _("Try it") : given.mode === "play" ? _("Play") : _("Show it"));
  const tell = (id, text, className = "") => {
    const told = document.getElementById(id) ?? made("p", { id, className });
    told.textContent = text;
    document.querySelector(".first figure")?.append(told);
  };
  const showWaiting = () => {
    const sign = document.getElementById("first-sign");
    if (sign && wasTouched) sign.textContent = _("One moment …");
    document.getElementById("first-button")?.setAttribute("aria-busy", "true");
  };
  const showPoster = () => {
    words = JSON.parse(document.getElementById("first-words").textContent)[root.lang] ?? {};
    const place = document.getElementById("first");
    if (!place) return;
    place.dataset.game = game ?? "";
    const isPlayed = (moves && given.at !== "0") || options || given.study;
    const isFlipped = "flip" in given && isOn(flip);
    const isKnown = hasPicture || !(isPlayed || position || isFlipped || given.lesson);
    const isDrawn = !isKnown && !isPlayed && Boolean(position || given.lesson);
    const tellOther = (isOther) => {
      place.classList.toggle("another", isOther); // what is seen is the game's start
      if (isOther && !given.ask) tell("first-task", _("The position appears when the board is opened."), "ask");
    };
    if (/^[a-z0-9-]+$/.test(game ?? "") && (isKnown || !isStarted)) {
      const picture = made("img", { alt: "" });
      picture.onerror = () => picture.remove(); // no such game, which Python reports
      picture.style.colorScheme = scheme;
      const start = `./static/posters/${game}.svg${VERSION}`;
      if (hasPicture) carried().then((svg) => { picture.src = svg; }, () => { picture.src = start; });
      else picture.src = start;
      if (isDrawn) {
        place.classList.add("another");
        draw(isFlipped ? 1 : 0).then((svg) => { picture.src = svg; tellOther(false); }, () => { tellOther(true); });
      }
      place.replaceChildren(picture);
    }
    document.getElementById("first-caption").textContent = caption();
    if (isStarted) return;
    const button = made("button", { type: "button", id: "first-button" });
    button.append(made("span", { id: "first-sign", className: "button primary", textContent: word() }));
    button.addEventListener("click", () => {
      wasTouched = true;
      start();
    });
    place.append(button);
    if (given.ask) tell("first-task", cleaned(given.ask), "ask");
    if (!isDrawn) tellOther(!isKnown);
  };
  addEventListener("DOMContentLoaded", showPoster);

  // --- messages ----------------------------------------------------------------------------------------------------

  const handle = (data) => {
    let text = "";
    try { text = boundedJson(data, data.type === "study" ? MAX_STUDY_LENGTH : MAX_LENGTH); } catch { /* not JSON, or longer */ }
    if (text) globalThis.ruleboard.send("message", text);
    else post({ type: "error", message: "This message cannot be read: it is too long or no plain data." });
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
      start();
      handleWaiting();
    } else if (!isFlooded) {
      isFlooded = true;
      post({ type: "error", message: "These are too many messages at once: some are dropped." });
    }
  });

  let reportedHeight = 0;
  const reportHeight = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height && height !== reportedHeight) post({ type: "size", height: reportedHeight = height });
  };
  addEventListener("DOMContentLoaded", () => new ResizeObserver(reportHeight).observe(document.body));

  return {
    theme: ["light", "dark", "system"].includes(theme) ? theme : "system",
    /** Send a message, given as JSON, to the page around. */
    post: (text) => {
      reportHeight(); // first, so that the page around has room for what the message announces
      const message = JSON.parse(text);
      post(message);
      if (message.type !== "ready" || !wasTouched) return;
      wasTouched = false; // whoever has pressed the button of the first picture is at the board now
      document.querySelector("svg.board[tabindex]")?.focus({ preventScroll: true });
    },
    /** Set the look, given as JSON: background, color, accent, font and radius, those that are wanted. */
    setLook: (text) => setLook(JSON.parse(text)),
    /** Return the codes of the reader's languages, separated by commas. */
    languages: () => navigator.languages.join(","),
    /** Exchange messages with this origin only. */
    setOrigin: (value) => { origin = value; },
  };
})();
