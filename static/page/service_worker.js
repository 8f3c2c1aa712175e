// Registration of the service worker (sw.js), and updates to new versions of the app.

import { send } from "./dispatch.js";

const TAKE_OVER_MS = 5_000; // after which the page does not wait any longer for the new version to be activated

let registration = null;

/** Register the service worker, and tell Python when a new version is ready. Nothing but `applyUpdate` activates it. */
export async function registerServiceWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !location.protocol.startsWith("http")) return;
  registration = await serviceWorker.register("./sw.js");
  if (!registration) return;
  const watch = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && registration.active) send("update", "ready");
  });
  if (registration.waiting && registration.active) send("update", "ready");
  watch(registration.installing);
  registration.addEventListener("updatefound", () => watch(registration.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registration.update().catch(() => {}); // offline: another time
  });
}

/**
 * Activate the new version that is ready, and reload the page with it. A browser activates it only once the old one has
 * answered all requests: one that stays open must not leave the button without effect.
 */
export function applyUpdate() {
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  if (!registration?.waiting) { reload(); return; }
  registration.waiting.postMessage("take over");
  setTimeout(reload, TAKE_OVER_MS);
}
