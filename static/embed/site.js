// The files of the site that serves Ruleboard.

import { boundedText } from "../boot/bounded_text.mjs";
import { createElement } from "./elements.js";

const script = /** @type {HTMLScriptElement | null} */ (
  document.currentScript ?? document.querySelector('script[src$="embed.js"]'));

/** The folder of the site. */
export const BASE = new URL(".", script?.src || location.href);

/** The scripts that draw positions, by game. Each loads when a board needs it. @type {Record<string, Promise<void> | undefined>} */
const scripts = {};

/** @param {string} game */
const loadScript = (game) => scripts[game] ??= new Promise((done) => {
  const script = createElement("script", { src: new URL(`static/posters/${game}.js`, BASE).href });
  script.onload = () => done();
  script.onerror = () => { delete scripts[game]; done(); }; // the next board requests it again
  document.head.append(script);
});

/**
 * Draw a position, or the position of a lesson's step. The result is empty if that is impossible.
 * @param {string} game
 * @param {Parameters<DrawPoster>} position
 */
export async function drawPoster(game, position) {
  await loadScript(game);
  return globalThis.ruleboardPosters?.[game]?.(...position) ?? "";
}

/** Return the text of a file of the page's own site; empty if it does not load. @type {(address: string, maxBytes: number) => Promise<string>} */
export async function fetchText(address, maxBytes) {
  const url = new URL(address, document.baseURI);
  if (url.origin !== location.origin) return "";
  const response = await fetch(url, { redirect: "error" });
  return response.ok ? boundedText(/** @type {ReadableStream<Uint8Array>} */ (response.body), maxBytes) : "";
}
