// Starts the worker that loads the snapshot and Pyodide's compiled code while the page is still being parsed and
// painted, and watches over the page until start_message.js does.
//
// This script comes before nearly everything else in the pages. interpreter.mjs takes the results; where there is no
// worker, as in a sandboxed frame, it loads everything itself.
//
// data-code and data-snapshot: what to load, as paths below static/ without the packing. The build adds the second.
import { packed } from "./packing.mjs";

{
  const STYLES_MS = 6_000; // after which the style sheet is requested once more
  const PAGE_MS = 15_000; // after which the page says what it is waiting for
  const RELOAD_MS = 7_000; // until which a page that has arrived in part is loaded again, and then told in time
  const STANDSTILL_MS = 3_000; // without another element of the page
  const RELOADED = "ruleboard/reloaded"; // in the tab's storage: when that was, so that it happens once
  const ONCE_MS = 60_000;
  const CONFIRM_MS = 4_000; // for the host's answers about the page's files, before it is loaded again
  const root = document.documentElement;

  // A sandboxed frame has an opaque origin and may be denied workers, which Firefox reports too late, and as an error
  // of the page. In another frame the app may not be allowed to start (frame_guard.mjs).
  const hasWorker = self.origin !== "null" && (self === top || root.classList.contains("embedded"));
  if (!("ruleboardLoader" in globalThis) && hasWorker) try {
    const { src, dataset } = document.currentScript;
    const worker = new Worker(new URL(`loader_worker.mjs${new URL(src).search}`, src), { type: "module" });
    const failed = new Promise((resolve) => { worker.onerror = resolve; });
    const start = (task) => {
      const { port1, port2 } = new MessageChannel(); // it queues messages until somebody listens
      const address = new URL(`../${packed(dataset[task])}`, src).href;
      worker.postMessage({ task, address, port: port2 }, [port2]);
      return { failed, port: port1 };
    };
    globalThis.ruleboardLoader = { worker, code: start("code"), snapshot: start("snapshot") };
    performance.mark("ruleboard: worker started");
  } catch { /* no worker here */ }

  // --- files of the page itself that do not arrive -----------------------------------------------------------------

  /** Return whether the file of an element has neither arrived nor failed. */
  const isMissing = (element) => !performance.getEntriesByName(element.src ?? element.href).length;

  // A style sheet that does not arrive keeps scripts from running and the page from being painted; one that a script
  // has added does not.
  const requestAgain = (link) => {
    if (isSecond(link)) return;
    const again = link.cloneNode();
    again.href += `${again.href.includes("?") ? "&" : "?"}again=${Date.now()}`; // of which nothing is kept
    link.replaceWith(again);
    performance.mark("ruleboard: style sheet requested again");
  };
  const isSecond = (link) => /[?&]again=/.test(link.href);
  // What the browser has kept may be what is wrong: the answer of a captive portal, or of a host that answers with a
  // page for what it has not, or the file of another version. It would be taken from there for as long as it may be.
  const askHost = async ({ src, href, integrity }) => {
    try {
      const response = await fetch(src || href, { cache: "no-cache", integrity });
      await response.arrayBuffer(); // what is not read is not kept
      return response.ok;
    } catch { // the host is away, or answers with something else
      return false;
    }
  };
  let asking = null; // a promise: all files of the page have been confirmed by the host
  const confirmFiles = () => {
    const files = document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=preload], link[rel=modulepreload]");
    return asking ??= Promise.all([...files].map(askHost));
  };
  /**
   * Load the page again, unless it has just been for the same reason, or may have been: where nothing can be noted down.
   */
  const reloadOnce = (reason = "") => {
    if ("ready" in root.dataset || performance.now() > RELOAD_MS) return;
    try {
      if (Date.now() - sessionStorage.getItem(RELOADED + reason) < ONCE_MS) return;
      sessionStorage.setItem(RELOADED + reason, Date.now());
    } catch { return; /* no storage here: start_message.js, or the message below, says what is missing */ }
    const patience = new Promise((resolve) => { setTimeout(resolve, CONFIRM_MS); });
    Promise.race([confirmFiles(), patience]).then(() => location.reload());
  };
  const recover = () => {
    reloadOnce();
    // The host may be well again, after a reload that did not help.
    confirmFiles().then((answers) => { if (answers.every(Boolean)) reloadOnce("/confirmed"); });
  };
  const isWhole = () => (
    document.querySelector("script[type=py]") && globalThis.ruleboardPreferences && globalThis.ruleboardStartMessage);
  // A page that was cut off lacks its end, and the browser may wait for it without an end; of a script that failed, this
  // one may have come too late to hear. While a script or a style sheet is awaited, nothing else comes.
  let seen = -1;
  const checkWhole = () => {
    if (isWhole()) return;
    const elements = document.getElementsByTagName("*").length;
    const awaited = [...document.querySelectorAll("script[src]:not([type]), link[rel=stylesheet]")].some(isMissing);
    if (!awaited && elements === seen) recover();
    seen = elements;
    if (performance.now() < RELOAD_MS) setTimeout(checkWhole, STANDSTILL_MS);
  };
  checkWhole();

  const sayMissing = () => {
    if ("ready" in root.dataset || globalThis.ruleboardStartMessage) return;
    const files = [...document.querySelectorAll("script[src]:not([type])")].filter(isMissing)
      .map(({ src }) => src.split("?")[0].split("/").at(-1));
    let words = {};
    try { words = JSON.parse(document.getElementById("first-words").textContent)[root.lang] ?? {}; } catch { /* missing */ }
    const _ = (sentence) => words[sentence] ?? sentence;
    // A script in the head that does not arrive keeps the page from being painted: no longer, then.
    if (!document.body) stop();
    const body = document.body ?? root.appendChild(document.createElement("body"));
    const message = document.getElementById("start-message") ?? body.appendChild(document.createElement("div"));
    message.id = "start-message";
    message.textContent = [
      _("Ruleboard could not start. Please reload the page."),
      files.length ? _("Not loaded yet: {files}.").replace("{files}", files.join(", ")) : "",
    ].join(" ");
    message.hidden = false;
    new MutationObserver(() => { if ("ready" in root.dataset) message.remove(); })
      .observe(root, { attributeFilter: ["data-ready"] });
  };
  setTimeout(sayMissing, PAGE_MS);

  const onError = ({ target }) => {
    const isStyle = target.rel === "stylesheet";
    if (isStyle && !isSecond(target)) {
      askHost(target); // for the next visit
      requestAgain(target);
      return;
    }
    // The start requests Pyodide's script once more by itself.
    if (!isStyle && (target.localName !== "script" || target.src.includes("pyodide.asm.js"))) return;
    recover();
    setTimeout(sayMissing, STANDSTILL_MS); // where it has just been loaded again
  };
  addEventListener("error", onError, true);
  setTimeout(() => {
    removeEventListener("error", onError, true);
    [...document.querySelectorAll("link[rel=stylesheet]")].filter(isMissing).forEach(requestAgain);
  }, STYLES_MS);
}
