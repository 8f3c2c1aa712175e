// Says in words when the app is slow to start or does not start at all, so that nobody looks at a dead page.
"use strict";
{
  const SHOWN_AFTER_MS = 1_500;
  const SLOW_AFTER_MS = 30_000;
  const root = document.documentElement;
  const ready = () => "ready" in root.dataset;

  // What the build has written of the reader's language into the page: enough until Python speaks it.
  const words = JSON.parse(document.getElementById("first-words").textContent)[root.lang] ?? {};
  const _ = (sentence) => words[sentence] ?? sentence;

  const texts = document.createTreeWalker(document.getElementById("app"), NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) texts.currentNode.data = _(texts.currentNode.data);
  for (const name of ["aria-label", "title"]) {
    for (const element of document.querySelectorAll(`#app [${name}]`)) {
      element.setAttribute(name, _(element.getAttribute(name)));
    }
  }
  delete root.dataset.words;

  const say = (sentence, detail = "") => {
    if (ready()) return;
    const message = document.getElementById("start-message");
    message.textContent = detail ? `${sentence} (${detail})` : sentence;
    message.hidden = false;
  };

  const started = Date.now();
  let waiting = false, progress = "", lost = false;
  const tell = () => {
    if (lost) return; // what still comes does not hide what has not
    const sentences = [waiting && _("One moment, this comes as soon as the game is there."), progress];
    say(sentences.filter(Boolean).join(" "));
  };
  const digits = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const million = (bytes) => (bytes / 1e6).toLocaleString(root.lang, digits);
  addEventListener("ruleboard:waiting", () => { waiting = true; tell(); });
  // Only where it takes a while, which is when it is downloaded for the first time.
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    progress = loaded < total ? _("Loading: {loaded} of {total} MB.")
      .replace("{loaded}", million(loaded)).replace("{total}", million(total)) : _("Starting.");
    if (waiting || Date.now() - started > SHOWN_AFTER_MS) tell();
  });

  const failed = (detail) => {
    lost = true;
    say(_("Ruleboard could not start. Please reload the page."), detail);
  };

  // Capturing, because a file that cannot be loaded raises an error that does not bubble.
  const onError = ({ message, target }) => failed(message ?? _("not loaded: {file}").replace("{file}", target.src ?? target.href));
  // A Python traceback's last line is its message.
  const onRejection = ({ reason }) => failed(String(reason?.message ?? reason).trim().split("\n").at(-1));
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", onRejection);

  const slow = setTimeout(
    () => { if (!lost) say(_("Still loading. The first visit takes longest.")); },
    SLOW_AFTER_MS,
  );

  const observer = new MutationObserver(() => {
    if (!ready()) return;
    observer.disconnect();
    clearTimeout(slow);
    removeEventListener("error", onError, true);
    removeEventListener("unhandledrejection", onRejection);
    document.getElementById("start-message").remove();
  });
  observer.observe(root, { attributeFilter: ["data-ready"] });
}
