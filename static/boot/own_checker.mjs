// The check of messages from the worker of a game that is not ours. Nothing that is not listed here reaches the page.
//
// A message is JSON: a list with a name and its values, see py/ruleboard/embed/own_board.py. The elements have no
// attribute that loads, links, styles or runs anything. The only `id` is that of the text for screen readers, so that no
// element can hide a variable of the page.

import { FRAME_EVENTS, MESSAGE_VERSION, THEMES } from "./contract.mjs";

export const MAX_MESSAGE_CHARACTERS = 2_000_000;
export const MAX_ELEMENTS = 10_000;
const MAX_DEPTH = 40;
const MAX_TEXT = 10_000; // characters of a text
const MAX_LABEL = 1_000; // characters of an attribute
const MAX_PATH = 20_000; // characters of a drawing
const MAX_NUMBER = 100_000; // units of a picture
const MAX_OPERATIONS = 20_000;
const MAX_MOTIONS = 200;
const MAX_OFFSETS = 100; // of a motion
const MAX_FIELDS = 12; // of an object in a message to the host page
const MAX_ITEMS = 5_000; // of a list there
const MAX_FIELD = 20_000; // characters
const MAX_EVENT = 100_000; // characters of a message to the host page
const EVENTS = [...FRAME_EVENTS, "state", "resumed", "picture", "checked"];

/** The error of a message that breaks a rule. Its text names the rule, in a form like "the element script". */
export class CheckError extends Error {}

/** @type {(part: string) => never} */
const refuse = (part) => { throw new CheckError(part.slice(0, 200)); };

/** @typedef {(value: string) => boolean} IsAllowed */

/** @type {(pattern: RegExp, maxLength?: number) => IsAllowed} */
const matches = (pattern, maxLength = MAX_LABEL) => (value) => value.length <= maxLength && pattern.test(value);
/** @type {(...words: string[]) => IsAllowed} */
const oneOf = (...words) => (value) => words.includes(value);
/** @type {IsAllowed} */
const isText = (value) => value.length <= MAX_LABEL;
/** @type {IsAllowed} */
const isNumber = (value) => /^-?\d{1,7}(\.\d{1,6})?$/.test(value) && Math.abs(Number(value)) <= MAX_NUMBER;
const isList = matches(/^[\d .,-]*$/, MAX_PATH);
const isDrawing = matches(/^[MmLlHhVvCcSsQqTtAaZz\d .,-]*$/, MAX_PATH);
const isTransform = matches(/^((translate|rotate|scale|matrix|skew[XY])\([\d .,-]{1,80}\) ?){0,6}$/, 400);
const isName = matches(/^[\w~+.:#@ -]*$/); // of a class, a key or a target
const COLOR = /(#[\da-f]{3,8}|[a-z]{3,20}|var\(--[a-z-]{1,30}\))/.source;
const isColor = matches(new RegExp(`^(${COLOR}|light-dark\\(${COLOR}, ?${COLOR}\\))$`, "i"), 100);
const isEmpty = oneOf("");
const isFlag = oneOf("true", "false");
/** The elements of pictures for the host page. */
const GRAPHICS = new Set("svg g rect circle ellipse line polyline polygon path text tspan".split(" "));

/** The attributes of all elements. @type {Map<string, IsAllowed>} */
const COMMON = new Map(Object.entries({
  "class": isName, "role": matches(/^[a-z]{1,20}$/), "tabindex": oneOf("0", "-1"), "hidden": isEmpty, "lang": matches(/^[A-Za-z]{2,3}(-[A-Za-z\d]{1,8}){0,3}$/), "title": isText,
  "aria-label": isText, "aria-hidden": isFlag, "aria-selected": isFlag, "aria-pressed": isFlag, "aria-disabled": isFlag, "aria-expanded": isFlag,
  "aria-current": oneOf("true", "step"), "aria-live": oneOf("polite", "assertive", "off"), "aria-description": isText, "aria-roledescription": isText,
  "aria-level": isNumber, "aria-rowindex": isNumber, "aria-colindex": isNumber, "aria-rowcount": isNumber, "aria-colcount": isNumber,
  "data-key": isText, "data-target": isText, "data-legal": isEmpty, "data-piece": isText, "data-drop": isText, "data-taken": isText, "data-drags": matches(/^/, MAX_PATH),
  "data-stuck": matches(/^/, MAX_PATH), "data-game": isName, "data-position": isText, "data-turn": matches(/^\d?$/), "data-do": matches(/^(embed|study\.read)\.\w{1,30}$/), "data-value": isText,
  "data-arrows": isEmpty, "data-coordinates": isText,
}));

/** @type {(...names: string[]) => [string, IsAllowed][]} */
const numbers = (...names) => names.map((name) => [name, isNumber]);
/** The attributes of drawn elements. @type {[string, IsAllowed][]} */
const PAINT = [
  ...numbers("opacity", "fill-opacity", "stroke-opacity", "stroke-width", "stroke-miterlimit", "stroke-dashoffset", "font-size", "font-weight"),
  ["fill", isColor], ["stroke", isColor], ["fill-rule", oneOf("evenodd", "nonzero")], ["stroke-linecap", oneOf("round", "butt", "square")], ["stroke-linejoin", oneOf("round", "bevel", "miter")],
  ["stroke-dasharray", (value) => value === "none" || isList(value)], ["transform", isTransform], ["text-anchor", oneOf("start", "middle", "end")], ["dominant-baseline", oneOf("central", "middle", "auto")],
  ["vector-effect", oneOf("non-scaling-stroke")], ["pathLength", isNumber], ["font-style", oneOf("normal", "italic")],
];
/** @type {(...attributes: [string, IsAllowed][]) => Map<string, IsAllowed>} */
const graphic = (...attributes) => new Map([...PAINT, ...attributes]);
/** @type {(...attributes: [string, IsAllowed][]) => Map<string, IsAllowed>} */
const only = (...attributes) => new Map(attributes);

/** The attributes of each element besides the common ones. @type {Map<string, Map<string, IsAllowed>>} */
const ELEMENTS = new Map(Object.entries({
  svg: graphic(...numbers("x", "y", "width", "height"), ["viewBox", isList], ["focusable", oneOf("false")], ["preserveAspectRatio", matches(/^[A-Za-z ]{4,20}$/)]),
  g: graphic(),
  rect: graphic(...numbers("x", "y", "width", "height", "rx", "ry")),
  circle: graphic(...numbers("cx", "cy", "r")),
  ellipse: graphic(...numbers("cx", "cy", "rx", "ry")),
  line: graphic(...numbers("x1", "y1", "x2", "y2")),
  polyline: graphic(["points", isList]),
  polygon: graphic(["points", isList]),
  path: graphic(["d", isDrawing]),
  text: graphic(...numbers("x", "y", "dx", "dy")),
  tspan: graphic(...numbers("x", "y", "dx", "dy")),
  p: only(["id", oneOf("live")]),
  button: only(["type", oneOf("button")], ["disabled", isEmpty]),
  select: only(["data-on", oneOf("change")]),
  option: only(["value", isText], ["selected", isEmpty]),
  ..."main header section nav label figure figcaption div span strong em small b i h1 h2 h3 ol ul li dl dt dd table tbody tr th td br hr"
    .split(" ").reduce((elements, tag) => ({ ...elements, [tag]: only() }), {}),
}));

/**
 * The attributes of pictures for the host page besides those of their elements. Nothing there may have a meaning for the
 * page's own scripts and styles, if the page adds the picture to its content.
 * @type {Map<string, IsAllowed>}
 */
const PICTURE = new Map([
  ...PAINT, ["font-family", matches(/^[\w ,'-]*$/)], ["letter-spacing", (value) => value === "normal" || isNumber(value)],
  ["class", matches(/^d\d{1,4}$/)], ["role", oneOf("img")], ["aria-label", isText], ["aria-hidden", isFlag],
]);

/**
 * Refuse an attribute that is not on the list of its element.
 * @param {string} tag
 * @param {string} name
 * @param {unknown} value
 * @param {Map<string, IsAllowed>} [common] the attributes of all elements
 */
function checkAttribute(tag, name, value, common = COMMON) {
  const isAllowed = ELEMENTS.get(tag)?.get(name) ?? common.get(name);
  if (!isAllowed) return refuse(`the attribute ${name} of ${tag}`);
  if (typeof value !== "string" || !isAllowed(value)) refuse(`the value of ${name}`);
}

/**
 * The elements on the page: what patches refer to.
 * @typedef {{tag: string, size: number, depth: number, children: Shape[]}} Shape
 */

/**
 * Check a tree, and return its shape.
 * @param {unknown} tree
 * @param {number} depth
 * @param {{left: number}} budget of elements
 * @param {boolean} [isPicture] true for a picture for the host page
 * @returns {Shape}
 */
function checkTree(tree, depth, budget, isPicture = false) {
  if (!Array.isArray(tree) || tree.length !== 3) return refuse("a tree of another form");
  const [tag, attributes, content] = tree;
  if (typeof tag !== "string" || !(isPicture ? GRAPHICS : ELEMENTS).has(tag)) return refuse(`the element ${tag}`);
  if (depth > MAX_DEPTH) return refuse(`more than ${MAX_DEPTH} levels of elements`);
  if (--budget.left < 0) return refuse(`more than ${MAX_ELEMENTS} elements`);
  if (typeof attributes !== "object" || attributes === null || Array.isArray(attributes)) return refuse("a tree of another form");
  for (const [name, value] of Object.entries(attributes)) checkAttribute(tag, name, value, isPicture ? PICTURE : COMMON);
  if (typeof content === "string") {
    if (content.length > MAX_TEXT) refuse("a text that is too long");
    return { tag, size: 1, depth, children: [] };
  }
  if (!Array.isArray(content)) return refuse("a tree of another form");
  const children = content.map((child) => checkTree(child, depth + 1, budget, isPicture));
  return { tag, size: children.reduce((sum, { size }) => sum + size, 1), depth, children };
}

/** Check the rules of a picture for dark mode. @param {unknown} rules */
function checkRules(rules) {
  const isText = typeof rules === "string" && rules.length <= MAX_PATH;
  if (!isText || !/^(@media\(prefers-color-scheme:dark\)\{(\.d\d{1,4}\{[^{}]*\})*\})?$/.test(rules)) return refuse("the style of a picture");
  const declarations = rules.replace(/^[^{]*\{|\}$/g, "").replace(/\.d\d+\{([^{}]*)\}/g, "$1;").split(";").filter(Boolean);
  for (const declaration of declarations) {
    const [name, value] = declaration.split(/:(.*)/s), isAllowed = PICTURE.get(name);
    if (!isAllowed || (value !== "inherit" && !isAllowed(value ?? ""))) refuse("the style of a picture");
  }
}

/** @type {(shapes: Shape[]) => Shape} */
const last = (shapes) => shapes[shapes.length - 1];
/** @type {(value: unknown, end: number) => value is number} */
const isIndex = (value, end) => Number.isInteger(value) && Number(value) >= 0 && Number(value) < end;

/**
 * Check the messages of a worker, in their order.
 */
export function createChecker() {
  /** @type {Shape | null} */
  let root = null;

  /** Return the elements from the root to the one at a path. @type {(path: unknown) => Shape[]} */
  function shapesAt(path) {
    if (!root || !Array.isArray(path) || path.length > MAX_DEPTH) return refuse("a patch without a page");
    const shapes = [root];
    for (const index of path) {
      const { children } = last(shapes);
      if (!isIndex(index, children.length)) return refuse("a patch of an element that does not exist");
      shapes.push(children[index]);
    }
    return shapes;
  }

  /** Check a tree that becomes part of the page. @type {(tree: unknown, depth: number, freed?: number) => Shape} */
  const checkPart = (tree, depth, freed = 0) => checkTree(tree, depth, { left: MAX_ELEMENTS - (root?.size ?? 0) + freed });

  /** @type {(shapes: Shape[], change: number) => void} */
  const resize = (shapes, change) => { for (const shape of shapes) shape.size += change; };

  /** @type {Record<string, (path: unknown, ...operands: unknown[]) => void>} */
  const OPERATIONS = {
    attr(path, name, value) {
      const { tag } = last(shapesAt(path));
      if (typeof name !== "string") return refuse("a patch of another form");
      if (value !== null) checkAttribute(tag, name, value);
    },
    text(path, text) {
      const shapes = shapesAt(path);
      if (typeof text !== "string" || text.length > MAX_TEXT) return refuse("a text that is too long");
      if (last(shapes).children.length) refuse("a text in place of elements");
    },
    insert(path, index, tree) {
      const shapes = shapesAt(path), parent = last(shapes);
      if (!isIndex(index, parent.children.length + 1)) return refuse("a patch of an element that does not exist");
      const shape = checkPart(tree, parent.depth + 1);
      parent.children.splice(index, 0, shape);
      resize(shapes, shape.size);
    },
    remove(path, index) {
      const shapes = shapesAt(path), { children } = last(shapes);
      if (!isIndex(index, children.length)) return refuse("a patch of an element that does not exist");
      resize(shapes, -children.splice(index, 1)[0].size);
    },
    move(path, from, to) {
      const { children } = last(shapesAt(path));
      if (!isIndex(from, children.length) || !isIndex(to, children.length)) return refuse("a patch of an element that does not exist");
      children.splice(to, 0, ...children.splice(from, 1));
    },
    replace(path, tree) {
      const shapes = shapesAt(path), old = last(shapes), ancestors = shapes.slice(0, -1);
      const shape = checkPart(tree, old.depth, old.size);
      const parent = last(ancestors);
      if (parent) parent.children[/** @type {number[]} */ (path)[ancestors.length - 1]] = shape;
      else root = shape;
      resize(ancestors, shape.size - old.size);
    },
  };

  /** @param {unknown} operations */
  function checkPatch(operations) {
    if (!Array.isArray(operations) || operations.length > MAX_OPERATIONS) return refuse("a patch of another form");
    for (const operation of operations) {
      if (!Array.isArray(operation) || typeof operation[0] !== "string" || !Object.hasOwn(OPERATIONS, operation[0])) return refuse("a patch of another form");
      const [name, path, ...operands] = operation;
      OPERATIONS[name](path, ...operands);
    }
  }

  /** @param {unknown} motions */
  function checkMotions(motions) {
    if (!Array.isArray(motions) || motions.length > MAX_MOTIONS) return refuse("a motion of another form");
    for (const motion of motions) {
      if (!Array.isArray(motion) || motion.length !== 2 || typeof motion[0] !== "string" || motion[0].length > MAX_LABEL) return refuse("a motion of another form");
      const offsets = motion[1];
      if (!Array.isArray(offsets) || !offsets.length || offsets.length > MAX_OFFSETS) return refuse("a motion of another form");
      for (const point of offsets) {
        const isPoint = Array.isArray(point) && point.length === 2 && point.every((part) => typeof part === "number" && Math.abs(part) <= MAX_NUMBER);
        if (!isPoint) refuse("a motion of another form");
      }
    }
  }

  /** @type {Record<string, (...values: unknown[]) => void>} */
  const MESSAGES = {
    mount(tree) { root = checkTree(tree, 0, { left: MAX_ELEMENTS }); },
    patch(operations, motions) {
      checkPatch(operations);
      checkMotions(motions);
    },
    title(text) { if (typeof text !== "string" || text.length > MAX_LABEL) refuse("a title of another form"); },
    theme(name) { if (!THEMES.includes(/** @type {string} */ (name))) refuse("a theme of another form"); },
    look: checkLook,
    post: checkPost,
    picture(id, tree, rules) {
      if (!Number.isSafeInteger(id)) refuse("a picture of another form");
      checkTree(tree, 0, { left: MAX_ELEMENTS }, true);
      checkRules(rules);
    },
    print() {},
    scroll() {},
    failed(text) { if (typeof text !== "string" || text.length > MAX_LABEL) refuse("an error of another form"); },
    ready() {},
    done() {},
  };

  return {
    /**
     * Return the parts of a message that may reach the page.
     * @param {unknown} data what the worker has sent
     * @returns {[name: string, ...values: any[]]}
     * @throws {CheckError} the message breaks a rule
     */
    check(data) {
      if (typeof data !== "string" || data.length > MAX_MESSAGE_CHARACTERS) return refuse("a message that is too long");
      /** @type {unknown} */
      let message;
      try { message = JSON.parse(data); } catch { return refuse("a message that is not JSON"); }
      if (!Array.isArray(message) || typeof message[0] !== "string" || !Object.hasOwn(MESSAGES, message[0])) return refuse("a message of another form");
      const [name, ...values] = message;
      if (values.length !== MESSAGES[name].length) return refuse("a message of another form");
      MESSAGES[name](...values);
      return /** @type {[string, ...any[]]} */ (message);
    },
  };
}

/** @param {unknown} look */
function checkLook(look) {
  if (typeof look !== "object" || look === null || Array.isArray(look)) return refuse("a look of another form");
  for (const [name, value] of Object.entries(look)) {
    const isPart = ["background", "color", "accent", "font", "radius"].includes(name);
    if (!isPart || typeof value !== "string" || value.length > MAX_LABEL || /url|image|[;{}\\]/i.test(value)) refuse("a look of another form");
  }
}

/**
 * Check a message to the host page: an event with plain values.
 * @param {unknown} message
 */
function checkPost(message) {
  if (typeof message !== "object" || message === null || Array.isArray(message)) return refuse("an event of another form");
  const values = new Map(Object.entries(message));
  if (values.get("ruleboard") !== MESSAGE_VERSION) return refuse("an event of another form");
  const isAllowed = EVENTS.includes(/** @type {string} */ (values.get("type"))) && !values.has("svg"); // which could contain anything
  if (!isAllowed) return refuse(`the event ${values.get("type")}`);
  if (JSON.stringify(message).length > MAX_EVENT) return refuse("an event of another form");
  if (!isPlain(message, 3)) refuse("an event of another form");
}

/** Return true for texts, numbers, and lists and objects of them. @type {(value: unknown, depth: number) => boolean} */
function isPlain(value, depth) {
  if (typeof value === "string") return value.length <= MAX_FIELD;
  if (typeof value !== "object" || value === null) return true;
  if (!depth) return false;
  if (Array.isArray(value)) return value.length <= MAX_ITEMS && value.every((item) => isPlain(item, depth - 1));
  const fields = Object.entries(value);
  return fields.length <= MAX_FIELDS && fields.every(([name, item]) => /^[a-z]{1,20}$/i.test(name) && isPlain(item, depth - 1));
}
