// <rule-board>: an interactive board of Ruleboard in any page. It starts as a picture; Python starts when a reader uses
// it.
//
//   <script src="https://…/embed.js" defer></script>
//   <rule-board game="sensei" mode="play"><a href="https://…/embed.html#game=sensei&mode=play">Sensei</a></rule-board>
//
// Attributes are the parameters of embed.html, `autostart` and `sandbox`. Custom properties may also set the look. See
// docs/embedding.md.
import { RuleBoard } from "./static/embed/rule_board.js";

if (!customElements.get("rule-board")) customElements.define("rule-board", RuleBoard);
