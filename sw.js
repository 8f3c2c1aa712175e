// The service worker: keeps all of Ruleboard in the browser, so that it needs no network after the first visit.
//
// The build bundles this with Workbox and writes the list of files into it, each with a hash of its content: what a
// new version has in common with the old one is not downloaded again. A new version waits until somebody asks for it.
import { clientsClaim } from "workbox-core";
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from "workbox-precaching";
import { registerRoute } from "workbox-routing";

// What is large has its version in its address: a copy that the browser itself has is the right one, however old.
const isLarge = (address) => /\.wasm$|\/snapshot\.\w+\.bin$/.test(new URL(address).pathname);

// Ask whether the browser's own copy is still good, rather than download it again. That of a large file always is, and it is
// better not to ask: what the browser has compiled goes with a copy, and is lost when that is confirmed anew.
const asked = (address) => ({ cache: isLarge(address) ? "force-cache" : "no-cache" });
addPlugins([{ requestWillFetch: async ({ request }) => new Request(request, asked(request.url)) }]);

// For the same reason the browser's copy is given first. Where it has none (left), ours is there.
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && isLarge(url.href),
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
