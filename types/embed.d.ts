// Types of <rule-board>, whose two scripts are embed.js and embed_board.js.

/** What the frame of a board needs of its element. */
interface BoardHost {
  element: HTMLElement;
  box: HTMLElement;
  button: HTMLElement;
  label: HTMLElement;
  note: HTMLElement;
  /** A hidden element that receives the computed look. */
  probe: HTMLElement;
  /** The messages for a board that is not ready yet. */
  queue: object[];
  /** The height in pixels of the poster while the board takes its place; 0 for the board's own height. */
  posterHeight: number;
  /** "light", "dark", or empty for the reader's. */
  scheme(): string;
  /** The language of the page around the element; empty if the page has none. */
  lang(): string;
  title(): string;
  text(word: "wait"): string;
  setStep(step: "waiting" | "answering"): void;
  dispatch(type: string, detail: object): void;
  /** Called if the site is unreachable. */
  onUnreachable(): void;
}

/** A board in a frame. */
interface LiveBoard {
  readonly isReady: boolean;
  post(message: object): void;
  /** Send the changed attributes to the frame. Several calls at once count as one. */
  update(): void;
  /** Send the changed look to the frame. */
  updateLook(): void;
  remove(): void;
}

/** Start the board of an element. embed_board.js defines the function. */
declare var ruleboardStartBoard: ((host: BoardHost) => LiveBoard) | undefined;
