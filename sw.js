// The service worker: keeps all of Ruleboard in the browser, so that it needs no network after the first visit.
//
// The build bundles this with Workbox and writes the list of files into it, each with a hash of its content: what a
// new version has in common with the old one is not downloaded again. A new version waits until somebody asks for it.
import { clientsClaim } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

// Ask whether the browser's own copy is still good, rather than download it again.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }) }]);

// What is large has its version in its address, so the browser's own copy is the right one, however old it is: and
// with it goes what the browser has compiled of it already. Where it has none left, ours is there.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /\.wasm$|\/snapshot\.\w+\.bin$/.test(url.pathname),
  async ({ request }) => {
    try {
      const response = await fetch(request, { cache: "force-cache" });
      if (response.ok) return response;
    } catch {
      // No network.
    }
    return (await matchPrecache(request)) ?? Response.error();
  },
);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
clientsClaim();

addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});
