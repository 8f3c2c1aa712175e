// The Content-Security-Policy of embedded boards: nothing from other sites, nothing inline. This script comes before
// everything else.
//
// The policy names the page's own address in addition to 'self', which matches nothing in WebKit if a sandboxed page
// has an opaque origin. The build inlines this script into the page, whose first policy allows only this script, by its
// hash: no request can fail. interpreter.mjs does not start without `globalThis.ruleboardPolicy`.
//
// For the same reason it monitors the files that the page itself names: without them no other script runs.
"use strict";
{
  const { origin } = new URL(location.href);
  const sources = origin === "null" ? "'self'" : `'self' ${origin}`;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  // PyScript creates functions from texts, which needs unsafe-eval.
  policy.content = `default-src 'none'; script-src ${sources} 'unsafe-eval'; style-src ${sources}; img-src ${sources} data: blob:;`
    + ` connect-src ${sources} data:; worker-src ${sources} blob: data:; base-uri 'none'; form-action 'none'`;
  document.head.append(policy);
  globalThis.ruleboardPolicy = true;

  // The browser refuses a file whose hash differs from the hash in the page, for example after an update on the host.
  // The page then reloads once. Before that it requests the file from the host, since the cache may hold the wrong one.
  /** @type {(HTMLScriptElement | HTMLLinkElement)[]} */
  const refusedFiles = [];
  addEventListener("error", ({ target }) => {
    if (!(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement) || !target.integrity) return;
    const isStyle = "rel" in target && target.rel === "stylesheet";
    if (document.readyState === "loading" || isStyle) refusedFiles.push(target);
  }, true);
  const giveUp = () => {
    parent.postMessage({ ruleboard: 1, type: "failed" }, "*");
    const message = document.getElementById("start-message");
    if (!message) return;
    const sentence = "Ruleboard couldn’t start. Please reload the page.";
    const words = JSON.parse(document.getElementById("first-words")?.textContent ?? "{}");
    message.textContent = navigator.languages.map((code) => words[code.split("-")[0]]?.[sentence])[0] ?? sentence;
    message.hidden = false;
  };
  addEventListener("load", async () => {
    if (!refusedFiles.length) return;
    /** @param {HTMLScriptElement | HTMLLinkElement} file */
    const askHost = (file) => fetch("src" in file ? file.src : file.href, { cache: "no-cache", integrity: file.integrity })
      .then((response) => response.arrayBuffer());
    const areRight = await Promise.all(refusedFiles.map(askHost)).then(() => true, () => false);
    const [arrival] = /** @type {PerformanceNavigationTiming[]} */ (performance.getEntriesByType("navigation"));
    const isFirst = arrival?.type !== "reload";
    if (areRight || isFirst) location.reload();
    else giveUp();
  });
}
