// Long texts, which the page loads when a reader opens them: <details data-loads="licences.txt"> with a <pre> inside.

import { fetchOwn } from "../boot/own_files.mjs";

/** @param {string} name */
const fetchText = async (name) => (await fetchOwn(`static/${name}`)).text();

// The event does not bubble.
document.addEventListener("toggle", async ({ target }) => {
  if (!(target instanceof HTMLDetailsElement) || !target.dataset.loads || !target.open) return;
  const element = target.querySelector("pre");
  if (!element || "loaded" in element.dataset) return;
  try {
    element.textContent = await fetchText(target.dataset.loads);
    element.dataset.loaded = "";
  } catch (error) {
    console.warn("A text could not be loaded:", error);
    element.textContent = element.dataset.failure ?? "";
  }
}, true);
