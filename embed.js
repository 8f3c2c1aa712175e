// <rule-board>: a living board of Ruleboard in any page. A picture first; Python starts when somebody asks for it.
//
//   <script src="https://…/embed.js" defer></script>
//   <rule-board game="sensei" mode="play"><a href="https://…/embed.html#game=sensei&mode=play">Sensei</a></rule-board>
//
// Attributes are the parameters of embed.html, and `autostart`, `sandbox`. All is described in docs/embedding.md.
(() => {
  "use strict";
  if (customElements.get("rule-board")) return;

  const script = document.currentScript ?? document.querySelector('script[src$="embed.js"]');
  const BASE = new URL(".", script?.src || location.href);
  const PARAMETERS = [
    "game", "position", "moves", "at", "options", "seed", "mode", "accept", "ask", "hint", "praise", "flip", "controls",
    "theme", "caption", "marks", "lang", "lesson", "step", "opponent", "seat", "hints",
    "study", "chapter", "start",
  ];
  const TITLES = RULEBOARD_TITLES; // the build puts the games' titles here, by their ids
  const WORDS = {
    en: { play: "Play", find: "Try it", show: "Show it", wait: "One moment …" },
    fr: { play: "Jouer", find: "Essayer", show: "Montrer", wait: "Un instant…" },
  };
  const HEIGHT = 20_000; // px: no board is higher
  const PATIENCE = 20_000; // ms after which the frame is seen as it is: it says itself what keeps it
  const EVENTS = ["ready", "action", "outcome", "missed", "found", "step", "error"];
  const LONGEST_STUDY = 500_000; // characters

  const STYLE = `
    :host { display: block; position: relative; max-width: 100%; margin: 0; line-height: 1.4; }
    :host([hidden]) { display: none; }
    iframe { display: block; width: 100%; border: 0; }
    .poster { position: relative; display: block; min-height: 64px; }
    .waiting iframe { position: absolute; inset: 0; height: 100%; opacity: 0; pointer-events: none; }
    .answering .poster { display: none; }
    .poster img, ::slotted(img), ::slotted(svg) { display: block; width: 100%; max-height: 34rem; object-fit: contain; }
    ::slotted(*) { max-width: 100%; }
    button { position: absolute; inset: 0; width: 100%; min-height: 44px; padding: 0; border: 0; background: none;
      cursor: pointer; touch-action: manipulation; font: 600 1rem/1.2 system-ui, sans-serif; color: #fff; }
    .sign { position: absolute; left: 50%; top: 50%; translate: -50% -50%; display: flex; align-items: center; gap: 10px;
      min-height: 48px; padding: 0 22px 0 18px; border-radius: 24px; background: #2c5d63; white-space: nowrap;
      box-shadow: 0 1px 2px rgb(0 0 0 / .3), 0 6px 20px rgb(0 0 0 / .25); transition: background-color 140ms; }
    .sign::before { content: ""; border: 8px solid transparent; border-inline: 13px solid currentColor; border-inline-end: 0; }
    button:hover .sign { background: #1d464b; }
    button:focus-visible { outline: 3px solid #2c5d63; outline-offset: 3px; }
    .waiting .sign::before { width: 14px; height: 14px; border: 3px solid currentColor; border-inline-end-color: transparent;
      border-radius: 50%; animation: turn 900ms linear infinite; }
    @keyframes turn { to { rotate: 1turn; } }
    @media (prefers-reduced-motion: reduce) { .waiting .sign::before { animation-duration: 6s; } }`;

  const sheet = new CSSStyleSheet();
  sheet.replaceSync(STYLE);

  const made = (tag, attributes = {}, ...inside) => {
    const element = document.createElement(tag);
    for (const name in attributes) element.setAttribute(name, attributes[name]);
    element.append(...inside);
    return element;
  };

  class RuleBoard extends HTMLElement {
    static observedAttributes = PARAMETERS;
    #frame = null;
    #ready = false;
    #waiting = []; // messages for a board that does not answer yet
    #changed = false;
    #box;
    #words;
    #button;
    #picture;
    #hear = (event) => this.#heard(event);

    constructor() {
      super();
      const root = this.attachShadow({ mode: "open" });
      this.#picture = made("img", { alt: "", part: "poster" });
      this.#words = made("span");
      this.#button = made("button", { type: "button", part: "start" }, made("span", { class: "sign", part: "sign" }, this.#words));
      // What the page has put into the element is its poster; without JavaScript it is all there is.
      const poster = made("div", { inert: "" }, made("slot", {}, this.#picture)); // the button says what it is and does
      this.#box = made("div", { class: "box" }, made("div", { class: "poster" }, poster, this.#button));
      root.adoptedStyleSheets = [sheet]; // which a page's own policy for styles does not forbid
      root.append(this.#box);
      this.#button.addEventListener("click", () => this.start());
    }

    connectedCallback() {
      this.#dress();
      if (this.hasAttribute("autostart")) this.start();
    }

    disconnectedCallback() {
      removeEventListener("message", this.#hear);
      this.#frame?.remove(); // a frame that is moved would begin anew anyway
      this.#frame = null;
      this.#ready = false;
      this.#waiting = [];
      this.#box.className = "box";
    }

    attributeChangedCallback(_name, before, after) {
      if (before === after || !this.isConnected) return;
      if (!this.#frame) { this.#dress(); return; }
      if (this.#changed) return;
      this.#changed = true; // several at once are one change
      queueMicrotask(() => {
        this.#changed = false;
        if (!this.#frame) return;
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
      const frame = made("iframe", { title: this.#title(), part: "frame" });
      if (this.hasAttribute("sandbox")) frame.setAttribute("sandbox", "allow-scripts");
      // Of the same scheme as what is in it, a frame lets the page's own ground shine through its corners.
      frame.style.colorScheme = this.#scheme || "light dark";
      frame.src = this.#address();
      this.#frame = frame;
      this.#box.className = "box waiting";
      this.#words.textContent = this.#said("wait");
      this.#button.setAttribute("aria-busy", "true");
      addEventListener("message", this.#hear);
      this.#box.append(frame);
      this.#sendStudy();
      setTimeout(() => { if (this.#frame === frame) this.#box.className = "box answering"; }, PATIENCE);
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
      const name = this.getAttribute("study"), frame = this.#frame;
      if (!name) return;
      let text = "";
      try {
        text = name.startsWith("#") ? document.getElementById(name.slice(1)).textContent : await this.#loaded(name);
      } catch { /* the frame says that it is missing */ }
      if (this.#frame !== frame || this.getAttribute("study") !== name) return;
      this.#say(text && text.length <= LONGEST_STUDY ? { type: "study", text } : { type: "study", missing: name });
    }

    async #loaded(address) {
      const url = new URL(address, document.baseURI);
      if (url.origin !== location.origin) throw new Error("of another site");
      const answer = await fetch(url, { redirect: "error" });
      if (!answer.ok) throw new Error(String(answer.status));
      return answer.text();
    }

    #say(message) {
      if (!this.#ready) this.#waiting.push(message);
      else this.#frame.contentWindow.postMessage({ ruleboard: 1, ...message }, this.#guarded ? "*" : BASE.origin);
    }

    // In a sandbox, ours or the page's own, the board has no origin that could be named.
    get #guarded() { return this.#frame.hasAttribute("sandbox") || self.origin === "null"; }

    #heard({ source, origin, data }) {
      if (!this.#frame || source !== this.#frame.contentWindow) return;
      if (origin !== BASE.origin && !(this.#guarded && origin === "null")) return;
      if (typeof data !== "object" || data === null || data.ruleboard !== 1) return;
      const { ruleboard: _version, type, ...detail } = data;
      if (type === "size") {
        if (Number.isFinite(detail.height) && detail.height > 0 && detail.height < HEIGHT) {
          this.#frame.style.height = `${detail.height}px`;
          this.dispatchEvent(new CustomEvent("size", { detail: { width: this.clientWidth, height: detail.height } }));
        }
      } else if (EVENTS.includes(type)) {
        if (type === "ready" && !this.#ready) {
          this.#ready = true;
          this.#box.className = "box answering";
          const held = this.shadowRoot.activeElement === this.#button;
          this.#button.removeAttribute("aria-busy");
          if (held) this.#frame.focus();
          for (const message of this.#waiting.splice(0)) this.#say(message);
        }
        this.dispatchEvent(new CustomEvent(type, { detail }));
      }
    }

    #parameters() {
      const found = {};
      for (const name of PARAMETERS) if (this.hasAttribute(name)) found[name] = this.getAttribute(name);
      if (!found.lang && this.#lang) found.lang = this.#lang;
      if (self.origin !== "null") found.host = self.origin;
      return found;
    }

    #address() {
      const parts = Object.entries(this.#parameters()).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
      return new URL(`embed.html#${parts.join("&")}`, BASE).href;
    }

    get #scheme() {
      const theme = this.getAttribute("theme");
      return theme === "dark" || theme === "light" ? theme : "";
    }

    // The language asked for, or else that of the page around the element.
    get #lang() {
      const lang = this.closest("[lang]")?.lang ?? "";
      return /^[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i.test(lang) ? lang : "";
    }

    #said(word) {
      return (WORDS[this.#lang.split("-")[0]] ?? WORDS.en)[word];
    }

    #title() {
      return this.getAttribute("caption") || TITLES[this.getAttribute("game")] || "Ruleboard";
    }

    #dress() {
      const game = this.getAttribute("game") ?? "";
      if (Object.hasOwn(TITLES, game)) this.#picture.src = new URL(`static/posters/${game}.svg`, BASE).href;
      this.#picture.style.colorScheme = this.#scheme || "light dark";
      const mode = this.hasAttribute("lesson") ? "find" : this.getAttribute("mode");
      const word = this.#said(mode === "play" || mode === "find" ? mode : "show");
      this.#words.textContent = word;
      this.#button.setAttribute("aria-label", `${word}: ${this.#title()}`);
    }
  }

  customElements.define("rule-board", RuleBoard);
})();
