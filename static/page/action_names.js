// Selectors for buttons that need special treatment in the browser, from the names of their actions (`data-do`).

import { GAME_ACTIONS, HISTORY_ACTIONS } from "../boot/contract.mjs";

/** @param {string[]} actions */
const buttons = (actions) => actions.map((action) => `[data-do="${action}"]`).join();

/** A selector for all buttons of the game. */
export const GAME_BUTTONS = `button[data-target], ${buttons(GAME_ACTIONS)}`;

/** A selector for the same buttons, undo and redo. */
export const GAME_AND_HISTORY_BUTTONS = `${GAME_BUTTONS}, ${buttons(HISTORY_ACTIONS)}`;

/** A selector for the buttons that play an action of the game. */
export const PLAYING_BUTTONS = `button[data-target], ${buttons(GAME_ACTIONS.filter((action) => action.endsWith(".choose")))}`;
