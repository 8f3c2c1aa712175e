// The Content-Security-Policy of embedded boards: nothing from elsewhere, nothing inline. Comes before everything else.
//
// It names the page's own address in addition to 'self', which matches nothing in WebKit where a sandboxed page has
// an opaque origin. The build writes this script into the page, whose first policy allows it alone by its hash: there is
// no request that could fail. interpreter.mjs does not start without `globalThis.ruleboardPolicy`.
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
}
