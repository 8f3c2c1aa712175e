"""The names of pieces, bases and figures with articles and numbers.

Each combination is a separate message, so that translators can inflect the words.
"""

from __future__ import annotations

from typing import Final

from ruleboard.games.tesulda.figures import CIRCLE, CROWN, DIAMOND, HEXAGON, SQUARE, STAR, TRAPEZOID
from ruleboard.i18n import N_, _, ngettext

PIECES_WITH_ARTICLE: Final = {
    CIRCLE: N_("a circle"),
    SQUARE: N_("a square"),
    DIAMOND: N_("a diamond"),
    TRAPEZOID: N_("a trapezoid"),
    HEXAGON: N_("a hexagon"),
    STAR: N_("a star"),
    CROWN: N_("a crown"),
}
PIECES_TO_HAND_OVER: Final = {**PIECES_WITH_ARTICLE, CROWN: N_("the crown")}
"""The names of pieces that a figure has. A side has only one crown, but can have both stars."""
PIECES_TO_BUILD_WITH: Final = {**PIECES_TO_HAND_OVER, STAR: N_("the star")}
"""The names of pieces of an army that is being built, which has only one crown and one star."""
BASES_WITH_ARTICLE: Final = {"S": N_("a square base"), "C": N_("a circle base"), "T": N_("a triangle base")}
FIGURE_NAMES: Final = {
    "S": N_("Light square base"),
    "C": N_("Light circle base"),
    "T": N_("Light triangle base"),
    "s": N_("Dark square base"),
    "c": N_("Dark circle base"),
    "t": N_("Dark triangle base"),
}
"""The names of figures, by the letter of the base."""
FIGURE_NAMES_WITH_SIDE: Final = (N_("Light’s figure"), N_("Dark’s figure"))
"""The names of a side's figures within a sentence, where "square" would mean a square of the board."""
OWN_FIGURE_NAME: Final = N_("your figure")
"""The name of a figure of the reader within a sentence."""


def counted_pieces(count: int, piece: str) -> str:
    """Return a number and the name of a kind of piece, such as ``"3 circles"``."""
    messages = {
        CIRCLE: ngettext("{n} circle", "{n} circles", count),
        SQUARE: ngettext("{n} square", "{n} squares", count),
        DIAMOND: ngettext("{n} diamond", "{n} diamonds", count),
        TRAPEZOID: ngettext("{n} trapezoid", "{n} trapezoids", count),
        HEXAGON: ngettext("{n} hexagon", "{n} hexagons", count),
        STAR: ngettext("{n} star", "{n} stars", count),
        CROWN: ngettext("{n} crown", "{n} crowns", count),
    }
    return messages[piece].format(n=count)


def counted_bases(count: int, base: str) -> str:
    """Return a number and the name of a kind of base, such as ``"3 square bases"``."""
    messages = {
        "S": ngettext("{n} square base", "{n} square bases", count),
        "C": ngettext("{n} circle base", "{n} circle bases", count),
        "T": ngettext("{n} triangle base", "{n} triangle bases", count),
    }
    return messages[base].format(n=count)


def counted_squares(count: int) -> str:
    """Return a distance on the board, such as ``"3 squares"``."""
    return ngettext("{far} square", "{far} squares", count).format(far=count)


def missing_piece_text(pieces: str, available_pieces: str) -> str:
    """Return the name of the first kind of piece of which too few are available, or ``""`` if there are enough.

    Args:
        pieces: the required pieces.
        available_pieces: the available pieces.
    """
    for piece in pieces:
        count = pieces.count(piece)
        if piece in PIECES_WITH_ARTICLE and count > available_pieces.count(piece):
            return _(PIECES_WITH_ARTICLE[piece]) if count == 1 else counted_pieces(count, piece)
    return ""
