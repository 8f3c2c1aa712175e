// The prerendered page in the user's language, and a message when the start is slow or fails.
"use strict";
{
  const SHOW_PROGRESS_AFTER_MS = 1_500;
  const SLOW_AFTER_MS = 30_000;
  const root = document.documentElement;
  const isReady = () => "ready" in root.dataset;

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

  const show = (sentence, detail = "") => {
    if (isReady()) return;
    const message = document.getElementById("start-message");
    message.textContent = detail ? `${sentence} (${detail})` : sentence;
    message.hidden = false;
  };

  const started = Date.now();
  let inputReceived = false, progress = "", failed = false;
  const showProgress = () => {
    if (failed) return; // later progress must not replace the error
    const sentences = [inputReceived && _("One moment, this comes as soon as the game is there."), progress];
    show(sentences.filter(Boolean).join(" "));
  };
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const megabytes = (bytes) => (bytes / 1e6).toLocaleString(root.lang, digits);
  addEventListener("ruleboard:waiting", () => { inputReceived = true; showProgress(); });
  // Progress is of interest only when it takes a while, as the first download does.
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    progress = loaded < total ? _("Loading: {loaded} of {total} MB.")
      .replace("{loaded}", megabytes(loaded)).replace("{total}", megabytes(total)) : _("Starting.");
    if (inputReceived || Date.now() - started > SHOW_PROGRESS_AFTER_MS) showProgress();
  });

  const fail = (detail) => {
    failed = true;
    show(_("Ruleboard could not start. Please reload the page."), detail);
  };

  // Captured, because the error event of a file that cannot be loaded does not bubble.
  const onError = ({ message, target }) => {
    fail(message ?? _("not loaded: {file}").replace("{file}", target.src ?? target.href));
  };
  // The last line of a Python traceback is its message.
  const onRejection = ({ reason }) => fail(String(reason?.message ?? reason).trim().split("\n").at(-1));
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", onRejection);

  const slow = setTimeout(
    () => { if (!failed) show(_("Still loading. The first visit takes longest.")); },
    SLOW_AFTER_MS,
  );

  const observer = new MutationObserver(() => {
    if (!isReady()) return;
    observer.disconnect();
    clearTimeout(slow);
    removeEventListener("error", onError, true);
    removeEventListener("unhandledrejection", onRejection);
    document.getElementById("start-message").remove();
  });
  observer.observe(root, { attributeFilter: ["data-ready"] });
}
