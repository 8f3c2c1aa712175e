// The names and numbers that Python shares with the scripts. `python -m tools.contract` writes this file.

export const STORAGE_PREFIX = "ruleboard/1/";
export const SETTINGS_KEY = "ruleboard/1/settings";
export const LISTED_PREFIXES = /* @__PURE__ */ "ruleboard/1/game/ ruleboard/1/study/".split(" ");
export const DERIVED_PREFIXES = /* @__PURE__ */ "ruleboard/1/summary/ ruleboard/1/review/".split(" ");
export const UNREADABLE_SUFFIX = "-unreadable";
export const GAME_ACTIONS = /* @__PURE__ */ "play.choose play.answer play.withdraw play.now play.continue play.try_again play.reopen play.uncover play.rematch play.claim_time play.drop_clock embed.choose embed.uncover lessons.choose problems.choose study.choose study.read.choose".split(" ");
export const HISTORY_ACTIONS = /* @__PURE__ */ "play.undo play.redo embed.undo embed.redo study.undo study.redo".split(" ");
export const CLOCK_ACTION = "play.clock";
export const DISMISS_ACTION = "app.dismiss";
export const PRINTING_ACTION = "study.draw_diagrams";
export const PRINTED_ACTION = "share.printed";
export const ATTRIBUTES = /* @__PURE__ */ "game position moves at options seed mode accept goal ask hint praise flip coordinates controls theme heading caption marks lang lesson step opponent seat hints study chapter start background color accent font radius".split(" ");
export const MODES = /* @__PURE__ */ "show play find".split(" ");
export const LEVELS = /* @__PURE__ */ "1 2 3 4 5".split(" ");
export const GOALS = /* @__PURE__ */ "line position win".split(" ");
export const THEMES = /* @__PURE__ */ "system light dark".split(" ");
export const NUMBERS = /* @__PURE__ */ "at seed step opponent seat chapter start width".split(" ");
export const FLAGS = /* @__PURE__ */ "flip coordinates controls hints autostart".split(" ");
export const TASK_TEXTS = /* @__PURE__ */ "ask hint praise".split(" ");
export const MARK_KINDS = /* @__PURE__ */ "shown danger last taken".split(" ");
export const LESSON_CONFLICTS = /* @__PURE__ */ "position moves at options seed mode accept goal hint praise flip marks opponent seat hints".split(" ");
export const STUDY_PARAMETERS = /* @__PURE__ */ "study chapter start game flip coordinates theme caption lang host autostart poster width background color accent font radius".split(" ");
export const MAX_NUMBER = 9999;
export const MAX_RADIUS = 64;
export const MAX_FONTS = 8;
export const COLOR_PATTERN = "transparent|aliceblue|antiquewhite|aqua|aquamarine|azure|beige|bisque|black|blanchedalmond|blue|blueviolet|brown|burlywood|cadetblue|chartreuse|chocolate|coral|cornflowerblue|cornsilk|crimson|cyan|darkblue|darkcyan|darkgoldenrod|darkgray|darkgreen|darkgrey|darkkhaki|darkmagenta|darkolivegreen|darkorange|darkorchid|darkred|darksalmon|darkseagreen|darkslateblue|darkslategray|darkslategrey|darkturquoise|darkviolet|deeppink|deepskyblue|dimgray|dimgrey|dodgerblue|firebrick|floralwhite|forestgreen|fuchsia|gainsboro|ghostwhite|gold|goldenrod|gray|green|greenyellow|grey|honeydew|hotpink|indianred|indigo|ivory|khaki|lavender|lavenderblush|lawngreen|lemonchiffon|lightblue|lightcoral|lightcyan|lightgoldenrodyellow|lightgray|lightgreen|lightgrey|lightpink|lightsalmon|lightseagreen|lightskyblue|lightslategray|lightslategrey|lightsteelblue|lightyellow|lime|limegreen|linen|magenta|maroon|mediumaquamarine|mediumblue|mediumorchid|mediumpurple|mediumseagreen|mediumslateblue|mediumspringgreen|mediumturquoise|mediumvioletred|midnightblue|mintcream|mistyrose|moccasin|navajowhite|navy|oldlace|olive|olivedrab|orange|orangered|orchid|palegoldenrod|palegreen|paleturquoise|palevioletred|papayawhip|peachpuff|peru|pink|plum|powderblue|purple|rebeccapurple|red|rosybrown|royalblue|saddlebrown|salmon|sandybrown|seagreen|seashell|sienna|silver|skyblue|slateblue|slategray|slategrey|snow|springgreen|steelblue|tan|teal|thistle|tomato|turquoise|violet|wheat|white|whitesmoke|yellow|yellowgreen|#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})|(?:rgba?)\\(\\s*(?:(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*/\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?|(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?)\\s*\\)|(?:hsla?|hwb)\\(\\s*(?:(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?(?:deg|grad|rad|turn)?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*/\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?|(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?(?:deg|grad|rad|turn)?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?)\\s*\\)|(?:lab|oklab)\\(\\s*(?:(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*/\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?|(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?)\\s*\\)|(?:lch|oklch)\\(\\s*(?:(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?(?:deg|grad|rad|turn)?|none)(?:\\s*/\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?|(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?(?:deg|grad|rad|turn)?|none)(?:\\s*,\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?)\\s*\\)|color\\(\\s*(?:srgb|srgb-linear|display-p3|a98-rgb|prophoto-rgb|rec2020|xyz|xyz-d50|xyz-d65)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)\\s+(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none)(?:\\s*/\\s*(?:[+-]?(?:\\d{1,6}(?:\\.\\d{1,12})?|\\.\\d{1,12})(?:e[+-]?\\d{1,2})?%?|none))?\\s*\\)";
export const MESSAGE_VERSION = 1;
export const FRAME_EVENTS = /* @__PURE__ */ "ready action outcome missed found step undo reset change error".split(" ");
export const MAX_ADDRESS_LENGTH = 20000;
export const MAX_POSTER_LENGTH = 40000;
export const MAX_TEXT_LENGTH = 400;
export const MAX_MESSAGE_LENGTH = 100000;
export const MAX_STUDY_MESSAGE_LENGTH = 1001000;
export const MAX_STUDY_LENGTH = 500000;
export const MAX_SOURCE_LENGTH = 200000;
export const WIDE_WIDTH = 640;

/** The kinds of events that Python answers. */
export const EventKind = /* @__PURE__ */ Object.freeze({
  PRESS: "press",
  TOUCH: "touch",
  TAKE: "take",
  DROP: "drop",
  AWAY: "away",
  POINT: "point",
  DO: "do",
  KEY: "key",
  ADDRESS: "address",
  STORED: "stored",
  RESTORED: "restored",
  UPDATE: "update",
  MESSAGE: "message",
});
