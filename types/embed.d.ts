// Types of <rule-board>, whose scripts are embed.js, embed_board.js, embed_checks.js and embed_words.js.

/** What a page may know about a board. py/ruleboard/embed/status.py defines the fields. */
interface BoardStatus {
  game: string;
  position: string;
  moves: (string | null)[];
  ply: number;
  player: number | null;
  players: { name: string; opponent: number }[];
  outcome: { winners: number[]; returns: number[]; draw: boolean; reason: string } | null;
}

/** What the frame of a board needs of its element. */
interface BoardHost {
  element: HTMLElement;
  box: HTMLElement;
  button: HTMLElement;
  label: HTMLElement;
  /** A hidden element that receives the computed look. */
  probe: HTMLElement;
  /** The messages for a board that is not ready yet. */
  queue: object[];
  /** The calls of `picture()` that wait for the board, by their numbers. */
  pictureRequests: Map<number, { resolve(svg: string): void; reject(error: Error): void }>;
  /** The height in pixels of the poster while the board takes its place; 0 for the board's own height. */
  posterHeight: number;
  /** The last status of the board; null before its start. */
  status: BoardStatus | null;
  /** A text from which another frame can show the board; empty if that is impossible. */
  savedBoard: string;
  /** True if a policy of the page has blocked something of the site. */
  isBlocked: boolean;
  /** The text of the page's own game, from the property `source`; null to load the file in `src`. */
  source: string | null;
  /** "light", "dark", or empty for the reader's. */
  scheme(): string;
  /** The language of the page around the element; empty if the page has none. */
  lang(): string;
  title(): string;
  text(word: "wait" | "away"): string;
  setStep(step: "waiting" | "answering"): void;
  dispatch(type: string, detail: object): void;
  /** Start the board, unless it has started. */
  start(): void;
  /** Remove the frame, and show the poster again. */
  stop(): void;
  /** Called if the site is unreachable. */
  onUnreachable(): void;
  /** Reject the calls of `picture()` that wait, as the board will never answer. */
  rejectPictures(message: string): void;
}

/** A board in a frame. */
interface LiveBoard {
  readonly isReady: boolean;
  post(message: object): void;
  /** Send a changed attribute to the frame. Several calls at once count as one. */
  update(attribute: string): void;
  /** Send the file of the page's own game to the frame. */
  sendSource(): Promise<void>;
  /** Send the changed look to the frame. */
  updateLook(): void;
  remove(): void;
}

/** Start the board of an element. embed_board.js defines the function. */
declare var ruleboardStartBoard: ((host: BoardHost) => LiveBoard) | undefined;

/** Return a sentence about what is wrong with the attributes of an element, and report it. embed_checks.js defines the function. */
declare var ruleboardBoardError: ((element: HTMLElement, lang: string, isStarted: boolean) => string) | undefined;

/** Say in the console that a link leads to no board. embed_checks.js defines the function. */
declare var ruleboardReportLink: ((link: HTMLElement) => void) | undefined;

/** The initial positions as text, by language and the games' ids, from embed_words.js. */
declare var ruleboardStarts: Record<string, Record<string, string>> | undefined;

/** What checks.js says about wrong attributes. */
type CheckWords = Record<"wrong" | "several" | "twice" | "link" | "without" | "action" | "length" | "site" | "element" | "frame" | "color", string>;

/** An attribute that cannot be right, and what was expected. */
interface AttributeError { name: string; expected: string }
