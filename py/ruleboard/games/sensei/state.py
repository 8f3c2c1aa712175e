"""The states, moves and modes of Sensei."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from ruleboard.i18n import N_
from ruleboard.kit.grid import DIAGONAL, ORTHOGONAL, Grid, Square

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
SIDE_BY_LETTER: Final = {letter: side for side, letters in enumerate(("gG", "rR")) for letter in letters}
"""The side of each letter of a stone."""

SQUARE_NAMES: Final = tuple(str(square) for square in GRID.squares())
"""The names of the squares by number (a1 is 0, b1 is 1, g7 is 48)."""
SQUARE_NUMBERS: Final = {name: square_index for square_index, name in enumerate(SQUARE_NAMES)}
"""The numbers of the squares by name."""
BITS: Final = tuple(1 << square for square in range(SIZE * SIZE))
"""The bit of each square, by its number. A bit mask is a set of squares."""
HOME_BITS: Final = (sum(BITS[:SIZE]), sum(BITS[-SIZE:]))
"""The bit mask of each side's home rank."""


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
    straight_rays + diagonal_rays for straight_rays, diagonal_rays in zip(ORTHOGONAL_RAYS, _rays(DIAGONAL), strict=True)
)
"""For each square, the squares in each of the eight directions, the nearest first."""


def squares_between(rays: tuple[tuple[tuple[int, ...], ...], ...], origin: int, goal: int) -> tuple[int, ...] | None:
    """Return the numbers of the squares between two squares, or None if no ray connects these."""
    return next((ray[: ray.index(goal)] for ray in rays[origin] if goal in ray), None)


class Position(NamedTuple):
    """The stones and characters of both sides, as bit masks of squares.

    Attributes:
        stones: the stones of the side to move, including the stone under its character.
        enemy_stones: the other side's stones.
        character: the square of the character of the side to move.
        enemy_character: the square of the other side's character.
        side: the side to move.
    """

    stones: int
    enemy_stones: int
    character: int
    enemy_character: int
    side: int

    @property
    def is_home_win(self) -> bool:
        """True if the character of the side to move is on the enemy's home rank."""
        return bool(self.character & HOME_BITS[1 - self.side])

    def with_other_side(self) -> Position:
        """Return the same position with the other side to move."""
        return Position(self.enemy_stones, self.stones, self.enemy_character, self.character, 1 - self.side)


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game.

    Attributes:
        position: the stones and characters. Its side is the side to move, or the winner after a win.
        stone_moves: the number of remaining stone moves, 2 at the start of a turn.
        character_moves: the number of remaining character moves, 1 at the start of a turn.
        mode: the id of the mode.
    """

    position: Position
    stone_moves: int
    character_moves: int
    mode: str

    @property
    def side(self) -> int:
        """The side to move, or the winner after a win."""
        return self.position.side

    @property
    def is_turn_start(self) -> bool:
        """True if the side to move has not moved in this turn."""
        return self.stone_moves == 2 and self.character_moves == 1

    @property
    def board(self) -> str:
        """A letter for each square, by number, as in position texts.

        ``.`` is empty, ``o`` is a pit, ``g`` and ``r`` are stones, and ``G`` and ``R`` are stones under their side's
        character.
        """
        return _board(self.position, self.mode)


@lru_cache(maxsize=64)
def _board(position: Position, mode: str) -> str:
    letters = list(_empty_board(mode))
    for stones, _, character, _, side in (position, position.with_other_side()):
        while stones:
            bit = stones & -stones
            letters[bit.bit_length() - 1] = (CHARACTER_LETTERS if bit == character else STONE_LETTERS)[side]
            stones ^= bit
    return "".join(letters)


@lru_cache(maxsize=8)
def _empty_board(mode: str) -> str:
    """Return the board of a mode without stones."""
    return "".join(PIT if letter == PIT else EMPTY for letter in expand_ranks(MODES[mode].start))


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
            N_("Stones move one square, and each side starts with 2 stones on the other’s home row."),
            False,
            "rgrRrgr/7/7/7/7/7/grgGgrg",
        ),
        Mode(
            "arashi-expert",
            N_("Arashi Expert"),
            N_("Stones move as far as you like, but there are 5 pits that only characters can leap over."),
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
    return state_from_board(expand_ranks(MODES[mode].start), GREEN, 2, 1, mode)


def state_from_board(board: str, side: int, stone_moves: int, character_moves: int, mode: str) -> State:
    """Build a state from the letters of a valid board; see ``State.board``."""
    stones = [
        sum(BITS[square] for square, letter in enumerate(board) if letter in SIDE_LETTERS[owner]) for owner in (0, 1)
    ]
    characters = [BITS[board.index(letter)] for letter in CHARACTER_LETTERS]
    position = Position(stones[side], stones[1 - side], characters[side], characters[1 - side], side)
    return State(position, stone_moves, character_moves, mode)


def turn_start(state: State, side: int) -> State:
    """Return the state at the start of a side's turn, with the same board."""
    position = state.position if side == state.side else state.position.with_other_side()
    return State(position, 2, 1, state.mode)
