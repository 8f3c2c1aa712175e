// Registration of the service worker (sw.js), and updates to new versions of the app.

import { send } from "./dispatch.js";
import { EventKind } from "../boot/contract.mjs";

const ACTIVATION_TIMEOUT_MS = 5_000; // maximum wait for the activation of the new version

/** @type {ServiceWorkerRegistration | undefined} */
let registration;

/** Register the service worker, and report a new version to Python. Only `applyUpdate` activates it. */
export async function registerServiceWorker() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !location.protocol.startsWith("http")) return;
  const registered = await serviceWorker.register("./sw.js");
  if (!registered) return; // some browsers resolve with nothing if they block service workers
  registration = registered;
  /** @param {ServiceWorker | null} worker */
  const watch = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && registered.active) send(EventKind.UPDATE, "ready");
  });
  if (registered.waiting && registered.active) send(EventKind.UPDATE, "ready");
  watch(registered.installing);
  registered.addEventListener("updatefound", () => watch(registered.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") registered.update().catch(() => {}); // offline: try again later
  });
}

/**
 * Activate the new version and reload the page with it. A browser activates it only after the old one has answered all
 * requests. The time limit makes the button work even if one of them stays open.
 */
export function applyUpdate() {
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  if (!registration?.waiting) { reload(); return; }
  registration.waiting.postMessage("take over");
  setTimeout(reload, ACTIVATION_TIMEOUT_MS);
}
