"""Format and parse action texts. Implements 'Text formats' (spec) for actions.

The steps of a turn are ``b2-b4``, ``take:cs``, ``swap:b4>c5:cs``, ``res:hh`` and ``end``. Building actions are ``S>e1``
and ``c>e1`` (from the store to a square), ``e1-e2`` (a figure to another square), ``e1:c>e2`` (a piece to another
figure), ``e1>store`` and ``e1:c>store`` (back to the store), ``default``, ``shuffle``, ``fill``, ``mirror``, ``clear``
and ``done``.
"""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.errors import ActionError
from ruleboard.engine.limits import check_action_length
from ruleboard.games.tesulda.board import INDEX, NAMES
from ruleboard.games.tesulda.figures import BASES, PIECES, sort_pieces
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
    EndTurn,
    Move,
    MoveFigure,
    PlaceBase,
    PlacePiece,
    RemoveFigure,
    RemovePiece,
    Resource,
    ShiftPiece,
    Swap,
    Take,
)
from ruleboard.i18n import _

_STORE: Final = "store"
_COMMANDS: Final = {command.value: command for command in ArmyCommand}
_SQUARE: Final = "([a-z][0-9]+)"
_MOVE_FIGURE: Final = re.compile(f"{_SQUARE}-{_SQUARE}", re.ASCII)
_TAKE: Final = re.compile(f"take:(-|[{PIECES}]{{1,2}})")
_SWAP: Final = re.compile(f"swap:{_SQUARE}>{_SQUARE}:([{PIECES}]{{1,2}})", re.ASCII)
_RESOURCE: Final = re.compile(f"res:([{PIECES}]{{1,2}})")
_PLACE: Final = re.compile(f"([{BASES}]|[{PIECES}])>{_SQUARE}", re.ASCII)
_REMOVE: Final = re.compile(f"{_SQUARE}(?::([{PIECES}]))?>{_STORE}", re.ASCII)
_SHIFT: Final = re.compile(f"{_SQUARE}:([{PIECES}])>{_SQUARE}", re.ASCII)


def format_move(move: Move) -> str:
    """Format a move as an action text."""
    match move:
        case MoveFigure(origin, goal):
            return f"{NAMES[origin]}-{NAMES[goal]}"
        case Take(pieces):
            return f"take:{pieces or '-'}"
        case Swap(origin, goal, pieces):
            return f"swap:{NAMES[origin]}>{NAMES[goal]}:{pieces}"
        case Resource(pieces):
            return f"res:{pieces}"
        case EndTurn():
            return "end"
        case PlaceBase(base, square):
            return f"{base}>{NAMES[square]}"
        case PlacePiece(piece, square):
            return f"{piece}>{NAMES[square]}"
        case ShiftPiece(origin, piece, goal):
            return f"{NAMES[origin]}:{piece}>{NAMES[goal]}"
        case RemoveFigure(square):
            return f"{NAMES[square]}>{_STORE}"
        case RemovePiece(square, piece):
            return f"{NAMES[square]}:{piece}>{_STORE}"
        case ArmyCommand():
            return move.value


def parse_move(text: str) -> Move | None:
    """Parse an action text into a move, legal or not, or return None for another form of text.

    Two pieces may be in any order.

    Raises:
        ActionError: the text names an unknown square, or is too long.
    """
    check_action_length(text)
    if text == "end":
        return EndTurn()
    if text in _COMMANDS:
        return _COMMANDS[text]
    if match := _TAKE.fullmatch(text):
        return Take(sort_pieces(match[1].replace("-", "")))
    if match := _RESOURCE.fullmatch(text):
        return Resource(sort_pieces(match[1]))
    if match := _SWAP.fullmatch(text):
        return Swap(_square(match[1], text), _square(match[2], text), sort_pieces(match[3]))
    if match := _MOVE_FIGURE.fullmatch(text):
        return MoveFigure(_square(match[1], text), _square(match[2], text))
    if match := _PLACE.fullmatch(text):
        square = _square(match[2], text)
        return PlaceBase(match[1], square) if match[1] in BASES else PlacePiece(match[1], square)
    if match := _REMOVE.fullmatch(text):
        square = _square(match[1], text)
        return RemovePiece(square, match[2]) if match[2] else RemoveFigure(square)
    if match := _SHIFT.fullmatch(text):
        return ShiftPiece(_square(match[1], text), match[2], _square(match[3], text))
    return None


def _square(name: str, text: str) -> int:
    """Convert the name of a square in an action text to its number.

    Args:
        name: the name of the square.
        text: the action text, for the error.

    Raises:
        ActionError: the square is unknown.
    """
    if name not in INDEX:
        raise ActionError(
            _("there is no square {text}").format(text=repr(name[:8])), where=text[:20], expected=_("a1 to j10")
        )
    return INDEX[name]
