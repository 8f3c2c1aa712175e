// The element <rule-board>: its poster, its start, and its methods for the page. live_board.js has the rest.

import { ATTRIBUTES } from "../boot/contract.mjs";
import { createElement } from "../boot/elements.mjs";
import { LOOK, inkOn } from "./look.js";
import { BASE, drawPoster, loadScript } from "./site.js";
import { isOn, posterSize } from "./sizes.js";
import { slottedStylesheet, stylesheet, widthStylesheet } from "./style.js";
import { WORDS } from "./texts.js";
import { areUnusual } from "./usual.js";

const LOAD_TIMEOUT = 60_000; // ms, for the script of started boards
const dark = matchMedia("(prefers-color-scheme: dark)");

export class RuleBoard extends HTMLElement {
  static observedAttributes = [...ATTRIBUTES, "src", "width", "caption-en", "caption-fr"];
  /** Changes with each start, so that an earlier start cannot continue. */
  #startCount = 0;
  #isStarted = false;
  /** The board, once its script is loaded. @type {LiveBoard | null} */
  #live = null;
  #pictureCount = 0;
  #width = 0;
  #box;
  #content;
  #slot;
  #probe = createElement("i");
  #note = createElement("p", { part: "note", role: "status" });
  #heading = createElement("p", { class: "heading" });
  #caption = createElement("p");
  #task = createElement("p", { class: "task" });
  #label;
  #button;
  #picture;
  /** The position of the picture, as text. */
  #description = "";
  /** The sentence about a wrong attribute. */
  #error = "";
  /** Resolves once the attributes are checked. @type {Promise<void> | undefined} */
  #checks;
  /** The position of the current drawing. @type {Parameters<DrawPoster> | null} */
  #drawing = null;
  /** What the frame needs of this element. @type {BoardHost} */
  #host;
  #attribute = (/** @type {string} */ name) => this.getAttribute(name);
  #sizes = new ResizeObserver(() => {
    // In the next frame: a change of the size from here would be an error in the page.
    if (this.clientWidth !== this.#width) requestAnimationFrame(() => this.#updateLayout());
  });

  constructor() {
    super();
    const root = this.attachShadow({ mode: "open" });
    this.#picture = createElement("img", { alt: "", part: "poster" });
    this.#label = createElement("span");
    this.#button = createElement("button", { type: "button", part: "start" }, createElement("span", { class: "sign", part: "sign" }, this.#label));
    // The content of the element is its poster; without JavaScript it is the only content.
    this.#slot = createElement("slot", {}, this.#heading, this.#picture, this.#caption, this.#task);
    this.#content = createElement("div", {}, this.#slot); // the button has the description and the action
    this.#box = createElement("div", { class: "box" }, this.#probe, createElement("div", { class: "poster" }, this.#content, this.#note, this.#button));
    root.append(this.#box, createElement("slot", { name: "paper" })); // a study as on paper
    this.#button.addEventListener("click", () => this.start());
    this.#host = {
      element: this, box: this.#box, button: this.#button, label: this.#label, probe: this.#probe,
      queue: [], pictureRequests: new Map(), posterHeight: 0, status: null, savedBoard: "", source: null, isBlocked: false,
      scheme: () => this.#scheme, lang: () => this.#lang, title: () => this.#title(), text: (word) => this.#text(word),
      setStep: (step) => this.#setStep(step),
      dispatch: (type, detail) => { this.dispatchEvent(new CustomEvent(type, { detail })); },
      start: () => this.start(),
      stop: () => this.#stop(),
      onUnreachable: () => this.#onUnreachable(),
      rejectPictures: (message) => this.#rejectPictures(message),
    };
  }

  connectedCallback() {
    // Pages may put a picture into a link: only a style sheet around the element reaches it.
    const root = /** @type {Document | ShadowRoot} */ (this.getRootNode());
    if (!root.adoptedStyleSheets.includes(slottedStylesheet)) root.adoptedStyleSheets.push(slottedStylesheet);
    this.#renderPoster();
    this.#sizes.observe(this);
    dark.addEventListener("change", this.#updateLook);
    document.addEventListener("securitypolicyviolation", this.#onViolation);
    if (this.#host.savedBoard || this.#host.queue.length) this.start();
    else if (this.hasAttribute("autostart")) void this.#checks?.then(() => { if (!this.#error) this.start(); });
  }

  // moveBefore() moves a board with its frame.
  connectedMoveCallback() {}

  // The frame ends. If the page puts the element elsewhere, another frame continues the saved board.
  disconnectedCallback() {
    this.#sizes.disconnect();
    dark.removeEventListener("change", this.#updateLook);
    document.removeEventListener("securitypolicyviolation", this.#onViolation);
    this.#remove();
    this.#rejectPictures("The board was removed.");
  }

  /** @param {SecurityPolicyViolationEvent} event */
  #onViolation = ({ blockedURI }) => { this.#host.isBlocked ||= BASE.href.startsWith(blockedURI) || blockedURI.startsWith(BASE.href); };

  #remove() {
    this.#live?.remove();
    this.#live = null;
    this.#isStarted = false;
    if (!this.#host.savedBoard) this.#host.status = null; // the next frame starts again
    this.#startCount++;
    this.#setStep("");
    this.#button.removeAttribute("aria-busy");
  }

  // Remove the frame, and show the poster again.
  #stop() {
    this.#remove();
    this.#renderPoster();
  }

  /** Set the step of the start. @param {"" | "waiting" | "answering"} step "" before it */
  #setStep(step) {
    this.#box.classList.remove("waiting", "answering");
    if (step) this.#box.classList.add(step);
    if (step === "answering") this.#box.style.minHeight = "";
  }

  /**
   * @param {string} name
   * @param {string | null} before
   * @param {string | null} after
   */
  attributeChangedCallback(name, before, after) {
    if (before === after) return;
    if (!this.#isStarted && name !== "width") {
      this.#host.savedBoard = "";
      this.#host.status = null;
    }
    if (!this.isConnected) return;
    if (name === "width") { this.#updateWidth(); return; }
    if (!this.#isStarted) { this.#renderPoster(); return; }
    this.#applyColors();
    if (name in LOOK) this.#live?.updateLook();
    else this.#live?.update(name);
  }

  // If colours depend on the theme, the page's custom properties have changed with it.
  #updateLook = () => {
    this.#applyColors();
    this.#live?.updateLook();
  };

  // --- public methods ---

  // True once the board answers.
  get ready() { return this.#live?.isReady ?? Boolean(this.#host.savedBoard); }

  // What the board shows. Before its start, the attributes say it.
  get game() { return this.#host.status?.game ?? this.#attribute("game") ?? ""; }
  get position() { return this.#host.status?.position ?? this.#attribute("position") ?? ""; }
  get moves() { return this.#host.status?.moves ?? (this.#attribute("moves") ?? "").split(";").map((move) => move.trim()).filter(Boolean); }
  get ply() { return this.#host.status?.ply ?? Number(this.#attribute("at") ?? this.#attribute("start") ?? this.moves.length); }
  get players() { return this.#host.status?.players ?? []; }
  get outcome() { return this.#host.status?.outcome ?? null; }

  /** Play the game in a text of Python, in place of the file in `src`. @param {string} text */
  set source(text) {
    this.#host.source = String(text);
    this.start();
    void this.#live?.sendSource();
  }

  // Start the board, unless it has started.
  start() {
    if (this.#isStarted || !this.isConnected) return;
    this.#isStarted = true;
    this.#button.hidden = false;
    this.#host.posterHeight = this.hasAttribute("autostart") ? 0 : this.offsetHeight;
    this.#setStep("waiting");
    this.#note.textContent = "";
    this.#label.textContent = this.#text("wait");
    this.#button.setAttribute("aria-busy", "true");
    void this.#loadBoard(++this.#startCount);
  }

  /** @param {number} startCount */
  async #loadBoard(startCount) {
    await Promise.race([loadScript("embed_board.js"), new Promise((done) => { setTimeout(done, LOAD_TIMEOUT); })]);
    if (this.#startCount !== startCount) return;
    if (globalThis.ruleboardStartBoard) this.#live = globalThis.ruleboardStartBoard(this.#host);
    else this.#onUnreachable();
  }

  // The server is unreachable: the poster stays with a message, and a reader can try again.
  #onUnreachable() {
    this.#stop();
    const message = this.#text(this.#host.isBlocked ? "policy" : "away");
    this.#note.textContent = message;
    this.#rejectPictures(message);
    this.#host.dispatch("error", { message });
  }

  /**
   * Show another position of the same game.
   * @param {string} position
   * @param {{moves?: string, at?: string | number, options?: string}} [more]
   */
  setPosition(position, more = {}) { this.#startAndPost({ ...more, type: "position", position }); }

  /** Play an action. @param {string} action its text */
  play(action) { this.#startAndPost({ type: "play", action }); }

  // Start again.
  reset() { this.#startAndPost({ type: "reset" }); }

  // Take the last move back, or go one step back in a study and on a board to look at.
  undo() { this.#startAndPost({ type: "undo" }); }

  /**
   * Show the position after a number of moves, in a study perhaps of another chapter.
   * @param {number} ply
   * @param {number} [chapter]
   */
  goTo(ply, chapter) { this.#startAndPost({ type: "go", ply, chapter }); }

  // Check the game in `source` in random games. The event `checked` has the faults.
  check() { this.#startAndPost({ type: "check" }); }

  /** Return the board as the text of an SVG file. The promise rejects if the board cannot draw it. @returns {Promise<string>} */
  picture() {
    const id = ++this.#pictureCount;
    const svg = new Promise((resolve, reject) => { this.#host.pictureRequests.set(id, { resolve, reject }); });
    svg.catch(() => {}); // no unhandled error in pages that ignore the promise
    this.#startAndPost({ type: "picture", id });
    return svg;
  }

  // --- implementation ---

  /** @param {string} message */
  #rejectPictures(message) {
    for (const { reject } of this.#host.pictureRequests.values()) reject(new Error(message));
    this.#host.pictureRequests.clear();
  }

  /** @param {object} values what the page has passed to a method */
  #startAndPost(values) {
    /** @type {object} */
    let message;
    try { message = JSON.parse(JSON.stringify(values)); } catch (error) { // the frame would refuse it, too
      this.#host.dispatch("error", { message: String(error) });
      return;
    }
    this.start();
    if (this.#live) this.#live.post(message);
    else this.#host.queue.push(message);
  }

  get #scheme() {
    const theme = this.#attribute("theme");
    return theme === "dark" || theme === "light" ? theme : "";
  }

  // The language of the attribute, or else that of the page around the element.
  get #lang() {
    /** @type {HTMLElement | null} */
    const element = this.closest("[lang]");
    return element?.lang ?? "";
  }

  // The codes of the languages to try in order: without one on the page, the reader's, as in the frame.
  get #codes() {
    return /** @type {readonly string[]} */ (this.#lang ? [this.#lang] : navigator.languages).flatMap((code) => [code, code.split("-")[0]]);
  }

  // The code of the language of the poster's texts.
  get #code() { return this.#codes.find((code) => WORDS[code]) ?? "en"; }

  /** @param {keyof typeof WORDS.en} word */
  #text(word) { return WORDS[this.#code][word]; }

  #currentCaption() {
    return this.#codes.map((code) => this.#attribute(`caption-${code}`)).find(Boolean) || this.#attribute("caption") || "";
  }

  #title() {
    return this.#currentCaption() || RULEBOARD_GAMES[this.#attribute("game") ?? ""]?.title || "Ruleboard";
  }

  // The poster's colours: attributes have priority over the custom properties of the page.
  #applyColors() {
    const scheme = this.#scheme || (dark.matches ? "dark" : "light");
    for (const name of Object.keys(LOOK)) {
      const [light, other = light] = (this.#attribute(name) ?? "").split("|");
      const value = (scheme === "dark" ? other : light).trim();
      this.#box.style.setProperty(`--rule-board-${name}`, name === "radius" && /^[\d.]+$/.test(value) ? `${value}px` : value);
    }
    this.#box.style.setProperty("--sign-ink", inkOn(getComputedStyle(this.#probe).caretColor));
  }

  // The board takes the place and the size of the poster.
  #updateLayout() {
    const width = this.clientWidth, { height, classes } = posterSize(width, this.#attribute);
    if (this.#width && width !== this.#width) this.#host.posterHeight = 0;
    this.#width = width;
    for (const [name, isOn] of Object.entries(classes)) this.#box.classList.toggle(name, isOn);
    this.#box.style.setProperty("--under", `${height}px`);
  }

  /** Show a placeholder instead of the start. @param {boolean} isEmpty */
  #showPlaceholder(isEmpty) {
    this.#box.classList.toggle("later", isEmpty);
    if (isEmpty) this.#picture.removeAttribute("src");
    this.#note.textContent = this.#error || (isEmpty ? this.#text("later") : "");
  }

  /**
   * Draw a position, or the position of a lesson's step.
   * @param {string} game
   * @param {Parameters<DrawPoster>} drawing
   */
  async #drawPosition(game, drawing) {
    const svg = await drawPoster(game, drawing);
    if (this.#drawing !== drawing) return;
    const description = /<title>([^<]*)/.exec(svg)?.[1];
    this.#showPlaceholder(!description); // perhaps an empty picture of the right size
    if (svg) this.#picture.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
    this.#describe(description);
  }

  /**
   * Show the start of a game.
   * @param {string} game
   * @param {Parameters<DrawPoster>} drawing
   */
  async #showStart(game, drawing) {
    this.#picture.src = new URL(`static/posters/${game}.svg`, BASE).href;
    await loadScript("embed_words.js");
    if (this.#drawing === drawing) this.#describe(globalThis.ruleboardStarts?.[this.#code][game]);
  }

  #describe(description = "") {
    this.#description = description;
    this.#showButton();
  }

  #updateWidth() {
    const width = Number(this.#attribute("width"));
    const root = /** @type {ShadowRoot} */ (this.shadowRoot);
    root.adoptedStyleSheets = width ? [stylesheet, widthStylesheet(width)] : [stylesheet]; // a page's own policy for styles does not forbid this
  }

  // True if the page has no poster of its own, or only a link.
  get #isEmpty() {
    const content = [...this.children].filter((element) => !element.slot);
    return content.every((element) => content.length === 1 && element.matches("a:not(:has(*))"));
  }

  // The picture in the page's own poster. An element for paper may have others.
  get #ownPicture() { return this.querySelector(":scope>:is(img,svg),:scope>:not([slot]) :is(img,svg)"); }

  // A picture that is the whole board needs no button.
  #showButton() {
    const isStill = this.#box.matches(".still") && !this.hasAttribute("options");
    const isWhole = !this.#isEmpty ? Boolean(this.#ownPicture) : !this.#box.matches(".later") && !this.hasAttribute("marks") && !this.hasAttribute("coordinates");
    this.#button.hidden = isStill && isWhole && !this.#isStarted;
    this.#box.classList.toggle("signed", !isStill || !isWhole);
    this.#content.inert = !this.#button.hidden; // the button has the description and the action
    this.#picture.alt = this.#button.hidden ? `${this.#title()}. ${this.#description}` : "";
    this.#button.setAttribute("aria-description", this.#isEmpty ? this.#description : this.#ownPicture?.getAttribute("alt") ?? "");
  }

  // Wrong attributes have a message on the poster and in the console, even before a start.
  async #checkAttributes() {
    await loadScript("embed_checks.js");
    this.#error = globalThis.ruleboardBoardError?.(this, this.#code, this.#isStarted) ?? "";
    if (this.#error && !this.#isStarted) this.#note.textContent = this.#error;
  }

  #renderPoster() {
    const attribute = this.#attribute;
    const game = attribute("game") ?? "";
    const isKnown = Object.hasOwn(RULEBOARD_GAMES, game);
    this.#error = "";
    this.#box.style.setProperty("--ratio", `${RULEBOARD_GAMES[game]?.ratio ?? 1}`);
    this.#picture.style.colorScheme = this.#scheme || "light dark";
    this.#updateWidth();
    this.#applyColors();
    this.#updateLayout();
    // Posters show the start, positions and lessons without Python. Other boards have a placeholder.
    const position = attribute("position") || null, lesson = attribute("lesson");
    const player = Number(attribute("opponent") && attribute("seat") || 1) - 1;
    const seat = player ^ +isOn(attribute("flip"));
    const isEmpty = this.#isEmpty, isStart = !(position || lesson || seat);
    const hasMoves = (attribute("moves") && attribute("at") !== "0") || attribute("options") || attribute("study") || attribute("src");
    this.#box.classList.toggle("screen", Boolean(this.querySelector(":scope>[slot=paper]")));
    this.#slot.name = isEmpty ? "none" : ""; // a bare link is for readers without scripts
    this.#drawing = isEmpty && !hasMoves && isKnown ? [position, seat, lesson, attribute("step"), this.#code] : null;
    this.#showPlaceholder(isEmpty && !this.#drawing && !(isStart && !hasMoves));
    this.#description = "";
    if (this.#drawing) void (isStart ? this.#showStart(game, this.#drawing) : this.#drawPosition(game, this.#drawing));
    this.#caption.textContent = this.#currentCaption();
    this.#heading.textContent = attribute("heading") ?? "";
    this.#task.textContent = attribute("ask") ?? "";
    const mode = lesson ? "find" : attribute("mode");
    const word = this.#text(mode === "play" || mode === "find" ? mode : "show");
    this.#label.textContent = word;
    this.#button.setAttribute("aria-label", `${word}: ${this.#title()}`);
    this.#showButton();
    this.#checks = isKnown && !areUnusual(this.attributes) ? undefined : this.#checkAttributes();
  }
}
