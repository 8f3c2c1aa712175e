// The service worker stores all of Ruleboard in the browser, so that the page works offline after the first visit.
//
// The build bundles this script with Workbox and writes the list of files into it, each with a hash of its content. A new
// version downloads only the files whose hashes have changed. The worker does not store a file with another hash, and tries
// again at the next visit. A new version waits until the person accepts it.
import { clientsClaim } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { isOtherCompression } from "./static/boot/compression.mjs";

// Large files have their version in their address, so the browser's own copy is always right. The worker revalidates all
// other files, which costs less than a download.
/** @param {string} address */
const isLarge = (address) => /\.bin$/.test(new URL(address).pathname);
/** @type {(address: string) => RequestInit} */
const requestOptions = (address) => ({ cache: isLarge(address) ? "force-cache" : "no-cache" });
addPlugins([{
  requestWillFetch: async ({ request }) => new Request(request, requestOptions(request.url)),
  // Pages send other headers than the worker did, so matching must ignore Vary.
  cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse }) => (
    cachedResponse ?? caches.match(request, { cacheName, ignoreVary: true })),
}]);

precacheAndRoute(self.__WB_MANIFEST.filter(({ url }) => !isOtherCompression(url)), { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
clientsClaim();

addEventListener("message", ({ data }) => {
  if (data === "take over") void self.skipWaiting();
});
