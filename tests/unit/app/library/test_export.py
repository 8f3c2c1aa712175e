"""Test the notice after an export."""

from __future__ import annotations

import pytest

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.record import Record, format_record
from tools.fake_browser import Storage, Tab

GAMES = {
    "open": Record("sensei", {}, 1, ("Ann", "Ben"), ("b1-b5",)),
    "secret": Record("tensor-cards", {}, 1, ("Ann", "Ben"), ("lay r1 b2 y3",)),
}


@pytest.mark.parametrize(("id", "count"), [("open", 1), ("secret", 0)])
def test_export_answers_with_brief_notice(id: str, count: int) -> None:
    """The notice after an export has no buttons, covers none, and disappears when the script sends its message."""
    tab = Tab(Storage({KEY_PREFIX + id: format_record(GAMES[id])}), f"#/play/{id}")
    tab.send("do", "library.export", id)
    assert len(tab.browser.downloads) == count
    (notice,) = [part for part in tab.all("p") if "data-brief" in part[1]]
    assert notice[2]
    tab.send("do", "app.dismiss", notice[1]["data-brief"])
    assert not [part for part in tab.all("p") if "data-brief" in part[1]]
