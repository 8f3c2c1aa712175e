// Long texts that are loaded when a reader opens them: <details data-loads="licences.txt"> with a <pre> inside.

import { fetchInTime } from "../boot/time_limits.mjs";

const FIRST_WORDS = "Licences of Ruleboard"; // a host may answer with a page of its own (tools/licences.py)

async function fetchText(name) {
  const response = await fetchInTime(new URL(`../${name}`, import.meta.url));
  const text = response.ok ? await response.text() : "";
  if (!text.startsWith(FIRST_WORDS)) throw new Error(`not the text of ${name} (${response.status})`);
  return text;
}

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
