// Downloads of texts and pictures.

import { fetchInTime } from "../boot/time_limits.mjs";

const REVOKE_MS = 10_000; // until the download has certainly started

/**
 * @param {string} name
 * @param {Blob} blob
 */
function downloadBlob(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), REVOKE_MS);
}

/**
 * Download a text as a file.
 * @param {string} name
 * @param {string} type its MIME type
 * @param {string} text
 */
export function download(name, type, text) {
  downloadBlob(name, new Blob([text], { type }));
}

/**
 * Download a picture as a PNG file in its own size.
 * @param {string} name
 * @param {string} svg the text of an SVG file
 * @param {(isDone: boolean) => void} answer
 */
export async function downloadPng(name, svg, answer) {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
  let isDone = false;
  try {
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    /** @type {Blob | null} */
    const png = await new Promise((resolve) => { canvas.toBlob(resolve, "image/png"); });
    if (png) { downloadBlob(name, png); isDone = true; }
  } catch (error) {
    console.warn("The picture could not be drawn:", error);
  }
  URL.revokeObjectURL(image.src);
  answer(isDone);
}

/**
 * Read the source text of the page's style sheet, for standalone pictures. It is empty if the file does not load.
 * @param {(text: string) => void} answer
 */
export async function readStyles(answer) {
  /** @type {HTMLLinkElement | null} */
  const link = document.querySelector('link[rel="stylesheet"]');
  /** @param {HTMLLinkElement} link */
  const load = async ({ href, integrity }) => {
    const response = await fetchInTime(href, { integrity });
    return response.ok ? response.text() : "";
  };
  const text = link ? await load(link).catch(() => "")
    : [...document.querySelectorAll("style")].map((style) => style.textContent).join("\n");
  answer(text);
}
