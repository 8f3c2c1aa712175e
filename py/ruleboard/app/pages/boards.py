"""Pictures of games for pages that only show them: small boards in lists, previews of a start."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations

from ruleboard.engine.errors import RuleboardError
from ruleboard.games import FACES, GAMES
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node
from ruleboard.speech import spoken

_STILL = Marks(still=True)


def board_at(game: str, position: str) -> Node | None:
    """A game's board at a position text, None if the text is not one (an older or damaged save)."""
    return _at(game, position, spoken())


def board_at_start(game: str, options: tuple[tuple[str, str], ...] = ()) -> Node:
    """A game's board before the first action."""
    return _at_start(game, options, spoken())


@lru_cache(maxsize=64)
def _at(game: str, position: str, spoken: NullTranslations) -> Node | None:
    """As ``board_at``; the picture has words in it, in the language that is spoken."""
    try:
        state = GAMES[game].parse_position(position)
    except RuleboardError:
        return None
    return FACES[game].picture(GAMES[game].view(state, None), 0, _STILL)


@lru_cache(maxsize=64)
def _at_start(game: str, options: tuple[tuple[str, str], ...], spoken: NullTranslations) -> Node:
    """As ``board_at_start``; the picture has words in it, in the language that is spoken."""
    rules = GAMES[game]
    return FACES[game].picture(rules.view(rules.initial(dict(options), 0), None), 0, _STILL)
