// The service worker: keeps all of Ruleboard in the browser, so that it needs no network after the first visit.
//
// The build bundles this with Workbox and writes the list of files into it, each with a hash of its content: what a
// new version has in common with the old one is not downloaded again; what has another hash is not kept, and the worker
// tries again at the next visit. A new version waits until somebody asks for it.
import { clientsClaim } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";
import { isOtherCompression } from "./static/boot/packing.mjs";

// What is large has its version in its address: a copy that the browser itself has is the right one, however old. Of all
// else it is asked whether it is still good, which is less than to download it again.
const isLarge = (address) => /\.bin$/.test(new URL(address).pathname);
const asked = (address) => ({ cache: isLarge(address) ? "force-cache" : "no-cache" });
addPlugins([{
  requestWillFetch: async ({ request }) => new Request(request, asked(request.url)),
  // A page asks with other headers than the worker has asked with: what a host says of them (Vary) is no matter here.
  cachedResponseWillBeUsed: async ({ cacheName, request, cachedResponse }) => (
    cachedResponse ?? caches.match(request, { cacheName, ignoreVary: true })),
}]);

precacheAndRoute(self.__WB_MANIFEST.filter(({ url }) => !isOtherCompression(url)), { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
clientsClaim();

addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});
