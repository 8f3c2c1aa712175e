"""Test the help page."""

from __future__ import annotations

from ruleboard.app.help.view import help_page
from ruleboard.app.ui.components import Shell
from ruleboard.scene.serialize import to_html
from ruleboard.version import VERSION
from tools.fake_browser import Tab


def test_help_page_shows_version() -> None:
    assert VERSION in to_html(help_page(Shell()))


def test_lab_is_reached_from_help_and_leads_back() -> None:
    tab = Tab(address="#/help")
    assert "#/lab" in {attrs.get("href") for _tag, attrs, _content in tab.all("a")}
    tab = Tab(address="#/lab")
    [(_tag, attributes, content)] = tab.all("rule-lab")
    assert attributes["data-failure"]
    assert attributes["data-absence"]
    assert not content, "the script of the lab has its content"
    assert "#/help" in {attrs.get("href") for _tag, attrs, _content in tab.all("a")}
