// Registration of the service worker (sw.js), and updates to new versions of the app.

import { send } from "./dispatch.js";

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

/** Activate the new version that is ready, and reload the page with it. */
export function applyUpdate() {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  if (registration?.waiting) registration.waiting.postMessage("take over");
  else location.reload();
}
