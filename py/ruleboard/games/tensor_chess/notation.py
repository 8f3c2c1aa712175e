"""Format and parse the move texts in records (spec: 'Move text')."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ruleboard.engine.action import Action
from ruleboard.engine.errors import ActionError
from ruleboard.games.tensor_chess.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tensor_chess.moves import BeastCapture, Bounce, Move, PlainMove, Promotion, Propel
from ruleboard.i18n import _

_SQUARE_PATTERN = "([a-j][1-8])"
_VIA_MOVE_PATTERN = re.compile(f"{_SQUARE_PATTERN}([>^]){_SQUARE_PATTERN}{_SQUARE_PATTERN}")
_BEAST_CAPTURE_PATTERN = re.compile(f"{_SQUARE_PATTERN}{_SQUARE_PATTERN}x{_SQUARE_PATTERN}")
_PLAIN_MOVE_PATTERN = re.compile(f"{_SQUARE_PATTERN}{_SQUARE_PATTERN}([qrbnt]?)")


def format_move(move: Move) -> str:
    """Format a move, such as ``e2e4``, ``e7e8t``, ``c1^f4h6``, ``c1>f4b8`` or ``b1d3xc2``."""
    start, landing = SQUARE_NAMES[move.start], SQUARE_NAMES[move.landing]
    match move:
        case Bounce(beast=beast):
            return f"{start}^{SQUARE_NAMES[beast]}{landing}"
        case Propel(beast=beast):
            return f"{start}>{SQUARE_NAMES[beast]}{landing}"
        case BeastCapture(beast=beast):
            return f"{start}{landing}x{SQUARE_NAMES[beast]}"
        case Promotion(piece=piece):
            return f"{start}{landing}{piece.lower()}"
        case _:
            return start + landing


def parse_move(text: str) -> Move:
    """Parse the text of a move, even if the move is not legal.

    A text of two squares becomes a ``PlainMove``, although it may also mean a double step, an en passant capture
    or castling. ``LegalActions.find`` distinguishes these moves.

    Raises:
        ActionError: the text is malformed.
    """
    if squares := _VIA_MOVE_PATTERN.fullmatch(text):
        start, mark, beast, landing = squares.groups()
        kind = Bounce if mark == "^" else Propel
        return kind(SQUARE_NUMBERS[start], SQUARE_NUMBERS[beast], SQUARE_NUMBERS[landing])
    if squares := _BEAST_CAPTURE_PATTERN.fullmatch(text):
        start, landing, beast = squares.groups()
        return BeastCapture(SQUARE_NUMBERS[start], SQUARE_NUMBERS[beast], SQUARE_NUMBERS[landing])
    if squares := _PLAIN_MOVE_PATTERN.fullmatch(text):
        start, landing, piece = squares.groups()
        if piece:
            return Promotion(SQUARE_NUMBERS[start], SQUARE_NUMBERS[landing], piece.upper())
        return PlainMove(SQUARE_NUMBERS[start], SQUARE_NUMBERS[landing])
    raise ActionError(
        _("{text} isn’t a move").format(text=repr(text[:20])),
        expected=_("a move like {examples}").format(examples="e2e4, e7e8t, c1^f4h6, c1>f4b8, b1d3xc2"),
    )


def action_texts(actions: Iterable[Action[Move]]) -> tuple[str, ...]:
    """Return the texts of actions, as they appear in a record."""
    return tuple(action.text for action in actions)
