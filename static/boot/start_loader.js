// Starts the worker that loads the snapshot and Pyodide's compiled code while the browser is still parsing and painting
// the page, and monitors the page until start_message.js does.
//
// This script comes before nearly everything else in the pages. interpreter.mjs takes the results; without a worker, as
// in a sandboxed frame, it loads everything itself.
//
// data-code and data-snapshot: the files to load, as paths below static/ without the suffix of the compression. The
// build adds the second.
import { compressedName } from "./compression.mjs";
import { START_LOADER } from "./loader_build.mjs";

(() => {
  const STYLES_MS = 6_000; // time until a second request for the style sheet
  const PAGE_MS = 15_000; // time until a message names the missing files
  const RELOAD_MS = 7_000; // time limit for reloading an incomplete page; after it a message is better
  const STANDSTILL_MS = 3_000; // time without a new element of the page
  const RELOAD_TIME_KEY = "ruleboard/reloaded"; // in the tab's storage: the time of the reload, so that it happens only once
  const RELOAD_INTERVAL_MS = 60_000;
  const CONFIRM_MS = 4_000; // time limit for the host's answers about the page's files before a reload
  const root = document.documentElement;

  // A sandboxed frame has an opaque origin and may be denied workers, which Firefox reports too late, and as an error
  // of the page. In another frame the app may not be allowed to start (frame_guard.mjs).
  const hasWorker = self.origin !== "null" && (self === top || root.classList.contains("embedded"));
  if (!("ruleboardLoader" in globalThis) && hasWorker) try {
    const { src, dataset } = /** @type {HTMLScriptElement} */ (document.currentScript);
    const worker = new Worker(new URL(`loader_worker.mjs${new URL(src).search}`, src), { type: "module" });
    const failed = new Promise((resolve) => { worker.onerror = resolve; });
    /** @param {"code" | "snapshot"} task */
    const start = (task) => {
      const { port1, port2 } = new MessageChannel(); // it queues messages until the page listens
      const address = new URL(`../${compressedName(dataset[task] ?? "")}`, src).href;
      /** @type {LoaderRequest} */
      const request = { task, address, port: port2 };
      worker.postMessage(request, [port2]);
      return { failed, port: port1 };
    };
    globalThis.ruleboardLoader = { build: START_LOADER, worker, code: start("code"), snapshot: start("snapshot") };
    performance.mark("ruleboard: worker started");
  } catch { /* workers are not available */ }

  // --- missing files of the page itself ------------------------------------------------------------------------------

  /** @typedef {HTMLScriptElement | HTMLLinkElement} FileElement */

  /** @param {FileElement} element */
  const addressOf = (element) => ("src" in element ? element.src : element.href);

  /** @type {(selectors: string) => FileElement[]} */
  const filesOf = (selectors) => {
    /** @type {NodeListOf<FileElement>} */
    const elements = document.querySelectorAll(selectors);
    return [...elements];
  };

  /** Return true if the file of an element has neither arrived nor failed. @param {FileElement} element */
  const isMissing = (element) => !performance.getEntriesByName(addressOf(element)).length;

  // A missing style sheet blocks the scripts and the painting of the page, except one that a script has added.
  /** @param {HTMLLinkElement} link */
  const requestAgain = (link) => {
    if (isSecond(link)) return;
    const newLink = /** @type {HTMLLinkElement} */ (link.cloneNode());
    newLink.href += `${newLink.href.includes("?") ? "&" : "?"}again=${Date.now()}`; // an address that is in no cache
    link.replaceWith(newLink);
    performance.mark("ruleboard: style sheet requested again");
  };
  /** @param {HTMLLinkElement} link */
  const isSecond = (link) => /[?&]again=/.test(link.href);
  // The browser's cache may hold a wrong file: the answer of a captive portal, of a host that answers with a page if a
  // file does not exist, or of another version. Without a check the browser would use it until it expires.
  /** @param {FileElement} element */
  const askHost = async (element) => {
    try {
      const { integrity } = element;
      const response = await fetch(addressOf(element), { cache: "no-cache", integrity });
      await response.arrayBuffer(); // the cache only stores an answer that is read to its end
      return response.ok;
    } catch { // the host is unreachable, or answers with another file
      return false;
    }
  };
  /** The host's answers, one for each file of the page. @type {Promise<boolean[]> | null} */
  let confirmation = null;
  const confirmFiles = () => {
    const files = filesOf("script[src], link[rel=stylesheet], link[rel=preload], link[rel=modulepreload]");
    return confirmation ??= Promise.all(files.map(askHost));
  };
  /**
   * Reload the page once for each reason. Without storage the page cannot know that it has reloaded, and does nothing.
   */
  const reloadOnce = (reason = "") => {
    if ("ready" in root.dataset || performance.now() > RELOAD_MS) return;
    try {
      if (Date.now() - Number(sessionStorage.getItem(RELOAD_TIME_KEY + reason)) < RELOAD_INTERVAL_MS) return;
      sessionStorage.setItem(RELOAD_TIME_KEY + reason, String(Date.now()));
    } catch { return; /* no storage: start_message.js, or the message below, names the missing files */ }
    const timeout = new Promise((resolve) => { setTimeout(resolve, CONFIRM_MS); });
    void Promise.race([confirmFiles(), timeout]).then(() => location.reload());
  };
  const recover = () => {
    reloadOnce();
    // The host may work again after a reload that did not help.
    void confirmFiles().then((answers) => { if (answers.every(Boolean)) reloadOnce("/confirmed"); });
  };
  const isComplete = () => (
    document.querySelector("script[type=py]") && globalThis.ruleboardPreferences && globalThis.ruleboardStartMessage);
  // A truncated page lacks its end, and the browser may wait for it forever. A script may have failed before this one
  // could listen. While the browser waits for a script or a style sheet, nothing else arrives.
  let elementCount = -1;
  const checkCompleteness = () => {
    if (isComplete()) return;
    const elements = document.getElementsByTagName("*").length;
    const isWaiting = filesOf("script[src]:not([type]), link[rel=stylesheet]").some(isMissing);
    if (!isWaiting && elements === elementCount) recover();
    elementCount = elements;
    if (performance.now() < RELOAD_MS) setTimeout(checkCompleteness, STANDSTILL_MS);
  };
  /** Return a function that translates sentences, also if the script that chooses the page's language is missing. */
  const translator = () => {
    /** @type {Record<string, Record<string, string>>} */
    let texts = {};
    try { texts = JSON.parse(document.getElementById("first-words")?.textContent ?? ""); } catch { /* missing */ }
    const codes = globalThis.ruleboardPreferences ? [root.lang] : navigator.languages.map((code) => code.split("-")[0]);
    const translations = texts[codes.find((code) => code === "en" || code in texts) ?? "en"] ?? {};
    return (/** @type {string} */ sentence) => translations[sentence] ?? sentence;
  };
  /** @param {...(Node | string)} content */
  const showMessage = (...content) => {
    const body = document.body ?? root.appendChild(document.createElement("body"));
    const message = document.getElementById("start-message") ?? body.appendChild(document.createElement("div"));
    message.id = "start-message";
    message.replaceChildren(...content);
    message.hidden = false;
    return message;
  };

  const reportMissing = () => {
    if ("ready" in root.dataset || globalThis.ruleboardStartMessage) return;
    const files = filesOf("script[src]:not([type])").filter(isMissing)
      .map((element) => addressOf(element).split("?")[0].split("/").at(-1));
    const _ = translator();
    // A missing script in the head blocks the painting of the page: stop waiting for it.
    if (!document.body) stop();
    const message = showMessage([
      _("Ruleboard couldn’t start. Please reload the page."),
      files.length ? _("Not loaded yet: {files}.").replace("{files}", files.join(", ")) : "",
    ].join(" "));
    new MutationObserver(() => { if ("ready" in root.dataset) message.remove(); })
      .observe(root, { attributeFilter: ["data-ready"] });
  };

  // A frame with the attribute `sandbox` but without `allow-same-origin`: browsers then block the app's scripts, and the
  // app may not start in a frame of another origin anyway (frame_guard.mjs).
  const isSandboxed = self.origin === "null" && location.protocol.startsWith("http") && !root.classList.contains("embedded");
  const explainSandbox = () => {
    const _ = translator();
    const sentence = Object.assign(document.createElement("p"), {
      textContent: _("This page shows Ruleboard in a sandbox, where it can’t start. Open this address in its own tab:"),
    });
    const { href } = location;
    const link = Object.assign(document.createElement("a"), { href, target: "_blank", rel: "noopener", textContent: href });
    document.getElementById("app")?.replaceChildren(); // its buttons do nothing
    showMessage(sentence, link);
    root.dataset.refused = "sandbox";
  };
  if (isSandboxed) {
    if (document.readyState === "loading") addEventListener("DOMContentLoaded", explainSandbox);
    else explainSandbox();
    return;
  }

  checkCompleteness();
  setTimeout(reportMissing, PAGE_MS);

  /** @param {Event} event */
  const onError = ({ target }) => {
    const link = target instanceof HTMLLinkElement ? target : null, isStyle = link?.rel === "stylesheet";
    if (link && isStyle && !isSecond(link)) {
      void askHost(link); // for the next visit
      requestAgain(link);
      return;
    }
    // The start itself requests Pyodide's script once more.
    // Core.js imports other modules of PyScript in a script, which reports no error.
    const isScript = target instanceof HTMLScriptElement && !target.src.includes("pyodide.asm.js");
    if (!isStyle && !isScript && link?.rel !== "modulepreload") return;
    recover();
    setTimeout(reportMissing, STANDSTILL_MS); // in case the page has just been reloaded
  };
  addEventListener("error", onError, true);
  setTimeout(() => {
    removeEventListener("error", onError, true);
    /** @type {NodeListOf<HTMLLinkElement>} */
    const links = document.querySelectorAll("link[rel=stylesheet]");
    [...links].filter(isMissing).forEach(requestAgain);
  }, STYLES_MS);
})();
