"""The state of a game: the position of the figures, and the progress of the current turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from ruleboard.games.tesulda.position import EMPTY, Position, position_of
from ruleboard.i18n import N_

LIGHT: Final = 0
DARK: Final = 1
SIDES: Final = (N_("Light"), N_("Dark"))
"""The names of the sides, marked for translation."""

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
        last_square: the square of the figure that the player changed last, or -1. The page offers to copy this figure.
            Position texts omit this square.
    """

    first_side: int
    seed: int
    shuffle_count: int = 0
    last_square: int = field(default=-1, compare=False)


@dataclass(frozen=True, slots=True)
class State:
    """The position of the figures, and the progress of the current turn.

    Attributes:
        position: the figures. Its side is the side that moves or builds.
        pool: the pieces removed from the board, in the order of ``PIECES``.
        mover_square: the square of the figure that has moved in this turn, or -1 before the Move.
        prey: the captured figure while the attacker may take its pieces, or ``""``. The pieces are already in the
            pool.
        optional_steps: the steps that remain in the turn: ``"s"`` for a swap, ``"r"`` for a resource, ``"sr"`` for
            both.
        build: the progress of building, or None after both armies are complete.
    """

    position: Position
    pool: str = ""
    mover_square: int = -1
    prey: str = EMPTY
    optional_steps: str = ""
    build: BuildProgress | None = None

    @property
    def board(self) -> tuple[str, ...]:
        """The figure on each square, by number, or ``""`` for an empty square."""
        return self.position.board

    @property
    def side(self) -> int:
        """The side that moves or builds."""
        return self.position.side

    @property
    def quiet_turns(self) -> int:
        """The number of turns without an Attack. A turn counts as soon as the figure has moved."""
        return self.position.quiet_turns

    @property
    def is_turn_start(self) -> bool:
        """True at the start of a turn, before its Move."""
        return self.mover_square < 0 and self.build is None


def state_from_board(board: Sequence[str], side: int, pool: str = "", quiet_turns: int = 0) -> State:
    """Return the state at the start of a turn with the figures of a board; see ``State.board``."""
    return State(position_of(board, side, quiet_turns), pool)


def turn_start(state: State, side: int) -> State:
    """Return the state at the start of a side's turn, with the same figures."""
    return replace(state, position=state.position.with_side(side), mover_square=-1, prey=EMPTY, optional_steps="")
