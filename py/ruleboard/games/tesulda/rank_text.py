"""Parse the texts of ranks in positions and armies, such as ``(Tsh)3(Ccsz)5``."""

from __future__ import annotations

import re
from typing import Final

from ruleboard.engine.errors import PositionError
from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.figures import BASES, PIECES, ROD_CAPACITY, has_both_leaders, sort_pieces
from ruleboard.games.tesulda.position import EMPTY
from ruleboard.i18n import _
from ruleboard.kit.ranks import check_rank_length

_TOKEN_PATTERN: Final = re.compile(r"\(([^()/]*)\)|(10|[1-9])")


def parse_rank(text: str, location: str) -> tuple[str, ...]:
    """Parse the ten squares of a rank.

    Errors have ``location``, such as "rank 3", as their ``where``.

    Raises:
        PositionError: the text is malformed, or does not have ten squares.
    """
    rank: list[str] = []
    index = 0
    while index < len(text):
        token = _TOKEN_PATTERN.match(text, index)
        if token is None:
            raise PositionError(
                _("{text} makes no sense here").format(text=repr(text[index : index + 8])),
                where=location,
                expected=_("figures such as (Scck) and numbers from 1 to 10"),
            )
        square_location = _("{rank}, square {n}").format(rank=location, n=len(rank) + 1)
        rank += [EMPTY] * int(token[2]) if token[2] else [parse_figure(token[1], square_location)]
        index = token.end()
        if len(rank) > SIZE:
            break
    check_rank_length(len(rank), SIZE, location)
    return tuple(rank)


def parse_figure(text: str, location: str) -> str:
    """Parse a figure without brackets, and sort its pieces.

    Errors have ``location`` as their ``where``.

    Raises:
        PositionError: the text is malformed, or has too many pieces.
    """
    if not text or text[0].upper() not in BASES or not text[0].isascii():
        raise PositionError(
            _("{text} isn’t a base").format(text=repr(text[:1])) if text else _("the brackets are empty"),
            where=location,
            expected=_("S, C or T (s, c or t for Dark), then pieces"),
        )
    for piece in text[1:]:
        if piece not in PIECES:
            raise PositionError(
                _("{text} isn’t a piece").format(text=repr(piece)), where=location, expected=_("c, s, d, z, h, t or k")
            )
    if len(text) - 1 > ROD_CAPACITY:
        raise PositionError(
            _("there are {n} pieces on one rod").format(n=len(text) - 1),
            where=location,
            expected=_("at most {n}").format(n=ROD_CAPACITY),
        )
    return text[0] + sort_pieces(text[1:])


def check_leaders(figure: str, location: str) -> None:
    """Validate that a figure does not have both a crown and a star.

    Errors have ``location`` as their ``where``.

    Raises:
        PositionError: the figure has both.
    """
    if has_both_leaders(figure[1:]):
        raise PositionError(_("the crown and the star share a figure"), where=location, expected=_("only one of them"))
