"""Positions and moves of Sensei: the board, the side to move, the rest of its turn; the modes and their starts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ruleboard.engine.grid import AROUND, DIAGONAL, ORTHOGONAL, Grid, Square
from ruleboard.i18n import N_

GRID: Final = Grid(7, 7)
SIZE: Final = 7

GREEN: Final = 0
RED: Final = 1
SIDES: Final = (N_("Green"), N_("Red"))
"""The names of the sides in English; the caller translates them."""

EMPTY: Final = "."
PIT: Final = "o"
STONE: Final = ("g", "r")
"""The letter of each side's bare stone."""
BEARER: Final = ("G", "R")
"""The letter of each side's stone that bears the character."""
OWN: Final = (frozenset("gG"), frozenset("rR"))
"""The letters of each side's stones, bare or not."""

NAMES: Final = tuple(str(square) for square in GRID.squares())
"""The names of the squares; a square's number is its place in here (a1 is 0, b1 is 1, g7 is 48)."""
INDEX: Final = {name: number for number, name in enumerate(NAMES)}
"""The numbers of the squares, by their names."""
HOME: Final = (frozenset(range(SIZE)), frozenset(range(SIZE * (SIZE - 1), SIZE * SIZE)))
"""The numbers of the squares of each side's home rank."""


def _rays(directions: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(
        tuple(
            ray for direction in directions if (ray := tuple(number(square) for square in GRID.ray(start, direction)))
        )
        for start in GRID.squares()
    )


def number(square: Square) -> int:
    """Return the number of a square."""
    return square.rank * SIZE + square.file


STRAIGHT: Final = _rays(ORTHOGONAL)
"""For every square, the squares in each orthogonal direction, nearest first."""
LINES: Final = tuple(straight + diagonal for straight, diagonal in zip(STRAIGHT, _rays(DIAGONAL), strict=True))
"""The same in all eight directions."""


def _neighbours(directions: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(number(other) for direction in directions if (other := square.step(direction)) in GRID)
        for square in GRID.squares()
    )


SIDE_NEIGHBOURS: Final = _neighbours(ORTHOGONAL)
"""For every square, those that share a side with it."""
ALL_NEIGHBOURS: Final = _neighbours(AROUND)
"""For every square, those that share a side or a corner with it."""


@dataclass(frozen=True, slots=True)
class State:
    """A position.

    Attributes:
        board: a letter for every square, by its number: ``.`` empty, ``o`` pit, ``g r`` stones, ``G R``
            stones that bear their side's character.
        side: the side to move (after a win: the winner).
        stones: the number of stone moves left in the turn, 2 at its start.
        character: the number of character moves left in the turn, 1 at its start.
        mode: the id of the mode.
    """

    board: str
    side: int
    stones: int
    character: int
    mode: str

    @property
    def fresh(self) -> bool:
        """True if nothing has been done in the turn."""
        return self.stones == 2 and self.character == 1


@dataclass(frozen=True, slots=True)
class Mode:
    """One way to play.

    Attributes:
        id: its name in position texts.
        title: its name for people, in English.
        help: one sentence about it, in English.
        far: True if a stone goes as far as it likes, False if one square only.
        start: the ranks of its first position, from 7 down to 1, as position texts write them.
    """

    id: str
    title: str
    help: str
    far: bool
    start: str

    @property
    def pits(self) -> frozenset[int]:
        """The numbers of the squares with pits."""
        return frozenset(place for place, letter in enumerate(board_of(self.start)) if letter == PIT)


def board_of(ranks: str) -> str:
    """Return the board that a well-formed text of the ranks 7 to 1 describes."""
    rows = ranks.split("/")
    for run in range(1, SIZE + 1):
        rows = [row.replace(str(run), EMPTY * run) for row in rows]
    return "".join(reversed(rows))


MODES: Final = {
    mode.id: mode
    for mode in (
        Mode(
            "arashi",
            N_("Arashi"),
            N_("The storm: a stone goes as far as you like in one straight line."),
            True,
            "rrrRrrr/7/7/7/7/7/gggGggg",
        ),
        Mode(
            "shizukana",
            N_("Shizukana"),
            N_("The quiet one: a stone goes just one square."),
            False,
            "rrrRrrr/7/7/7/7/7/gggGggg",
        ),
        Mode(
            "shizukana-variant",
            N_("Shizukana Variant"),
            N_("One square at a time, and each side begins with two stones on the other's home row."),
            False,
            "rgrRrgr/7/7/7/7/7/grgGgrg",
        ),
        Mode(
            "arashi-expert",
            N_("Arashi Expert"),
            N_("As far as you like, but five pits stop the stones; only characters cross them."),
            True,
            "rrrRrrr/7/1o3o1/3o3/1o3o1/7/gggGggg",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class StoneMove:
    """A stone goes from one square, given by its number, to another."""

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class CharacterMove:
    """The character leaps from one square, given by its number, to another."""

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The turn ends; a pass where nothing was done in it."""


Move: TypeAlias = StoneMove | CharacterMove | EndTurn


def start(mode: str) -> State:
    """Return the first position of a mode. Green, at rank 1, begins."""
    return State(board_of(MODES[mode].start), GREEN, 2, 1, mode)


def next_turn(state: State) -> State:
    """Return the position in which the other side begins its turn."""
    return State(state.board, 1 - state.side, 2, 1, state.mode)


def is_home(state: State, side: int) -> bool:
    """Return True if a side's character stands on the enemy's home rank, which wins."""
    return state.board.index(BEARER[side]) in HOME[1 - side]
