// The service worker: keeps all of Ruleboard in the browser, so that it needs no network after the first visit.
//
// The build bundles this with Workbox and writes the list of files into it, each with a hash of its content: what a
// new version has in common with the old one is not downloaded again. A new version waits until somebody asks for it.
import { clientsClaim } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, precacheAndRoute } from "workbox-precaching";

// Ask whether the browser's own copy is still good, rather than download it again.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }) }]);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
clientsClaim();

addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});
