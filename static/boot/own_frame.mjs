// The frame of a board whose game is a file of the page around it. The game runs in a worker (own_worker.mjs), and this
// script draws only what own_checker.mjs has allowed. It ends the board with a sentence if the worker breaks a rule, does
// not answer, or sends too many messages.
import { createChecker } from "./own_checker.mjs";
import { EventKind, MAX_SOURCE_LENGTH, MAX_TEXT_LENGTH } from "./contract.mjs";
import { compressedName, isOtherCompression } from "./compression.mjs";
import { download } from "./download.mjs";
import { trackDownloads } from "./download_progress.mjs";
import { START_LOADER } from "./loader_build.mjs";
import { fetchOwn, ownFile } from "./own_files.mjs";
import { pictureText } from "./own_picture.mjs";
import { CODE, compile, SCRIPT } from "./pyodide_code.mjs";
import { trace } from "./time_limits.mjs";
import { workerAnswer } from "./worker_tasks.mjs";

/** @type {Snapshot | null} */
const SNAPSHOT = null; // the build writes the description by tools/snapshot.mjs here
const STATIC = new URL("..", import.meta.url);
const WORKER = "static/boot/own_worker.mjs";
const BURST = 200; // messages at once
const PER_SECOND = 50; // messages on average
const TICK_MS = 1_000;
const MAX_TICKS = 8; // without an answer
/**
 * The policy of the worker, and from then on of this page: no request goes anywhere. Drawings, texts and styles are here
 * already. Python needs `unsafe-eval` and an archive in a `data:` address.
 */
const TIGHT_POLICY = "default-src 'none'; script-src 'unsafe-eval'; style-src 'self'; img-src data:; connect-src data:; worker-src data:; base-uri 'none'; form-action 'none'";

const TEXTS = {
  en: {
    title: "This board can’t be shown",
    alone: "This board belongs to the page of its author. Please open it there.",
    start: "Ruleboard couldn’t start. Please reload the page.",
    missing: "The file of this game can’t be loaded. It may be missing, or on another site:",
    long: "The file of this game is too long.",
    silent: "This game has not answered for 8 seconds, so the board has stopped it. Perhaps one of its loops never ends.",
    flood: "This game sends too many messages, so the board has stopped it.",
    refused: "The board has stopped this game, because it may not show this:",
    failed: "This game has stopped with an error:",
  },
  fr: {
    title: "Impossible de montrer ce plateau",
    alone: "Ce plateau ne s’ouvre que sur la page de son auteur.",
    start: "Ruleboard n’a pas pu démarrer. Veuillez recharger la page.",
    missing: "Impossible de charger le fichier de ce jeu. Il manque peut-être, ou il est sur un autre site\u00a0:",
    long: "Le fichier de ce jeu est trop long.",
    silent: "Ce jeu ne répond plus depuis 8 secondes\u00a0: le plateau l’a arrêté. Peut-être qu’une de ses boucles ne finit jamais.",
    flood: "Ce jeu envoie trop de messages\u00a0: le plateau l’a arrêté.",
    refused: "Le plateau a arrêté ce jeu, parce qu’un jeu n’a pas le droit de montrer ceci\u00a0:",
    failed: "Ce jeu s’est arrêté sur une erreur\u00a0:",
  },
};

const root = document.documentElement;
const { ruleboardFrame: frame } = globalThis;
if (!frame || !globalThis.ruleboardPolicy) throw new Error("The page's own Content-Security-Policy is missing.");
const page = globalThis.ruleboard;

/** @type {Worker | null} */
let worker = null;
let isReady = false, isShown = false, isStopped = false;
let stopMessage = ""; // why the board has ended
let unansweredTicks = 0, budget = BURST, latest = performance.now();
let fileName = "";
let mayPrint = false; // after a click on the button for it

// --- the page ------------------------------------------------------------------------------------------------------

/** Show a checked tree. @param {unknown} tree */
function show(tree) {
  if (isShown) {
    page.patch(JSON.stringify([["replace", [], tree]]), "");
    return;
  }
  isShown = true;
  page.mount(JSON.stringify(tree));
  page.listen((kind, name, value) => {
    if (kind === EventKind.ADDRESS) return;
    if (kind === EventKind.DO && name === "embed.print") mayPrint = true;
    if (kind === EventKind.MESSAGE && isStopped) refuse(JSON.parse(name));
    worker?.postMessage({ event: [kind, name, value] });
  });
  root.dataset.ready = "";
}

/** @type {(message: object) => void} */
const post = (message) => frame.post(JSON.stringify(message));

/**
 * End the board with a sentence.
 * @param {keyof typeof TEXTS.en} reason
 * @param {string} [detail]
 */
function stop(reason, detail = "") {
  if (isStopped) return;
  isStopped = true;
  worker?.terminate();
  worker = null;
  const texts = TEXTS[root.lang === "fr" ? "fr" : "en"];
  stopMessage = `${texts[reason]} ${detail}`.trim();
  const trouble = ["div", { "class": "trouble", "role": "alert" }, [["h1", {}, texts.title], ["p", {}, stopMessage]]];
  show(["main", { "class": "embed", "data-key": "trouble" }, [trouble]]);
  post({ type: "ready" });
  reportStop();
}

const reportStop = () => post({ type: "error", message: stopMessage, where: fileName, expected: "", stopped: true });

/** Answer a call of the page around the frame after the end. @param {{type: string, id?: number}} call */
function refuse({ type, id = 0 }) {
  if (type === "look" || type === "resume") return;
  reportStop();
  if (type === "picture") post({ type: "picture", id, message: stopMessage });
}

// --- the worker ----------------------------------------------------------------------------------------------------

const checker = createChecker();
/** What the page does for each message of the worker, whose values are checked. @type {Record<string, (...values: any[]) => void>} */
const HANDLERS = {
  ready() {
    isReady = true;
    trace("Python started in the worker");
    if (globalThis.ruleboardSource) run(globalThis.ruleboardSource);
    addEventListener("ruleboard:source", ({ detail }) => run(detail));
    setInterval(tick, TICK_MS);
  },
  done() { unansweredTicks = 0; },
  failed(text) { stop("failed", text); },
  mount: show,
  patch: (operations, motions) => page.patch(JSON.stringify(operations), motions.length ? JSON.stringify(motions) : ""),
  title(text) { document.title = text; },
  theme: (name) => page.setTheme(name),
  look: (look) => frame.setLook(JSON.stringify(look)),
  post,
  picture(id, tree, rules) { post({ type: "picture", id, svg: pictureText(tree, rules) }); },
  scroll() { if (document.querySelector(".tree .now")?.closest(".list")) page.scrollIntoView(".tree .now"); }, // only within the list
  print() {
    if (mayPrint) page.print();
    mayPrint = false;
  },
};

/** @param {MessageEvent<unknown>} event */
function onMessage({ data }) {
  if (isStopped) return;
  const now = performance.now();
  budget = Math.min(BURST, budget + (now - latest) * PER_SECOND / 1_000) - 1;
  latest = now;
  if (budget < 0) { stop("flood"); return; }
  try {
    const [name, ...values] = checker.check(data);
    HANDLERS[name](...values);
  } catch (error) {
    stop("refused", error instanceof Error ? error.message : "");
  }
}

/** Ask the worker whether it still answers. A computer that sleeps does not count its ticks. */
function tick() {
  if (!worker) return;
  if (++unansweredTicks > MAX_TICKS) stop("silent");
  else worker.postMessage({ ping: true });
}

/** Run the game of a file. @param {OwnSource} source */
function run({ text, name }) {
  if (!worker || !isReady) return;
  fileName = String(name).slice(0, MAX_TEXT_LENGTH);
  if (typeof text !== "string") stop("missing", fileName);
  else if (text.length > MAX_SOURCE_LENGTH) stop("long", fileName);
  else worker.postMessage({ source: [text, fileName] });
}

/** Return an address with the worker's script, which has an origin of its own. @type {() => Promise<string>} */
const scriptAddress = async () => {
  const [pyodide, script] = await Promise.all([
    fetch(SCRIPT).then((response) => response.text()), fetchOwn(WORKER).then((response) => response.text()),
  ]);
  const base = `self.ruleboardBase = ${JSON.stringify(ownFile(WORKER))};`;
  const reader = new FileReader();
  reader.readAsDataURL(new Blob([base, pyodide, ";", script], { type: "text/javascript" }));
  await new Promise((resolve) => { reader.onload = resolve; });
  return /** @type {string} */ (reader.result);
};

/** Load everything for the worker, then forbid all requests, and start it. @param {Snapshot} snapshot */
async function start(snapshot) {
  const address = new URL(compressedName(snapshot.name), STATIC).href;
  const loads = Object.entries(snapshot.loads).filter(([file]) => !isOtherCompression(file));
  const progress = trackDownloads(Object.fromEntries(loads.map(([file, size]) => [new URL(file, STATIC).href, size])));
  const loader = globalThis.ruleboardLoader?.build === START_LOADER ? globalThis.ruleboardLoader : null;
  /** @param {number} loaded */
  const onProgress = (loaded) => progress.update(address, loaded);
  const loadHere = async () => ({ result: await download(address, onProgress) });
  const compileHere = async () => ({ result: await compile({ cache: "reload" }) });
  /** @type {Promise<Uint8Array | undefined>} */
  const words = new Promise((resolve) => { page.setLanguage(root.lang, resolve); });
  /** @type {Promise<string>} */
  const css = new Promise((resolve) => { page.readStyles(resolve); });
  const [memory, code, catalogue, script, styles] = await Promise.all([
    loader ? workerAnswer(loader.snapshot, loadHere, onProgress) : loadHere(),
    loader ? workerAnswer(loader.code, compileHere, (loaded) => progress.update(CODE, loaded)) : compileHere(),
    words, scriptAddress(), css,
  ]);
  loader?.worker.terminate();
  progress.complete();
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = TIGHT_POLICY;
  document.head.append(policy);
  worker = new Worker(script);
  worker.onmessage = onMessage;
  worker.onerror = (event) => {
    event.preventDefault();
    stop("failed", event.message?.slice(0, MAX_TEXT_LENGTH));
  };
  const settings = JSON.stringify({
    fragment: location.hash, languages: navigator.languages, styles, reducesMotion: matchMedia("(prefers-reduced-motion: reduce)").matches,
  });
  /** @type {OwnStart} */
  const message = { description: snapshot, code: code.result, snapshot: memory.result, settings, catalogue: catalogue ?? new Uint8Array() };
  worker.postMessage({ start: message }, [memory.result.buffer]);
}

if (parent === self) stop("alone");
else if (!SNAPSHOT) stop("start");
else start(SNAPSHOT).catch((error) => {
  console.error("The worker of this game does not start:", error);
  stop("start");
});
