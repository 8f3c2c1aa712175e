// The prerendered page in the user's language, and a message if the start is slow or fails, with a trace of its phases.
"use strict";
{
  const SHOW_PROGRESS_AFTER_MS = 1_500;
  const SLOW_AFTER_MS = 12_000; // without progress
  const LATE_MS = 15_000; // after the start of the page, a shorter time without progress is enough
  const SLOW_WHEN_LATE_MS = 4_000; // without progress
  const root = document.documentElement;
  const isReady = () => "ready" in root.dataset;
  globalThis.ruleboardStartMessage = true; // start_loader.js reports a page without this script

  // The build inserts translations of the first page and of this script's messages into the page.
  /** @type {Record<string, string>} */
  const translations = JSON.parse(document.getElementById("first-words")?.textContent ?? "{}")[root.lang] ?? {};
  /** @param {string} sentence */
  const _ = (sentence) => translations[sentence] ?? sentence;

  const app = document.getElementById("app") ?? document.body;
  const texts = document.createTreeWalker(app, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode.nodeValue ?? "";
    texts.currentNode.nodeValue = _(text);
  }
  for (const name of ["aria-label", "title"]) {
    for (const element of document.querySelectorAll(`#app [${name}]`)) {
      const text = element.getAttribute(name) ?? "";
      element.setAttribute(name, _(text));
    }
  }
  delete root.dataset.words;

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Partial<HTMLElementTagNameMap[Tag]>} [attributes]
   * @param {...(Node | string)} content
   */
  const element = (tag, attributes, ...content) => {
    const node = Object.assign(document.createElement(tag), attributes);
    node.append(...content);
    return node;
  };
  /** @param {...(Node | string)} content */
  const show = (...content) => {
    const message = document.getElementById("start-message");
    if (isReady() || !message) return;
    message.replaceChildren(...content);
    message.hidden = false;
  };

  // --- the trace ---------------------------------------------------------------------------------------------------

  /** @param {string} address */
  const fileName = (address) => address.split(/[?#]/)[0].split("/").at(-1) || address;

  /** Return the names of the page's files that have neither arrived nor failed. */
  const missingFiles = () => {
    const loadedAddresses = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    /** @type {NodeListOf<HTMLScriptElement | HTMLLinkElement>} */
    const files = document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=modulepreload]");
    const missing = [...files].map((file) => ("src" in file ? file.src : file.href)).filter((address) => !loadedAddresses.has(address));
    return [...new Set(missing.map(fileName))];
  };

  /**
   * Return the phases and files of the start, one on each line: the time in milliseconds, and the completed phase or
   * file.
   */
  const traceText = () => {
    const marks = performance.getEntriesByType("mark").filter(({ name }) => name.startsWith("ruleboard: "));
    const files = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
    /** @type {[time: number, phase: string][]} */
    const phases = [
      ...marks.map(({ name, startTime }) => /** @type {[number, string]} */ ([startTime, name.slice("ruleboard: ".length)])),
      ...files.map(({ name, startTime, responseEnd, responseStatus = "" }) => /** @type {[number, string]} */ (
        [responseEnd, `${fileName(name)} ${responseStatus} (from ${Math.round(startTime)})`])),
    ];
    const lines = phases.sort(([first], [second]) => first - second).map(([time, phase]) => `${Math.round(time)} ${phase}`);
    const missing = missingFiles().map((name) => `- ${name}`);
    return [...lines, `${Math.round(performance.now())} now`, ...missing, navigator.userAgent].join("\n");
  };

  const showTrace = () => {
    const text = element("pre");
    const copy = element("button", { type: "button", className: "button" }, _("Copy"));
    const details = element("details", {}, element("summary", {}, _("Startup details")), text, copy);
    details.addEventListener("toggle", () => { text.textContent = traceText(); });
    copy.addEventListener("click", () => { navigator.clipboard?.writeText(text.textContent).catch(() => {}); });
    return details;
  };

  // --- messages ----------------------------------------------------------------------------------------------------

  let hasInput = false, hasFallenBack = false, progress = "", isFinal = false, isSlow = false, slowTimer = 0;

  const showSlow = () => {
    if (isFinal) return;
    isSlow = true;
    const missing = missingFiles();
    show(
      element("p", {}, _("Still loading. The first visit takes longest.")),
      missing.length ? element("p", {}, _("Not loaded yet: {files}.").replace("{files}", missing.join(", "))) : "",
      showTrace(),
    );
  };
  const restartSlowTimer = () => {
    clearTimeout(slowTimer);
    const remaining = Math.min(SLOW_AFTER_MS, LATE_MS - performance.now());
    slowTimer = setTimeout(showSlow, Math.max(remaining, SLOW_WHEN_LATE_MS));
  };
  restartSlowTimer();

  const showProgress = () => {
    if (isFinal) return; // later progress must not replace the error
    const sentences = [
      hasFallenBack && _("Something didn’t load, so starting is taking longer than usual."),
      hasInput && _("One moment. The page opens as soon as the game has loaded."),
      progress,
    ];
    show(sentences.filter(Boolean).join(" "));
  };
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  /** @param {number} bytes */
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(root.lang, digits);
  addEventListener("ruleboard:waiting", () => {
    hasInput = true;
    if (!isSlow) showProgress(); // otherwise a touch would remove the trace
  });
  // Progress is interesting only if it takes a while, as for the first download.
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    restartSlowTimer();
    isSlow = false;
    progress = loaded < total ? _("Loading: {loaded} of {total} MB.")
      .replace("{loaded}", megabytes(loaded)).replace("{total}", megabytes(total)) : _("Starting.");
    if (hasInput || performance.now() > SHOW_PROGRESS_AFTER_MS) showProgress();
  });

  // Python now imports its modules from source, and no timer runs meanwhile.
  addEventListener("ruleboard:fallback", () => {
    hasFallenBack = true;
    restartSlowTimer();
    showProgress();
  });

  /** @param {string} [detail] */
  const fail = (detail) => {
    if ("refused" in root.dataset) return;
    isFinal = true;
    const sentence = _("Ruleboard couldn’t start. Please reload the page.");
    show(element("p", {}, detail ? `${sentence} (${detail})` : sentence), showTrace());
    dispatchEvent(new Event("ruleboard:failed")); // embed_frame.js reports it to the page around
  };

  // Captured, because the error event of a file does not bubble.
  /** @param {Event | ErrorEvent} event */
  const onError = (event) => {
    const element = /** @type {{src?: string, href?: string} | null} */ (event.target);
    const file = element?.src ?? element?.href ?? "", script = event instanceof ErrorEvent ? event.filename : file;
    if (script.includes("/start_loader.js")) return; // the start works without it
    // The start itself requests these files once more.
    if (/pyodide\.asm\.js|ruleboard\.css(?!.*again)/.test(file)) return;
    fail(event instanceof ErrorEvent ? event.message : _("not loaded: {file}").replace("{file}", file));
  };
  // The last line of a Python traceback is its message.
  /** @param {PromiseRejectionEvent} event */
  const onRejection = ({ reason }) => fail(String(reason?.message ?? reason).trim().split("\n").at(-1));
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", onRejection);

  const refuse = () => {
    if (isFinal || root.dataset.refused) return; // start_loader.js says why
    isFinal = true;
    app.replaceChildren();
    show(
      element("p", {}, _("This page can’t show the whole Ruleboard app.")),
      element("a", { href: location.href, target: "_blank", rel: "noopener", className: "button" }, _("Open Ruleboard in its own tab")),
    );
  };

  const observe = () => {
    if ("refused" in root.dataset) refuse();
    if (!isReady()) return;
    observer.disconnect();
    clearTimeout(slowTimer);
    removeEventListener("error", onError, true);
    removeEventListener("unhandledrejection", onRejection);
    document.getElementById("start-message")?.remove();
  };
  const observer = new MutationObserver(observe);
  observer.observe(root, { attributeFilter: ["data-ready", "data-refused"] });
  observe();
}
