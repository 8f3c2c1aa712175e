"""Texts of positions: the ranks, the side to move, and what else the position remembers."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.engine.limits import check_position_length
from ruleboard.i18n import _
from ruleboard.kit.board import EMPTY, Board, BoardType
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.ranks import check_rank_length, format_ranks, parse_ranks

_RUN_OR_LETTER: Final = re.compile(r"[1-9][0-9]?|.", re.ASCII | re.DOTALL)
_SIDE: Final = re.compile(r"(.)(?:\+([1-9][0-9]{0,3}))?", re.ASCII)
_MAX_EXTRA_LENGTH: Final = 80
"""The number of characters that a position may have after its ranks."""


def parse_board(text: str, files: int, ranks: int, letters: str) -> str:
    """Parse the ranks of a position, and return the letters of all squares from a1 rank by rank.

    Args:
        text: the ranks, the last one first, with ``/`` between them.
        files: the number of files.
        ranks: the number of ranks.
        letters: the letters that may stand on a square.

    Raises:
        PositionError: the text is malformed.
    """

    def parse_rank(rank: str, number: int) -> str:
        where = _("rank {rank}").format(rank=number)
        cells = ""
        for match in _RUN_OR_LETTER.finditer(rank):
            if (match[0] not in letters and not match[0].isdigit()) or match[0] == "0":
                raise PositionError(
                    _("{letter} is no piece").format(letter=repr(match[0])),
                    where=where,
                    expected=_("one of {letters}, or a number of empty squares").format(letters=letters),
                )
            cells += EMPTY * int(match[0]) if match[0].isdigit() else match[0]
            if len(cells) > files:
                break
        check_rank_length(len(cells), files, where)
        return cells

    expected = _("{n} ranks with / between them").format(n=ranks)
    return "".join(parse_ranks(text, ranks, parse_rank, expected=expected))


def side_signs(board_type: BoardType) -> tuple[str, ...]:
    """Return the sign of each side in position texts: its first letter, or else its number."""
    return tuple(letters[0] if letters else str(side + 1) for side, letters in enumerate(board_type.side_letters))


def format_position(board: Board) -> str:
    """Format a board as ``<ranks> <side to move> <note>``.

    In the middle of a turn the number of its actions so far follows the side, as in ``w+1``. The note may be missing.
    """
    ranks = format_ranks(board.cells, board.type.files, EMPTY)
    steps = f"+{board.step_count}" if board.step_count else ""
    return f"{ranks} {side_signs(board.type)[board.side]}{steps} {board.note}".rstrip()


def parse_position(text: str, start: Board, letters: str) -> Board:
    """Parse a position text.

    Args:
        text: the text.
        start: the board at the start of the game.
        letters: the letters of all pieces.

    Raises:
        PositionError: the text is malformed.
    """
    board_type = start.type
    check_position_length(text, len(start.cells) + board_type.ranks + _MAX_EXTRA_LENGTH)
    ranks, side, note = (*text.split(), "", "", "")[:3]
    if len(text.split()) not in (2, 3):
        raise PositionError(
            _("a position has 2 or 3 parts, not {n}").format(n=len(text.split())),
            expected=_("the ranks, the side to move, and a note if the game has one"),
        )
    missing = "".join({start.cells[number] for number in board_type.missing})
    cells = parse_board(ranks, board_type.files, board_type.ranks, letters + EMPTY + missing)
    for number, name in enumerate(board_type.names):
        if (number in board_type.missing) != (bool(missing) and cells[number] in missing):
            raise PositionError(_("the board has other squares"), where=name, expected=start.cells[number])
    signs, match = side_signs(board_type), _SIDE.fullmatch(side)
    if match is None or match[1] not in signs:
        raise PositionError(
            _("{text} isn’t a side").format(text=repr(side[:10])), where=_("side"), expected=", ".join(signs)
        )
    board = Board(board_type, cells, signs.index(match[1]), "", int(match[2] or 0))
    try:
        return board.noted(note)
    except BoardGameError as error:
        raise PositionError(error.what, where=_("note"), expected=error.expected) from None
