// Types that several scripts share.

/** An element that Python's trees describe. */
type PageElement = HTMLElement | SVGElement;

/** A field of a form. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** An element as JSON, see scene/diff.py: its tag, its attributes, and its text or its children. */
type Tree = [tag: string, attributes: Record<string, string>, content: string | Tree[]];

/** The child indices from the root to an element. */
type Path = number[];

/** An operation of a patch, see scene/diff.py. */
type Operation =
  | ["attr", Path, name: string, value: string | null]
  | ["text", Path, text: string]
  | ["insert", Path, index: number, Tree]
  | ["remove", Path, index: number]
  | ["move", Path, from: number, to: number]
  | ["replace", Path, Tree];

/** The operands of the operations with a name. */
type Operands<Name extends Operation[0]> =
  Extract<Operation, [Name, ...unknown[]]> extends [unknown, ...infer Rest] ? Rest : never;

/** A position in client coordinates, or an offset. */
type Point = [x: number, y: number];

/** The sides of a box. */
type Box = Pick<DOMRect, "left" | "top" | "right" | "bottom">;
