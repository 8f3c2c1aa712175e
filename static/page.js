// The page's hands: builds and patches elements, hears people, lets pieces travel. Everything else is Python.
//
// Python calls `globalThis.ruleboard` with JSON texts, once a picture. Elements are only ever made with
// createElementNS and setAttribute: nothing is parsed as HTML.

import { speak } from "./words.mjs";

const SVG = "http://www.w3.org/2000/svg";
const HTML = "http://www.w3.org/1999/xhtml";
const DRAG_THRESHOLD = 8; // px a pointer may wander before a tap becomes a drag
const DOUBLE_TAP = 400; // ms that lie between the taps of a double tap at the most
const FINGER = 12; // px that lie between them
const SCROLLS = 200; // ms after which a finger that scrolls has moved the board

let root = null; // the element Python's tree describes
let hear = null; // Python's handler
let patching = false; // whether a picture is being carried out
const early = []; // what people did before Python was there

function build([tag, attributes, inside], namespace) {
  const own = tag === "svg" ? SVG : tag === "foreignObject" ? SVG : namespace;
  const element = document.createElementNS(own, tag);
  for (const name in attributes) element.setAttribute(name, attributes[name]);
  if (typeof inside === "string") {
    if (inside) element.textContent = inside;
  } else {
    const within = tag === "foreignObject" ? HTML : own;
    for (const child of inside) element.appendChild(build(child, within));
  }
  return element;
}

function find(path) {
  let element = root;
  for (const place of path) element = element.children[place];
  return element;
}

// What a person types stands in the property, not in the attribute: bring both along.
function setAttribute(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
  if (name === "value" && "value" in element) element.value = value ?? "";
  if (name === "checked" && "checked" in element) element.checked = value !== null;
}

const OPERATIONS = {
  attr: (path, name, value) => setAttribute(find(path), name, value),
  text: (path, text) => {
    const element = find(path);
    element.textContent = text;
    if (element.tagName === "TEXTAREA" && element.value !== text) element.value = text;
  },
  insert: (path, place, tree) => {
    const parent = find(path);
    parent.insertBefore(build(tree, parent.namespaceURI), parent.children[place] ?? null);
  },
  remove: (path, place) => find(path).children[place].remove(),
  move: (path, from, to) => {
    const parent = find(path);
    parent.insertBefore(parent.children[from], parent.children[to]);
  },
  replace: (path, tree) => {
    const old = find(path);
    const made = build(tree, old.parentNode.namespaceURI);
    if (old === root) root = made;
    old.replaceWith(made);
  },
};

// --- motion ---------------------------------------------------------------------------------------------------

// Lets elements travel to where they now are: [[key, [[dx, dy], …]], …], offsets in picture units, the last 0, 0.
function travel(motions) {
  for (const [key, offsets] of motions) {
    const element = root.querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (!element) continue;
    const lengths = [0];
    for (let i = 1; i < offsets.length; i++) {
      const [ax, ay] = offsets[i - 1], [bx, by] = offsets[i];
      lengths.push(lengths[i - 1] + Math.hypot(bx - ax, by - ay));
    }
    const whole = lengths[lengths.length - 1] || 1;
    const legs = offsets.length - 1;
    element.classList.add("travelling");
    element.animate(
      offsets.map(([x, y], i) => ({ translate: `${x}px ${y}px`, offset: lengths[i] / whole })),
      { duration: 170 + 70 * legs, easing: "cubic-bezier(.3,.1,.2,1)" },
    ).finished.catch(() => {}).then(() => element.classList.remove("travelling"));
  }
}

// --- before Python is there -------------------------------------------------------------------------------------

// Say that what somebody did has arrived, and show on what; the first picture of Python's takes its place.
function wait(element) {
  element?.setAttribute("data-waiting", "");
  dispatchEvent(new Event("ruleboard:waiting"));
}

document.addEventListener("click", (event) => {
  if (!hear) wait(event.target.closest?.("a[href], button, [data-target]") ?? undefined);
});

// --- hearing --------------------------------------------------------------------------------------------------

function tell(kind, name, value = "") {
  if (patching) setTimeout(tell, 0, kind, name, value); // of a field that is taken away while it is typed in
  else if (hear) hear(kind, name, value);
  else {
    early.push([kind, name, value]);
    wait();
  }
}

const centre = (element) => {
  const box = element.getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

const targetOf = (element) => element?.closest?.("[data-target]");

// What is carried from a target: itself if it is a card; else what says so by data-piece, or the uppermost piece
// whose middle is in it.
function pieceAt(board, target) {
  const touched = board.querySelector(`[data-target="${CSS.escape(target)}"]`);
  if (touched?.matches(".card")) return touched;
  const named = board.querySelector(`[data-piece="${CSS.escape(target)}"]`);
  if (named) return named;
  const cell = touched?.getBoundingClientRect();
  return cell && [...board.querySelectorAll(".piece")].findLast((piece) => {
    const [x, y] = centre(piece);
    return cell.left < x && x < cell.right && cell.top < y && y < cell.bottom;
  });
}

let drag = null; // { board, target, x, y, pointer, carries, piece, carried, scale, moving, place }
let skipClick = false; // the click that follows a drag is not a tap

// Within an SVG what comes later covers what comes before: so a likeness is carried, on a layer of its own above all.
function lift(board, piece) {
  const layer = document.createElementNS(SVG, "svg");
  layer.setAttribute("class", `${board.getAttribute("class")} carrying`);
  layer.setAttribute("aria-hidden", "true");
  let likeness = piece.cloneNode(true);
  const carried = likeness;
  carried.classList.add("dragged");
  for (let around = piece.parentNode; around !== board; around = around.parentNode) {
    const copy = around.cloneNode(false); // for its place and its colours
    copy.append(likeness);
    likeness = copy;
  }
  for (const copy of [likeness, ...likeness.querySelectorAll("*")]) {
    for (const name of Object.keys(copy.dataset)) delete copy.dataset[name];
    copy.removeAttribute("id");
  }
  const place = document.createElementNS(SVG, "g");
  const { a, b, c, d, e, f } = board.getScreenCTM();
  place.setAttribute("transform", `matrix(${a} ${b} ${c} ${d} ${e} ${f})`);
  place.append(likeness);
  layer.append(place);
  document.body.append(layer);
  piece.classList.add("lifted");
  return carried;
}

// A drag may begin on what the board lists; on one that lists nothing, on what may be touched next.
function carries(board, cell) {
  const listed = board.dataset.drags;
  return listed === undefined ? cell.hasAttribute("data-legal") : listed.split(" ").includes(cell.dataset.target);
}

// Keeps a board where it was when what is said around it changes: the goal must not move away under the finger.
function hold(board, was) {
  board.style.transform = "";
  const now = board.getScreenCTM(), { left, top } = board.getBoundingClientRect();
  if (!was || !now?.a) return;
  const size = was.a / now.a;
  const dx = was.e - left - size * (now.e - left), dy = was.f - top - size * (now.f - top);
  if (Math.hypot(dx, dy) + Math.abs(size - 1) < 0.01) return;
  board.style.transformOrigin = "0 0";
  board.style.transform = `translate(${dx}px, ${dy}px) scale(${size})`;
}

// A page that has become shorter is scrolled by the browser a moment later.
document.addEventListener("scroll", () => { if (drag?.place) hold(drag.board, drag.place); }, true);

function letGo() {
  if (!drag) return;
  drag.board.style.transform = "";
  if (drag.moving) setTimeout(() => { skipClick = false; }, 0);
  drag.piece?.classList.remove("lifted");
  drag.carried?.closest(".carrying").remove();
  drag = null;
}

document.addEventListener("pointerdown", (event) => {
  if (!event.isPrimary) { // two fingers zoom, unless the first carries something
    if (drag && !drag.carries) letGo();
    return;
  }
  letGo(); // of what was carried when its end was not heard
  skipClick = false;
  const cell = targetOf(event.target);
  const board = cell?.closest("svg[data-game]");
  // In somebody else's page: what is taken up, empty for nothing. Until something is, a finger scrolls that page.
  const taken = board?.closest("[data-taken]")?.dataset.taken;
  if (!board || event.button !== 0) return;
  const movable = carries(board, cell);
  if (!movable && board.dataset.drags === undefined) return;
  if (event.pointerType === "touch" && (taken === "" || (taken !== undefined && !movable))) return;
  for (const piece of board.querySelectorAll(".travelling")) {
    for (const motion of piece.getAnimations()) motion.finish(); // a hand finds everything where it belongs
  }
  if (!pieceAt(board, cell.dataset.target)) return; // nothing to drag: a finger scrolls from here
  const matrix = board.getScreenCTM();
  drag = {
    board, target: cell.dataset.target, x: event.clientX, y: event.clientY, pointer: event.pointerId,
    carries: movable, piece: null, carried: null, scale: matrix ? 1 / matrix.a : 1, moving: false,
  };
  if (event.pointerType === "touch") cell.releasePointerCapture?.(event.pointerId);
});

document.addEventListener("pointermove", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  if (event.buttons === 0) { letGo(); return; } // it was let go where that was not heard
  const dx = event.clientX - drag.x, dy = event.clientY - drag.y;
  if (!drag.moving) {
    if (Math.hypot(dx, dy) < DRAG_THRESHOLD) return;
    if (!drag.carries) { drag.moving = true; return; }
    drag.piece = pieceAt(drag.board, drag.target);
    if (!drag.piece) { drag = null; return; } // gone meanwhile
    drag.moving = true;
    skipClick = true;
    drag.place = drag.board.getScreenCTM();
    tell("take", drag.target);
    hold(drag.board, drag.place);
    drag.piece = pieceAt(drag.board, drag.target) ?? drag.piece;
    drag.carried = lift(drag.board, drag.piece);
  }
  if (!drag.carries) return;
  drag.carried.style.translate = `${dx * drag.scale}px ${dy * drag.scale}px`;
  event.preventDefault();
}, { passive: false });

document.addEventListener("pointerup", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { moving, target, board } = drag;
  if (moving && !drag.carries) {
    if (targetOf(document.elementFromPoint(event.clientX, event.clientY))?.dataset.target !== target) {
      skipClick = true;
      tell("take", target); // and is told why not
    }
  } else if (moving) {
    const under = document.elementsFromPoint(event.clientX, event.clientY)
      .map(targetOf).filter((cell) => cell && board.contains(cell));
    const over = under.find((cell) => cell.hasAttribute("data-legal")) ?? under[0];
    if (!over) tell("away", target);
    else if (over.dataset.target !== target) tell("drop", over.dataset.drop ?? over.dataset.target);
  }
  letGo();
});

// The browser takes a finger over that carries nothing, to scroll with it. Where nothing scrolls it is told why not.
document.addEventListener("pointercancel", (event) => {
  if (!drag || event.pointerId !== drag.pointer) return;
  const { moving, target, board } = drag, refused = moving && !drag.carries;
  letGo();
  const [x, y] = centre(board);
  if (refused) setTimeout(() => {
    const [nowX, nowY] = centre(board);
    if (board.isConnected && Math.hypot(nowX - x, nowY - y) < 1) tell("take", target);
  }, SCROLLS);
});

// A finger that lies on a piece drags it; anywhere else it scrolls. (touch-action does not reach inside an SVG.)
document.addEventListener("touchmove", (event) => {
  if (drag?.carries && event.touches.length === 1) event.preventDefault();
}, { passive: false });

document.addEventListener("click", (event) => {
  if (skipClick) { skipClick = false; return; }
  const cell = targetOf(event.target);
  if (cell) { act(event, "touch", cell.dataset.target); return; }
  // Not by popovertarget: a dialog opened from a menu so would belong to it and keep it open.
  const opener = event.target.closest?.("[data-opens]");
  if (opener) document.getElementById(opener.dataset.opens)?.showPopover();
  const doer = event.target.closest?.("[data-do]");
  if (doer && doer.tagName !== "FORM" && !doer.hasAttribute("data-on")) {
    act(event, "do", doer.dataset.do, doer.dataset.value ?? "");
  }
});

// The second tap of a double tap does nothing in the game: a button that has come to lie under the finger is another
// player's, or does another thing, and lets it through for a moment. (Where a key leads, takeFocus sees to.)
function act({ clientX: x, clientY: y, detail: taps }, ...deed) {
  const before = new Set(document.querySelectorAll(DEEDS));
  tell(...deed);
  for (const button of taps ? document.querySelectorAll(DEEDS) : []) {
    if (before.has(button)) continue;
    const { left, right, top, bottom } = button.getBoundingClientRect();
    if (x < left - FINGER || x > right + FINGER || y < top - FINGER || y > bottom + FINGER) continue;
    button.style.pointerEvents = "none";
    setTimeout(() => { button.style.pointerEvents = ""; }, DOUBLE_TAP);
  }
}

// A popover that is filled when it opens and emptied when it has closed: data-on="toggle". (The event does not bubble.)
document.addEventListener("toggle", (event) => {
  if (event.target.dataset?.on === "toggle") tell("do", event.target.dataset.do, event.newState);
}, true);

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-do]");
  if (!form) return;
  event.preventDefault();
  if (form.matches(":popover-open")) form.hidePopover();
  tell("do", form.dataset.do, JSON.stringify(Object.fromEntries(new FormData(form))));
});

// Fields that act with every letter typed: data-on="input".
document.addEventListener("input", (event) => {
  const field = event.target.closest('[data-on="input"]');
  if (field) tell("do", field.dataset.do, field.value);
});

// Fields that act at once: data-on="change"; files arrive as their text, null for one that cannot be read any more.
document.addEventListener("change", async (event) => {
  const field = event.target.closest('[data-on="change"]');
  if (!field) return;
  if (field.type === "file") {
    const texts = await Promise.all([...field.files].map((file) => file.text().catch(() => null)));
    field.value = "";
    tell("do", field.dataset.do, JSON.stringify(texts));
  } else {
    tell("do", field.dataset.do, field.value);
  }
});

// --- the keyboard on a board ----------------------------------------------------------------------------------

const ARROWS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
let lastFocused = ""; // the target the keyboard was on last

// The nearest target in a direction: ahead counts once, aside three times. Of two that lie in one place (a piece and its
// space) the one that can be touched next, else the upper one.
function neighbour(board, cell, [dx, dy]) {
  const [x, y] = centre(cell);
  let best = null, least = Infinity;
  for (const other of board.querySelectorAll("[data-target]")) {
    if (other === cell) continue;
    const [ox, oy] = centre(other);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead <= 1 || aside > ahead * 1.8) continue;
    const far = ahead + 3 * aside;
    const open = other.hasAttribute("data-legal") || !best?.hasAttribute("data-legal");
    if (far < least - 2 || (far < least + 2 && open)) { least = far; best = other; }
  }
  return best;
}

document.addEventListener("focusin", (event) => {
  const board = event.target.closest?.("svg[data-game][tabindex]");
  if (!board) return;
  if (event.target === board) {
    const again = lastFocused && board.querySelector(`[data-target="${CSS.escape(lastFocused)}"]`);
    const first = again || board.querySelector("[data-target][data-legal]") || board.querySelector("[data-target]");
    if (first) focusOn(first);
  } else {
    const cell = targetOf(event.target);
    if (cell) lastFocused = cell.dataset.target;
    board.setAttribute("tabindex", "-1"); // so that Shift+Tab leaves the board
  }
});

document.addEventListener("focusout", (event) => {
  event.target.closest?.("svg[data-game][tabindex]")?.setAttribute("tabindex", "0");
});

document.addEventListener("keydown", (event) => {
  if (event.isComposing || event.target.matches?.("input, textarea, select")) return;
  const cell = targetOf(event.target);
  const board = cell?.closest("svg[data-game]");
  if (board && ARROWS[event.key] && !event.ctrlKey && !event.metaKey && !event.altKey) {
    neighbour(board, cell, ARROWS[event.key])?.focus();
    event.preventDefault();
  } else if (event.repeat && event.target.closest?.("button, [data-target]") && /^(Enter| )$/.test(event.key)) {
    event.preventDefault(); // a key that is held for too long acts once: the next time would be another player's
  } else if (cell && (event.key === "Enter" || event.key === " ")) {
    tell("touch", cell.dataset.target);
    event.preventDefault();
  } else if (!event.repeat) {
    if (document.querySelector(":popover-open") && event.key === "Escape") return; // the popover's own key
    const chord = event.ctrlKey || event.metaKey;
    tell("key", chord ? `Ctrl+${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}` : event.key);
  }
});

// Who goes back while typing has not left the field yet: what stands in it is told while its page is still there. (If
// the page were taken away first, Chromium would tell it then, amid the patch.)
window.addEventListener("hashchange", () => {
  const wanted = location.hash, field = document.activeElement;
  if (field?.matches('[data-on="change"]')) field.blur();
  if (location.hash !== wanted) history.replaceState(null, "", wanted); // a page may just have named itself anew
  tell("address", wanted);
});
window.addEventListener("storage", (event) => {
  if (event.storageArea === safely(() => window.localStorage)) tell("stored", event.key ?? "");
});

// --- the theme ------------------------------------------------------------------------------------------------

const paper = matchMedia("print");
const { shade, systemIsDark, theme: saved } = globalThis.ruleboardReader;
let theme = globalThis.ruleboardFrame?.theme ?? saved; // until Python tells

function dress() {
  document.documentElement.dataset.theme = paper.matches ? "light" : shade(theme); // on paper no theme is dark
}

systemIsDark.addEventListener("change", dress);
paper.addEventListener("change", dress);
if (!globalThis.ruleboardFrame) addEventListener("afterprint", () => tell("do", "printed"));
dress();

// --- the focus ------------------------------------------------------------------------------------------------

let byKeyboard = false; // what a finger or the mouse has set off scrolls nothing
document.addEventListener("keydown", () => { byKeyboard = true; }, true);
document.addEventListener("pointerdown", () => { byKeyboard = false; }, true);

const focusOn = (element) => element.focus({ preventScroll: !byKeyboard });

// Once a game is over, nothing on its board can have it.
const canKeepFocus = (element) => element.isConnected && !element.matches(":disabled")
  && (element.namespaceURI === HTML || element.hasAttribute("tabindex"));

// Buttons that do something in the game. What stands in their place afterwards is another player's, or does another
// thing: the same key shall not do it unasked. Undo and Redo go on as far as there is something left.
const named = (...acts) => acts.map((act) => `[data-do="${act}"]`).join();
const DEEDS = `button[data-target], ${named("choose", "answer", "withdraw", "now", "continue", "uncover", "rematch")}`;
const DEEDS_AND_BACK = `${DEEDS}, ${named("undo", "redo")}`;

// What had the focus is gone or can do nothing any more. Whoever goes by keyboard or ear goes on at the same target or
// button drawn anew, or at what now stands beside it, or where the game goes on, or at the new page's heading.
// At a curtain that is before its words, and after a deed where a touch does nothing: a key too many must do nothing.
function takeFocus(kept, around) {
  const { target, do: act, value } = kept.dataset;
  const quote = (name, text) => (text === undefined ? "" : `[data-${name}="${CSS.escape(text)}"]`);
  const again = quote("target", target) + quote("do", act) + quote("value", value);
  const board = "svg[data-game][tabindex]", deed = kept.matches(DEEDS);
  const idle = (name) => deed && `${board} [data-target${name}]:not([data-legal])`;
  const goesOn = [
    ".curtain h2, .unseen-now p", idle(`="${CSS.escape(lastFocused)}"`), idle(""), board, ".show .primary",
  ].filter(Boolean);
  const places = [
    around && (target || act) && !deed && [root, `${again}:not(:disabled)`],
    around?.isConnected && act && !kept.matches(DEEDS_AND_BACK) && [around, `button:not(:disabled, ${DEEDS})`],
    ...(around || root.matches(".page-table") ? goesOn : []).map((selector) => [root, selector]),
    [root, "h1"],
  ];
  for (const [within, selector] of places.filter(Boolean)) {
    const found = within.querySelector(selector);
    if (!found) continue;
    if (/^(H1|H2|P)$/.test(found.tagName)) found.setAttribute("tabindex", "-1");
    focusOn(found);
    if (root.contains(document.activeElement)) return;
  }
}

// --- what Python asks for ---------------------------------------------------------------------------------------

const scrollBehavior = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "instant" : "smooth");

// Scrolls a stage, and nothing around it, until an element on its board lies in the middle of it.
function pan(stage, element) {
  if (stage.scrollWidth <= stage.clientWidth && stage.scrollHeight <= stage.clientHeight) return;
  const [x, y] = centre(element), [middleX, middleY] = centre(stage);
  stage.scrollBy({ left: x - middleX, top: y - middleY, behavior: scrollBehavior() });
}

// Scrolls a list, and nothing around it, until a line of it is seen.
function roll(list, line) {
  const seen = list.getBoundingClientRect(), { top, bottom } = line.getBoundingClientRect();
  if (top < seen.top) list.scrollTop += top - seen.top;
  else if (bottom > seen.bottom) list.scrollTop += bottom - seen.bottom;
}

function handOut(name, blob) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

function safely(read) {
  try { return read(); } catch { return null; }
}

// --- new versions ------------------------------------------------------------------------------------------------

let worker = null; // the registration of the service worker

// Keep everything for the time without a network, and tell when a new version waits. Never takes it by itself.
async function keepOffline() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || !location.protocol.startsWith("http")) return;
  worker = await serviceWorker.register("./sw.js");
  if (!worker) return;
  const watch = (fresh) => fresh?.addEventListener("statechange", () => {
    if (fresh.state === "installed" && worker.active) tell("update", "ready");
  });
  if (worker.waiting && worker.active) tell("update", "ready");
  watch(worker.installing);
  worker.addEventListener("updatefound", () => watch(worker.installing));
  document.addEventListener("visibilitychange", () => {
    if (document.visibilityState === "visible") worker.update().catch(() => {}); // no network: another time
  });
}

globalThis.ruleboard = {
  // What is heard by other scripts of the page.
  tell,
  // Take what the build has painted for the first tree; say whether it can be: start.js has put other words into it
  // where another language is read.
  adopt() {
    if (document.documentElement.lang === "en") root = document.getElementById("app").firstElementChild;
    return root !== null;
  },
  // Put the first tree into #app.
  mount(json) {
    const made = build(JSON.parse(json), HTML);
    document.getElementById("app").replaceChildren(made);
    root = made;
  },
  // Carry out one picture's operations, then let pieces travel: two JSON texts, one call.
  patch(json, motions) {
    const before = root, kept = root.contains(document.activeElement) ? document.activeElement : null;
    const around = kept?.parentElement;
    patching = true;
    try {
      for (const [name, ...rest] of JSON.parse(json)) OPERATIONS[name](...rest);
      if (kept && !canKeepFocus(kept)) takeFocus(kept, root === before ? around : null);
    } finally {
      patching = false;
    }
    // Only Chromium says so (by focusout) when what is removed had the focus: Tab has to find the board again.
    for (const board of root.querySelectorAll('svg[data-game][tabindex="-1"]')) {
      if (!board.contains(document.activeElement)) board.setAttribute("tabindex", "0");
    }
    if (motions) travel(JSON.parse(motions));
  },
  // Hear people from now on, and first what they did meanwhile.
  listen(handler) {
    hear = handler;
    for (const element of document.querySelectorAll("[data-waiting]")) element.removeAttribute("data-waiting");
    for (const [kind, name, value] of early.splice(0)) handler(kind, name, value);
    if (globalThis.ruleboardFrame) return; // a guest keeps nothing
    // Now, and not while there is still something to load that is needed at once.
    keepOffline().catch((error) => console.warn("Ruleboard is not kept for the time without a network:", error));
  },
  // Take the new version that waits: the page loads again with it.
  update() {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
    if (worker?.waiting) worker.waiting.postMessage("take over");
    else location.reload();
  },
  // Copy a field's text; where the browser does not let us, select it for the person to copy. Tells which it was.
  async copy(id, answer) {
    const field = document.getElementById(id);
    let done = true;
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      field.focus();
      field.select();
      done = safely(() => document.execCommand("copy")) === true; // where the page is not served securely
    }
    answer(done);
  },
  // The style sheet as it was written, for pictures that stand alone.
  async styles(answer) {
    const linked = document.querySelector('link[rel="stylesheet"]');
    const text = linked ? await fetch(linked.href).then((found) => found.text(), () => "")
      : [...document.querySelectorAll("style")].map((style) => style.textContent).join("\n");
    answer(text);
  },
  // Hand out a picture as a PNG file of its own size.
  async paint(name, svg, answer) {
    const image = new Image();
    image.src = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    let done = false;
    try {
      await image.decode();
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      canvas.getContext("2d").drawImage(image, 0, 0);
      const made = await new Promise((give) => { canvas.toBlob(give, "image/png"); });
      if (made) { handOut(name, made); done = true; }
    } catch (error) {
      console.warn("The picture could not be painted:", error);
    }
    URL.revokeObjectURL(image.src);
    answer(done);
  },
  share(title, url) {
    navigator.share({ title, url }).catch(() => {}); // the person thought better of it
  },
  // Print once what was last drawn is on the page; the browser's dialog holds everything up.
  print() {
    setTimeout(async () => {
      await Promise.allSettled([...document.images].map((image) => image.decode())); // not half a picture
      window.print();
    }, 0);
  },
  // Tell the catalogue of the language that is chosen: see words.mjs.
  speak,
  // The theme, for CSS and for the browser's own controls.
  theme(name) {
    theme = name;
    dress();
  },
  focus(selector) {
    root.querySelector(selector)?.focus();
  },
  reveal(selector) {
    const element = root.querySelector(selector);
    const stage = element?.closest(".stage"), list = element?.closest(".list");
    if (stage) pan(stage, element);
    else if (list) roll(list, element);
    else if (element) {
      // Near by one sees where it goes; a long way, as from the contents of the rules, is gone at once.
      const near = Math.abs(element.getBoundingClientRect().top) < 2 * innerHeight;
      element.scrollIntoView({ block: "nearest", inline: "nearest", behavior: near ? scrollBehavior() : "instant" });
    }
  },
  download(name, type, text) {
    handOut(name, new Blob([text], { type }));
  },
};
