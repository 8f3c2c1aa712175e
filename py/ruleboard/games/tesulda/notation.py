"""Format and parse action texts. Implements 'Text formats' (spec) for actions.

The steps of a turn are ``b2-b4``, ``take:cs``, ``swap:b4>c5:cs``, ``res:hh`` and ``end``. Building actions are ``S>e1``
and ``c>e1`` (from the store to a square), ``e1-e2`` (a figure to another square), ``e1:c>e2`` (a piece to another
figure), ``e1>store`` and ``e1:c>store`` (back to the store), ``copy:a2>b2`` (the figure on a2 again on b2),
``copy:a2>all`` (its pieces on all unfinished figures with its base), ``default``, ``shuffle``, ``fill``, ``mirror``,
``clear`` and ``done``.
"""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.errors import ActionError
from ruleboard.engine.limits import check_action_length
from ruleboard.games.tesulda.board import SQUARE_NAMES, SQUARE_NUMBERS
from ruleboard.games.tesulda.figures import BASES, PIECES, sort_pieces
from ruleboard.games.tesulda.moves import (
    ArmyCommand,
    CopyFigure,
    CopyToKind,
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

_STORE_TEXT: Final = "store"
_ALL_TEXT: Final = "all"
_COMMANDS_BY_TEXT: Final = {command.value: command for command in ArmyCommand}
_SQUARE_PATTERN: Final = "([a-z][0-9]+)"
_MOVE_FIGURE_PATTERN: Final = re.compile(f"{_SQUARE_PATTERN}-{_SQUARE_PATTERN}", re.ASCII)
_TAKE_PATTERN: Final = re.compile(f"take:(-|[{PIECES}]{{1,2}})")
_SWAP_PATTERN: Final = re.compile(f"swap:{_SQUARE_PATTERN}>{_SQUARE_PATTERN}:([{PIECES}]{{1,2}})", re.ASCII)
_RESOURCE_PATTERN: Final = re.compile(f"res:([{PIECES}]{{1,2}})")
_PLACE_PATTERN: Final = re.compile(f"([{BASES}]|[{PIECES}])>{_SQUARE_PATTERN}", re.ASCII)
_REMOVE_PATTERN: Final = re.compile(f"{_SQUARE_PATTERN}(?::([{PIECES}]))?>{_STORE_TEXT}", re.ASCII)
_COPY_PATTERN: Final = re.compile(f"copy:{_SQUARE_PATTERN}>(?:{_SQUARE_PATTERN}|{_ALL_TEXT})", re.ASCII)
_SHIFT_PATTERN: Final = re.compile(f"{_SQUARE_PATTERN}:([{PIECES}])>{_SQUARE_PATTERN}", re.ASCII)


def format_move(move: Move) -> str:
    """Format a move as an action text."""
    match move:
        case MoveFigure(origin, goal):
            return f"{SQUARE_NAMES[origin]}-{SQUARE_NAMES[goal]}"
        case Take(pieces):
            return f"take:{pieces or '-'}"
        case Swap(origin, goal, pieces):
            return f"swap:{SQUARE_NAMES[origin]}>{SQUARE_NAMES[goal]}:{pieces}"
        case Resource(pieces):
            return f"res:{pieces}"
        case EndTurn():
            return "end"
        case PlaceBase(base, square):
            return f"{base}>{SQUARE_NAMES[square]}"
        case PlacePiece(piece, square):
            return f"{piece}>{SQUARE_NAMES[square]}"
        case ShiftPiece(origin, piece, goal):
            return f"{SQUARE_NAMES[origin]}:{piece}>{SQUARE_NAMES[goal]}"
        case RemoveFigure(square):
            return f"{SQUARE_NAMES[square]}>{_STORE_TEXT}"
        case RemovePiece(square, piece):
            return f"{SQUARE_NAMES[square]}:{piece}>{_STORE_TEXT}"
        case CopyFigure(model, goal):
            return f"copy:{SQUARE_NAMES[model]}>{SQUARE_NAMES[goal]}"
        case CopyToKind(model):
            return f"copy:{SQUARE_NAMES[model]}>{_ALL_TEXT}"
        case ArmyCommand():
            return move.value


def parse_move(text: str) -> Move | None:
    """Parse an action text into a move, legal or not. Return None if the text has no known form.

    Two pieces may be in either order.

    Raises:
        ActionError: the text names an unknown square, or is too long.
    """
    check_action_length(text)
    if text == "end":
        return EndTurn()
    if text in _COMMANDS_BY_TEXT:
        return _COMMANDS_BY_TEXT[text]
    if match := _TAKE_PATTERN.fullmatch(text):
        return Take(sort_pieces(match[1].replace("-", "")))
    if match := _RESOURCE_PATTERN.fullmatch(text):
        return Resource(sort_pieces(match[1]))
    if match := _SWAP_PATTERN.fullmatch(text):
        return Swap(_parse_square(match[1], text), _parse_square(match[2], text), sort_pieces(match[3]))
    if match := _MOVE_FIGURE_PATTERN.fullmatch(text):
        return MoveFigure(_parse_square(match[1], text), _parse_square(match[2], text))
    if match := _PLACE_PATTERN.fullmatch(text):
        square = _parse_square(match[2], text)
        return PlaceBase(match[1], square) if match[1] in BASES else PlacePiece(match[1], square)
    if match := _REMOVE_PATTERN.fullmatch(text):
        square = _parse_square(match[1], text)
        return RemovePiece(square, match[2]) if match[2] else RemoveFigure(square)
    if match := _COPY_PATTERN.fullmatch(text):
        model = _parse_square(match[1], text)
        return CopyFigure(model, _parse_square(match[2], text)) if match[2] else CopyToKind(model)
    if match := _SHIFT_PATTERN.fullmatch(text):
        return ShiftPiece(_parse_square(match[1], text), match[2], _parse_square(match[3], text))
    return None


def _parse_square(name: str, text: str) -> int:
    if name not in SQUARE_NUMBERS:
        raise ActionError(
            _("there’s no square {text}").format(text=repr(name[:8])), where=text[:20], expected=_("a1 to j10")
        )
    return SQUARE_NUMBERS[name]
