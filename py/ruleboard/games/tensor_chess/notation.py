"""Format and parse the texts of moves in records (spec: 'Move text')."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError
from ruleboard.games.tensor_chess.board import NAMES, NUMBERS
from ruleboard.games.tensor_chess.moves import BeastCapture, Bounce, Move, PlainMove, Promotion, Propel
from ruleboard.i18n import _

_SQUARE = "([a-j][1-8])"
_VIA_MOVE = re.compile(f"{_SQUARE}([>^]){_SQUARE}{_SQUARE}")
_BEAST_CAPTURE = re.compile(f"{_SQUARE}{_SQUARE}x{_SQUARE}")
_PLAIN_MOVE = re.compile(f"{_SQUARE}{_SQUARE}([qrbnt]?)")


def format_move(move: Move) -> str:
    """Format a move, such as ``e2e4``, ``e7e8t``, ``c1^f4h6``, ``c1>f4b8`` or ``b1d3xc2``."""
    start, landing = NAMES[move.start], NAMES[move.landing]
    match move:
        case Bounce(beast=beast):
            return f"{start}^{NAMES[beast]}{landing}"
        case Propel(beast=beast):
            return f"{start}>{NAMES[beast]}{landing}"
        case BeastCapture(beast=beast):
            return f"{start}{landing}x{NAMES[beast]}"
        case Promotion(piece=piece):
            return f"{start}{landing}{piece.lower()}"
        case _:
            return start + landing


def parse_move(text: str) -> Move:
    """Parse the text of a move, legal or not.

    Two squares become a ``PlainMove``, although the text may also mean a double step, an en passant capture or
    castling. ``LegalActions.find`` distinguishes them.

    Raises:
        ActionError: the text is malformed.
    """
    if squares := _VIA_MOVE.fullmatch(text):
        start, mark, beast, landing = squares.groups()
        kind = Bounce if mark == "^" else Propel
        return kind(NUMBERS[start], NUMBERS[beast], NUMBERS[landing])
    if squares := _BEAST_CAPTURE.fullmatch(text):
        start, landing, beast = squares.groups()
        return BeastCapture(NUMBERS[start], NUMBERS[beast], NUMBERS[landing])
    if squares := _PLAIN_MOVE.fullmatch(text):
        start, landing, piece = squares.groups()
        if piece:
            return Promotion(NUMBERS[start], NUMBERS[landing], piece.upper())
        return PlainMove(NUMBERS[start], NUMBERS[landing])
    raise ActionError(
        _("{text} is not a move").format(text=repr(text[:20])),
        expected=_("a move such as {examples}").format(examples="e2e4, e7e8t, c1^f4h6, c1>f4b8, b1d3xc2"),
    )


def action_texts(actions: Iterable[Action[Move]]) -> tuple[str, ...]:
    """Return the texts of actions for a record."""
    return tuple(action.text for action in actions)
