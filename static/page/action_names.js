// Names of Python's actions (`data-do` attributes) that need special treatment in the browser.
//
// No other script of the page uses these names.

/** Actions in the game. After one of them, its place may show a button of another player or with another effect. */
const GAME_ACTIONS = [
  ...["choose", "answer", "withdraw", "now", "continue", "reopen", "uncover", "rematch", "claim_time", "drop_clock"].map((name) => `play.${name}`),
  ...["embed.choose", "embed.uncover", "lessons.choose", "problems.choose", "study.choose", "study.read.choose"],
];

/** Actions that a player may repeat quickly to undo or redo several actions. */
const HISTORY_ACTIONS = ["play.undo", "play.redo", "embed.undo", "embed.redo", "study.undo", "study.redo"];

/** The action that the faces of a clock send. */
export const CLOCK = "play.clock";

/** The action that closes a notice. */
export const DISMISS = "app.dismiss";

/** The action that follows the print dialog. */
export const PRINTED = "share.printed";

/** @param {string[]} actions */
const buttons = (actions) => actions.map((action) => `[data-do="${action}"]`).join();

/** A selector for all buttons of the game. */
export const GAME_BUTTONS = `button[data-target], ${buttons(GAME_ACTIONS)}`;

/** A selector for the same buttons, undo and redo. */
export const GAME_AND_HISTORY_BUTTONS = `${GAME_BUTTONS}, ${buttons(HISTORY_ACTIONS)}`;
