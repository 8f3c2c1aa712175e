"""Move notations for PGN: the notation of a game, or by default the texts of its actions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, Protocol

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game

AnyGame = Game[Any, Any]

UNDECIDED_RESULT: Final = "*"
DRAW_RESULT: Final = "1/2-1/2"
RESULT_SPELLINGS: Final[Mapping[str, str]] = {
    "1-0": "1-0",
    "0-1": "0-1",
    DRAW_RESULT: DRAW_RESULT,
    UNDECIDED_RESULT: UNDECIDED_RESULT,
    "½-½": DRAW_RESULT,
    "½": DRAW_RESULT,
    "1/2": DRAW_RESULT,
    "1–0": "1-0",
    "0–1": "0-1",
    "1/2–1/2": DRAW_RESULT,
    "½–½": DRAW_RESULT,
    "1/2-½": DRAW_RESULT,
    "½-1/2": DRAW_RESULT,
    "0.5-0.5": DRAW_RESULT,
    "1:0": "1-0",
    "0:1": "0-1",
    "0,5-0,5": DRAW_RESULT,
    "½:½": DRAW_RESULT,
    "1/2:1/2": DRAW_RESULT,
}
"""The results of the PGN standard by their spellings. Some programs write "½", an en dash or a colon."""


class MoveTokens(Protocol):
    """A game's move notation for PGN, such as SAN in chess (``Package.tokens``).

    A token contains no whitespace, brackets, braces or semicolons, and does not begin with a digit.
    """

    variant: str
    """The value of the tag ``Variant``."""

    def number(self, state: Any, *, is_first: bool) -> str:
        """Return the move number to write before a move; may be empty.

        Args:
            state: the state before the move.
            is_first: True for the first move of a line, and for a move that follows a comment or a variation.
        """
        ...

    def write(self, state: Any, action: Action[Any]) -> str:
        """Return the token for a legal action."""
        ...

    def read(self, state: Any, token: str) -> Action[Any]:
        """Parse a legal action in this notation.

        Raises:
            RuleboardError: the token is not a legal action, or is ambiguous.
        """
        ...


class ActionTokens:
    """The default move notation: the texts of actions, with ``_`` instead of spaces.

    Args:
        game: the rules of the game.
    """

    variant = ""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def number(self, state: Any, *, is_first: bool) -> str:
        """Return an empty string, since this notation has no move numbers."""
        return ""

    def write(self, state: Any, action: Action[Any]) -> str:
        """Return the text of an action with ``_`` instead of spaces."""
        return self._game.format_action(state, action).replace(" ", "_")

    def read(self, state: Any, token: str) -> Action[Any]:
        """Parse the text of an action with ``_`` instead of spaces."""
        return self._game.parse_action(state, self._game.respell_moves(token.replace("_", " ")).move_list)
