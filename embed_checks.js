// The third script of embed.js, which loads it for boards with unusual attributes: what is wrong with them.
import { boardError } from "./static/embed/checks.js";

globalThis.ruleboardBoardError = boardError;
