// The bridge between Python and the page's scripts. `python -m tools.bridge` writes this file.

/** The object `globalThis.ruleboard`. */
interface PageScripts {
  /** Use the prerendered page as the first tree. Return False if the page differs from the tree. */
  adoptPrerendered(tree: string): boolean;
  /** Activate the installed new version of the app, and reload the page. */
  applyUpdate(): void;
  /** Return true if the system has a dialog for sharing links. */
  canShare(): boolean;
  /** Copy the text of the field with an id. `on_answer` receives False if the browser only selected the text. */
  copy(field: string, on_answer: (value: boolean) => void): void;
  /** Download a text as a file with a name and a MIME type. */
  download(name: string, kind: string, text: string): void;
  /** Convert a picture (the text of an SVG file) to a PNG file of the same size, and download it. */
  downloadPng(name: string, picture: string, on_answer: (value: boolean) => void): void;
  /** Apply a delayed change of the address immediately. */
  flushAddress(): void;
  /** Show an element of a panned board briefly, then the part that was visible before. */
  glance(selector: string, next_selector: string): void;
  /** Replace the current address when the browser is idle. Only the last of several calls counts. */
  goLazily(address: string): void;
  /** Pass all events to a function from now on. */
  listen(handler: (first: string, second: string, third: string) => void): void;
  /** Show the first tree. */
  mount(tree: string): void;
  /** Apply operations to the tree on the page, then animate the motions, if any. */
  patch(operations: string, motions: string): void;
  /** Print the page. */
  print(): void;
  /** Query whether the storage is persistent, so that the browser never clears it automatically. */
  queryPersistence(requests_first: boolean, on_answer: (value: boolean | undefined) => void): void;
  /** Read the page's stylesheet. `on_answer` receives its text, or `""` if the browser cannot read it. */
  readStyles(on_answer: (value: string) => void): void;
  /** Remove a stored text. */
  removeText(key: string): void;
  /** Store a text. If there is no room, throw an error. */
  saveText(key: string, text: string): void;
  /** Scroll the first element that matches a CSS selector into view, if any, after the next drawing. */
  scrollIntoView(selector: string): void;
  /** Send an event to Python, as the frame of an embedded board does. */
  send(kind: string, name: string, value?: string): void;
  /** Set the page's language and load its catalogue. */
  setLanguage(language: string, on_answer: (value: Uint8Array | undefined) => void): void;
  /** Set the theme: "system", "light" or "dark". */
  setTheme(name: string): void;
  /** Open the system's dialog for sharing a link. */
  share(title: string, address: string): void;
  /** Play sounds and vibrate, unless the device cannot or the browser requires a touch first. */
  signal(names: string, plays_sound: boolean, vibrates: boolean): void;
  /** Cancel the running request. With `release`, free the bot's memory until the next request. */
  stopThinking(release: boolean): void;
  /** Pass a request to the bot's worker. A new request cancels the running one. */
  think(request: string, on_answer: (value: string) => void, worker: StepWorker): void;
  /** Return true unless a test has turned off the warm-up. */
  warmsUp(): boolean;
}

/** The object `globalThis.ruleboardFrame` of an embedded board. */
interface FrameScripts {
  theme: string;
  /** Return the codes of the reader's languages, separated by commas. */
  languages(): string;
  /** Send a message (as JSON) to the page around the frame. */
  post(message: string): void;
  /** Set the look (as JSON). */
  setLook(look: string): void;
  /** Exchange messages with pages of one origin only; an empty text allows all origins. */
  setOrigin(origin: string): void;
}

/** The methods of `thinking.request_worker.RequestWorker` for pages without workers. */
interface StepWorker {
  /** Cancel the current request. */
  cancel(): void;
  /** Start working on a request. */
  start(request: string): void;
  /** Work on the request for some time, and return an answer. */
  step(milliseconds: number): string;
}

/** The progress of a search. */
interface Progress {
  kind: "progress";
  id: number;
  positions: number;
}

/** The answer to a request for actions, see `engine.search.thinking.TurnChoice`. */
interface Reply {
  kind: "reply";
  id: number;
  actions: string[];
  score: number;
  line: string[];
  positions: number;
}

/** The judgement of a turn, see `engine.search.thinking.Comparison`. */
interface Judgement {
  kind: "judgement";
  id: number;
  actions: string[];
  score: number;
  played_score: number;
  positions: number;
  reply: string[];
  line: string[];
  played_line: string[];
}

/** The answer to a request that failed. */
interface Failure {
  kind: "failure";
  id: number;
  sentence: string;
  trace: string;
}

/** The answer of a bot, see thinking/messages.py. */
type Answer = Progress | Reply | Judgement | Failure;
