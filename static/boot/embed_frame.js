// The frame of an embedded board: its first picture, its look, its start, its height, and messages to and from the page
// around it.
//
// A frame on its own, or with `autostart` or `host` in its address, starts at once. Other frames start at a touch or a
// message: readers of an article with many boards download Python only when they want to use one.
//
// This script runs before the modules of embed.html. Python parses and formats the messages
// (py/ruleboard/embed/messages.py); this script only checks their origin. py/ruleboard/embed/web.py uses
// `globalThis.ruleboardFrame`.
"use strict";
import { boundedJson, inflatedText } from "./bounded_text.mjs";
import {
  MAX_ADDRESS_LENGTH, MAX_MESSAGE_LENGTH, MAX_POSTER_LENGTH, MAX_STUDY_MESSAGE_LENGTH, MAX_TEXT_LENGTH, MESSAGE_VERSION,
} from "./contract.mjs";
import { studyMessage } from "./page_text.mjs";

globalThis.ruleboardFrame = /** @type {() => FrameScripts} */ (() => {
  const { search: VERSION } = new URL(/** @type {HTMLScriptElement} */ (document.currentScript).src); // the posters have the same version
  const MAX_WAITING = 100; // messages
  const SLICE_MS = 8; // of work on messages between two pauses
  const SLOW_START_MS = 1_500; // time before the frame reports a slow start
  const REPORT_INTERVAL_MS = 200; // between two reports about the download
  const MAX_POSTER_BYTES = 400_000; // of that picture after decompression; the largest from the share dialog has 150,000
  const SIZE_DELAY_MS = 50; // after a message, until the height is final
  const RETRY_MS = 100; // while Python is starting
  const TICK_MS = 1_000;
  const MAX_SILENT_TICKS = 20; // without progress, after which the frame asks whether the server is reachable
  const PING_TIMEOUT_MS = 20_000;
  const parseAddress = () => {
    /** @type {Record<string, string | undefined>} */
    const parameters = {};
    if (location.hash.length > MAX_ADDRESS_LENGTH + MAX_POSTER_LENGTH) return parameters; // Python reports it
    for (const part of location.hash.slice(1).split("&")) {
      const [name, value = ""] = part.split(/=(.*)/s);
      try { parameters[name] = decodeURIComponent(value); } catch { /* Python reports it */ }
    }
    return parameters;
  };
  const parameters = parseAddress();
  const { game, position, moves, options, host = "", theme, lang = "" } = parameters;
  const root = document.documentElement;
  /** Return true if the address switches a parameter on. @param {string} name */
  const isOn = (name) => ["", "yes", "true", "1"].includes(parameters[name] ?? "no");
  // The page around sets the language and the theme, not the user's settings for Ruleboard.
  root.lang = globalThis.ruleboardPreferences.pickLanguage(lang.split("-")[0]);
  const scheme = globalThis.ruleboardPreferences.resolveTheme(theme);
  root.dataset.theme = scheme;
  if (/^[1-9]\d{0,3}$/.test(parameters.width ?? "")) root.style.setProperty("--content-width", `${parameters.width}px`);

  // --- the look: only values, for embed.css; py/ruleboard/embed/look.py defines the allowed ones
  // ----------------------

  /** Return red, green, blue and alpha of a colour, from 0 to 255. @param {string} color */
  const channels = (color) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 1;
    const paint = canvas.getContext("2d");
    if (!paint) return [0, 0, 0, 0];
    paint.fillStyle = color;
    paint.fillRect(0, 0, 1, 1);
    return paint.getImageData(0, 0, 1, 1).data;
  };
  /** @param {string} color */
  const inkOn = (color) => {
    const [red, green, blue] = channels(color);
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
  };
  /** @param {Record<string, string | undefined>} look */
  const setLook = (look) => {
    const lookParts = [];
    /** @type {(name: string, value: string) => void} */
    const set = (name, value) => root.style.setProperty(name, value);
    for (const name of ["background", "color", "accent"]) {
      const [light, dark = light] = (look[name] ?? "").split("|").map((color) => color.trim());
      const isKnown = CSS.supports("color", light) && CSS.supports("color", dark);
      for (const [scheme, color] of Object.entries({ light, dark })) {
        set(`--${scheme}-${name}`, isKnown ? color : "");
        if (name === "accent") set(`--${scheme}-accent-ink`, isKnown ? inkOn(color) : "");
        // If the page shines through, opaque parts keep their own background.
        if (isKnown && name === "background" && channels(color)[3] === 255) lookParts.push(`${scheme}-paper`);
      }
      if (isKnown) lookParts.push(name);
    }
    for (const [name, property] of [["font", "font-family"], ["radius", "border-radius"]]) {
      const value = look[name] ?? "", isKnown = value !== "" && CSS.supports(property, value);
      set(`--look-${name}`, isKnown ? value : "");
      if (isKnown) lookParts.push(name);
    }
    root.dataset.look = lookParts.join(" ");
  };
  const { radius = "" } = parameters;
  setLook({ ...parameters, radius: /^[\d.]+$/.test(radius) ? `${radius}px` : radius });

  // --- the start ---------------------------------------------------------------------------------------------------

  const parentWindow = parent === self ? null : parent;
  let origin = /^https?:\/\/[^/]+$/.test(host) ? host : "";
  /** @param {object} message */
  const post = (message) => parentWindow?.postMessage({ ruleboard: MESSAGE_VERSION, ...message }, origin || "*");
  const isOwn = parameters.src !== undefined; // the game is a file of the page around, which sends its text
  const { content } = /** @type {HTMLTemplateElement} */ (document.getElementById(isOwn ? "start-own" : "start"));
  /** @param {Element} element */
  const cloneForPage = (element) => {
    const copy = document.createElement(element.localName); // a copied template script would never run
    for (const { name, value } of element.attributes) copy.setAttribute(name, value);
    if (copy instanceof HTMLScriptElement) {
      copy.async = element.hasAttribute("async");
      copy.onerror = giveUp;
    }
    return copy;
  };
  /** @param {Element} element */
  const isEarly = (element) => element.localName === "link" || element.hasAttribute("async");
  const documentReady = new Promise((resolve) => { addEventListener("DOMContentLoaded", resolve); });
  let isStarted = false, wasTouched = false, hasFailed = false;
  const start = () => {
    if (hasFailed) { retry(); return; }
    if (isStarted) return;
    isStarted = true;
    post({ type: "starting" }); // the page around knows now that it has reached the server
    watchProgress();
    void documentReady.then(() => loadStudy());
    const elements = [...content.children];
    document.head.append(...elements.filter(isEarly).map(cloneForPage));
    void documentReady.then(() => {
      document.head.append(...elements.filter((element) => !isEarly(element)).map(cloneForPage));
      showWaiting();
    });
  };

  // The server may be unreachable now: then the first picture stays, and the frame reports it. If the server answers,
  // the cause is another error, which start_message.js has reported.
  const pingServer = (method = "HEAD") => fetch("embed.html", {
    method, mode: "no-cors", cache: "no-store", signal: AbortSignal.timeout(PING_TIMEOUT_MS),
  });
  const onUnreachable = () => {
    hasFailed = true;
    post({ type: "failed" });
    document.getElementById("first-button")?.removeAttribute("aria-busy");
    const sign = document.getElementById("first-sign");
    if (sign) sign.textContent = word();
    showText("away", _("The board can’t load right now."));
  };
  const hasEnded = () => hasFailed || "ready" in root.dataset;
  const giveUp = () => {
    if (hasEnded()) return;
    hasFailed = true;
    pingServer().then(() => post({ type: "error", message: _("Ruleboard couldn’t start. Please reload the page.") }), onUnreachable);
  };
  const retry = () => { pingServer().then(() => location.reload(), () => {}); };
  addEventListener("ruleboard:failed", giveUp);
  // The start goes on while it makes progress or the server answers. Ticks count instead of time: the browser runs
  // none while Python starts or the device sleeps, and few in a tab in the background.
  let reportCount = 0;
  const watchProgress = () => {
    let silentTicks = 0, latestCount = 0;
    const timer = setInterval(() => {
      const count = reportCount + performance.getEntries().length; // of files and phases
      silentTicks = count === latestCount ? silentTicks + 1 : 0;
      latestCount = count;
      if (hasEnded()) clearInterval(timer);
      else if (silentTicks === MAX_SILENT_TICKS) {
        silentTicks = 0;
        // Offline, the service worker answers this method.
        pingServer("GET").catch(() => { if (!hasEnded()) onUnreachable(); });
      }
    }, TICK_MS);
  };
  let lastReport = SLOW_START_MS;
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    reportCount++;
    if (loaded < total && performance.now() - lastReport < REPORT_INTERVAL_MS) return;
    lastReport = performance.now();
    post({ type: "loading", loaded, total });
  });
  const shouldStart = !parentWindow || host || isOn("autostart");
  if (shouldStart) start();

  // --- the first picture: the initial position if the page requests it, and a button if the board waits for a touch

  // A picture in the address, in the format of Python's game_link.pack. Only frames in other pages show it: a link to
  // this site must not show a stranger's picture.
  const poster = (parentWindow && parameters.poster) ?? "";
  const posterFromAddress = async () => {
    if (poster.length > MAX_POSTER_LENGTH) throw new RangeError("This picture is too long.");
    const svg = await inflatedText(poster.slice(1), MAX_POSTER_BYTES); // without the version number
    // Only the title is parsed: the styles of a whole picture would violate this page's policy.
    const title = /<title>([^<]*)/.exec(svg)?.[1] ?? "", description = new DOMParser().parseFromString(title, "text/html").body.textContent ?? "";
    return { src: `data:image/svg+xml,${encodeURIComponent(svg)}`, alt: description };
  };
  /** Return the picture of the position or of the lesson's step as SVG, which a script draws without Python. @param {number} seat */
  const draw = async (seat) => {
    const file = `static/posters/${game}.js`;
    const integrity = JSON.parse(document.getElementById("hashes")?.textContent ?? "{}")[file] ?? "";
    await new Promise((resolve, reject) => {
      const attributes = { src: `./${file}${VERSION}`, integrity, crossOrigin: "", onload: resolve, onerror: reject };
      document.head.append(createElement("script", attributes));
    });
    const svg = globalThis.ruleboardPosters?.[game ?? ""]?.(position || null, seat, parameters.lesson, parameters.step, root.lang);
    if (!svg || svg.includes("<title></title>")) throw new RangeError("This position cannot be drawn.");
    return svg;
  };
  /** @type {Record<string, string>} */
  let words = {};
  /** @param {string} sentence */
  const _ = (sentence) => words[sentence] ?? sentence;
  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
   */
  const createElement = (tag, properties) => Object.assign(document.createElement(tag), properties);
  const caption = () => {
    const codes = (lang ? [lang] : navigator.languages).flatMap((code) => [code, code.split("-")[0]]);
    const captionNames = codes.map((code) => `caption-${code}`.toLowerCase());
    const names = Object.keys(parameters);
    const name = captionNames.map((captionName) => names.find((name) => name.toLowerCase() === captionName)).find(Boolean);
    return cleanText(parameters[name ?? "caption"] ?? "");
  };
  /** Return a text without invisible characters and marks of text direction, as Python shows it, too. @param {string} text */
  const cleanText = (text) => text.replace(/[\p{Cc}\p{Cf}]/gu, "").slice(0, MAX_TEXT_LENGTH);
  const word = () => (parameters.mode === "find" || parameters.lesson ? _("Try it") : parameters.mode === "play" ? _("Play") : _("Show it"));
  /** @type {(id: string, text: string, className?: string) => void} */
  const showText = (id, text, className = "") => {
    const paragraph = document.getElementById(id) ?? createElement("p", { id, className });
    paragraph.textContent = text;
    document.querySelector(".first figure")?.append(paragraph);
  };
  const showWaiting = () => {
    const sign = document.getElementById("first-sign");
    if (sign && wasTouched) sign.textContent = _("One moment …");
    document.getElementById("first-button")?.setAttribute("aria-busy", "true");
  };
  const showPoster = () => {
    words = JSON.parse(document.getElementById("first-words")?.textContent ?? "{}")[root.lang] ?? {};
    const container = document.getElementById("first");
    if (!container) return;
    container.dataset.game = game ?? "";
    // The board has the same place as after the start.
    const hasControls = parameters.controls === undefined ? moves : isOn("controls");
    const hasTexts = parameters.study || parameters.lesson || (parameters.mode ?? "show") !== "show";
    const frame = container.closest("main");
    frame?.classList.toggle("with-lesson", Boolean(parameters.lesson));
    frame?.classList.toggle("with-column", Boolean(hasTexts || hasControls));
    const isPlayed = (moves && parameters.at !== "0") || options || parameters.study;
    const isFlipped = isOn("flip");
    const isKnown = poster !== "" || !(isPlayed || position || isFlipped || parameters.lesson);
    const isDrawn = !isKnown && !isPlayed;
    /** @param {boolean} isOther */
    const showOther = (isOther) => {
      container.classList.toggle("another", isOther); // the picture shows the game's start
      if (isOther && !parameters.ask) showText("first-task", _("Open the board to see the position."), "ask");
    };
    if (/^[a-z0-9-]+$/.test(game ?? "") && (isKnown || !isStarted)) {
      const picture = createElement("img", { alt: "" });
      picture.onerror = () => { // an unknown game, which Python reports, or a wrong file
        picture.remove();
        if (!isStarted) container.append(button);
      };
      picture.style.colorScheme = scheme;
      const start = `./static/posters/${game}.svg${VERSION}`;
      if (poster) posterFromAddress().then((image) => { Object.assign(picture, image); }, () => { picture.src = start; });
      else picture.src = start;
      if (isDrawn) {
        container.classList.add("another");
        draw(isFlipped ? 1 : 0).then((svg) => {
          picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
          picture.alt = `${caption()} ${/<title>([^<]*)/.exec(svg)?.[1] ?? ""}`.trim();
          showOther(false);
        }, () => {
          showOther(true);
          if (!isStarted) container.append(button);
        });
      }
      container.replaceChildren(picture);
    }
    const captionElement = document.getElementById("first-caption");
    if (captionElement) captionElement.textContent = caption();
    if (isStarted) return;
    const button = createElement("button", { type: "button", id: "first-button" });
    button.append(createElement("span", { id: "first-sign", className: "button primary", textContent: word() }));
    button.addEventListener("click", () => {
      wasTouched = true;
      start();
    });
    // A picture that is the whole board needs no button.
    const isStill = (parameters.mode ?? "show") === "show" && !isPlayed && !parameters.moves && !parameters.lesson;
    const isWhole = poster !== "" || ((isKnown || isDrawn) && !parameters.marks && !parameters.coordinates);
    if (!isStill || !isWhole) container.append(button);
    else container.querySelector("img")?.setAttribute("alt", caption());
    if (parameters.heading) document.querySelector(".first figure")?.prepend(createElement("p", { className: "heading", textContent: cleanText(parameters.heading) }));
    if (parameters.ask) showText("first-task", cleanText(parameters.ask), "ask");
    if (!isDrawn) showOther(!isKnown);
  };
  addEventListener("DOMContentLoaded", showPoster);

  // --- messages ----------------------------------------------------------------------------------------------------

  /** @param {{type?: unknown}} data */
  const dispatchMessage = (data) => {
    let text = "";
    try { text = boundedJson(data, data.type === "study" ? MAX_STUDY_MESSAGE_LENGTH : MAX_MESSAGE_LENGTH) ?? ""; } catch { /* not JSON, or longer */ }
    if (text) globalThis.ruleboard.send("message", text);
    else post({ type: "error", message: "This message cannot be read: it is too long or no plain data." });
  };

  // Messages wait in a queue of limited length, and use at most half of the frame's time: after each slice, the queue
  // pauses for as long as the slice took. The frame drops the rest of a flood and answers it with one error.
  /** @type {object[]} */
  const queue = [];
  let isPausing = false, isFlooded = false;
  const drainQueue = () => {
    if (isPausing || !queue.length) return;
    isPausing = true;
    const sliceStart = performance.now();
    const isReady = "ready" in document.documentElement.dataset; // true once Python listens
    if (isReady) do dispatchMessage(queue.splice(0, 1)[0]); while (queue.length && performance.now() - sliceStart < SLICE_MS);
    isFlooded &&= queue.length > 0;
    const pause = isReady ? performance.now() - sliceStart : RETRY_MS;
    setTimeout(() => { isPausing = false; drainQueue(); }, pause);
  };
  addEventListener("message", (event) => {
    if (!parentWindow || event.source !== parentWindow || (origin && event.origin !== origin)) return;
    if (queue.length < MAX_WAITING) { // otherwise do not even read the data, which may take long
      const { data } = event;
      if (typeof data !== "object" || data === null || !("ruleboard" in data)) return;
      if (isOwn && data.type === "source") {
        globalThis.ruleboardSource = data;
        dispatchEvent(new CustomEvent("ruleboard:source", { detail: data }));
        return;
      }
      queue.push(data);
      start();
      drainQueue();
    } else if (!isFlooded) {
      isFlooded = true;
      post({ type: "error", message: "These are too many messages at once: some are dropped." });
    }
  });

  // A frame loads a study from a file in the folder of embed.html or below it. Pages with <rule-board> send the study.
  const loadStudy = async () => {
    const { study = "", host } = parseAddress();
    if (host || !study || study.startsWith("~")) return; // Python decompresses a study in the address
    const folder = new URL(".", location.href).href, address = URL.canParse(study, folder) ? new URL(study, folder).href : "";
    const isInFolder = address.startsWith(folder) && /\.(json|pgn)$/i.test(address);
    if (!isInFolder && parentWindow) return; // the page around sends it
    const message = isInFolder ? await studyMessage(study) : { type: "study", missing: study };
    queue.push({ ruleboard: MESSAGE_VERSION, ...message });
    drainQueue();
  };
  addEventListener("hashchange", () => { if (isStarted) void loadStudy(); });

  let reportedHeight = 0;
  const reportHeight = () => {
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height && height !== reportedHeight) post({ type: "size", height: reportedHeight = height });
  };
  addEventListener("DOMContentLoaded", () => new ResizeObserver(reportHeight).observe(document.body));

  return {
    theme: theme === "light" || theme === "dark" ? theme : "system",
    /** Send a message (as JSON) to the page around. */
    post(text) {
      reportHeight(); // first, so that the page around has room for the content that the message announces
      setTimeout(reportHeight, SIZE_DELAY_MS); // again, since no observer runs while the frame is out of sight
      const message = JSON.parse(text);
      post(message);
      if (message.type !== "ready" || !wasTouched) return;
      wasTouched = false; // after a press of the first picture's button, focus the board
      /** @type {SVGSVGElement | null} */
      const board = document.querySelector("svg.board[tabindex]");
      board?.focus({ preventScroll: true });
    },
    /** Set the look (as JSON): background, color, accent, font and radius, as far as present. */
    setLook: (text) => setLook(JSON.parse(text)),
    /** Return the codes of the reader's languages, separated by commas. */
    languages: () => navigator.languages.join(","),
    /** Exchange messages with this origin only. */
    setOrigin: (value) => { origin = value; },
  };
})();
