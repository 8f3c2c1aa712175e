"""Pyodide's code in two modules: a start and a game need the first alone; what calls another function gets the rest."""

from __future__ import annotations

import pytest
import zstandard

from ruleboard.games.registry import GAMES
from tests.e2e.at_table import begin, play
from tests.e2e.test_offline import visit
from tests.e2e.test_thinking import ask
from tests.kit.thinking import answer, request
from tools.splitting import split
from tools.vendor import whole_code

LOADED = "() => performance.getEntriesByName('ruleboard: rest of the code loaded').length"
CHINESE = """async () => {
  const { loadPyodide } = await import(new URL("static/boot/interpreter.mjs", location.href).href);
  const python = await loadPyodide({}); // the page's own
  return python.runPython("import _codecs_cn; _codecs_cn.getcodec('gb2312').encode('中')[0].hex()");
}"""
"""A function in JavaScript that has Python call a codec: the app calls none of its functions."""
FUNCTIONS = 16_958
"""The number of functions that the code defines."""
FETCHED = """() => performance.getEntriesByType("resource").some(({ name }) => name.endsWith(".rest.bin"))"""


@pytest.mark.core
def test_a_function_that_is_not_there_is_loaded_when_it_is_called(desktop, site):
    visit(desktop, site)
    begin(desktop)
    play(desktop, ["a1-a2"])
    assert desktop.evaluate(LOADED) == 0
    assert desktop.evaluate(CHINESE) == "d6d0"
    assert desktop.evaluate(LOADED) == 1
    play(desktop, ["b1-b2"])


def test_it_needs_no_network_once_nobody_has_touched_the_page_for_a_while(new_browser, own_site):
    """Also where no service worker keeps it."""
    _, url, stop = own_site
    page = new_browser(service_workers="block").new_page()
    visit(page, url)
    page.wait_for_function(FETCHED)
    page.wait_for_load_state("networkidle")
    stop()
    assert page.evaluate(CHINESE) == "d6d0"


@pytest.mark.core
@pytest.mark.parametrize("part", [0, 1], ids=["even", "odd"])
def test_the_app_is_the_same_however_the_code_is_split(newcomer, own_site, part):
    """Here each module has every other function, so that both call each other at every step, in the worker too."""
    folder, url, _ = own_site
    [code] = folder.rglob("*.wasm.bin")
    first, rest = split(whole_code(), range(part, FUNCTIONS, 2))
    code.write_bytes(_quickly(first))
    code.with_name("pyodide.rest.bin").write_bytes(_quickly(rest))
    visit(newcomer, url)
    assert newcomer.locator("html").get_attribute("data-start") == "snapshot"
    assert newcomer.evaluate(LOADED) == 1
    for game in GAMES:
        asked = request(game, actions=4)
        assert ask(newcomer, asked) == answer(asked)


def _quickly(content: bytes) -> bytes:
    """Return a content packed at a low level: the highest takes seconds."""
    return zstandard.ZstdCompressor(level=1, write_checksum=True).compress(content)
