"""Figures: their bases, pieces, ratings and traits.

A figure is a string: the letter of its base, then its pieces in the order of ``PIECES``. For example, ``"Scck"`` is a
figure of Light with a square base, two circles and a crown. Dark's bases have lowercase letters.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Final

from ruleboard.i18n import N_

BASES: Final = "SCT"
PIECES: Final = "csdzhtk"
CIRCLE, SQUARE, DIAMOND, TRAPEZOID, HEXAGON, STAR, CROWN = PIECES
LEADER_PIECES: Final = frozenset((STAR, CROWN))
ROD_CAPACITY: Final = 5
"""The maximum number of pieces on a rod."""
BASES_PER_SIDE: Final = {"S": 6, "C": 6, "T": 8}
PIECES_PER_SIDE: Final = {CIRCLE: 16, SQUARE: 16, DIAMOND: 4, TRAPEZOID: 4, HEXAGON: 9, STAR: 1, CROWN: 1}
FIGURE_SIZES_IN_SETUP: Final = {"S": 3, "C": 3, "T": 2}
"""The size of a figure in a setup, by its base."""
BASE_NAMES: Final = {"S": N_("square"), "C": N_("circle"), "T": N_("triangle")}
PIECE_NAMES: Final = {
    CIRCLE: N_("circle"),
    SQUARE: N_("square"),
    DIAMOND: N_("diamond"),
    TRAPEZOID: N_("trapezoid"),
    HEXAGON: N_("hexagon"),
    STAR: N_("star"),
    CROWN: N_("crown"),
}


@dataclass(frozen=True, slots=True)
class Traits:
    """The abilities of a figure.

    Attributes:
        side: the side of the figure (0 Light, 1 Dark).
        base: the letter of the base, upper case.
        pieces: the figure's pieces.
        size: the number of pieces, with a crown counted as two.
        plain_count: the number of pieces, without crowns and stars.
        straight_rating, diagonal_rating: the ratings, in squares.
        is_boosted, is_dodger, is_jumper, is_minion, is_tactician, is_prime: True if the figure has this trait.
    """

    side: int
    base: str
    pieces: str
    size: int
    plain_count: int
    straight_rating: int
    diagonal_rating: int
    is_boosted: bool
    is_dodger: bool
    is_jumper: bool
    is_minion: bool
    is_tactician: bool
    is_prime: bool


@lru_cache(maxsize=4096)
def traits(figure: str) -> Traits:
    """Compute the abilities of a figure. Implements 'Ratings' and 'Traits' (spec)."""
    letter, pieces = figure[0], figure[1:]
    base = letter.upper()
    size = len(pieces) + pieces.count(CROWN)
    boost_factor = 2 if HEXAGON in pieces else 1
    star_bonus = 3 * pieces.count(STAR)
    return Traits(
        side=int(letter != base),
        base=base,
        pieces=pieces,
        size=size,
        plain_count=len(pieces) - pieces.count(CROWN) - pieces.count(STAR),
        straight_rating=(base == "S") + boost_factor * (pieces.count(SQUARE) + star_bonus),
        diagonal_rating=(base == "C") + boost_factor * (pieces.count(CIRCLE) + star_bonus),
        is_boosted=HEXAGON in pieces,
        is_dodger=TRAPEZOID in pieces,
        is_jumper=DIAMOND in pieces,
        is_minion=base == "T" and size <= 2,
        is_tactician=STAR in pieces,
        is_prime=CROWN in pieces,
    )


def sort_pieces(pieces: str) -> str:
    """Sort pieces in the order of ``PIECES``."""
    return "".join(sorted(pieces, key=PIECES.index))


def with_pieces(figure: str, pieces: str) -> str:
    """Return a figure with pieces added."""
    return figure[0] + sort_pieces(figure[1:] + pieces)


def without_pieces(figure: str, pieces: str) -> str:
    """Return a figure with pieces removed."""
    return figure[0] + pieces_without(figure[1:], pieces)


def pieces_without(pieces: str, removed_pieces: str) -> str:
    """Return the pieces that remain without ``removed_pieces``."""
    for piece in removed_pieces:
        pieces = pieces.replace(piece, "", 1)
    return pieces


def piece_choices(pieces: str) -> Iterator[str]:
    """Yield the distinct choices of one or two pieces, in the order of ``PIECES``."""
    yield from dict.fromkeys(pieces)
    yield from dict.fromkeys("".join(piece_pair) for piece_pair in combinations(pieces, 2))


def has_both_leaders(pieces: str) -> bool:
    """Return True if the pieces include both a crown and a star. No figure may have both."""
    return CROWN in pieces and STAR in pieces
