"""A state of Tesulda: the figures on the board, whose turn it is, and how far that turn has come."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.i18n import N_

LIGHT: Final = 0
DARK: Final = 1
SIDES: Final = (N_("Light"), N_("Dark"))
"""What the sides are called; looked up where it is shown."""
EMPTY: Final = ""
NO_BOARD: Final = (EMPTY,) * (SIZE * SIZE)

SWAP: Final = "s"
RESOURCE: Final = "r"

CLAIM_AFTER: Final = 100
"""After so many turns without an Attack a draw may be claimed."""
DRAW_AFTER: Final = 150
"""After so many it is one."""


@dataclass(frozen=True, slots=True)
class Build:
    """What a state knows besides while the armies are built by hand.

    Attributes:
        first: who will move first (0 Light, 1 Dark).
        chance: the state of the random generator that shuffles draw from; 0 in views of it.
    """

    first: int
    chance: int


@dataclass(frozen=True, slots=True)
class State:
    """A state.

    Attributes:
        board: the figure on every square by the square's number, ``""`` where there is none.
        side: whose turn it is, or who builds.
        pool: the pieces removed from the board, in the order of texts.
        quiet: how many turns have gone by without an Attack; a turn counts from its Move on.
        moved: the square of the figure that has moved this turn, -1 before the Move.
        prey: the figure it has attacked, while it may take pieces of it (they are already in the pool).
        left: what may still be done this turn after the Move: ``"s"`` swap, ``"r"`` resource, or both.
        build: set while the armies are built by hand.
    """

    board: tuple[str, ...]
    side: int
    pool: str = ""
    quiet: int = 0
    moved: int = -1
    prey: str = ""
    left: str = ""
    build: Build | None = None

    @property
    def fresh(self) -> bool:
        """Whether a turn is about to begin."""
        return self.moved < 0 and self.build is None


def figures(board: tuple[str, ...], side: int) -> list[tuple[int, str]]:
    """A side's figures with their squares, in order."""
    return [(square, figure) for square, figure in enumerate(board) if figure and figure[0].islower() == bool(side)]


def primes(board: tuple[str, ...], side: int) -> list[int]:
    """The squares of a side's crowned figures."""
    return [square for square, figure in figures(board, side) if CROWN in figure]
