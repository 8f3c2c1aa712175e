// A game that opens by its address gets the list of games as the page before it, so that Back leads there first. Only
// for a new visit: after a reload or a return, the browser's history already has both pages.

const GAME = /^#\/(play|from)\//;
const arrival = /** @type {PerformanceNavigationTiming | undefined} */ (performance.getEntriesByType("navigation")[0]);
const { hash } = location;

if (arrival?.type === "navigate" && GAME.test(hash)) {
  history.replaceState(null, "", "#/");
  history.pushState(null, "", hash);
}
