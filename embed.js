// <rule-board>: a living board of Ruleboard in any page. A picture first; Python starts when somebody asks for it.
//
//   <script src="https://…/embed.js" defer></script>
//   <rule-board game="sensei" mode="play"><a href="https://…/embed.html#game=sensei&mode=play">Sensei</a></rule-board>
//
// Attributes are the parameters of embed.html, and `autostart`, `sandbox`; the look comes from custom properties, too. All is
// described in docs/embedding.md.
import { boundedText } from "./static/boot/bounded_text.mjs";

(() => {
  "use strict";
  if (customElements.get("rule-board")) return;

  const script = document.currentScript ?? document.querySelector('script[src$="embed.js"]');
  const BASE = new URL(".", script?.src || location.href);
  const PARAMETERS = ("game position moves at options seed mode accept goal ask hint praise flip coordinates controls theme caption marks lang"
    + " lesson step opponent seat hints study chapter start background color accent font radius").split(" ");
  const CAPTION_IN = /^caption-[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i;
  // Custom properties of the look, and the properties of a hidden element that have their computed values.
  const LOOK = { background: "backgroundColor", color: "color", accent: "caretColor", font: "fontFamily", radius: "borderTopLeftRadius" };
  const TITLES = RULEBOARD_TITLES; // the build puts the games' titles here, by their ids
  const WORDS = {
    en: {
      play: "Play", find: "Try it", show: "Show it", wait: "One moment …",
      later: "The position appears when the board is opened.",
      away: "The board cannot be reached now.",
    },
    fr: {
      play: "Jouer", find: "Essayer", show: "Montrer", wait: "Un instant…",
      later: "La position apparaît quand le plateau est ouvert.",
      away: "Le plateau est injoignable pour le moment.",
    },
  };
  const HEIGHT = 20_000; // px: no board is higher
  const PATIENCE = 20_000; // ms after which the frame is seen as it is: it says itself what keeps it
  const SILENCE = 3_000; // ms after which a frame that has loaded and says nothing is none of ours
  // px under a board narrower than LINE, and under any other: in `play` and `find`. Words wrap there.
  const LINE = 440;
  const ROOM = {
    equilibrium: [182, 157], sensei: [158, 134], "tensor-cards": [154, 154], "tensor-cards find": [142, 142],
  };
  const STEPS_ROOM = 134; // and that of other games
  const STUDY_ROOM = 516;
  const SLACK = 48; // px that a board may be less high than its poster, and keeps as room
  const EVENTS = "ready action outcome missed found step error".split(" ");
  const LONGEST_STUDY = 500_000; // characters

  const STYLE = `
    :host { display: block; position: relative; max-width: 100%; }
    :host([hidden]) { display: none; }
    iframe { display: block; width: 100%; border: 0; }
    .box { position: relative; --accent: var(--rule-board-accent, #2c5d63); --tint: color-mix(in srgb, currentColor 7%, transparent); }
    .box > i { display: none; background-color: var(--rule-board-background); color: var(--rule-board-color);
      caret-color: var(--rule-board-accent); font-family: var(--rule-board-font); border-radius: var(--rule-board-radius); }
    .poster { position: relative; box-sizing: border-box; min-height: 64px; padding: 8px 8px var(--under, 8px);
      background: var(--rule-board-background, none); color: var(--rule-board-color, inherit);
      border-radius: var(--rule-board-radius, 10px); }
    .beside .poster { padding: 12px 332px 12px 12px; }
    .beside .sign { left: calc(50% - 160px); top: 50%; }
    .beside.asks ::slotted(p:last-of-type), .beside .task { position: absolute; inset: 12px 12px auto auto; width: 296px; }
    .study .poster::before { content: ""; position: absolute; inset: calc(100% - var(--under) + 52px) 8px auto; height: 144px;
      background: repeating-linear-gradient(#0000 0 14px, var(--tint) 0 24px); }
    .study.beside .poster { min-height: 584px; }
    .study.beside .sign { top: 37%; }
    .study.beside .poster::before { inset: 48px 12px auto auto; width: 296px; }
    .waiting iframe { position: absolute; inset: 0; height: 100%; opacity: 0; pointer-events: none; }
    .answering .poster { display: none; }
    .poster img, ::slotted(img), ::slotted(svg) { display: block; width: 100%; max-height: var(--rule-board-highest, 608px); object-fit: contain; }
    .wide { --rule-board-highest: 544px; }
    ::slotted(*) { max-width: 100%; }
    .later img { object-position: -200vw; border-radius: var(--rule-board-radius, 10px); background: var(--tint); }
    .later [part=note] { position: absolute; left: 16px; right: 16px; top: calc((100% - var(--under, 8px)) / 2 + 28px); }
    .later.beside [part=note] { right: 340px; top: calc(50% + 28px); }
    .later.study.beside [part=note] { top: calc(37% + 28px); }
    p, ::slotted(p) { margin: 8px 0 0!important; font: 15px/1.5 var(--rule-board-font, system-ui, sans-serif)!important; text-align: center; text-wrap: balance; }
    .task, .asks ::slotted(p:last-of-type) { font: 600 19px/1.3 var(--rule-board-font, ui-serif, "Iowan Old Style", Charter, "Noto Serif", Georgia, "DejaVu Serif", serif)!important;
      border-left: 3px solid var(--accent); padding-left: 12px; text-align: left; }
    p:empty { display: none; }
    button { position: absolute; inset: 0; width: 100%; padding: 0; border: 0; background: none;
      cursor: pointer; touch-action: manipulation; font: 600 1rem/1.2 var(--rule-board-font, system-ui), sans-serif; color: var(--sign-ink, #fff); }
    .sign { position: absolute; left: 50%; top: calc((100% - var(--under, 8px)) / 2); translate: -50% -50%; display: flex; align-items: center; gap: 10px;
      min-height: 48px; padding: 0 22px 0 18px; border-radius: 24px; background: var(--accent); white-space: nowrap;
      box-shadow: 0 2px 16px #0006; }
    .sign::before { content: ""; border: 8px solid transparent; border-left: 13px solid; border-right: 0; }
    button:hover .sign { background: color-mix(in srgb, var(--accent), #000 25%); }
    button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
    .waiting .sign::before { width: 14px; height: 14px; border: 3px solid currentColor; border-right-color: transparent;
      border-radius: 50%; animation: turn 900ms linear infinite; }
    @keyframes turn { to { rotate: 1turn; } }
    @media (prefers-reduced-motion: reduce) { .waiting .sign::before { animation-duration: 6s; } }
    @media print {
      button, .poster::before, .later .poster img { display: none; }
      .later [part=note], .asks.beside ::slotted(p), .task { position: static!important; width: auto!important; }
      .study.beside .poster { min-height: 0; }
      .poster, .beside .poster { padding: 0; background: none; color: #000; break-inside: avoid; }
      .poster img { color-scheme: only light!important; }
    }`;

  // Scripts that draw a game's positions: each comes once a board asks for it.
  const scripts = {};
  const loaded = (game) => scripts[game] ??= new Promise((done) => {
    const script = made("script", { src: new URL(`static/posters/${game}.js`, BASE) });
    script.onload = done;
    script.onerror = () => { delete scripts[game]; done(); }; // requested again next time
    document.head.append(script);
  });

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);

  const made = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.append(...inside);
    return element;
  };

  // Of a ground, black or white: the ink that is read on it.
  const inkOn = (color) => {
    const [red, green, blue] = (/^rgba?\(([^)]*)\)/.exec(color)?.[1] ?? "").split(/[ ,/]+/).map(Number);
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
  };

  class RuleBoard extends HTMLElement {
    static observedAttributes = [...PARAMETERS, "caption-en", "caption-fr"];
    #frame = null;
    #ready = false;
    #waiting = []; // messages for a board that does not answer yet
    #changed = false;
    #restyled = false;
    #room = 0; // px that the poster took, as long as the board is to stand in its place
    #width = 0;
    #alive = 0; // 1: the frame has told its size, as its cached page does without its host; 2: more than that
    #box;
    #probe = made("i");
    #told = made("p", { part: "note", role: "status" });
    #caption = made("p");
    #task = made("p", { class: "task" });
    #words;
    #button;
    #picture;
    #drawn; // what is being drawn
    #given = (name) => this.getAttribute(name);
    #mark = (name, isOn) => this.#box.classList.toggle(name, isOn);
    #hear = (event) => this.#heard(event);
    #sizes = new ResizeObserver(() => this.#arrange());

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      this.#picture = made("img", { alt: "", part: "poster" });
      this.#words = made("span");
      this.#button = made("button", { type: "button", part: "start" }, made("span", { class: "sign", part: "sign" }, this.#words));
      // What the page has put into the element is its poster; without JavaScript it is all there is.
      const poster = made("div", { inert: "" }, made("slot", {}, this.#picture, this.#caption, this.#task)); // the button says what it is and does
      this.#box = made("div", { class: "box" }, this.#probe, made("div", { class: "poster" }, poster, this.#told, this.#button));
      root.adoptedStyleSheets = [sheet]; // which a page's own policy for styles does not forbid
      root.append(this.#box);
      this.#button.addEventListener("click", () => this.start());
    }

    connectedCallback() {
      this.#dress();
      this.#sizes.observe(this);
      dark.addEventListener("change", this.#restyle);
      if (this.hasAttribute("autostart")) this.start();
    }

    disconnectedCallback() {
      this.#sizes.disconnect();
      dark.removeEventListener("change", this.#restyle);
      this.#remove();
      this.#waiting = [];
    }

    // A frame that is moved would begin anew anyway.
    #remove() {
      removeEventListener("message", this.#hear);
      this.#frame?.remove();
      this.#frame = null;
      this.#ready = false;
      this.#alive = 0;
      this.#pass("");
      this.#button.removeAttribute("aria-busy");
    }

    // The step of the start: "" (not yet), "waiting", "answering".
    #pass(step) {
      this.#box.classList.remove("waiting", "answering");
      if (step) this.#box.classList.add(step);
    }

    attributeChangedCallback(name, before, after) {
      if (before === after || !this.isConnected) return;
      if (!this.#frame) { this.#dress(); return; }
      if (name in LOOK) { this.#restyle(); return; }
      this.#show();
    }

    // Where colours depend on the theme, the page's custom properties have changed with it.
    #restyle = () => {
      this.#dye();
      if (this.#frame && !this.#restyled) queueMicrotask(() => {
        this.#restyled = false;
        if (this.#frame) this.#say({ type: "look", ...this.#look() });
      });
      this.#restyled = Boolean(this.#frame);
    };

    #show() {
      if (this.#changed) return;
      this.#room = 0;
      this.#changed = true; // several at once are one change
      queueMicrotask(() => {
        this.#changed = false;
        if (!this.#frame) return;
        this.#dye();
        this.#frame.style.colorScheme = this.#scheme || "light dark";
        this.#frame.title = this.#title();
        this.#say({ type: "show", parameters: this.#parameters() });
        this.#sendStudy();
      });
    }

    // --- what a page can ask for ---

    // Whether the board answers.
    get ready() { return this.#ready; }

    // Have the board start, if it has not.
    start() {
      if (this.#frame || !this.isConnected) return;
      // It is as high as what is in it: a scrollbar for a moment would make that narrower, and so less high, for good.
      const frame = made("iframe", { title: this.#title(), part: "frame", scrolling: "no" });
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", "allow-scripts");
      // Of the same scheme as what is in it, a frame lets the page's own ground shine through its corners.
      frame.style.colorScheme = this.#scheme || "light dark";
      frame.src = this.#address();
      this.#frame = frame;
      this.#room = this.hasAttribute("autostart") ? 0 : this.offsetHeight;
      this.#pass("waiting");
      this.#told.textContent = "";
      this.#words.textContent = this.#said("wait");
      this.#button.setAttribute("aria-busy", "true");
      addEventListener("message", this.#hear);
      this.#box.append(frame);
      this.#sendStudy();
      const look = (least) => { if (this.#frame === frame && this.#alive < least) this.#miss(); };
      frame.addEventListener("load", () => setTimeout(look, SILENCE, 1));
      setTimeout(() => {
        look(2);
        if (this.#frame === frame) this.#pass("answering");
      }, PATIENCE);
    }

    // The host is away: the poster stays, with a line that says so, and can be touched again.
    #miss() {
      this.#remove();
      this.#dress();
      this.#told.textContent = this.#said("away");
      this.#tell("error", { message: this.#told.textContent });
    }

    // Show another position of the same game; `more` may have moves, at and options.
    setPosition(position, more = {}) { this.#ask({ type: "position", position, ...more }); }

    // Make an action, by its text.
    play(action) { this.#ask({ type: "play", action }); }

    // Begin anew.
    reset() { this.#ask({ type: "reset" }); }

    // --- how it goes about it ---

    #ask(message) {
      this.start();
      this.#say(message);
    }

    // The frame asks nobody: the page sends the study, which stands in it or in a file of the same site.
    async #sendStudy() {
      const name = this.#given("study"), frame = this.#frame;
      if (!name) return;
      let text = "";
      try {
        text = name.startsWith("#") ? document.getElementById(name.slice(1)).textContent : await this.#loaded(name);
      } catch { /* the frame says that it is missing */ }
      if (this.#frame !== frame || this.#given("study") !== name) return;
      // A host may answer with a page in place of what is not there.
      this.#say(/^\s*[^\s<]/.test(text) && text.length <= LONGEST_STUDY ? { type: "study", text } : { type: "study", missing: name });
    }

    async #loaded(address) {
      const url = new URL(address, document.baseURI);
      if (url.origin !== location.origin) return "";
      const answer = await fetch(url, { redirect: "error" });
      return answer.ok ? boundedText(answer.body, 4 * LONGEST_STUDY) : ""; // four bytes a character at most
    }

    #tell(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

    #say(message) {
      if (!this.#ready) this.#waiting.push(message);
      else this.#frame.contentWindow.postMessage({ ruleboard: 1, ...message }, this.#guarded ? "*" : BASE.origin);
    }

    // In a sandbox, ours or the page's own, the board has no origin that could be named.
    get #guarded() { return this.#frame.hasAttribute("sandbox") || self.origin === "null"; }

    #heard({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (origin !== BASE.origin && !(this.#guarded && origin === "null")) return;
      if (data?.ruleboard !== 1) return;
      const { ruleboard: _version, type, ...detail } = data;
      this.#alive = Math.max(this.#alive, type === "size" ? 1 : 2);
      if (type === "failed") {
        this.#miss();
      } else if (type === "loading") {
        this.#words.textContent = `${this.#said("wait")} ${Math.round(100 * detail.loaded / detail.total)} %`;
      } else if (type === "size") {
        if (detail.height > 0 && detail.height < HEIGHT) {
          const height = this.#room > detail.height && this.#room <= detail.height + SLACK ? this.#room : detail.height;
          this.#frame.style.height = `${height}px`;
          this.#tell("size", { width: this.clientWidth, height });
        }
      } else if (EVENTS.includes(type)) {
        const waits = this.hasAttribute("study") && !this.#ready; // it says so first, and then that it shows the study
        if (!waits && (type === "ready" || type === "error")) this.#pass("answering");
        if (type === "ready" && !this.#ready) {
          this.#ready = true;
          const held = this.shadowRoot.activeElement === this.#button;
          this.#button.removeAttribute("aria-busy");
          if (held) this.#frame.focus();
          for (const message of this.#waiting.splice(0)) this.#say(message);
        }
        this.#tell(type, detail);
      }
    }

    #parameters() {
      const found = this.#look();
      for (const { name, value } of this.attributes) {
        if (PARAMETERS.includes(name) || CAPTION_IN.test(name)) found[name] = value;
      }
      found.autostart = "yes"; // the poster was here
      if (!found.lang && this.#lang) found.lang = this.#lang;
      if (self.origin !== "null") found.host = self.origin;
      return found;
    }

    // The look as the page has it now: attributes as they stand, custom properties computed.
    #look() {
      const found = {}, style = getComputedStyle(this), computed = getComputedStyle(this.#probe);
      for (const [name, property] of Object.entries(LOOK)) {
        const raw = style.getPropertyValue(`--rule-board-${name}`).trim();
        const css = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        // What is no value at all is sent as it stands, so that the frame says so.
        const value = this.#given(name) ?? (raw && CSS.supports(css, raw) ? computed[property] : raw);
        if (value) found[name] = value;
      }
      return found;
    }

    #address() {
      const parts = Object.entries(this.#parameters()).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      return new URL(`embed.html#${parts.join("&")}`, BASE).href;
    }

    get #scheme() {
      const theme = this.#given("theme");
      return theme === "dark" || theme === "light" ? theme : "";
    }

    // The language asked for, or else that of the page around the element.
    get #lang() {
      const lang = this.closest("[lang]")?.lang ?? "";
      return CAPTION_IN.test(`caption-${lang}`) ? lang : "";
    }

    // The codes of the languages that are tried in turn: without one on the page, the reader's, as in the frame.
    get #codes() {
      return (this.#lang ? [this.#lang] : navigator.languages).flatMap((code) => [code, code.split("-")[0]]);
    }

    #said(word) {
      return WORDS[this.#codes.find((code) => WORDS[code]) ?? "en"][word];
    }

    #captionHere() {
      return this.#codes.map((code) => this.#given(`caption-${code}`)).find(Boolean) || this.#given("caption") || "";
    }

    #title() {
      return this.#captionHere() || TITLES[this.#given("game")] || "Ruleboard";
    }

    // The poster's colours: what the attributes say goes before the custom properties of the page.
    #dye() {
      const scheme = this.#scheme || (dark.matches ? "dark" : "light");
      for (const name of Object.keys(LOOK)) {
        const [light, other = light] = (this.#given(name) ?? "").split("|");
        const value = (scheme === "dark" ? other : light).trim();
        this.#box.style.setProperty(`--rule-board-${name}`, name === "radius" && /^[\d.]+$/.test(value) ? `${value}px` : value);
      }
      const accent = getComputedStyle(this).getPropertyValue("--rule-board-accent") || this.#given("accent");
      this.#box.style.setProperty("--sign-ink", accent ? inkOn(getComputedStyle(this.#probe).caretColor) : "");
    }

    // The board is to stand where the poster's did, and as large: embed.css has the same numbers.
    #arrange() {
      const given = this.#given, has = (name) => given(name) !== null;
      const mode = given("mode") ?? "show", width = this.clientWidth;
      const isStill = mode === "show" && !has("moves") && !has("lesson") && !has("study");
      const isWide = width >= 640;
      if (this.#width && width !== this.#width) this.#room = 0;
      this.#width = width;
      this.#mark("wide", isWide);
      this.#mark("beside", isWide && !isStill);
      this.#mark("study", has("study"));
      this.#mark("asks", has("ask"));
      const game = given("game"), room = (ROOM[`${game} ${mode}`] ?? ROOM[game])?.[width < LINE ? 0 : 1];
      const under = isStill ? 8 : has("study") ? STUDY_ROOM : mode !== "show" && room || STEPS_ROOM;
      this.#box.style.setProperty("--under", `${under}px`);
    }

    // Show a plate instead of the start, perhaps with a line that says why.
    #plate(isEmpty, isTold = isEmpty) {
      this.#mark("later", isEmpty);
      this.#told.textContent = isTold ? this.#said("later") : "";
    }

    // Draw a position, or what a step of a lesson shows.
    async #draw(game, asked) {
      await loaded(game);
      if (this.#drawn !== asked) return;
      const svg = globalThis.ruleboardPosters?.[game]?.(...asked);
      this.#plate(!svg);
      if (svg) this.#picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    }

    #dress() {
      const given = this.#given;
      const game = given("game") ?? "";
      const isKnown = Object.hasOwn(TITLES, game);
      if (isKnown) this.#picture.src = new URL(`static/posters/${game}.svg`, BASE).href;
      this.#picture.style.colorScheme = this.#scheme || "light dark";
      this.#dye();
      this.#arrange();
      // Without Python there are the start, positions and lessons; what else is asked for has an empty plate.
      const position = given("position"), lesson = given("lesson"), seat = +/^(|yes|true|1)$/.test(given("flip"));
      const isPlayed = (given("moves") && given("at") !== "0") || given("options") || given("study");
      const isOther = !this.childElementCount && (isPlayed || position || lesson);
      this.#plate(isOther, isPlayed && isOther);
      this.#drawn = isOther && !isPlayed && isKnown && [position, seat, lesson, given("step")];
      if (this.#drawn) this.#draw(game, this.#drawn);
      this.#caption.textContent = this.#captionHere();
      this.#task.textContent = given("ask") ?? "";
      const mode = given("lesson") ? "find" : given("mode");
      const word = this.#said(mode === "play" || mode === "find" ? mode : "show");
      this.#words.textContent = word;
      this.#button.setAttribute("aria-label", `${word}: ${this.#title()}`);
    }
  }

  customElements.define("rule-board", RuleBoard);
})();
