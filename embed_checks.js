// The third script of embed.js, which loads it for boards with unusual attributes and for links to missing boards: what
// is wrong with them.
import { boardError, reportLink } from "./static/embed/checks.js";

globalThis.ruleboardBoardError = boardError;
globalThis.ruleboardReportLink = reportLink;
