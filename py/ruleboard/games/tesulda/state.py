"""The state of a game: the figures on the board, the side to move, and the progress of its turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.i18n import N_

LIGHT: Final = 0
DARK: Final = 1
SIDES: Final = (N_("Light"), N_("Dark"))
"""The names of the sides, translated where they are shown."""
EMPTY: Final = ""
NO_BOARD: Final = (EMPTY,) * (SIZE * SIZE)

SWAP: Final = "s"
RESOURCE: Final = "r"

CLAIM_AFTER: Final = 100
"""The number of turns without an Attack after which a draw may be claimed."""
DRAW_AFTER: Final = 150
"""The number of turns without an Attack after which the game is drawn."""


@dataclass(frozen=True, slots=True)
class Build:
    """The part of a state that exists only while the armies are built by hand.

    Attributes:
        first: the side that will move first (0 Light, 1 Dark).
        chance: the seed of all shuffles; in games by the older rules the state of the one random generator that both
            sides draw from. 0 in views.
        shuffles: the number of shuffles by the side that builds; 0 by the older rules and in views.
    """

    first: int
    chance: int
    shuffles: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A position, and the progress of the turn that is being played.

    Attributes:
        board: the figure on every square by the square's number, ``""`` where there is none.
        side: the side to move, or the one that builds.
        pool: the pieces removed from the board, in the order of texts.
        quiet: the number of turns without an Attack; a turn counts from its Move on.
        moved: the square of the figure that has moved this turn, -1 before the Move.
        prey: the figure it has attacked, while it may take pieces of it (they are already in the pool).
        left: the steps still to be had this turn after the Move: ``"s"`` swap, ``"r"`` resource, or both.
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
    def is_turn_start(self) -> bool:
        """True if a turn is about to begin."""
        return self.moved < 0 and self.build is None


def figures(board: tuple[str, ...], side: int) -> list[tuple[int, str]]:
    """Return a side's figures with their squares, in order."""
    return [(square, figure) for square, figure in enumerate(board) if figure and figure[0].islower() == bool(side)]


def primes(board: tuple[str, ...], side: int) -> list[int]:
    """Return the squares of a side's crowned figures."""
    return [square for square, figure in figures(board, side) if CROWN in figure]


def with_figures(board: tuple[str, ...], *changes: tuple[int, str]) -> tuple[str, ...]:
    """Return the board with other figures (or ``""``) on some squares."""
    changed = list(board)
    for square, figure in changes:
        changed[square] = figure
    return tuple(changed)
