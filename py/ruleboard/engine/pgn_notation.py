"""The notation of moves in PGN: that of a game, or the texts of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game

AnyGame = Game[Any, Any]

UNDECIDED: Final = "*"
DRAWN: Final = "1/2-1/2"
RESULTS: Final[Mapping[str, str]] = {
    "1-0": "1-0",
    "0-1": "0-1",
    DRAWN: DRAWN,
    UNDECIDED: UNDECIDED,
    "½-½": DRAWN,
    "½": DRAWN,
    "1/2": DRAWN,
    "1–0": "1-0",
    "0–1": "0-1",
    "1/2–1/2": DRAWN,
    "½–½": DRAWN,
    "1/2-½": DRAWN,
    "½-1/2": DRAWN,
    "0.5-0.5": DRAWN,
    "1:0": "1-0",
    "0:1": "0-1",
    "½:½": DRAWN,
    "1/2:1/2": DRAWN,
}
"""The standard's results by their spellings; some programs write "½", an en dash or a colon."""


class MoveTokens(Protocol):
    """A game's own notation of moves, such as SAN in chess (``Package.tokens``).

    A token contains no blanks, brackets, braces or semicolons, and does not begin with a digit.
    """

    variant: str
    """The value of the tag ``Variant``."""

    def number(self, state: Any, *, first: bool) -> str:
        """Return the number before a move; it may be empty.

        Args:
            state: the state before the move.
            first: True for the first move of a line, and for a move after a comment or a variation.
        """
        ...

    def write(self, state: Any, action: Action[Any]) -> str:
        """Return the token of a legal action."""
        ...

    def read(self, state: Any, token: str) -> Action[Any]:
        """Return the legal action of a token.

        Raises:
            RuleboardError: no legal action has this token, or several have.
        """
        ...


class ActionTokens:
    """The notation of games without their own: the texts of actions, with ``_`` in place of blanks.

    Args:
        game: the rules.
    """

    variant = ""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def number(self, state: Any, *, first: bool) -> str:
        """See ``MoveTokens``; always empty."""
        return ""

    def write(self, state: Any, action: Action[Any]) -> str:
        """See ``MoveTokens``."""
        return self._game.format_action(state, action).replace(" ", "_")

    def read(self, state: Any, token: str) -> Action[Any]:
        """See ``MoveTokens``."""
        return self._game.parse_action(state, self._game.respell_moves(token.replace("_", " ")).text)
