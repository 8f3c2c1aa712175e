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
  const newRegistration = await serviceWorker.register("./sw.js");
  if (!newRegistration) return; // some browsers resolve with nothing if they block service workers
  registration = newRegistration;
  /** @param {ServiceWorker | null} worker */
  const watch = (worker) => worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && newRegistration.active) send(EventKind.UPDATE, "ready");
  });
  if (newRegistration.waiting && newRegistration.active) send(EventKind.UPDATE, "ready");
  watch(newRegistration.installing);
  newRegistration.addEventListener("updatefound", () => watch(newRegistration.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") newRegistration.update().catch(() => {}); // offline: try again later
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
