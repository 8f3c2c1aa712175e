// The prerendered page in the user's language, and a message when the start is slow or fails, with a trace of its phases.
"use strict";
{
  const SHOW_PROGRESS_AFTER_MS = 1_500;
  const SLOW_AFTER_MS = 12_000; // without news
  const LATE_MS = 15_000; // since the page began: from then on less silence is enough
  const SLOW_WHEN_LATE_MS = 4_000; // without news
  const root = document.documentElement;
  const isReady = () => "ready" in root.dataset;
  globalThis.ruleboardStartMessage = true; // start_loader.js has reported a page in which this script does not run

  // The build has written translations of the first page and of this script's messages into the page.
  const translations = JSON.parse(document.getElementById("first-words").textContent)[root.lang] ?? {};
  const _ = (sentence) => translations[sentence] ?? sentence;

  const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = _(texts.currentNode.data);
  for (const name of ["aria-label", "title"]) {
    for (const element of document.querySelectorAll(`#app [${name}]`)) {
      element.setAttribute(name, _(element.getAttribute(name)));
    }
  }
  delete root.dataset.words;

  const element = (tag, attributes, ...content) => {
    const made = Object.assign(document.createElement(tag), attributes);
    made.append(...content);
    return made;
  };
  const show = (...content) => {
    if (isReady()) return;
    const message = document.getElementById("start-message");
    message.replaceChildren(...content);
    message.hidden = false;
  };

  // --- the trace ---------------------------------------------------------------------------------------------------

  const fileName = (address) => address.split(/[?#]/)[0].split("/").at(-1) || address;

  /** Return the names of the page's files that have neither arrived nor failed. */
  const missingFiles = () => {
    const arrived = new Set(performance.getEntriesByType("resource").map(({ name }) => name));
    const files = [...document.querySelectorAll("script[src], link[rel=stylesheet], link[rel=modulepreload]")];
    const missing = files.map(({ src, href }) => src ?? href).filter((address) => !arrived.has(address));
    return [...new Set(missing.map(fileName))];
  };

  /** Return the phases and files of the start, a line each: the time in milliseconds, and what was complete then. */
  const traceText = () => {
    const marks = performance.getEntriesByType("mark").filter(({ name }) => name.startsWith("ruleboard: "));
    const lines = [
      ...marks.map(({ name, startTime }) => [startTime, name.slice("ruleboard: ".length)]),
      ...performance.getEntriesByType("resource").map(({ name, startTime, responseEnd, responseStatus = "" }) => (
        [responseEnd, `${fileName(name)} ${responseStatus} (from ${Math.round(startTime)})`])),
    ].sort(([one], [other]) => one - other).map(([time, what]) => `${Math.round(time)} ${what}`);
    const missing = missingFiles().map((name) => `- ${name}`);
    return [...lines, `${Math.round(performance.now())} now`, ...missing, navigator.userAgent].join("\n");
  };

  const showTrace = () => {
    const text = element("pre");
    const copy = element("button", { type: "button", className: "button" }, _("Copy"));
    const details = element("details", {}, element("summary", {}, _("How the start went")), text, copy);
    details.addEventListener("toggle", () => { text.textContent = traceText(); });
    copy.addEventListener("click", () => { navigator.clipboard?.writeText(text.textContent).catch(() => {}); });
    return details;
  };

  // --- messages ----------------------------------------------------------------------------------------------------

  let inputReceived = false, fellBack = false, progress = "", isFinal = false, isSlow = false, slow = 0;

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
  const waitForNews = () => {
    clearTimeout(slow);
    const left = Math.min(SLOW_AFTER_MS, LATE_MS - performance.now());
    slow = setTimeout(showSlow, Math.max(left, SLOW_WHEN_LATE_MS));
  };
  waitForNews();

  const showProgress = () => {
    if (isFinal) return; // later progress must not replace the error
    const sentences = [
      fellBack && _("Something did not load: this start takes longer."),
      inputReceived && _("One moment, this comes as soon as the game is there."),
      progress,
    ];
    show(sentences.filter(Boolean).join(" "));
  };
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(root.lang, digits);
  addEventListener("ruleboard:waiting", () => {
    inputReceived = true;
    if (!isSlow) showProgress(); // else the trace would be gone as soon as it is touched
  });
  // Progress is of interest only when it takes a while, as the first download does.
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    waitForNews();
    isSlow = false;
    progress = loaded < total ? _("Loading: {loaded} of {total} MB.")
      .replace("{loaded}", megabytes(loaded)).replace("{total}", megabytes(total)) : _("Starting.");
    if (inputReceived || performance.now() > SHOW_PROGRESS_AFTER_MS) showProgress();
  });

  // Python is imported from its sources now, and no timer runs meanwhile.
  addEventListener("ruleboard:fallback", () => {
    fellBack = true;
    waitForNews();
    showProgress();
  });

  const fail = (detail) => {
    if ("refused" in root.dataset) return;
    isFinal = true;
    const sentence = _("Ruleboard could not start. Please reload the page.");
    show(element("p", {}, detail ? `${sentence} (${detail})` : sentence), showTrace());
    dispatchEvent(new Event("ruleboard:failed")); // embed_frame.js tells the page around
  };

  // Captured, because the error event of a file that cannot be loaded does not bubble.
  const onError = ({ message, target, filename = target?.src ?? "" }) => {
    if (filename.includes("/start_loader.js")) return; // the start goes its way without
    // The start requests these once more by itself.
    if (/pyodide\.asm\.js|ruleboard\.css(?!.*again)/.test(target?.src ?? target?.href ?? "")) return;
    fail(message ?? _("not loaded: {file}").replace("{file}", target.src ?? target.href));
  };
  // The last line of a Python traceback is its message.
  const onRejection = ({ reason }) => fail(String(reason?.message ?? reason).trim().split("\n").at(-1));
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", onRejection);

  const refuse = () => {
    isFinal = true;
    document.getElementById("app").replaceChildren();
    show(
      element("p", {}, _("Ruleboard does not start inside another page.")),
      element("a", { href: location.href, target: "_blank", rel: "noopener", className: "button" }, _("Open Ruleboard alone")),
    );
  };

  const observe = () => {
    if ("refused" in root.dataset) refuse();
    if (!isReady()) return;
    observer.disconnect();
    clearTimeout(slow);
    removeEventListener("error", onError, true);
    removeEventListener("unhandledrejection", onRejection);
    document.getElementById("start-message")?.remove();
  };
  const observer = new MutationObserver(observe);
  observer.observe(root, { attributeFilter: ["data-ready", "data-refused"] });
  observe();
}
