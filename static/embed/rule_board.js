// The element <rule-board>: its poster, its frame, and its methods and events for the page.

import { ATTRIBUTES, FRAME_EVENTS, MAX_STUDY_LENGTH } from "../boot/contract.mjs";
import { openChannel } from "./channel.js";
import { createElement, inkOn } from "./elements.js";
import { BASE, drawPoster, fetchText } from "./site.js";
import { posterSize } from "./sizes.js";
import { stylesheet } from "./style.js";
import { WORDS } from "./texts.js";

const CAPTION_IN = /^caption-[a-z]{2,3}(-[a-z0-9]{1,8}){0,3}$/i;
/**
 * Custom properties of the look, and the properties of a hidden element that receive their computed values.
 * @type {Record<string, "backgroundColor" | "color" | "caretColor" | "fontFamily" | "borderTopLeftRadius">}
 */
const LOOK = { background: "backgroundColor", color: "color", accent: "caretColor", font: "fontFamily", radius: "borderTopLeftRadius" };
const MAX_HEIGHT = 20_000; // px: maximum height of a board
const READY_TIMEOUT = 20_000; // ms after which the frame becomes visible; it shows its own messages about a slow start
const MESSAGE_TIMEOUT = 3_000; // ms after which a loaded frame without a message is not a board
const MAX_DIFFERENCE = 48; // px that a board may be lower than its poster and still keep the poster's height

const dark = matchMedia("(prefers-color-scheme: dark)");

export class RuleBoard extends HTMLElement {
  static observedAttributes = [...ATTRIBUTES, "caption-en", "caption-fr"];
  /** @type {HTMLIFrameElement | null} */
  #frame = null;
  #ready = false;
  /** @type {ReturnType<typeof openChannel> | null} */
  #channel = null;
  /** The messages for a board that is not ready yet. @type {object[]} */
  #queue = [];
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
  /** The position of the current drawing. @type {Parameters<DrawPoster> | null} */
  #drawing = null;
  #attribute = (/** @type {string} */ name) => this.getAttribute(name);
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
    this.#channel?.close();
    this.#channel = null;
    this.#ready = false;
    this.#frame?.remove();
    this.#frame = null;
    this.#liveness = 0;
    this.#setStep("");
    this.#button.removeAttribute("aria-busy");
  }

  /** Set the step of the start. @param {"" | "waiting" | "answering"} step "" before it */
  #setStep(step) {
    this.#box.classList.remove("waiting", "answering");
    if (step) this.#box.classList.add(step);
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   */
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
      void this.#sendStudy();
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
    this.#channel = openChannel(frame, this.#queue, this.#onMessage);
    this.#box.append(frame);
    void this.#sendStudy();
    /** @param {number} minimum */
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

  /**
   * Show another position of the same game.
   * @param {string} position
   * @param {{moves?: string, at?: string, options?: string}} [more]
   */
  setPosition(position, more = {}) { this.#startAndPost({ type: "position", position, ...more }); }

  /** Play an action. @param {string} action its text */
  play(action) { this.#startAndPost({ type: "play", action }); }

  // Start again.
  reset() { this.#startAndPost({ type: "reset" }); }

  // --- implementation ---

  /** @param {object} message */
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
      text = name.startsWith("#") ? document.getElementById(name.slice(1))?.textContent ?? "" : await fetchText(name, 4 * MAX_STUDY_LENGTH); // at most four bytes for each character
    } catch { /* the frame reports a missing study */ }
    if (this.#frame !== frame || this.#attribute("study") !== name) return;
    // A host may answer with a page if the file does not exist.
    this.#post(/^\s*[^\s<]/.test(text) && text.length <= MAX_STUDY_LENGTH ? { type: "study", text } : { type: "study", missing: name });
  }

  /**
   * @param {string} type
   * @param {object} detail
   */
  #dispatch(type, detail) { this.dispatchEvent(new CustomEvent(type, { detail })); }

  /** @param {object} message */
  #post(message) {
    if (this.#channel) this.#channel.post(message);
    else this.#queue.push(message);
  }

  /** @type {(type: string, detail: any) => void} any: messages of the frame, which is ours */
  #onMessage = (type, detail) => {
    if (!this.#frame) return;
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
    } else if (FRAME_EVENTS.includes(type)) {
      const isWaitingForStudy = this.hasAttribute("study") && !this.#ready; // it reports the game first, and then the study
      if (!isWaitingForStudy && (type === "ready" || type === "error")) this.#setStep("answering");
      if (type === "ready" && !this.#ready) {
        this.#ready = true;
        const hadFocus = this.shadowRoot?.activeElement === this.#button;
        this.#button.removeAttribute("aria-busy");
        if (hadFocus) this.#frame.focus();
        this.#channel?.flush();
      }
      this.#dispatch(type, detail);
    }
  };

  #parameters() {
    /** @type {Record<string, string>} */
    const values = this.#look();
    for (const { name, value } of this.attributes) {
      if (ATTRIBUTES.includes(name) || CAPTION_IN.test(name)) values[name] = value;
    }
    values.autostart = "yes"; // this element has already shown the poster
    if (!values.lang && this.#lang) values.lang = this.#lang;
    if (self.origin !== "null") values.host = self.origin;
    return values;
  }

  // The current look: attributes as text, custom properties computed.
  #look() {
    /** @type {Record<string, string>} */
    const values = {};
    const style = getComputedStyle(this), computed = getComputedStyle(this.#probe);
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
    /** @type {HTMLElement | null} */
    const element = this.closest("[lang]");
    const lang = element?.lang ?? "";
    return CAPTION_IN.test(`caption-${lang}`) ? lang : "";
  }

  // The codes of the languages to try in order: without one on the page, the reader's, as in the frame.
  get #codes() {
    return /** @type {readonly string[]} */ (this.#lang ? [this.#lang] : navigator.languages).flatMap((code) => [code, code.split("-")[0]]);
  }

  /** @param {keyof typeof WORDS.en} word */
  #text(word) {
    return WORDS[this.#codes.find((code) => WORDS[code]) ?? "en"][word];
  }

  #currentCaption() {
    return this.#codes.map((code) => this.#attribute(`caption-${code}`)).find(Boolean) || this.#attribute("caption") || "";
  }

  #title() {
    return this.#currentCaption() || RULEBOARD_TITLES[this.#attribute("game") ?? ""] || "Ruleboard";
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

  // The board takes the place and the size of the poster.
  #updateLayout() {
    const width = this.clientWidth, { height, classes } = posterSize(width, this.#attribute);
    if (this.#width && width !== this.#width) this.#posterHeight = 0;
    this.#width = width;
    for (const [name, isOn] of Object.entries(classes)) this.#box.classList.toggle(name, isOn);
    this.#box.style.setProperty("--under", `${height}px`);
  }

  /** Show a placeholder instead of the start, perhaps with a message. @type {(isEmpty: boolean, hasNote?: boolean) => void} */
  #showPlaceholder = (isEmpty, hasNote = isEmpty) => {
    this.#box.classList.toggle("later", isEmpty);
    this.#note.textContent = hasNote ? this.#text("later") : "";
  };

  /**
   * Draw a position, or the position of a lesson's step.
   * @param {string} game
   * @param {Parameters<DrawPoster>} drawing
   */
  async #drawPosition(game, drawing) {
    const svg = await drawPoster(game, drawing);
    if (this.#drawing !== drawing) return;
    this.#showPlaceholder(!svg);
    if (svg) this.#picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  }

  #renderPoster() {
    const attribute = this.#attribute;
    const game = attribute("game") ?? "";
    const isKnown = Object.hasOwn(RULEBOARD_TITLES, game);
    if (isKnown) this.#picture.src = new URL(`static/posters/${game}.svg`, BASE).href;
    this.#picture.style.colorScheme = this.#scheme || "light dark";
    this.#applyColors();
    this.#updateLayout();
    // Posters show the start, positions and lessons without Python. Other boards have a placeholder.
    const position = attribute("position"), lesson = attribute("lesson"), seat = +/^(|yes|true|1)$/.test(`${attribute("flip")}`);
    const hasMoves = Boolean((attribute("moves") && attribute("at") !== "0") || attribute("options") || attribute("study"));
    const isPlaceholder = !this.childElementCount && Boolean(hasMoves || position || lesson);
    this.#showPlaceholder(isPlaceholder, hasMoves && isPlaceholder);
    this.#drawing = isPlaceholder && !hasMoves && isKnown ? [position, seat, lesson, attribute("step")] : null;
    if (this.#drawing) void this.#drawPosition(game, this.#drawing);
    this.#caption.textContent = this.#currentCaption();
    this.#task.textContent = attribute("ask") ?? "";
    const mode = attribute("lesson") ? "find" : attribute("mode");
    const word = this.#text(mode === "play" || mode === "find" ? mode : "show");
    this.#label.textContent = word;
    this.#button.setAttribute("aria-label", `${word}: ${this.#title()}`);
  }
}
