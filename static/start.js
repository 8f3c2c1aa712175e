// Says in words when the app is slow to start or does not start at all, so that nobody looks at a dead page.
"use strict";
{
  const SHOWN_AFTER_MS = 1_500;
  const SLOW_AFTER_MS = 30_000;
  const root = document.documentElement;
  const ready = () => "ready" in root.dataset;

  const say = (sentence, detail = "") => {
    if (ready()) return;
    const message = document.getElementById("start-message");
    message.textContent = detail ? `${sentence} (${detail})` : sentence;
    message.hidden = false;
  };

  const started = Date.now();
  let waiting = false, progress = "";
  const tell = () => {
    const sentences = [waiting && "One moment, this comes as soon as the game is there.", progress];
    say(sentences.filter(Boolean).join(" "));
  };
  const million = (bytes) => (bytes / 1e6).toFixed(1);
  addEventListener("ruleboard:waiting", () => { waiting = true; tell(); });
  // Only where it takes a while, which is when it is downloaded for the first time.
  addEventListener("ruleboard:loading", ({ detail: { loaded, total } }) => {
    progress = loaded < total ? `Loading: ${million(loaded)} of ${million(total)} MB.` : "Starting.";
    if (waiting || Date.now() - started > SHOWN_AFTER_MS) tell();
  });

  const failed = (detail) => say("Ruleboard could not start. Please reload the page.", detail);

  // Capturing, because a file that cannot be loaded raises an error that does not bubble.
  const onError = ({ message, target }) => failed(message ?? `not loaded: ${target.src ?? target.href}`);
  // A Python traceback's last line is its message.
  const onRejection = ({ reason }) => failed(String(reason?.message ?? reason).trim().split("\n").at(-1));
  addEventListener("error", onError, true);
  addEventListener("unhandledrejection", onRejection);

  const slow = setTimeout(
    () => say("Still loading. The first visit takes longest."),
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
