"""Test the page with the rules of a game."""

from __future__ import annotations

from tools.fake_browser import Tab


def test_search_lists_sections_with_all_words() -> None:
    tab = Tab(address="#/rules/sensei")
    full_text = tab.text
    tab.change("lessons.search", "Pit")
    assert "Found in 4 sections." in tab.text
    assert "Characters leap over pits" in tab.text
    assert len(tab.text) < len(full_text)
    tab.change("lessons.search", "pit queen")
    assert "Nothing found." in tab.text
    tab.change("lessons.search", "")
    assert tab.text == full_text
