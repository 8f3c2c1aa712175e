// The kinds of events that Python answers. `python -m tools.event_kinds` writes this file.

export const EventKind = Object.freeze({
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
