"""Test the help page."""

from __future__ import annotations

from ruleboard.app.help.view import help
from ruleboard.app.ui.components import Shell
from ruleboard.scene.serialize import to_html
from ruleboard.version import VERSION


def test_help_page_shows_version() -> None:
    assert VERSION in to_html(help(Shell()))
