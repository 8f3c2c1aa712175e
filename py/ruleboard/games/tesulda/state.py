"""The state of a game: the figures on the board, the side to move, and the progress of the current turn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ruleboard.games.tesulda.board import SIZE
from ruleboard.games.tesulda.figures import CROWN
from ruleboard.i18n import N_

LIGHT: Final = 0
DARK: Final = 1
SIDES: Final = (N_("Light"), N_("Dark"))
"""The names of the sides, marked for translation."""
EMPTY: Final = ""
EMPTY_BOARD: Final = (EMPTY,) * (SIZE * SIZE)

SWAP_STEP: Final = "s"
RESOURCE_STEP: Final = "r"

CLAIM_TURN_COUNT: Final = 100
"""The number of turns without an Attack after which a player may claim a draw."""
DRAW_TURN_COUNT: Final = 150
"""The number of turns without an Attack after which the game ends in a draw."""


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """The part of a state that exists only while players build armies.

    Attributes:
        first_side: the side that makes the first Move of the game (0 Light, 1 Dark).
        seed: the seed of all shuffles, or 0 in views. In older records, it is the state of the random generator that
            both sides share.
        shuffle_count: the number of shuffles by the player who is building, or 0 in views and in older records.
    """

    first_side: int
    seed: int
    shuffle_count: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """The board, and the progress of the current turn.

    Attributes:
        board: the figure on each square, by number, or ``""`` for an empty square.
        side: the side that moves or builds.
        pool: the pieces removed from the board, in the order of ``PIECES``.
        quiet_turns: the number of turns without an Attack. A turn counts as soon as the figure has moved.
        mover_square: the square of the figure that has moved in this turn, or -1 before the Move.
        prey: the captured figure while the attacker may take its pieces, or ``""``. The pieces are already in the
            pool.
        optional_steps: the steps that remain in the turn: ``"s"`` for a swap, ``"r"`` for a resource, ``"sr"`` for
            both.
        build: the progress of building, or None after both armies are complete.
    """

    board: tuple[str, ...]
    side: int
    pool: str = ""
    quiet_turns: int = 0
    mover_square: int = -1
    prey: str = ""
    optional_steps: str = ""
    build: BuildProgress | None = None

    @property
    def is_turn_start(self) -> bool:
        """True at the start of a turn, before its Move."""
        return self.mover_square < 0 and self.build is None


def figures(board: tuple[str, ...], side: int) -> list[tuple[int, str]]:
    """Return pairs of a square and the figure on it for all figures of a side, in the order of squares."""
    return [(square, figure) for square, figure in enumerate(board) if figure and figure[0].islower() == bool(side)]


def prime_squares(board: tuple[str, ...], side: int) -> list[int]:
    """Return the squares of a side's Primes, which are its figures with crowns."""
    return [square for square, figure in figures(board, side) if CROWN in figure]


def with_figures(board: tuple[str, ...], *changes: tuple[int, str]) -> tuple[str, ...]:
    """Return a copy of the board with new figures on some squares. ``""`` empties a square."""
    new_board = list(board)
    for square, figure in changes:
        new_board[square] = figure
    return tuple(new_board)
