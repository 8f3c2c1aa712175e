// Back from a game that was opened by its address leads to the games, as from one that was opened there; Back once more
// leaves the site. Only on arrival: a reload, or coming back, finds both pages in the browser's history already.

const GAME = /^#\/(play|from)\//;
const arrival = performance.getEntriesByType("navigation")[0];
const { hash } = location;

if (arrival?.type === "navigate" && GAME.test(hash)) {
  history.replaceState(null, "", "#/");
  history.pushState(null, "", hash);
}
