"""The functions of Pyodide's compiled code that the app calls, measured in Chromium.

The build puts them, and their neighbours, into the module that is loaded first (tools/splitting.py). Measured are a
start, all pages with clicks on everything, and opponents that think in the page. The first function that is called and
was not seen here costs a tenth of a second: then the rest is loaded.
"""

from __future__ import annotations

import hashlib
import shutil
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tools.setup import BUILD, NODE_MODULES, ROOT

PROFILE = ROOT / "tools" / "code_profile.txt"
"""The digest of Pyodide's compiled code, then the ranges of the indices of functions that were called."""
_RANGES_A_LINE = 12
_NEIGHBOURS = 16
"""The greatest number of functions between two that were called that come first, too: they do similar things."""
_CLICKS = 45
"""The number of clicks on each page, on anything that can be clicked."""

_KEEP_INSTANCE = """
const { instantiate } = WebAssembly;
WebAssembly.instantiate = async (code, imports) => {
  const instance = await instantiate.call(WebAssembly, code, imports);
  if (!imports?.env || !(code instanceof WebAssembly.Module)) return instance;
  globalThis.called = () => Object.entries(instance.exports)
    .filter(([name, { value }]) => /^~\\d/.test(name) && value).map(([name]) => Number(name.slice(1)));
  return { exports: Object.fromEntries(Object.entries(instance.exports).filter(([name]) => !/^~/.test(name))) };
};
"""
_THINK = """async (requests) => {
  const { loadPyodide } = await import(new URL("static/boot/interpreter.mjs", location.href).href);
  const python = await loadPyodide({}); // the page's own
  const thinker = python.runPython("from ruleboard.thinking.thinker import Thinker; Thinker()");
  for (const request of requests) {
    thinker.start(request);
    while (JSON.parse(thinker.step(1000)).kind === "progress");
  }
}"""
_CLICK = """async ([count, seed]) => {
  const pause = () => new Promise((resolve) => { setTimeout(resolve, 60); });
  const draw = (below) => { seed = (seed * 1103515245 + 12345) % 2147483648; return Math.floor(seed / 65536) % below; };
  for (let n = 0; n < count; n += 1) {
    const boards = [...document.querySelectorAll("[data-target][data-legal]")];
    const others = [...document.querySelectorAll("button:not(:disabled), summary, select, input[type=radio]")]
      .filter((one) => one.getClientRects().length);
    const all = draw(2) && boards.length ? boards : others;
    if (!all.length) return;
    const one = all[draw(all.length)];
    const { x, y, width, height } = one.getBoundingClientRect();
    const place = { bubbles: true, clientX: x + width / 2, clientY: y + height / 2, isPrimary: true, pointerId: 1 };
    for (const type of ["pointerdown", "pointerup"]) one.dispatchEvent(new PointerEvent(type, place));
    one.dispatchEvent(new MouseEvent("click", place));
    await pause();
  }
}"""


def first_functions(wasm: bytes, profile: Path = PROFILE) -> list[int]:
    """Return the indices of the functions that were called, among those that Pyodide's compiled code defines.

    Raises:
        RuntimeError: the code is not the one that was measured.
    """
    digest, *lines = profile.read_text(encoding="utf-8").split("\n")
    if digest != hashlib.sha256(wasm).hexdigest():
        raise RuntimeError("Pyodide's compiled code is not the one that was measured: run python3 dev.py profile.")
    ranges = [text.split("-") for text in " ".join(lines).split()]
    return [index for bounds in ranges for index in range(int(bounds[0]), int(bounds[-1]) + 1)]


def as_text(wasm: bytes, called: Iterable[int]) -> str:
    """Return the text of a profile of functions that were called, with their neighbours."""
    runs: list[list[int]] = []
    for index in sorted(called):
        if runs and index - runs[-1][1] <= _NEIGHBOURS + 1:
            runs[-1][1] = index
        else:
            runs.append([index, index])
    texts = [str(first) if first == last else f"{first}-{last}" for first, last in runs]
    lines = (" ".join(texts[at : at + _RANGES_A_LINE]) for at in range(0, len(texts), _RANGES_A_LINE))
    return "\n".join([hashlib.sha256(wasm).hexdigest(), *lines, ""])


def measured() -> set[int]:
    """Return the functions that are called in a build whose code takes note of it."""
    from playwright.sync_api import sync_playwright

    from tools.bench import Browser
    from tools.build import DIST, build_if_changed
    from tools.packing import pack
    from tools.serve import serving
    from tools.splitting import counting
    from tools.vendor import whole_code

    build_if_changed()
    site = BUILD / "profile"
    shutil.rmtree(site, ignore_errors=True)
    shutil.copytree(DIST, site)
    [code] = site.glob("static/vendor/pyodide-*/pyodide.asm.wasm.bin")
    code.write_bytes(pack(counting(whole_code())))
    with serving(site) as address, sync_playwright() as playwright:
        browser = Browser(playwright, address)
        with browser.fresh() as page:
            page.context.add_init_script(_KEEP_INSTANCE)
            return _walk(page, browser)


def _walk(page: Any, browser: Any) -> set[int]:
    """Return the functions that are called while all pages are visited, and everything on them is clicked."""
    from ruleboard.games.registry import GAMES
    from tools.bench import keep, random_game

    browser.visit(page, "")
    names = {f"profile-{id}": random_game(game, 1, 20) for id, game in GAMES.items()}
    keep(page, browser, names)
    pages = ["", "learn", "problems", "problem/today", "settings", "help", "study/own-open-doors"]
    for id in GAMES:
        pages += [f"new/{id}", f"learn/{id}", f"rules/{id}", f"problems/{id}", f"edit/{id}", f"play/profile-{id}"]
    called: set[int] = set()
    for number, name in enumerate(pages * 2):
        page.evaluate("address => { location.hash = address; }", f"#/{name}")
        page.wait_for_timeout(400)
        page.evaluate(_CLICK, [_CLICKS, number + 1])
        called.update(page.evaluate("called()"))
        print(f"{name or 'home'}: {len(called)} functions", flush=True)
    page.evaluate(_THINK, [_request(game, level) for game in GAMES.values() for level in (2, 4)])
    called.update(page.evaluate("called()"))
    return called


def _request(game: Any, level: int) -> str:
    """Return a request to an opponent after a random beginning, as text."""
    from ruleboard.engine.record import parse_record
    from ruleboard.engine.timeline import replay
    from ruleboard.games.registry import GAMES
    from ruleboard.thinking.messages import format_request, request_at
    from tools.bench import random_game

    return format_request(request_at(replay(parse_record(random_game(game, level, 8)), GAMES), 1, level))


def main(_arguments: list[str]) -> int:
    """Measure from the command line, and write the profile."""
    wasm = (NODE_MODULES / "pyodide" / "pyodide.asm.wasm").read_bytes()
    if not PROFILE.exists() or not PROFILE.read_text(encoding="utf-8").startswith(hashlib.sha256(wasm).hexdigest()):
        PROFILE.write_text(as_text(wasm, []), encoding="utf-8")  # for a build: all of it is loaded as the rest
    called = measured()
    PROFILE.write_text(as_text(wasm, called), encoding="utf-8")
    print(f"{PROFILE.relative_to(ROOT)}: {len(called)} functions.")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
