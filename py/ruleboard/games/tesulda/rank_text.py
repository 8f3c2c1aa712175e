"""Rows of figures as text: ``(Tsh)3(Ccsz)`` and the like, shared by positions and armies."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.figures import BASES, PIECES, ROD, leaders_meet, ordered
from ruleboard.games.tesulda.state import EMPTY
from ruleboard.i18n import _, ngettext

_TOKEN: Final = re.compile(r"\(([^()/]*)\)|(10|[1-9])")


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
                _("{text} cannot be read").format(text=repr(text[at : at + 8])),
                where=where,
                expected=_("figures such as (Scck) and numbers from 1 to 10"),
            )
        file = _("{rank}, square {n}").format(rank=where, n=len(row) + 1)
        row += [EMPTY] * int(token[2]) if token[2] else [parse_figure(token[1], file)]
        at = token.end()
        if len(row) > SIZE:
            break
    if len(row) != SIZE:
        if len(row) > SIZE:
            raise PositionError(_("there are more than 10 squares"), where=where, expected="10")
        few = ngettext("there is only {n} square", "there are only {n} squares", len(row)).format(n=len(row))
        raise PositionError(few, where=where, expected="10")
    return tuple(row)


def parse_figure(text: str, where: str) -> str:
    """The figure that stands between brackets, its pieces put in order.

    Raises:
        PositionError: it is no figure, or one the rules never allow.
    """
    if not text or text[0].upper() not in BASES or not text[0].isascii():
        raise PositionError(
            _("{text} is no base").format(text=repr(text[:1])) if text else _("the brackets are empty"),
            where=where,
            expected=_("S, C or T (s, c or t for Dark), then pieces"),
        )
    for piece in text[1:]:
        if piece not in PIECES:
            raise PositionError(
                _("{text} is no piece").format(text=repr(piece)), where=where, expected=_("c, s, d, z, h, t or k")
            )
    if len(text) - 1 > ROD:
        raise PositionError(
            _("there are {n} pieces on one rod").format(n=len(text) - 1),
            where=where,
            expected=_("{n} at most").format(n=ROD),
        )
    return text[0] + ordered(text[1:])


def refuse_meeting(figure: str, where: str) -> None:
    """Refuse a figure with crown and star.

    Raises:
        PositionError: it has both.
    """
    if leaders_meet(figure[1:]):
        raise PositionError(_("crown and star are on one figure"), where=where, expected=_("one of them at most"))
