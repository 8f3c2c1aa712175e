// Names of Python's actions (`data-do` attributes) that need special treatment in the browser.
//
// No other script of the page names any of them.

/** Actions in the game. Afterwards their place may hold a button of another player, or one that does something else. */
const GAME_ACTIONS = [
  ...["choose", "answer", "withdraw", "now", "continue", "reopen", "uncover", "rematch", "claim_time", "drop_clock"].map((name) => `play.${name}`),
  ...["embed.choose", "embed.uncover", "lessons.choose", "problems.choose", "study.choose", "study.read.choose"],
];

/** Actions that a player may repeat for as long as there is something left to undo or redo. */
const HISTORY_ACTIONS = ["play.undo", "play.redo", "embed.undo", "embed.redo", "study.undo", "study.redo"];

/** Sent by the faces of a clock. */
export const CLOCK = "play.clock";

/** Sent when the print dialog has been closed. */
export const PRINTED = "share.printed";

const buttons = (actions) => actions.map((action) => `[data-do="${action}"]`).join();

/** A selector of all buttons that act in the game. */
export const GAME_BUTTONS = `button[data-target], ${buttons(GAME_ACTIONS)}`;

/** The same, and the buttons that go back and forth in its history. */
export const GAME_AND_HISTORY_BUTTONS = `${GAME_BUTTONS}, ${buttons(HISTORY_ACTIONS)}`;
