// <rule-board>: an interactive board of Ruleboard in any page. It starts as a picture; Python starts when a reader uses
// it.
//
//   <script src="https://…/embed.js" defer></script>
//   <rule-board game="sensei" mode="play"><a href="https://…/embed.html#game=sensei&mode=play">Sensei</a></rule-board>
//
// Attributes are the parameters of embed.html, `autostart` and `sandbox`. Custom properties may also set the look. See
// docs/embedding.md.
import { boundedText } from "./static/boot/bounded_text.mjs";

(() => {
  "use strict";
  if (customElements.get("rule-board")) return;

  const script = document.currentScript ?? document.querySelector('script[src$="embed.js"]');
  const BASE = new URL(".", script?.src || location.href);
  const PARAMETERS = ("game position moves at options seed mode accept goal ask hint praise flip coordinates controls theme caption marks lang"
    + " lesson step opponent seat hints study chapter start background color accent font radius").split(" ");
  const CAPTION_IN = /^caption-[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i;
  // Custom properties of the look, and the properties of a hidden element that receive their computed values.
  const LOOK = { background: "backgroundColor", color: "color", accent: "caretColor", font: "fontFamily", radius: "borderTopLeftRadius" };
  const TITLES = RULEBOARD_TITLES; // the build inserts the games' titles here, by their ids
  const WORDS = {
    en: {
      play: "Play", find: "Try it", show: "Show it", wait: "One moment …",
      later: "Open the board to see the position.",
      away: "The board can’t load right now.",
    },
    fr: {
      play: "Jouer", find: "Essayer", show: "Montrer", wait: "Un instant…",
      later: "La position apparaît quand le plateau est ouvert.",
      away: "Le plateau est injoignable pour le moment.",
    },
  };
  const MAX_HEIGHT = 20_000; // px: maximum height of a board
  const READY_TIMEOUT = 20_000; // ms after which the frame becomes visible; it shows its own messages about a slow start
  const MESSAGE_TIMEOUT = 3_000; // ms after which a loaded frame without a message is not a board
  // px under a board narrower than LINE, and under any other, in `play` and `find`. Texts wrap there.
  const NARROW_WIDTH = 440;
  const CONTROLS_HEIGHT = {
    equilibrium: [182, 157], "tensor-cards": [154, 154], "tensor-cards find": [142, 142],
  };
  const STEPS_HEIGHT = 134; // for other games
  const STUDY_HEIGHT = 516;
  const MAX_DIFFERENCE = 48; // px that a board may be lower than its poster and still keep the poster's height
  const EVENTS = "ready action outcome missed found step error".split(" ");
  const MAX_STUDY_LENGTH = 500_000; // characters

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

  // Scripts that draw a game's positions. Each loads when a board needs it.
  const scripts = {};
  const loadScript = (game) => scripts[game] ??= new Promise((done) => {
    const script = createElement("script", { src: new URL(`static/posters/${game}.js`, BASE) });
    script.onload = done;
    script.onerror = () => { delete scripts[game]; done(); }; // the next board requests it again
    document.head.append(script);
  });

  const dark = matchMedia("(prefers-color-scheme: dark)");
  const stylesheet = new CSSStyleSheet();
  stylesheet.replaceSync(STYLE);

  const createElement = (tag, attributes = {}, ...children) => {
    const element = document.createElement(tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.append(...children);
    return element;
  };

  // Return black or white, whichever is readable on a background.
  const inkOn = (color) => {
    const [red, green, blue] = (/^rgba?\(([^)]*)\)/.exec(color)?.[1] ?? "").split(/[ ,/]+/).map(Number);
    return 0.299 * red + 0.587 * green + 0.114 * blue > 150 ? "#000" : "#fff";
  };

  class RuleBoard extends HTMLElement {
    static observedAttributes = [...PARAMETERS, "caption-en", "caption-fr"];
    #frame = null;
    #ready = false;
    #queue = []; // messages for a board that is not ready yet
    #isUpdating = false;
    #isRestyling = false;
    #posterHeight = 0; // px, the height of the poster while the board takes its place
    #width = 0;
    #liveness = 0; // 1: the frame has reported its size, as its cached page does even if the server is unreachable; 2: it has sent more
    #box;
    #probe = createElement("i");
    #note = createElement("p", { part: "note", role: "status" });
    #caption = createElement("p");
    #task = createElement("p", { class: "task" });
    #label;
    #button;
    #picture;
    #drawingParameters; // parameters of the current drawing
    #attribute = (name) => this.getAttribute(name);
    #toggleClass = (name, isOn) => this.#box.classList.toggle(name, isOn);
    #messageListener = (event) => this.#onMessage(event);
    #sizes = new ResizeObserver(() => this.#updateLayout());

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      this.#picture = createElement("img", { alt: "", part: "poster" });
      this.#label = createElement("span");
      this.#button = createElement("button", { type: "button", part: "start" }, createElement("span", { class: "sign", part: "sign" }, this.#label));
      // The content of the element is its poster; without JavaScript it is the only content.
      const poster = createElement("div", { inert: "" }, createElement("slot", {}, this.#picture, this.#caption, this.#task)); // the button has the description and the action
      this.#box = createElement("div", { class: "box" }, this.#probe, createElement("div", { class: "poster" }, poster, this.#note, this.#button));
      root.adoptedStyleSheets = [stylesheet]; // a page's own policy for styles does not forbid this
      root.append(this.#box);
      this.#button.addEventListener("click", () => this.start());
    }

    connectedCallback() {
      this.#renderPoster();
      this.#sizes.observe(this);
      dark.addEventListener("change", this.#updateLook);
      if (this.hasAttribute("autostart")) this.start();
    }

    disconnectedCallback() {
      this.#sizes.disconnect();
      dark.removeEventListener("change", this.#updateLook);
      this.#remove();
      this.#queue = [];
    }

    // A frame that moves in the page would start again anyway.
    #remove() {
      removeEventListener("message", this.#messageListener);
      this.#frame?.remove();
      this.#frame = null;
      this.#ready = false;
      this.#liveness = 0;
      this.#setStep("");
      this.#button.removeAttribute("aria-busy");
    }

    // The step of the start: "" (not yet), "waiting", "answering".
    #setStep(step) {
      this.#box.classList.remove("waiting", "answering");
      if (step) this.#box.classList.add(step);
    }

    attributeChangedCallback(name, before, after) {
      if (before === after || !this.isConnected) return;
      if (!this.#frame) { this.#renderPoster(); return; }
      if (name in LOOK) { this.#updateLook(); return; }
      this.#scheduleUpdate();
    }

    // If colours depend on the theme, the page's custom properties have changed with it.
    #updateLook = () => {
      this.#applyColors();
      if (this.#frame && !this.#isRestyling) queueMicrotask(() => {
        this.#isRestyling = false;
        if (this.#frame) this.#post({ type: "look", ...this.#look() });
      });
      this.#isRestyling = Boolean(this.#frame);
    };

    #scheduleUpdate() {
      if (this.#isUpdating) return;
      this.#posterHeight = 0;
      this.#isUpdating = true; // several changes at once count as one
      queueMicrotask(() => {
        this.#isUpdating = false;
        if (!this.#frame) return;
        this.#applyColors();
        this.#frame.style.colorScheme = this.#scheme || "light dark";
        this.#frame.title = this.#title();
        this.#post({ type: "show", parameters: this.#parameters() });
        this.#sendStudy();
      });
    }

    // --- public methods ---

    // True once the board answers.
    get ready() { return this.#ready; }

    // Start the board, unless it has started.
    start() {
      if (this.#frame || !this.isConnected) return;
      // The frame is as high as its content: a temporary scrollbar would make it narrower, and so permanently lower.
      const frame = createElement("iframe", { title: this.#title(), part: "frame", scrolling: "no" });
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", "allow-scripts");
      // With the same color scheme as its content, a frame lets the page's background shine through its corners.
      frame.style.colorScheme = this.#scheme || "light dark";
      frame.src = this.#address();
      this.#frame = frame;
      this.#posterHeight = this.hasAttribute("autostart") ? 0 : this.offsetHeight;
      this.#setStep("waiting");
      this.#note.textContent = "";
      this.#label.textContent = this.#text("wait");
      this.#button.setAttribute("aria-busy", "true");
      addEventListener("message", this.#messageListener);
      this.#box.append(frame);
      this.#sendStudy();
      const checkMessages = (minimum) => { if (this.#frame === frame && this.#liveness < minimum) this.#onUnreachable(); };
      frame.addEventListener("load", () => setTimeout(checkMessages, MESSAGE_TIMEOUT, 1));
      setTimeout(() => {
        checkMessages(2);
        if (this.#frame === frame) this.#setStep("answering");
      }, READY_TIMEOUT);
    }

    // The server is unreachable: the poster stays with a message, and a reader can try again.
    #onUnreachable() {
      this.#remove();
      this.#renderPoster();
      this.#note.textContent = this.#text("away");
      this.#dispatch("error", { message: this.#note.textContent });
    }

    // Show another position of the same game; `more` may contain moves, at and options.
    setPosition(position, more = {}) { this.#startAndPost({ type: "position", position, ...more }); }

    // Play an action, by its text.
    play(action) { this.#startAndPost({ type: "play", action }); }

    // Start again.
    reset() { this.#startAndPost({ type: "reset" }); }

    // --- implementation ---

    #startAndPost(message) {
      this.start();
      this.#post(message);
    }

    // The frame requests nothing: the page sends the study, from an element of the page or a file of the same site.
    async #sendStudy() {
      const name = this.#attribute("study"), frame = this.#frame;
      if (!name) return;
      let text = "";
      try {
        text = name.startsWith("#") ? document.getElementById(name.slice(1)).textContent : await this.#fetchText(name);
      } catch { /* the frame reports a missing study */ }
      if (this.#frame !== frame || this.#attribute("study") !== name) return;
      // A host may answer with a page if the file does not exist.
      this.#post(/^\s*[^\s<]/.test(text) && text.length <= MAX_STUDY_LENGTH ? { type: "study", text } : { type: "study", missing: name });
    }

    async #fetchText(address) {
      const url = new URL(address, document.baseURI);
      if (url.origin !== location.origin) return "";
      const response = await fetch(url, { redirect: "error" });
      return response.ok ? boundedText(response.body, 4 * MAX_STUDY_LENGTH) : ""; // at most four bytes for each character
    }

    #dispatch(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

    #post(message) {
      if (!this.#ready) this.#queue.push(message);
      else this.#frame.contentWindow.postMessage({ ruleboard: 1, ...message }, this.#isSandboxed ? "*" : BASE.origin);
    }

    // In a sandbox, ours or the page's own, the board has an opaque origin.
    get #isSandboxed() { return this.#frame.hasAttribute("sandbox") || self.origin === "null"; }

    #onMessage({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (origin !== BASE.origin && !(this.#isSandboxed && origin === "null")) return;
      if (data?.ruleboard !== 1) return;
      const { ruleboard: _version, type, ...detail } = data;
      this.#liveness = Math.max(this.#liveness, type === "size" ? 1 : 2);
      if (type === "failed") {
        this.#onUnreachable();
      } else if (type === "loading") {
        this.#label.textContent = `${this.#text("wait")} ${Math.round(100 * detail.loaded / detail.total)} %`;
      } else if (type === "size") {
        if (detail.height > 0 && detail.height < MAX_HEIGHT) {
          const height = this.#posterHeight > detail.height && this.#posterHeight <= detail.height + MAX_DIFFERENCE ? this.#posterHeight : detail.height;
          this.#frame.style.height = `${height}px`;
          this.#dispatch("size", { width: this.clientWidth, height });
        }
      } else if (EVENTS.includes(type)) {
        const isWaitingForStudy = this.hasAttribute("study") && !this.#ready; // it reports the game first, and then the study
        if (!isWaitingForStudy && (type === "ready" || type === "error")) this.#setStep("answering");
        if (type === "ready" && !this.#ready) {
          this.#ready = true;
          const hadFocus = this.shadowRoot.activeElement === this.#button;
          this.#button.removeAttribute("aria-busy");
          if (hadFocus) this.#frame.focus();
          for (const message of this.#queue.splice(0)) this.#post(message);
        }
        this.#dispatch(type, detail);
      }
    }

    #parameters() {
      const values = this.#look();
      for (const { name, value } of this.attributes) {
        if (PARAMETERS.includes(name) || CAPTION_IN.test(name)) values[name] = value;
      }
      values.autostart = "yes"; // this element has already shown the poster
      if (!values.lang && this.#lang) values.lang = this.#lang;
      if (self.origin !== "null") values.host = self.origin;
      return values;
    }

    // The current look: attributes as text, custom properties computed.
    #look() {
      const values = {}, style = getComputedStyle(this), computed = getComputedStyle(this.#probe);
      for (const [name, property] of Object.entries(LOOK)) {
        const rawValue = style.getPropertyValue(`--rule-board-${name}`).trim();
        const css = property.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
        // Send an invalid value unchanged, so that the frame reports it.
        const value = this.#attribute(name) ?? (rawValue && CSS.supports(css, rawValue) ? computed[property] : rawValue);
        if (value) values[name] = value;
      }
      return values;
    }

    #address() {
      const parts = Object.entries(this.#parameters()).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      return new URL(`embed.html#${parts.join("&")}`, BASE).href;
    }

    get #scheme() {
      const theme = this.#attribute("theme");
      return theme === "dark" || theme === "light" ? theme : "";
    }

    // The language of the attribute, or else that of the page around the element.
    get #lang() {
      const lang = this.closest("[lang]")?.lang ?? "";
      return CAPTION_IN.test(`caption-${lang}`) ? lang : "";
    }

    // The codes of the languages to try in order: without one on the page, the reader's, as in the frame.
    get #codes() {
      return (this.#lang ? [this.#lang] : navigator.languages).flatMap((code) => [code, code.split("-")[0]]);
    }

    #text(word) {
      return WORDS[this.#codes.find((code) => WORDS[code]) ?? "en"][word];
    }

    #currentCaption() {
      return this.#codes.map((code) => this.#attribute(`caption-${code}`)).find(Boolean) || this.#attribute("caption") || "";
    }

    #title() {
      return this.#currentCaption() || TITLES[this.#attribute("game")] || "Ruleboard";
    }

    // The poster's colours: attributes have priority over the custom properties of the page.
    #applyColors() {
      const scheme = this.#scheme || (dark.matches ? "dark" : "light");
      for (const name of Object.keys(LOOK)) {
        const [light, other = light] = (this.#attribute(name) ?? "").split("|");
        const value = (scheme === "dark" ? other : light).trim();
        this.#box.style.setProperty(`--rule-board-${name}`, name === "radius" && /^[\d.]+$/.test(value) ? `${value}px` : value);
      }
      const accent = getComputedStyle(this).getPropertyValue("--rule-board-accent") || this.#attribute("accent");
      this.#box.style.setProperty("--sign-ink", accent ? inkOn(getComputedStyle(this.#probe).caretColor) : "");
    }

    // The board takes the place and the size of the poster: embed.css has the same numbers.
    #updateLayout() {
      const attribute = this.#attribute, hasAttribute = (name) => attribute(name) !== null;
      const mode = attribute("mode") ?? "show", width = this.clientWidth;
      const isStill = mode === "show" && !hasAttribute("moves") && !hasAttribute("lesson") && !hasAttribute("study");
      const isWide = width >= 640;
      if (this.#width && width !== this.#width) this.#posterHeight = 0;
      this.#width = width;
      this.#toggleClass("wide", isWide);
      this.#toggleClass("beside", isWide && !isStill);
      this.#toggleClass("study", hasAttribute("study"));
      this.#toggleClass("asks", hasAttribute("ask"));
      const game = attribute("game"), room = (CONTROLS_HEIGHT[`${game} ${mode}`] ?? CONTROLS_HEIGHT[game])?.[width < NARROW_WIDTH ? 0 : 1];
      const bottomHeight = isStill ? 8 : hasAttribute("study") ? STUDY_HEIGHT : mode !== "show" && room || STEPS_HEIGHT;
      this.#box.style.setProperty("--under", `${bottomHeight}px`);
    }

    // Show a placeholder instead of the start, perhaps with a message.
    #showPlaceholder(isEmpty, hasNote = isEmpty) {
      this.#toggleClass("later", isEmpty);
      this.#note.textContent = hasNote ? this.#text("later") : "";
    }

    // Draw a position, or the position of a lesson's step.
    async #drawPosition(game, drawingParameters) {
      await loadScript(game);
      if (this.#drawingParameters !== drawingParameters) return;
      const svg = globalThis.ruleboardPosters?.[game]?.(...drawingParameters);
      this.#showPlaceholder(!svg);
      if (svg) this.#picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    }

    #renderPoster() {
      const attribute = this.#attribute;
      const game = attribute("game") ?? "";
      const isKnown = Object.hasOwn(TITLES, game);
      if (isKnown) this.#picture.src = new URL(`static/posters/${game}.svg`, BASE).href;
      this.#picture.style.colorScheme = this.#scheme || "light dark";
      this.#applyColors();
      this.#updateLayout();
      // Posters show the start, positions and lessons without Python. Other boards have a placeholder.
      const position = attribute("position"), lesson = attribute("lesson"), seat = +/^(|yes|true|1)$/.test(attribute("flip"));
      const hasMoves = (attribute("moves") && attribute("at") !== "0") || attribute("options") || attribute("study");
      const isPlaceholder = !this.childElementCount && (hasMoves || position || lesson);
      this.#showPlaceholder(isPlaceholder, hasMoves && isPlaceholder);
      this.#drawingParameters = isPlaceholder && !hasMoves && isKnown && [position, seat, lesson, attribute("step")];
      if (this.#drawingParameters) this.#drawPosition(game, this.#drawingParameters);
      this.#caption.textContent = this.#currentCaption();
      this.#task.textContent = attribute("ask") ?? "";
      const mode = attribute("lesson") ? "find" : attribute("mode");
      const word = this.#text(mode === "play" || mode === "find" ? mode : "show");
      this.#label.textContent = word;
      this.#button.setAttribute("aria-label", `${word}: ${this.#title()}`);
    }
  }

  customElements.define("rule-board", RuleBoard);
})();
