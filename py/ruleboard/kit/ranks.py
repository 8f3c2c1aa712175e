"""Boards in position texts, as in FEN: ranks from the last to the first, with numbers for runs of empty squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import TypeVar

from ruleboard.engine.errors import PositionError
from ruleboard.i18n import _, ngettext

T = TypeVar("T")


def format_rank(squares: Sequence[str], empty_text: str) -> str:
    """Format one rank: a text for each occupied square, and a number for each run of empty squares.

    Args:
        squares: the text of each square, from file a.
        empty_text: the text in ``squares`` that means an empty square.
    """
    return "".join(
        str(len(list(run))) if is_empty else "".join(run)
        for is_empty, run in groupby(squares, lambda square: square == empty_text)
    )


def format_ranks(squares: Sequence[str], files: int, empty_text: str) -> str:
    """Format all ranks of a board, from the last to the first.

    Args:
        squares: the text of each square, from a1 rank by rank.
        files: the number of files.
        empty_text: the text in ``squares`` that means an empty square.
    """
    rank_starts = reversed(range(0, len(squares), files))
    return "/".join(format_rank(squares[start : start + files], empty_text) for start in rank_starts)


def parse_ranks(text: str, ranks: int, parse: Callable[[str, int], T], *, expected: str) -> tuple[T, ...]:
    """Parse the ranks of a board, and return them in order from rank 1.

    Args:
        text: the ranks, the last one first, separated by ``/``.
        ranks: the number of ranks of the board.
        parse: parses one rank from its text and its number (from 1), or raises ``PositionError``.
        expected: the form of a board, for errors ("8 ranks separated by /").

    Raises:
        PositionError: the number of ranks is wrong, or a rank is malformed.
    """
    texts = text.split("/")
    if len(texts) != ranks:
        raise PositionError(
            ngettext("there’s {n} rank", "there are {n} ranks", len(texts)).format(n=len(texts)),
            where=_("board"),
            expected=expected,
        )
    return tuple(reversed([parse(rank, ranks - index) for index, rank in enumerate(texts)]))


def check_rank_length(length: int, files: int, rank_name: str) -> None:
    """Check that a rank has the right number of squares.

    Args:
        length: the number of squares in the text. A parser may stop counting at the first surplus square.
        files: the number of files of the board.
        rank_name: the name of the rank in errors ("rank 3").

    Raises:
        PositionError: ``length`` and ``files`` differ.
    """
    if length > files:
        raise PositionError(_("there are more than {n} squares").format(n=files), where=rank_name, expected=str(files))
    if length < files:
        template = ngettext("there’s only {n} square", "there are only {n} squares", length)
        raise PositionError(template.format(n=length), where=rank_name, expected=str(files))
