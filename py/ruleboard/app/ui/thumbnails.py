"""Pictures of games for pages that only show them: small boards in lists, previews of a start."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations

from ruleboard.app.ui.diagrams import still
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.timeline import starting_at
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import spoken
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_STILL = Marks(still=True)
_OF_USE = ("aria-", "role", "data-key", "data-piece", "data-target")
"""Prefixes of the attributes that serve interaction, accessibility and animation."""


def board_at(game: str, position: str) -> Node | None:
    """Return a game's board at a position text, None if the text is not one (an older or damaged save)."""
    return _at(game, position, spoken())


def board_at_start(game: str, options: tuple[tuple[str, str], ...] = ()) -> Node:
    """Return a game's board before the first action."""
    return _at_start(game, options, spoken())


@lru_cache(maxsize=64)
def small_board_at(game: str, position: str) -> Node | None:
    """Return the board of ``board_at`` for a place where it is too small to be read."""
    picture = _drawn_at(game, position)
    return picture and _unwritten(picture)


@lru_cache(maxsize=8)
def small_board(game: str) -> Node:
    """Return a game's start board for a place where it is too small to be read.

    It has no text, which costs a browser more time than all the rest of these pictures.
    """
    return _unwritten(_drawn_at_start(game, ()))


@lru_cache(maxsize=16)
def _at(game: str, position: str, spoken: NullTranslations) -> Node | None:
    """As ``board_at``; the picture has words in it, in the language that is spoken."""
    picture = _drawn_at(game, position)
    return picture and still(picture)


@lru_cache(maxsize=16)
def _at_start(game: str, options: tuple[tuple[str, str], ...], spoken: NullTranslations) -> Node:
    """As ``board_at_start``; the picture has words in it, in the language that is spoken."""
    return still(_drawn_at_start(game, options))


def _drawn_at(game: str, position: str) -> Node | None:
    try:
        timeline = starting_at(GAMES[game], GAMES[game].parse_position(position))
    except RuleboardError:
        return None
    return VIEWS[game].picture(timeline.public_state(), 0, _STILL)


def _drawn_at_start(game: str, options: tuple[tuple[str, str], ...]) -> Node:
    timeline = starting_at(GAMES[game], GAMES[game].initial(dict(options), 0))
    return VIEWS[game].picture(timeline.public_state(), 0, _STILL)


def _unwritten(node: Node) -> Node:
    """Return a picture without texts and names: nothing in it depends on the language."""
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith(_OF_USE)}
    return node._replace(attrs=attrs, children=tuple(_unwritten(one) for one in node.children if one.tag != "text"))
