"""Rows of figures as text: ``(Tsh)3(Ccsz)`` and the like, shared by positions and armies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.figures import BASES, PIECES, ROD, leaders_meet, ordered
from ruleboard.games.tesulda.state import EMPTY

_TOKEN: Final = re.compile(r"\(([^()/]*)\)|(10|[1-9])")
_LETTERS: Final = "c, s, d, z, h, t or k"


def format_row(row: Sequence[str]) -> str:
    """A row of ten squares: figures in brackets, runs of empty squares as one number."""
    text, run = "", 0
    for figure in row:
        if not figure:
            run += 1
            continue
        text += f"{run or ''}({figure})"
        run = 0
    return text + str(run or "")


def parse_row(text: str, where: str) -> tuple[str, ...]:
    """The ten squares of a row; ``where`` names the row in errors ("rank 3").

    Raises:
        PositionError: it is no such row.
    """
    row: list[str] = []
    at = 0
    while at < len(text):
        token = _TOKEN.match(text, at)
        if token is None:
            raise PositionError(
                f"{text[at : at + 8]!r} cannot be read",
                where=where,
                expected="figures such as (Scck) and numbers from 1 to 10",
            )
        file = f"{where}, square {len(row) + 1}"
        row += [EMPTY] * int(token[2]) if token[2] else [parse_figure(token[1], file)]
        at = token.end()
        if len(row) > SIZE:
            break
    if len(row) != SIZE:
        has = f"only {len(row)}" if len(row) < SIZE else "more than 10"
        raise PositionError(f"there are {has} squares", where=where, expected="10")
    return tuple(row)


def parse_figure(text: str, where: str) -> str:
    """The figure that stands between brackets, its pieces put in order.

    Raises:
        PositionError: it is no figure, or one the rules never allow.
    """
    if not text or text[0].upper() not in BASES or not text[0].isascii():
        raise PositionError(
            f"{text[:1]!r} is no base" if text else "the brackets are empty",
            where=where,
            expected="S, C or T (s, c or t for Dark), then pieces",
        )
    for piece in text[1:]:
        if piece not in PIECES:
            raise PositionError(f"{piece!r} is no piece", where=where, expected=_LETTERS)
    if len(text) - 1 > ROD:
        raise PositionError(f"there are {len(text) - 1} pieces on one rod", where=where, expected="5 at most")
    return text[0] + ordered(text[1:])


def refuse_meeting(figure: str, where: str) -> None:
    """Refuse a figure with crown and star.

    Raises:
        PositionError: it has both.
    """
    if leaders_meet(figure[1:]):
        raise PositionError("crown and star are on one figure", where=where, expected="one of them at most")
