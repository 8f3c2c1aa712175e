// Long texts that are loaded when a reader opens them: <details data-loads="licences.txt"> with a <pre> inside.

import { fetchOwn } from "../boot/own_files.mjs";

const fetchText = async (name) => (await fetchOwn(`static/${name}`)).text();

// The event does not bubble.
document.addEventListener("toggle", async ({ target }) => {
  const place = target.dataset?.loads && target.open && target.querySelector("pre");
  if (!place || "loaded" in place.dataset) return;
  try {
    place.textContent = await fetchText(target.dataset.loads);
    place.dataset.loaded = "";
  } catch (error) {
    console.warn("A text could not be loaded:", error);
    place.textContent = place.dataset.failure;
  }
}, true);
