// The excerpt on the home page: the style sheet plays it while the root element has data-excerpt, which
// boot/user_preferences.js sets. It ends by itself, by the button for stopping it, or by a touch of the board.

import { BOARD } from "./board.js";
import { closestTo } from "./closest.js";

const LAST_ANIMATION = "excerpt"; // the name of its longest animation in the style sheet
const STOPPERS = "[data-stops], .first-task-board";
const { dataset } = document.documentElement;

const isPlaying = () => document.getAnimations().some((animation) => (
  animation instanceof CSSAnimation && animation.animationName === LAST_ANIMATION && animation.playState !== "finished"));

function stop() {
  delete dataset.excerpt;
}

if ("excerpt" in dataset) {
  if (!isPlaying()) stop();
  document.addEventListener("animationend", ({ animationName }) => { if (animationName === LAST_ANIMATION) stop(); });
  document.addEventListener("pointerdown", ({ target }) => { if (closestTo(target, ".first-task-board")) stop(); }, true);
  document.addEventListener("keydown", ({ target }) => { if (closestTo(target, `.first-task-board ${BOARD}`)) stop(); }, true);
  document.addEventListener("click", ({ target }) => {
    const stopper = closestTo(target, STOPPERS);
    if (!stopper) return;
    stop();
    /** @type {PageElement | null} */
    const board = document.querySelector(`.first-task-board ${BOARD}`);
    if (stopper.matches("[data-stops]")) board?.focus(); // the button has disappeared
  });
  addEventListener("hashchange", stop);
}
