"""The home page as HTML, made by the build: what is seen before any script has run."""

from __future__ import annotations

from ruleboard.app.model import Model
from ruleboard.app.pages.view import view
from ruleboard.scene.markup import to_html


def html() -> str:
    """The home page of somebody who has no games yet."""
    return to_html(view(Model()))
