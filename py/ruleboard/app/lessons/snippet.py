"""HTML that embeds a lesson in another page."""

from __future__ import annotations

from urllib.parse import urljoin

from ruleboard.app.routes import Route, format_route
from ruleboard.scene.node import el
from ruleboard.scene.serialize import to_html


def lesson_snippet(game: str, id: str, title: str, page: str) -> str:
    """Return the HTML that embeds a lesson in another page.

    Args:
        game: the game's id.
        id: the lesson's id.
        title: the lesson's title, which is a link until the board is loaded.
        page: the URL of the app.
    """
    address = urljoin(page, format_route(Route("learn", game, text=id)))
    board = el("rule-board", el("a", text=title, href=address), game=game, lesson=id)
    return f"{to_html(el('script', src=urljoin(page, 'embed.js'), defer=True))}\n{to_html(board)}"
