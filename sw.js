// The service worker: keeps all of Ruleboard in the browser, so that it needs no network after the first visit.
//
// The build bundles this with Workbox and writes the list of files into it, each with a hash of its content: what a
// new version has in common with the old one is not downloaded again. A new version waits until somebody asks for it.
import { clientsClaim } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

// Ask whether the browser's own copy is still good, rather than download it again.
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, { cache: "no-cache" }) }]);

// What is large has its version in its address, so a copy that the browser itself has is the right one, however old: and
// with that one goes what the browser has compiled of it already. Where it has none (left), ours is there.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && /\.wasm$|\/snapshot\.\w+\.bin$/.test(url.pathname),
  async ({ request }) => {
    const own = await fetch(request.url, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
    return own?.ok ? own : (await matchPrecache(request)) ?? fetch(request);
  },
);
precacheAndRoute(self.__WB_MANIFEST, { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
clientsClaim();

addEventListener("message", ({ data }) => {
  if (data === "take over") self.skipWaiting();
});
