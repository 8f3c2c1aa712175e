// The files of the site that serves Ruleboard.

import { createElement } from "../boot/elements.mjs";

const script = /** @type {HTMLScriptElement | null} */ (
  document.currentScript ?? document.querySelector('script[src$="embed.js"]')); // a module has no current script

/** The folder of the site. */
export const BASE = new URL(".", script?.src || location.href);

/** The scripts of the site that embed.js has requested, by address. @type {Record<string, Promise<void> | undefined>} */
const scripts = {};

/** Load a script of the site once. After a failure, the next call requests it again. @param {string} file */
export const loadScript = (file) => scripts[file] ??= new Promise((done) => {
  const script = createElement("script", { src: new URL(file, BASE).href });
  script.onload = () => done();
  script.onerror = () => { delete scripts[file]; done(); };
  document.head.append(script);
});

/**
 * Draw a position, or the position of a lesson's step. The result is empty if that is impossible.
 * @param {string} game
 * @param {Parameters<DrawPoster>} position
 */
export async function drawPoster(game, position) {
  await loadScript(`static/posters/${game}.js`);
  return globalThis.ruleboardPosters?.[game]?.(...position) ?? "";
}
