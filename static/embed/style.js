// The styles of <rule-board>. The build minifies the texts.

const STYLE = `
  :host { display: block; position: relative; max-width: 100%; }
  :host([hidden]) { display: none; }
  iframe { display: block; width: 100%; border: 0; }
  .box { all: initial; display: block; position: relative; direction: ltr; color: inherit; color-scheme: inherit; font-family: inherit; visibility: inherit; pointer-events: inherit; --accent: var(--rule-board-accent, #2c5d63); --tint: color-mix(in srgb, currentColor 7%, transparent); }
  .box > i { display: none; background-color: var(--rule-board-background); color: var(--rule-board-color);
    caret-color: var(--accent); font-family: var(--rule-board-font); border-radius: var(--rule-board-radius); }
  .poster { position: relative; box-sizing: border-box; min-height: 64px; padding: 8px 8px var(--under, 8px);
    background: var(--rule-board-background, none); color: var(--rule-board-color, inherit);
    border-radius: var(--rule-board-radius, 10px); }
  .beside .poster { min-height: var(--under); padding: 12px 332px 12px 12px; }
  .beside.asks ::slotted(p:last-of-type), .beside .task { position: absolute!important; inset: 12px 12px auto auto!important; width: 296px!important; }
  .lesson .poster { padding-top: 288px; }
  .lesson .poster::before, .study .poster::before { content: ""; position: absolute; inset: calc(100% - var(--under) + 52px) 8px auto; height: 144px;
    background: repeating-linear-gradient(#0000 0 14px, var(--tint) 0 24px); }
  .lesson .poster::before { inset: 52px 8px auto; }
  .study.beside .poster::before { inset: 48px 12px auto auto; width: 296px; }
  .waiting iframe { position: absolute; inset: 0; height: 100%; opacity: 0; pointer-events: none; }
  .answering .poster { display: none; }
  .poster img, .later .poster > div::before, ::slotted(img), ::slotted(svg) { display: block; width: 100%; max-height: var(--rule-board-highest, 608px);
    object-fit: contain; aspect-ratio: auto var(--ratio); }
  .wide { --rule-board-highest: 544px; }
  ::slotted(*) { max-width: 100%; }
  .box ::slotted(:where(:is(a,p):not([hidden]))) { all: unset!important; display: block!important; }
  .later img:not([src]) { display: none; }
  .later .poster > div:not(:has([src]))::before { content: ""; border-radius: var(--rule-board-radius, 10px); background: var(--tint); }
  .later [part=note] { position: absolute; inset: calc((100% - var(--under, 8px)) / 2 - 12px) 16px auto; }
  .later.beside [part=note] { right: 340px; top: calc(50% - 12px); }
  .later.study.beside [part=note] { top: calc(37% - 12px); }
  p, .box ::slotted(p) { margin: 8px 0 0!important; font: 15px/1.5 var(--rule-board-font, system-ui, sans-serif)!important; text-align: center!important; text-wrap: balance!important;
    unicode-bidi: plaintext; }
  .heading, .box ::slotted(p:first-child) { margin: 0 0 9px!important; font-weight: 600!important; }
  .task, .asks ::slotted(p:last-of-type) { font: 600 19px/1.3 var(--rule-board-font, ui-serif, "Iowan Old Style", Charter, "Noto Serif", Georgia, "DejaVu Serif", serif)!important;
    border-left: 3px solid var(--accent)!important; padding-left: 12px!important; text-align: left!important; }
  p:empty { display: none; }
  button { position: absolute; inset: 0; width: 100%; padding: 0; border: 0; background: none;
    cursor: pointer; touch-action: manipulation; font: 600 1rem/1.2 var(--rule-board-font, system-ui), sans-serif; color: var(--sign-ink); }
  .sign { position: absolute; right: 8px; bottom: calc(var(--under, 8px) - 44px); display: flex; align-items: center; gap: 8px;
    min-height: 36px; padding: 0 14px 0 12px; border-radius: 18px; background: var(--accent); white-space: nowrap; font-size: .875rem;
    box-shadow: 0 1px 8px #0006; }
  .beside .sign { right: 12px; bottom: 12px; }
  .still.signed .poster { --under: 44px; }
  .still .sign { bottom: 0; }
  .sign::before { content: ""; border: 6px solid #0000; border-left: 10px solid; border-right: 0; }
  button:hover .sign { filter: brightness(.8); }
  button:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; }
  .waiting .sign::before { width: 14px; height: 14px; border: 3px solid currentColor; border-right-color: #0000;
    border-radius: 50%; animation: turn 900ms linear infinite; }
  @keyframes turn { to { rotate: 1turn; } }
  @media(prefers-reduced-motion: reduce) { .waiting .sign::before { animation-duration: 6s; } }
  @media print {
    button, .poster::before, .later .poster > div::before { display: none; }
    .later [part=note], .asks.beside ::slotted(p:last-of-type), .task { position: static!important; width: auto!important; }
    .poster, .beside .poster, .lesson .poster { min-height: 0!important; padding: 0; background: none; color: #000; break-inside: avoid; }
    .poster img { color-scheme: only light!important; }
    .screen { display: none; }
    ::slotted([slot=paper]) { display: block!important; text-align: start; }
  }`;

// Pictures that a page puts into links in the element, which rules in the element's own tree do not reach.
const SLOTTED_STYLE = `
  rule-board img { all: unset!important; display: block!important; width: 100%!important;
    max-height: var(--rule-board-highest, 608px)!important; object-fit: contain!important; }
  rule-board [slot=paper] img { width: min(9cm, 100%)!important; break-inside: avoid!important; }
  rule-board > :is(a,p)::before, rule-board > :is(a,p)::after { content: none!important; }
  rule-board > p::first-letter { all: unset!important; }
  rule-board .paper-variation { margin-inline-start: 2em; }`;

/** @param {string} text */
const sheet = (text) => {
  const stylesheet = new CSSStyleSheet();
  stylesheet.replaceSync(text);
  return stylesheet;
};

export const stylesheet = sheet(STYLE);
export const slottedStylesheet = sheet(SLOTTED_STYLE);

/** Return the style sheet of an element with a maximum width in pixels. @param {number} width */
export const widthStylesheet = (width) => sheet(`:host{max-width:min(100%,${width}px)}`);
