// Types of the posters' scripts: positions as facts, and the data for their pictures from scene/stencils.py.

/** Something in a position: its kind, its value, and the name or number of its point. */
interface Fact {
  kind: string;
  value: string;
  at?: string | number;
  /** The offset from the point, as is `dy`. */
  dx?: number;
  dy?: number;
  [text: string]: unknown;
}

/** Read a position. Throws an error if the text is malformed. */
type ReadPosition<Constants> = (position: string, constants: Constants, seat: number) => { sketch: string; facts: Fact[] };

/** A layer of a picture: its SVG text, or a kind of facts with the indices of their shapes and points. */
type Layer = string | [kind: string, shapes: number, points: number];

/**
 * The words that describe a position: the kinds of facts, separated by spaces; the names of each side's pieces by
 * value; of the squares; and of the parts of pieces, one by its letter, several with "+" after the letter.
 */
interface Words {
  kind: string;
  names: Record<string, string>[];
  places: Record<string | number, string>;
  parts: Record<string, string>;
}

/** The words of a language: its separators, and the words of each sketch by its name. */
interface LanguageWords {
  colon: string;
  semicolon: string;
  sketches: Record<string, Words>;
}

/** The data of a game's posters. */
interface Poster<Constants> {
  /** The initial position. */
  start: string;
  style: string;
  constants: Constants;
  sketches: Record<string, { open: string; layers: Layer[] }>;
  shapes: Record<string, string>[];
  places: Record<string | number, [number, number]>[];
}

/** The positions of a lesson's steps, and the seats at the bottom. */
type LessonPositions = Record<string, ([position: string, seat: number] | null)[]>;

/** A text for each of a lesson's steps. */
type LessonTexts = Record<string, (string | null)[]>;

/** Values by the codes of languages. */
type ByLanguage<Value> = Record<string, Value | undefined> & { en: Value };
