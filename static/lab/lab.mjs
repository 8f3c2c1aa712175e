// The lab: an editor for a game in one Python file, and a <rule-board> that plays it in the sandbox of its frame.
//
// The page loads this script for the element <rule-lab> (static/page/dom.js). No code of the game runs in this page.

import { LEVELS, MAX_SOURCE_LENGTH, STORAGE_PREFIX } from "../boot/contract.mjs";
import { createElement as create } from "../boot/elements.mjs";
import { fetchOwn, ownFile, ownHash } from "../boot/own_files.mjs";
import { enterEdit, fileName, gameTitle, lineCount, lineRange, pageLines, parseStored, positionLines, tabEdit } from "./editing.mjs";
import { samples, TEXTS } from "./texts.mjs";

/** @import { Edit, StoredLab } from "./editing.mjs" */
/** @typedef {HTMLElement & {source: string, position: string, moves: string[], check(): void, picture(): Promise<string>}} BoardElement */
/** @typedef {{message: string, line?: number, position?: string}} Fault */

const KEY = `${STORAGE_PREFIX}lab`;
const RUN_DELAY_MS = 600; // after the last key
const WAIT_DELAY_MS = 400; // without an answer of the board
const STYLES = "static/lab/lab.css";

/**
 * Create a button.
 * @param {string} label
 * @param {() => void} onClick
 * @param {string} [className]
 */
function button(label, onClick, className = "button") {
  const element = create("button", { type: "button", class: className }, label);
  element.addEventListener("click", onClick);
  return element;
}

/** Return a message without the name of its file, as a sentence. @param {{message: string, where?: string}} error */
function sentence({ message, where = "" }) {
  const text = (where && message.startsWith(where) ? message.slice(where.length) : message).replace(/^[\s:]+/, "");
  return text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?)]$/.test(text) ? "" : ".");
}

class Lab extends HTMLElement {
  #name = create("input", { type: "text", autocomplete: "off", spellcheck: "false", maxlength: "80" });
  #code = create("textarea", {
    "aria-label": TEXTS.code, "aria-describedby": "lab-keys", "aria-errormessage": "lab-status", wrap: "off", rows: "24",
    spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off",
  });
  #numbers = create("pre", {});
  #gutter = create("div", { "class": "lab-gutter", "aria-hidden": "true" }, this.#numbers);
  #status = create("div", { "class": "lab-status", "id": "lab-status", "role": "status" });
  #warning = create("p", { class: "lab-warning", role: "alert" });
  #lines = create("textarea", { "id": "lab-lines", "readonly": "", "aria-label": TEXTS.lines, "rows": "3" });
  #position = create("textarea", { "id": "lab-position", "readonly": "", "hidden": "", "aria-label": TEXTS.positionText, "wrap": "off", "rows": "2" });
  #opponent = create("select", {}, create("option", { value: "" }, TEXTS.noOpponent),
    ...LEVELS.map((level) => create("option", { value: level }, TEXTS.level.replace("{level}", level))));
  /** The picture of the start, for the lines. */
  #poster = { svg: "", alt: "" };
  #restore = button(TEXTS.restore, () => this.#bringBack(), "button quiet");
  #check = button(TEXTS.check, () => this.#checkGame(), "button primary");
  #board = /** @type {BoardElement} */ (create(/** @type {any} */ ("rule-board"), { mode: "play" })); // any: a custom element
  /** The text of the editor before another one replaced it. @type {StoredLab["earlier"]} */
  #earlier = undefined;
  #isChanged = false; // since a sample or a file came into the editor
  #isSaved = true;
  /** The text that the board has, or null before the first. @type {string | null} */
  #run = null;
  #isPlaying = false;
  #isChecking = false;
  #isLeaving = false; // after Escape: the next Tab leaves the text
  #timer = 0;
  #waitTimer = 0;
  #themes = new MutationObserver(() => this.#updateTheme());

  connectedCallback() {
    if (!this.firstElementChild) this.#build();
    this.#updateTheme();
    this.#themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
    addEventListener("pagehide", this.#save);
    addEventListener("visibilitychange", this.#save);
    addEventListener("storage", this.#onStored);
    const stored = parseStored(localStorage.getItem(KEY));
    if (stored) this.#show(stored);
    else void this.#openSample(samples[0][0]);
  }

  disconnectedCallback() {
    clearTimeout(this.#timer);
    clearTimeout(this.#waitTimer);
    this.#save();
    this.#themes.disconnect();
    removeEventListener("pagehide", this.#save);
    removeEventListener("visibilitychange", this.#save);
    removeEventListener("storage", this.#onStored);
  }

  #build() {
    const file = create("input", { type: "file", accept: ".py,text/x-python,text/plain", hidden: "" });
    file.addEventListener("change", () => {
      if (file.files?.[0]) void this.#openFile(file.files[0]);
      file.value = "";
    });
    this.#code.addEventListener("input", () => this.#onInput());
    this.#code.addEventListener("keydown", (event) => this.#onKey(event));
    this.#code.addEventListener("blur", () => { this.#isLeaving = false; });
    this.#code.addEventListener("scroll", () => { this.#gutter.scrollTop = this.#code.scrollTop; });
    this.#opponent.addEventListener("change", () => {
      if (this.#opponent.value) this.#board.setAttribute("opponent", this.#opponent.value);
      else this.#board.removeAttribute("opponent");
      this.#update();
    });
    this.#name.addEventListener("change", () => {
      this.#name.value = fileName(this.#name.value);
      this.#onInput();
    });
    /** @type {(type: string, handler: (detail: any) => void) => void} any: the details of our own element */
    const listen = (type, handler) => {
      this.#board.addEventListener(type, (event) => { if (event instanceof CustomEvent) handler(event.detail); });
    };
    listen("ready", (detail) => this.#onReady(detail));
    listen("error", (detail) => this.#onError(detail));
    listen("checked", (detail) => this.#onChecked(detail));
    const begin = samples.map(([name, title]) => button(title, () => void this.#openSample(name)));
    this.append(
      create("link", { rel: "stylesheet", href: ownFile(STYLES), integrity: ownHash(STYLES) }),
      create("p", {}, TEXTS.intro),
      create("div", { "class": "lab-row", "role": "group", "aria-label": TEXTS.begin },
        create("span", { "aria-hidden": "true" }, TEXTS.begin), ...begin, button(TEXTS.open, () => file.click()), file, this.#restore),
      create("div", { class: "lab-sides" },
        create("section", { class: "lab-text" },
          create("label", { class: "field" }, create("span", {}, TEXTS.name), this.#name),
          create("div", { class: "lab-editor" }, this.#gutter, this.#code),
          create("p", { id: "lab-keys", class: "lab-keys" }, TEXTS.keys),
          this.#warning, this.#status,
          create("div", { class: "lab-row" }, this.#check, button(TEXTS.download, () => this.#download()), button(TEXTS.copy, () => this.#copy())),
          create("details", {}, create("summary", {}, TEXTS.lines), this.#lines)),
        create("section", { "class": "lab-board", "aria-label": TEXTS.board }, this.#board,
          create("div", { class: "lab-row" },
            create("label", { class: "field" }, create("span", {}, TEXTS.opponent), this.#opponent),
            button(TEXTS.copyPosition, () => this.#copyPosition())), this.#position)));
  }

  #updateTheme() { this.#board.setAttribute("theme", document.documentElement.dataset.theme ?? "system"); }

  // --- the text ----------------------------------------------------------------------------------------------------

  /** Show a file in the editor, and play it. @param {StoredLab} file */
  #show({ name, text, earlier, isChanged = true }) {
    this.#name.value = name;
    this.#code.value = text;
    this.#code.setSelectionRange(0, 0);
    this.#code.scrollTop = 0;
    this.#earlier = earlier;
    this.#isChanged = isChanged;
    this.#update();
    void this.#play();
  }

  /** Replace the text of the editor, and remember the old one if a person has changed it. @param {StoredLab} file */
  #replace(file) {
    const earlier = this.#isChanged && this.#code.value.trim() ? { name: this.#name.value, text: this.#code.value } : this.#earlier;
    this.#isSaved = false;
    this.#show({ ...file, earlier });
  }

  #bringBack() {
    if (!this.#earlier) return;
    this.#isChanged = true; // so that the two texts change places
    this.#replace(this.#earlier);
    this.#code.focus();
  }

  /** @param {string} name */
  async #openSample(name) {
    try {
      this.#replace({ name, text: await (await fetchOwn(`static/lab/${name}`)).text(), isChanged: false });
    } catch {
      this.#showStatus(TEXTS.missing);
    }
  }

  /** @param {File} file */
  async #openFile(file) {
    const text = file.size > 4 * MAX_SOURCE_LENGTH ? null : await file.text(); // at most four bytes for each character
    if (text === null || text.length > MAX_SOURCE_LENGTH) this.#showStatus(TEXTS.fileTooLong);
    else this.#replace({ name: fileName(file.name), text: text.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n") });
  }

  #onInput() {
    this.#isSaved = false;
    this.#isChanged = true;
    this.#update();
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#play(), RUN_DELAY_MS);
  }

  /** Update what depends on the text. */
  #update() {
    const count = lineCount(this.#code.value);
    if (this.#numbers.dataset.count !== `${count}`) {
      this.#numbers.dataset.count = `${count}`;
      this.#numbers.textContent = Array.from({ length: count }, (_, index) => index + 1).join("\n");
    }
    this.#gutter.scrollTop = this.#code.scrollTop;
    this.#restore.hidden = !this.#earlier;
    this.#lines.value = pageLines(new URL("embed.js", location.href).href, fileName(this.#name.value), { opponent: this.#opponent.value, ...this.#poster });
  }

  /** Draw the poster for the lines. */
  async #updatePoster() {
    const text = this.#run ?? "", svg = await this.#board.picture().catch(() => ""); // without a picture, the lines have no poster
    if (text !== this.#run) return; // another game has replaced it
    this.#poster = { svg, alt: gameTitle(text) };
    this.#update();
  }

  #save = () => {
    if (this.#isSaved) return;
    const isLong = this.#code.value.length > MAX_SOURCE_LENGTH;
    /** @type {StoredLab} */
    const file = { name: this.#name.value, text: this.#code.value, earlier: this.#earlier, isChanged: this.#isChanged };
    try {
      if (!isLong) globalThis.ruleboard.saveText(KEY, JSON.stringify(file));
      this.#isSaved = !isLong;
      this.#warning.textContent = isLong ? TEXTS.long : "";
    } catch {
      this.#warning.textContent = TEXTS.full;
    }
  };

  // Another tab has stored a text. The tab with the focus keeps its own.
  #onStored = (/** @type {StorageEvent} */ { key, newValue }) => {
    const stored = key === KEY && !document.hasFocus() && this.#isSaved ? parseStored(newValue) : null;
    if (stored) this.#show(stored);
  };

  // --- keys --------------------------------------------------------------------------------------------------------

  /** @param {KeyboardEvent} event */
  #onKey(event) {
    const { key, shiftKey } = event, { value, selectionStart, selectionEnd } = this.#code;
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || key === "Shift") return;
    const isLeaving = this.#isLeaving;
    this.#isLeaving = key === "Escape";
    if (key === "Tab" && !isLeaving) {
      event.preventDefault();
      this.#apply(tabEdit(value, selectionStart, selectionEnd, shiftKey));
    } else if (key === "Enter") {
      event.preventDefault();
      this.#apply(enterEdit(value, selectionStart, selectionEnd));
    }
  }

  /** Apply an edit, which the person can undo. @param {Edit} edit */
  #apply({ start, end, text, selection }) {
    const code = this.#code;
    if (code.value.slice(start, end) !== text) {
      code.setSelectionRange(start, end);
      // Only this command leaves the edit in the browser's own list for Undo.
      if (!document.execCommand(text ? "insertText" : "delete", false, text)) {
        code.setRangeText(text);
        this.#onInput();
      }
    }
    code.setSelectionRange(...selection);
  }

  // --- the board ---------------------------------------------------------------------------------------------------

  /** Save the text, and play it. */
  async #play() {
    clearTimeout(this.#timer);
    this.#save();
    await customElements.whenDefined("rule-board");
    const text = this.#code.value, name = fileName(this.#name.value);
    if (!this.isConnected || (this.#run === text && this.#board.getAttribute("src") === name)) return;
    this.#isPlaying = false;
    this.#setChecking(false);
    clearTimeout(this.#waitTimer);
    if (this.#run === null) this.#showStatus(TEXTS.wait);
    else this.#waitTimer = setTimeout(() => this.#showStatus(TEXTS.wait), WAIT_DELAY_MS); // perhaps a loop that never ends
    this.#run = text;
    this.#poster = { svg: "", alt: "" };
    this.#position.hidden = true;
    this.#board.setAttribute("src", name);
    this.#board.source = text;
  }

  /** @param {{game?: string}} detail */
  #onReady({ game }) {
    if (!game) return; // the board shows an error
    clearTimeout(this.#waitTimer);
    this.#isPlaying = true;
    this.#showStatus(TEXTS.plays);
    void this.#updatePoster();
    if (this.#isChecking) this.#board.check();
  }

  /** @param {{message: string, where?: string, line?: number}} error */
  #onError(error) {
    clearTimeout(this.#waitTimer);
    this.#isPlaying = false;
    this.#setChecking(false);
    this.#showFaults([{ message: sentence(error), line: error.line }]);
  }

  async #checkGame() {
    if (this.#isChecking) return;
    const hasFault = !this.#isPlaying && this.#run === this.#code.value;
    if (hasFault) return; // its sentence is already there
    await this.#play();
    this.#setChecking(true);
    if (this.#isPlaying) this.#board.check();
  }

  /** @param {boolean} isChecking */
  #setChecking(isChecking) {
    this.#isChecking = isChecking;
    this.#check.textContent = isChecking ? TEXTS.checking : TEXTS.check;
    this.#check.setAttribute("aria-disabled", `${isChecking}`);
  }

  /** @param {{faults: Fault[], positions: number}} result */
  #onChecked({ faults, positions }) {
    this.#setChecking(false);
    if (faults.length) this.#showFaults(faults);
    else this.#showStatus(TEXTS.checked.replace("{positions}", `${positions}`));
  }

  // --- faults ------------------------------------------------------------------------------------------------------

  /** @param {string} text */
  #showStatus(text) { this.#showParts([create("p", {}, text)], []); }

  /** Show the faults under the editor, and mark their lines. @param {Fault[]} faults */
  #showFaults(faults) {
    const items = faults.map(({ message, line, position }) => create("li", {},
      ...(line ? [button(TEXTS.line.replace("{line}", `${line}`), () => this.#goTo(line), "button quiet")] : []),
      create("span", {}, message, ...(position ? [create("br", {}), create("small", {}, TEXTS.position.replace("{position}", position))] : []))));
    this.#showParts([create("ul", {}, ...items)], faults.flatMap(({ line }) => line || []));
  }

  /**
   * Show the status, unless it is there already: screen readers would read it again.
   * @param {Element[]} parts
   * @param {number[]} lines the lines with faults
   */
  #showParts(parts, lines) {
    if (this.#status.innerHTML === parts.map(({ outerHTML }) => outerHTML).join("")) return;
    this.#status.replaceChildren(...parts);
    this.#code.setAttribute("aria-invalid", `${lines.length > 0}`);
    this.#gutter.replaceChildren(this.#numbers, ...lines.map((line) => {
      const mark = create("i", {}, `${line}`);
      mark.style.setProperty("--line", `${line - 1}`);
      return mark;
    }));
  }

  /** Put the cursor on a line, and scroll it into view. @param {number} line */
  #goTo(line) {
    this.#code.focus();
    this.#code.setSelectionRange(...lineRange(this.#code.value, line));
    const height = this.#code.scrollHeight / lineCount(this.#code.value);
    this.#code.scrollTop = Math.max(0, (line - 1) * height - this.#code.clientHeight / 2);
  }

  // --- the file ----------------------------------------------------------------------------------------------------

  #download() { globalThis.ruleboard.download(fileName(this.#name.value), "text/x-python", this.#code.value); }

  #copyPosition() {
    if (!this.#isPlaying) return; // the status says why
    this.#position.value = positionLines(this.#board.position, this.#board.moves);
    this.#position.hidden = false;
    globalThis.ruleboard.copy(this.#position.id, (isCopied) => this.#showStatus(isCopied ? TEXTS.positionCopied : TEXTS.positionSelected));
  }

  #copy() {
    globalThis.ruleboard.copy(this.#lines.id, (isCopied) => this.#showStatus(isCopied ? TEXTS.copied : TEXTS.selected));
  }
}

customElements.define("rule-lab", Lab);
