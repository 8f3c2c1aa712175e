// An embedded board's policy: nothing from elsewhere, nothing inline. It names the page's own address besides 'self',
// because in a sandbox, where a page has no origin, 'self' means nothing to WebKit. Stands before everything else.
"use strict";
{
  const { origin } = new URL(location.href);
  const own = origin === "null" ? "'self'" : `'self' ${origin}`;
  const policy = document.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  // PyScript itself makes functions of texts: hence unsafe-eval.
  policy.content = `default-src 'none'; script-src ${own} 'unsafe-eval'; style-src ${own}; img-src ${own} data: blob:;`
    + ` connect-src ${own} data:; worker-src ${own}; base-uri 'none'; form-action 'none'`;
  document.head.append(policy);
}
