"""The network breaks off while something comes: that is said in words, a reload helps, and nothing half is kept."""

from __future__ import annotations

import pytest

from tests.e2e.at_table import begin, play, until
from tests.e2e.conftest import without_files
from tests.e2e.test_offline import KEPT, visit, wait_until_kept
from tools import serve


class Line:
    """A network that breaks off in the middle of some files.

    Attributes:
        endings: the endings of the addresses of those files.
        asker: the ending of the address of the requesting page or worker; empty for any.
        broken: the addresses that broke off.
    """

    def __init__(self):
        self.endings: tuple[str, ...] = ()
        self.asker = ""
        self.broken: list[str] = []


@pytest.fixture
def line(monkeypatch):
    """The network between the page and the server of ``own_site``."""
    found = Line()
    send = serve.Handler.copyfile

    def send_half(handler, source, out):
        asker = handler.headers.get("Referer", "")
        path = handler.path.partition("?")[0]  # the start requests some files once more, by another address
        if not path.endswith(found.endings) or not asker.endswith(found.asker):
            send(handler, source, out)
            return
        data = source.read()
        out.write(data[: len(data) // 2])
        handler.close_connection = True
        found.broken.append(path)

    monkeypatch.setattr(serve.Handler, "copyfile", send_half)
    return found


LARGE = ((".wasm.zstd.bin",), (".wasm.gzip.bin",), (".bin", "ruleboard.zip"))
"""The large files that break off, the last of them in a start from the sources too."""


def plays(page):
    """See that the page is good for a game."""
    begin(page)
    play(page, ["a1-a2"])


@pytest.mark.allow_console("^console: ", "^uncaught: ")  # it is said on the page, too
@pytest.mark.parametrize(
    "endings",
    [
        (".wasm.zstd.bin",),
        (".wasm.gzip.bin",),
        ("zstd.wasm",),
        (".bin", "ruleboard.zip"),
        (".bin", "python_stdlib.zip"),
        ("pyodide.asm.js",),
        ("core.js",),
    ],
    ids=lambda endings: " and ".join(endings),
)
def test_a_reload_is_all_it_takes_after_a_start_that_broke_off(newcomer, own_site, line, endings):
    """And without a network what was read by half is whole: of the large files, whose copy the browser has is taken."""
    folder, url, stop = own_site
    if ".gzip" in endings[0]:
        without_files(newcomer, folder)
    line.endings = endings
    newcomer.goto(url)
    message = newcomer.locator("#start-message", has_text="could not start")
    message.wait_for(timeout=90_000)
    assert "reload" in message.inner_text()
    assert {path for ending in endings for path in line.broken if path.endswith(ending)} == set(line.broken) != set()
    line.endings = ()
    newcomer.reload()
    newcomer.locator("html[data-ready]").wait_for(state="attached", timeout=90_000)
    assert newcomer.locator("html").get_attribute("data-start") == "snapshot"
    if endings not in LARGE:
        return
    plays(newcomer)
    wait_until_kept(newcomer)
    stop()
    visit(newcomer, url)
    assert newcomer.locator("html").get_attribute("data-start") == "snapshot"


@pytest.mark.parametrize("ending", ["python_stdlib.zip", "index.html"])
def test_what_comes_by_half_is_not_kept_for_the_time_without_a_network(newcomer, own_site, line, ending):
    _, url, stop = own_site
    line.endings, line.asker = (ending,), "sw.js"
    visit(newcomer, url)
    plays(newcomer)
    until(newcomer, lambda: line.broken)
    newcomer.wait_for_timeout(2000)
    assert newcomer.evaluate(KEPT) is False
    assert newcomer.locator(".notice.warning").count() == 0
    line.endings = ()
    visit(newcomer, url)
    wait_until_kept(newcomer)
    stop()
    newcomer.goto("about:blank")
    visit(newcomer, url)
    assert newcomer.locator("html").get_attribute("data-start") == "snapshot"
    assert newcomer.locator(".entry").count() == 1
