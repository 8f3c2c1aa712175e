"""Ranks of squares in position texts: runs of empty squares as numbers, ``/`` between ranks, the last rank first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

from ruleboard.engine.errors import PositionError
from ruleboard.i18n import _, ngettext

T = TypeVar("T")


def format_rank(squares: Sequence[str], empty: str) -> str:
    """Return the text of a rank: its occupied squares as they are, each run of empty ones as its length.

    Args:
        squares: the text of each square, from file a.
        empty: the text of an empty square.
    """
    return "".join(
        str(len(list(run))) if is_empty else "".join(run)
        for is_empty, run in groupby(squares, lambda square: square == empty)
    )


def format_ranks(squares: Sequence[str], files: int, empty: str) -> str:
    """Return the text of a board.

    Args:
        squares: the text of each square, from a1 rank by rank.
        files: the number of files.
        empty: the text of an empty square.
    """
    first_squares = reversed(range(0, len(squares), files))
    return "/".join(format_rank(squares[first : first + files], empty) for first in first_squares)


def parse_ranks(text: str, ranks: int, parse: Callable[[str, int], T], *, expected: str) -> tuple[T, ...]:
    """Return the ranks of a board's text, from rank 1 up.

    Args:
        text: the ranks, the last one first, with ``/`` between them.
        ranks: the number of ranks of the board.
        parse: returns the rank of a text and its number (from 1), or raises ``PositionError``.
        expected: the form of a board, for errors ("8 ranks with / between them").

    Raises:
        PositionError: there are more or fewer ranks, or one of them cannot be read.
    """
    texts = text.split("/")
    if len(texts) != ranks:
        raise PositionError(
            ngettext("there is {n} rank", "there are {n} ranks", len(texts)).format(n=len(texts)),
            where=_("board"),
            expected=expected,
        )
    return tuple(reversed([parse(rank, ranks - index) for index, rank in enumerate(texts)]))


def check_rank_length(length: int, files: int, where: str) -> None:
    """Refuse a rank with a wrong number of squares.

    Args:
        length: the number of squares read, of which the first too many is enough.
        files: the number of files of the board.
        where: the name of the rank in errors ("rank 3").

    Raises:
        PositionError: the numbers differ.
    """
    if length > files:
        raise PositionError(_("there are more than {n} squares").format(n=files), where=where, expected=str(files))
    if length < files:
        few = ngettext("there is only {n} square", "there are only {n} squares", length)
        raise PositionError(few.format(n=length), where=where, expected=str(files))
