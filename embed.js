// <rule-board>: an interactive board of Ruleboard in any page. It starts as a picture; Python starts when a reader uses
// it.
//
//   <script src="https://…/embed.js" defer></script>
//   <rule-board game="sensei" mode="play"><a href="https://…/embed.html#game=sensei&mode=play">Sensei</a></rule-board>
//
// Attributes are the parameters of embed.html, `src`, `autostart`, `sandbox` and `width`. Custom properties may also set
// the look. See docs/embedding.md.
import { RuleBoard } from "./static/embed/rule_board.js";
import { loadScript } from "./static/embed/site.js";

/** Let a link such as `<a data-board="id" data-at="12">` move the board with that id. @param {MouseEvent} event */
function followLink(event) {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  /** @type {HTMLElement | null | undefined} */
  const link = event.target instanceof Element ? event.target.closest("[data-board]") : null;
  const { board: id = "", at = 0, chapter } = link?.dataset ?? {};
  const board = document.getElementById(id);
  if (!(board instanceof RuleBoard)) {
    if (link) void loadScript("embed_checks.js").then(() => globalThis.ruleboardReportLink?.(link));
    return;
  }
  event.preventDefault();
  board.goTo(Number(at), chapter ? Number(chapter) : undefined);
  board.scrollIntoView({ block: "nearest" });
}

if (!customElements.get("rule-board")) {
  customElements.define("rule-board", RuleBoard);
  addEventListener("click", followLink);
}
