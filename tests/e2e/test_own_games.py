"""Test boards with games from a page's own file on a page of another origin, including games that attack the page."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.helpers import wait_until
from tests.support.hostile_games import GAME, REFUSED_FILES, REFUSED_MESSAGES, create_sending_game_text

HOST_HTML = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Host</title><link rel="icon" href="data:,">
<script>
  window.heard = [];
  window.longestFrame = 0;
  let latest = performance.now();
  requestAnimationFrame(function next(now) {
    longestFrame = Math.max(longestFrame, now - latest);
    latest = now;
    requestAnimationFrame(next);
  });
  for (const type of ["ready", "action", "missed", "found", "step", "error"]) {
    addEventListener(type, (event) => { if (event.target instanceof Element) heard.push([type, event.detail]); }, true);
  }
</script>
<script src="SITEembed.js" defer></script>
<script type="text/x-python" id="dots">GAME</script>
<rule-board id="board" src="#dots" mode="play" opponent="1"></rule-board>"""
_PLATFORM_SCRIPT = """
import ruleboard.registry
js = ruleboard.registry.importlib.import_module("js")
def attempt(code):
    try:
        js.eval(code)
    except BaseException:
        pass
"""
"""Code that accesses JavaScript although the list of modules does not allow it."""
LEAK_ATTEMPTS = [
    *("fetch('URLleak')", "new XMLHttpRequest().open('GET', 'URLleak', false)", "importScripts('URLleak')"),
    *("import('URLleak')", "new WebSocket('URLleak'.replace('http', 'ws'))", "new EventSource('URLleak')"),
    *("new Worker('URLleak')", "navigator.sendBeacon('URLleak')", "location.href = 'URLleak'", "open('URLleak')"),
    *("new RTCPeerConnection({iceServers: [{urls: 'stun:URLleak'}]})", "new WebTransport('URLleak')"),
    *("eval('import(\\'URLleak\\')')", "new Function('return import(\\'URLleak\\')')()"),
    *("new Image().src = 'URLleak'", "caches.open('x').then((cache) => cache.add('URLleak'))"),
    *("navigator.serviceWorker.register('URLleak')", "fetch('data:text/plain,x', {referrer: 'URLleak'})"),
    *("indexedDB.open('x')", "new BroadcastChannel('x').postMessage(1)", "postMessage('[\\\"title\\\", 1]')"),
]
"""Attempts to send something out, or to store something."""
STOPPED_GAMES = {
    "endless loop": (GAME.replace("for square", "while True: pass\n        for square"), "8 seconds"),
    "endless moves": (GAME.replace("board.empty", "iter(lambda: 'a1', 0)"), "8 seconds"),
    "flood": (create_sending_game_text(*['["title", "x"]'] * 1_000), "too many messages"),
    "30,000 elements": (
        GAME + "from ruleboard.embed.own_board import WorkerBrowser\nWorkerBrowser.mount = lambda self, tree: "
        'self._host.send(\'["mount", ["g", {}, [\' + ", ".join([\'["g", {}, ""]\'] * 30000) + "]]]")\n',
        "10000 elements",
    ),
    "script": (create_sending_game_text(*REFUSED_MESSAGES["element script"][0]), "the element script"),
    "style with an address": (
        create_sending_game_text(*REFUSED_MESSAGES["attribute style of div"][0]),
        "the attribute style",
    ),
    "hidden variable": (create_sending_game_text(*REFUSED_MESSAGES["attribute id of div"][0]), "the attribute id"),
    "picture": (create_sending_game_text(*REFUSED_MESSAGES["picture"][0]), "the event picture"),
}
"""Games whose workers the board ends, each with a part of the sentence on the board."""
FAILED_GAMES = {
    "memory": (f"x = [bytearray(10 ** 7) for _ in range(1000)]\n{GAME}", "MemoryError"),
    **{name: REFUSED_FILES[name] for name in ("recursion", "import js", "end of the program")},
}
"""Games that Python ends, each with a part of the error."""


@pytest.fixture
def requested_paths() -> list[str]:
    """Return the list of paths that a host page's server has received."""
    return []


@pytest.fixture
def page(browser: Any, site: str, tmp_path: Path, requested_paths: list[str]) -> Iterator[Any]:
    """Open a page of another origin with a board."""

    class Handler(SimpleHTTPRequestHandler):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments, directory=str(tmp_path))

        def do_GET(self) -> None:
            requested_paths.append(self.path)
            super().do_GET()

        def log_message(self, format: str, *arguments: Any) -> None:
            """Log nothing."""

    (tmp_path / "index.html").write_text(HOST_HTML.replace("SITE", site).replace("GAME", GAME), encoding="utf-8")
    with ThreadingHTTPServer(("localhost", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"http://localhost:{server.server_port}/index.html")
        yield page
        context.close()
        server.shutdown()


def read_event_details(page: Any, kind: str) -> list[dict[str, Any]]:
    """Return the details of all events of a kind."""
    return [detail for type, detail in page.evaluate("heard") if type == kind]


def run_source(page: Any, text: str, kind: str) -> dict[str, Any]:
    """Run the text of a game, request a picture, and return the next event of a kind."""
    page.evaluate("heard.length = 0")
    page.evaluate(
        "text => { board.source = text; window.picture = board.picture().catch(({ message }) => message); }", text
    )
    wait_until(page, lambda: read_event_details(page, kind))
    return read_event_details(page, kind)[0]


def test_page_plays_its_own_game_by_keyboard_against_an_opponent(page: Any) -> None:
    page.locator("#board").get_by_role("button").click()
    wait_until(page, lambda: read_event_details(page, "ready"))
    frame = page.frame_locator("#board iframe")
    frame.locator("[data-target=a1]").focus()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    wait_until(page, lambda: len(read_event_details(page, "action")) == 2)
    assert [event["player"] for event in read_event_details(page, "action")] == [0, 1]
    assert read_event_details(page, "action")[0]["action"] == "a2"
    page.goto(page.frames[1].url)
    page.locator("[role=alert]").wait_for()
    assert page.locator("svg.board").count() == 0


def show_board(page: Any, attributes: str, kind: str = "ready", src: str = "#dots") -> Any:
    """Show another board with a game of the page, and return its frame after a game or an error has appeared."""
    page.evaluate("heard.length = 0")
    page.evaluate(
        "html => { board.outerHTML = html; }",
        f'<rule-board id="board" src="{src}" autostart {attributes}></rule-board>',
    )
    wait_until(
        page, lambda: any(detail.get("game", detail.get("message")) for detail in read_event_details(page, kind))
    )
    return page.frame_locator("#board iframe")


STUDY = {
    "format": "ruleboard-study/1",
    "title": "Dots",
    "chapters": [
        {
            "game": "dots",
            "moves": [{"move": "a1", "comment": "Now?", "task": {"ask": "Go on.", "accept": ["b1"]}}, "b1"],
        },
        {"game": "dots", "moves": ["b2"]},
    ],
}


def test_study_and_task_run_with_a_game_of_the_page(page: Any) -> None:
    page.evaluate(
        "text => document.body.append(Object.assign(document.createElement('script'), "
        "{ type: 'application/json', id: 'study', textContent: text }))",
        json.dumps(STUDY),
    )
    frame = show_board(page, 'study="#study"')
    frame.locator("[data-do='embed.next']").click()
    frame.locator("[data-target=c1]").click()
    wait_until(page, lambda: read_event_details(page, "missed"))
    frame.locator("[data-do='embed.restart']").click()
    frame.locator("[data-target=b1]").click()
    wait_until(page, lambda: read_event_details(page, "found"))
    assert read_event_details(page, "found") == [{"misses": 1}]
    frame.locator("select").select_option("1")
    wait_until(page, lambda: read_event_details(page, "step")[-1]["chapter"] == 2)
    page.frames[1].evaluate("() => { window.prints = 0; window.print = () => { prints++; }; }")
    frame.locator("[data-do='embed.paper']").click()
    frame.locator("[data-do='embed.print']").click()
    wait_until(page, lambda: page.frames[1].evaluate("prints") == 1)
    frame = show_board(page, 'mode="find" accept="a1|b2" ask="One of two."')
    frame.locator("[data-target=b2]").click()
    wait_until(page, lambda: read_event_details(page, "found"))
    assert read_event_details(page, "error") == []


def test_board_of_own_game_has_picture_language_and_theme(page: Any) -> None:
    frame = show_board(page, 'mode="play" lang="fr" theme="dark" accent="teal"')
    page.evaluate("board.play('a1')")
    wait_until(page, lambda: read_event_details(page, "action"))
    assert page.evaluate("board.moves") == ["a1"]
    size = page.evaluate(
        "async () => { const image = new Image(), svg = await board.picture(); "
        "image.src = 'data:image/svg+xml,' + encodeURIComponent(svg); await image.decode(); return image.width; }"
    )
    assert size > 100
    root = frame.locator("html")
    assert (root.get_attribute("lang"), root.get_attribute("data-theme")) == ("fr", "dark")
    french_text = frame.locator("main").inner_text()
    page.evaluate("board.setAttribute('lang', 'en')")
    wait_until(page, lambda: root.get_attribute("lang") == "en" and frame.locator("[data-target=a1]").count())
    wait_until(page, lambda: frame.locator("main").inner_text() != french_text)
    page.evaluate("document.body.append(board)")
    wait_until(page, lambda: frame.locator("[data-target=a1][aria-label*=A]").count())
    assert page.evaluate("board.moves") == ["a1"]
    page.evaluate("board.undo()")
    wait_until(page, lambda: page.evaluate("board.ply") == 0)
    assert read_event_details(page, "error") == []


@pytest.mark.faults
@pytest.mark.allow_console(".*")
def test_hostile_games_stop_and_send_no_requests(page: Any, requested_paths: list[str]) -> None:
    url = page.url.replace("index.html", "")
    code = "".join(f"attempt({leak_attempt.replace('URL', url)!r})\n" for leak_attempt in LEAK_ATTEMPTS)
    assert run_source(page, _PLATFORM_SCRIPT + code + GAME, "ready")["game"] == "dots"
    for name, (text, part) in FAILED_GAMES.items():
        assert part in run_source(page, text, "error")["message"], name
    for name, (text, part) in STOPPED_GAMES.items():
        page.evaluate("longestFrame = 0")
        error = run_source(page, text, "error")
        assert part in error["message"], (name, error)
        assert error["stopped"], name
        assert page.evaluate("picture") == error["message"], name
        later_picture_script = "board.picture().catch(({ message }) => message)"
        assert page.evaluate(later_picture_script) == error["message"], name
        assert page.evaluate("longestFrame") < 2_000, name
    assert run_source(page, GAME, "ready")["game"] == "dots"
    assert {path for path in requested_paths if "leak" in path} == set()
    for src, part in {"no.py": "no.py", "https://[": "src"}.items():
        show_board(page, "", "error", src)
        assert part in read_event_details(page, "error")[0]["message"]
