// The Content-Security-Policy of embedded boards: nothing from other sites, nothing inline. This script comes before
// everything else.
//
// The policy names the page's own address in addition to 'self', which matches nothing in WebKit if a sandboxed page
// has an opaque origin. The build inlines this script into the page, whose first policy allows only this script, by its
// hash: no request can fail. interpreter.mjs does not start without `globalThis.ruleboardPolicy`.
"use strict";
{
  const { origin } = new URL(location.href);
  const sources = origin === "null" ? "'self'" : `'self' ${origin}`;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  // PyScript creates functions from texts, which needs unsafe-eval.
  policy.content = `default-src 'none'; script-src ${sources} 'unsafe-eval'; style-src ${sources}; img-src ${sources} data: blob:;`
    + ` connect-src ${sources} data:; worker-src ${sources} blob:; base-uri 'none'; form-action 'none'`;
  document.head.append(policy);
  globalThis.ruleboardPolicy = true;
}
