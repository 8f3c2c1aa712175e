// The Content-Security-Policy of embedded boards: nothing from elsewhere, nothing inline. Comes before everything else.
//
// It names the page's own address in addition to 'self', which matches nothing in WebKit where a sandboxed page has
// an opaque origin. The build writes this script into the page, whose first policy allows it alone by its hash: there is
// no request that could fail. interpreter.mjs does not start without `globalThis.ruleboardPolicy`.
//
// For the same reason it watches over the files that the page names itself: without them nothing else runs here.
"use strict";
{
  const { origin } = new URL(location.href);
  const own = origin === "null" ? "'self'" : `'self' ${origin}`;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  // PyScript makes functions of texts: hence unsafe-eval.
  policy.content = `default-src 'none'; script-src ${own} 'unsafe-eval'; style-src ${own}; img-src ${own} data: blob:;`
    + ` connect-src ${own} data:; worker-src ${own} blob:; base-uri 'none'; form-action 'none'`;
  document.head.append(policy);
  globalThis.ruleboardPolicy = true;

  // A file with another content than the page names is refused, as where the host has another version by now. The page
  // is loaded again then, once; the host is asked for the file first, since the browser may keep the wrong one.
  const refused = [];
  addEventListener("error", ({ target }) => {
    const isOfPage = document.readyState === "loading" || target.rel === "stylesheet";
    if (target.integrity && isOfPage) refused.push(target);
  }, true);
  const giveUp = () => {
    parent.postMessage({ ruleboard: 1, type: "failed" }, "*");
    const message = document.getElementById("start-message");
    const sentence = "Ruleboard could not start. Please reload the page.";
    const words = JSON.parse(document.getElementById("first-words").textContent);
    message.textContent = navigator.languages.map((code) => words[code.split("-")[0]]?.[sentence])[0] ?? sentence;
    message.hidden = false;
  };
  addEventListener("load", async () => {
    if (!refused.length) return;
    const askHost = ({ src, href, integrity }) => fetch(src || href, { cache: "no-cache", integrity })
      .then((response) => response.arrayBuffer());
    const areRight = await Promise.all(refused.map(askHost)).then(() => true, () => false);
    const isFirst = performance.getEntriesByType("navigation")[0]?.type !== "reload";
    if (areRight || isFirst) location.reload();
    else giveUp();
  });
}
