// The second half of embed.js, which loads it when the first board starts: the frame of a board, and its messages.
import { startBoard } from "./static/embed/live_board.js";

globalThis.ruleboardStartBoard = startBoard;
