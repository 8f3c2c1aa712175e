"""The states, moves and modes of Sensei."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from ruleboard.i18n import N_
from ruleboard.kit.grid import ALL_DIRECTIONS, DIAGONAL, ORTHOGONAL, Grid, Square

GRID: Final = Grid(7, 7)
SIZE: Final = 7

GREEN: Final = 0
RED: Final = 1
SIDES: Final = (N_("Green"), N_("Red"))
"""The names of the sides in English; the caller translates them."""

EMPTY: Final = "."
PIT: Final = "o"
STONE_LETTERS: Final = ("g", "r")
"""The letter of each side's stones without a character."""
CHARACTER_LETTERS: Final = ("G", "R")
"""The letter of each side's stone under its character."""
SIDE_LETTERS: Final = (frozenset("gG"), frozenset("rR"))
"""The letters of each side's stones, with or without the character."""

SQUARE_NAMES: Final = tuple(str(square) for square in GRID.squares())
"""The names of the squares by number (a1 is 0, b1 is 1, g7 is 48)."""
SQUARE_NUMBERS: Final = {name: square_index for square_index, name in enumerate(SQUARE_NAMES)}
"""The numbers of the squares by name."""
HOME_SQUARES: Final = (frozenset(range(SIZE)), frozenset(range(SIZE * (SIZE - 1), SIZE * SIZE)))
"""The numbers of the squares of each side's home rank."""


def _rays(directions: tuple[tuple[int, int], ...]) -> tuple[tuple[tuple[int, ...], ...], ...]:
    return tuple(
        tuple(
            ray for direction in directions if (ray := tuple(number(square) for square in GRID.ray(start, direction)))
        )
        for start in GRID.squares()
    )


def number(square: Square) -> int:
    """Return the number of a square, counted from a1 rank by rank."""
    return square.rank * SIZE + square.file


ORTHOGONAL_RAYS: Final = _rays(ORTHOGONAL)
"""For each square, the squares in each orthogonal direction, the nearest first."""
ALL_RAYS: Final = tuple(
    straight + diagonal for straight, diagonal in zip(ORTHOGONAL_RAYS, _rays(DIAGONAL), strict=True)
)
"""For each square, the squares in each of the eight directions, the nearest first."""


def _neighbours(directions: tuple[tuple[int, int], ...]) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(number(neighbour) for direction in directions if (neighbour := square.step(direction)) in GRID)
        for square in GRID.squares()
    )


SIDE_NEIGHBOURS: Final = _neighbours(ORTHOGONAL)
"""For each square, the squares that share a side with it."""
ALL_NEIGHBOURS: Final = _neighbours(ALL_DIRECTIONS)
"""For each square, the squares that share a side or a corner with it."""


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    Attributes:
        board: a letter for each square, by number: ``.`` is empty, ``o`` is a pit, ``g`` and ``r`` are stones, and
            ``G`` and ``R`` are stones under their side's character.
        side: the side to move, or the winner after a win.
        stone_moves: the number of remaining stone moves, 2 at the start of a turn.
        character_moves: the number of remaining character moves, 1 at the start of a turn.
        mode: the id of the mode.
    """

    board: str
    side: int
    stone_moves: int
    character_moves: int
    mode: str

    @property
    def is_turn_start(self) -> bool:
        """True if the side to move has not moved in this turn."""
        return self.stone_moves == 2 and self.character_moves == 1


@dataclass(frozen=True, slots=True)
class Mode:
    """A variant of the rules.

    Attributes:
        id: the name of the mode in position texts.
        title: the displayed name, in English.
        help: the description, in English.
        stones_slide: True if a stone moves any distance, False if it moves one square.
        start: ranks 7 to 1 of the start position, in the notation of position texts.
    """

    id: str
    title: str
    help: str
    stones_slide: bool
    start: str

    @property
    def pits(self) -> frozenset[int]:
        """The numbers of the squares that are pits."""
        return frozenset(index for index, letter in enumerate(expand_ranks(self.start)) if letter == PIT)


def expand_ranks(ranks: str) -> str:
    """Expand a valid text of ranks 7 to 1 to a board with one letter per square."""
    rows = ranks.split("/")
    for length in range(1, SIZE + 1):
        rows = [row.replace(str(length), EMPTY * length) for row in rows]
    return "".join(reversed(rows))


MODES: Final = {
    mode.id: mode
    for mode in (
        Mode(
            "arashi",
            N_("Arashi"),
            N_("The storm: stones move as far as you like in a straight line."),
            True,
            "rrrRrrr/7/7/7/7/7/gggGggg",
        ),
        Mode(
            "shizukana",
            N_("Shizukana"),
            N_("The quiet way: stones move just one square."),
            False,
            "rrrRrrr/7/7/7/7/7/gggGggg",
        ),
        Mode(
            "shizukana-variant",
            N_("Shizukana Variant"),
            N_("One square at a time, and each side starts with 2 stones on the other’s home row."),
            False,
            "rgrRrgr/7/7/7/7/7/grgGgrg",
        ),
        Mode(
            "arashi-expert",
            N_("Arashi Expert"),
            N_("As far as you like, but 5 pits stop stones, not characters."),
            True,
            "rrrRrrr/7/1o3o1/3o3/1o3o1/7/gggGggg",
        ),
    )
}


@dataclass(frozen=True, slots=True)
class StoneMove:
    """A move of a stone. ``origin`` and ``goal`` are square numbers."""

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class CharacterMove:
    """A move of the character. ``origin`` and ``goal`` are square numbers."""

    origin: int
    goal: int


@dataclass(frozen=True, slots=True)
class EndTurn:
    """The end of a turn, or a pass if the side to move has not moved yet."""


Move: TypeAlias = StoneMove | CharacterMove | EndTurn


def start_state(mode: str) -> State:
    """Return the initial state of a mode. Green, on rank 1, moves first."""
    return State(expand_ranks(MODES[mode].start), GREEN, 2, 1, mode)


def next_turn(state: State) -> State:
    """Return the state at the start of the other side's turn."""
    return State(state.board, 1 - state.side, 2, 1, state.mode)


def has_reached_home(state: State, side: int) -> bool:
    """Return True if a side's character is on the enemy's home rank, which wins the game."""
    return state.board.index(CHARACTER_LETTERS[side]) in HOME_SQUARES[1 - side]
