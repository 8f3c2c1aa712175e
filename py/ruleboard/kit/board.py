"""Boards as values: a letter on each square, and the side to move."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from typing import Final, NoReturn, TypeAlias

from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.i18n import _
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.grid import ALL_DIRECTIONS, Grid

Direction: TypeAlias = tuple[int, int]
"""A step on a board: the change of the file and the change of the rank."""

EMPTY: Final = "."
"""The letter of an empty square."""
NO_SQUARE: Final = "#"
"""The letter that marks a missing square of a board that is not a rectangle."""
HEX_DIRECTIONS: Final[tuple[Direction, ...]] = ((1, 0), (0, -1), (-1, -1), (-1, 0), (0, 1), (1, 1))
"""The steps to the six neighbours of a hex, clockwise from the right."""
HIDDEN_SEED: Final = 1
"""The seed of boards that players see in games with chance. It does not reveal the next random numbers."""
_NOTE_PATTERN: Final = re.compile(r"(?!\[)[!-~]{0,60}")


def to_board_seed(number: int) -> int:
    """Convert a number to the seed of a board, which is never 0 or ``HIDDEN_SEED``."""
    return max(HIDDEN_SEED + 1, number)


@dataclass(frozen=True)
class BoardType:
    """The squares of a game's boards, the letters of its sides, and the options of the game.

    Attributes:
        files: the number of files.
        ranks: the number of ranks.
        missing_squares: the numbers of the squares that the board does not have. Squares are numbered from a1, rank by
            rank.
        directions: the steps to the neighbours of a square, as pairs of files and ranks.
        side_letters: for each side, the letters of its pieces as one string.
        choices: pairs of an option's name and its value.
    """

    files: int
    ranks: int
    missing_squares: frozenset[int] = frozenset()
    directions: tuple[Direction, ...] = ALL_DIRECTIONS
    side_letters: tuple[str, ...] = ("", "")
    choices: tuple[tuple[str, str], ...] = ()

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The name of each square by its number, including missing squares."""
        return tuple(map(str, Grid(self.files, self.ranks).squares()))

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each square by its name, without missing squares."""
        return {name: number for number, name in enumerate(self.names) if number not in self.missing_squares}

    @cached_property
    def _neighbours(self) -> tuple[tuple[int, ...], ...]:
        return tuple(
            tuple(
                number
                for direction in self.directions
                if (number := self.number_after(start, direction)) is not None and start not in self.missing_squares
            )
            for start in range(len(self.names))
        )

    def neighbours(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the squares next to a square."""
        return self._neighbours[number]

    def number(self, square: str) -> int:
        """Return the number of a square.

        Raises:
            BoardGameError: the board has no such square.
        """
        try:
            return self.numbers[square]
        except (KeyError, TypeError):
            squares = tuple(self.numbers)
            raise BoardGameError(
                _("there’s no square {name}").format(name=repr(square)[:12]),
                expected=_("{first} to {last}").format(first=squares[0], last=squares[-1]),
            ) from None

    def number_after(self, start: int, direction: Direction, times: int = 1) -> int | None:
        """Return the number of the square ``times`` steps away from a square, or None if the board ends before it.

        Raises:
            BoardGameError: the direction is not a pair of numbers.
        """
        rank, file = divmod(start, self.files)
        try:
            file, rank = file + direction[0] * times, rank + direction[1] * times
        except (TypeError, IndexError):
            raise BoardGameError(
                _("{text} isn’t a direction").format(text=repr(direction)[:40]),
                expected=_("steps in files and ranks, such as (0, 1)"),
            ) from None
        number = rank * self.files + file
        return (
            number if 0 <= file < self.files and 0 <= rank < self.ranks and number not in self.missing_squares else None
        )


@dataclass(frozen=True, slots=True)
class Board:
    """A position of a game. Boards are immutable: each method that changes something returns a new board.

    ``board["b2"]`` is the letter on a square, and ``"."`` stands for an empty square.

    Attributes:
        type: the squares of the board, and the letters of the sides.
        cells: the letters on all squares, from a1 rank by rank.
        side: the side to move, from 0.
        note: a text that the board keeps until the turn passes, such as the square of a piece that must move again.
        step_count: the number of actions that the side to move has played in this turn.
        hands: the letters of each side's pieces next to the board, in alphabetical order; empty if there are none.
        seed: the state of the random numbers; 0 in games without chance.
    """

    type: BoardType = field(repr=False, hash=False)
    cells: str
    side: int = 0
    note: str = ""
    step_count: int = 0
    hands: tuple[str, ...] = ()
    seed: int = 0

    def __getitem__(self, square: str) -> str:
        return self.cells[self.type.number(square)]

    def __setitem__(self, square: str, letter: str) -> NoReturn:
        raise BoardGameError(
            _("you can’t change a board in place"), where=str(square)[:12], expected="board.put(square, letter)"
        )

    @property
    def squares(self) -> tuple[str, ...]:
        """The names of all squares, from a1 rank by rank."""
        return tuple(self.type.numbers)

    @property
    def empty(self) -> tuple[str, ...]:
        """The names of the empty squares."""
        return self.where(EMPTY)

    @property
    def letters(self) -> str:
        """The letters of the pieces of the side to move."""
        return self.type.side_letters[self.side]

    @property
    def opponent(self) -> int:
        """The side whose turn comes next."""
        return (self.side + 1) % len(self.type.side_letters)

    @property
    def opponent_letters(self) -> str:
        """The letters of the pieces of ``opponent``."""
        return self.type.side_letters[self.opponent]

    @property
    def options(self) -> Mapping[str, str]:
        """The value of each option of the game by its name."""
        return dict(self.type.choices)

    @property
    def hand(self) -> str:
        """The letters of the pieces that the side to move has next to the board."""
        return self.hand_of(self.side)

    def hand_of(self, side: int) -> str:
        """Return the letters of the pieces that a side has next to the board, in alphabetical order."""
        return self.hands[side] if self.hands else ""

    @property
    def ranks(self) -> tuple[tuple[str, ...], ...]:
        """The squares of each rank, from rank 1. Each rank begins with file a."""
        rows = range(0, len(self.cells), self.type.files)
        return tuple(self._names(range(start, start + self.type.files)) for start in rows)

    @property
    def files(self) -> tuple[tuple[str, ...], ...]:
        """The squares of each file, from file a. Each file begins with rank 1."""
        return tuple(self._names(range(start, len(self.cells), self.type.files)) for start in range(self.type.files))

    def _names(self, numbers: Iterable[int]) -> tuple[str, ...]:
        return tuple(self.type.names[number] for number in numbers if number not in self.type.missing_squares)

    def where(self, letters: str) -> tuple[str, ...]:
        """Return the squares that hold one of the letters."""
        names = self.type.names
        return tuple(names[number] for number, letter in enumerate(self.cells) if letter in letters)

    # --- other boards

    def put(self, square: str, letter: str) -> Board:
        """Return the board with a piece on a square. ``"."`` removes the piece that is there.

        Raises:
            BoardGameError: there is no such square, or the second argument is not one letter.
        """
        number = self.type.number(square)
        if not isinstance(letter, str) or len(letter) != 1 or letter == NO_SQUARE:
            raise BoardGameError(
                _("{text} can’t be put on a square").format(text=repr(letter)[:20]),
                where=square,
                expected=_("the letter of a piece, or a dot for an empty square"),
            )
        cells = f"{self.cells[:number]}{letter}{self.cells[number + 1 :]}"
        return Board(self.type, cells, self.side, self.note, self.step_count, self.hands, self.seed)

    def remove(self, *squares: str) -> Board:
        """Return the board without the pieces on the squares."""
        board = self
        for square in squares:
            board = board.put(square, EMPTY)
        return board

    def move(self, start: str, end: str) -> Board:
        """Return the board after the piece on ``start`` has moved to ``end``, where it replaces any other piece."""
        return self.put(end, self[start]).put(start, EMPTY)

    @property
    def passed(self) -> Board:
        """The same board with the next side to move, and without a note."""
        return self.passed_to(self.opponent)

    def passed_to(self, side: int) -> Board:
        """Return the board with the given side to move, and without a note.

        Raises:
            BoardGameError: there is no such side.
        """
        if side not in range(len(self.type.side_letters)):
            raise BoardGameError(
                _("there’s no side {n}").format(n=repr(side)[:20]),
                expected=_("{first} to {last}").format(first=0, last=len(self.type.side_letters) - 1),
            )
        return Board(self.type, self.cells, side, "", 0, self.hands, self.seed)

    def with_hand(self, side: int, letters: str) -> Board:
        """Return the board with a new hand for a side: the letters of its pieces next to the board."""
        hands = list(self.hands or ("",) * len(self.type.side_letters))
        hands[side] = "".join(sorted(letters))
        return replace(self, hands=tuple(hands) if any(hands) else ())

    def take(self, square: str, letter: str = "") -> Board:
        """Return the board after the side to move has taken the piece on a square into its hand.

        Args:
            square: the square of the piece.
            letter: the letter of the piece in the hand; by default its letter on the board.

        Raises:
            BoardGameError: the square is empty.
        """
        if self[square] == EMPTY:
            raise BoardGameError(_("there’s no piece on this square"), where=square)
        return self.remove(square).with_hand(self.side, self.hand + (letter or self[square]))

    def drop(self, letter: str, square: str) -> Board:
        """Return the board after the side to move has put a piece from its hand on a square.

        Raises:
            BoardGameError: the hand has no such piece.
        """
        if letter not in self.hand:
            raise BoardGameError(
                _("the hand has no {letter}").format(letter=repr(letter)[:20]),
                where=square,
                expected=", ".join(self.hand),
            )
        return self.put(square, letter).with_hand(self.side, self.hand.replace(letter, "", 1))

    # --- chance

    def roll(self, sides: int) -> tuple[int, Board]:
        """Roll a die; return a random number from 1 to ``sides``, and the board with the seed for the next number.

        Raises:
            BoardGameError: the game has no ``chance``.
        """
        number, seed = randbelow(sides, self._seed_for_chance())
        return number + 1, replace(self, seed=to_board_seed(seed))

    def shuffle(self, letters: str) -> tuple[str, Board]:
        """Shuffle letters; return them in random order, and the board with the seed for the next random number.

        Raises:
            BoardGameError: the game has no ``chance``.
        """
        order, seed = shuffled(letters, self._seed_for_chance())
        return "".join(order), replace(self, seed=to_board_seed(seed))

    def _seed_for_chance(self) -> int:
        if not self.seed:
            raise BoardGameError(_("this game doesn’t use chance"), where="chance", expected="chance = True")
        return self.seed

    def noted(self, note: str) -> Board:
        """Return the board with a note, which ``board.note`` returns until the turn passes.

        Raises:
            BoardGameError: the note is not a string, is longer than 60 characters, or contains blanks or letters
                outside ASCII, so that a position text cannot contain it.
        """
        if not isinstance(note, str) or not _NOTE_PATTERN.fullmatch(note):
            raise BoardGameError(
                _("{text} can’t be a note").format(text=repr(note)[:40]),
                expected=_("at most 60 letters, digits and symbols, without spaces"),
            )
        return Board(self.type, self.cells, self.side, note, self.step_count, self.hands, self.seed)

    # --- neighbours and lines

    def step(self, square: str, direction: Direction, times: int = 1) -> str | None:
        """Return the square ``times`` steps away, or None if the board ends before it."""
        number = self.type.number_after(self.type.number(square), direction, times)
        return None if number is None else self.type.names[number]

    def around(self, square: str, directions: Sequence[Direction] = ()) -> tuple[str, ...]:
        """Return the squares next to a square, in all directions or only in ``directions``."""
        number = self.type.number(square)
        if not directions:
            return self._names(self.type.neighbours(number))
        return tuple(name for direction in directions if (name := self.step(square, direction)) is not None)

    def ray(self, square: str, direction: Direction) -> tuple[str, ...]:
        """Return the squares from ``square`` (exclusive) in one direction to the edge or to a missing square."""
        return self._names(_compute_ray(self.type, self.type.number(square), direction))

    def slides(self, square: str, directions: Sequence[Direction] = ()) -> tuple[str, ...]:
        """Return the empty squares that a piece on ``square`` reaches in straight lines, up to the next pieces.

        Args:
            square: the square of the piece.
            directions: the directions of the lines; by default the directions to all neighbours.
        """
        reachable_squares = []
        start = self.type.number(square)
        for direction in directions or self.type.directions:
            for number in _compute_ray(self.type, start, direction):
                if self.cells[number] != EMPTY:
                    break
                reachable_squares.append(self.type.names[number])
        return tuple(reachable_squares)

    def connected(self, square: str) -> frozenset[str]:
        """Return ``square`` and all squares that a chain of neighbours with the same letter connects with it."""
        start = self.type.number(square)
        letter, group, unvisited_numbers = self.cells[start], {start}, [start]
        while unvisited_numbers:
            for number in self.type.neighbours(unvisited_numbers.pop()):
                if self.cells[number] == letter and number not in group:
                    group.add(number)
                    unvisited_numbers.append(number)
        return frozenset(self._names(group))

    def lines(self, length: int) -> tuple[tuple[str, ...], ...]:
        """Return all straight lines of ``length`` squares. Each line occurs once.

        Raises:
            BoardGameError: the length is not a positive integer.
        """
        if not isinstance(length, int) or length < 1:
            raise BoardGameError(_("{text} can’t be used").format(text=repr(length)[:40]), where="lines", expected="3")
        return _compute_lines(self.type, length)


@lru_cache(maxsize=4096)
def _compute_ray(board_type: BoardType, start: int, direction: Direction) -> tuple[int, ...]:
    numbers = []
    number = board_type.number_after(start, direction)
    while number is not None and direction != (0, 0):
        numbers.append(number)
        number = board_type.number_after(number, direction)
    return tuple(numbers)


@lru_cache(maxsize=64)
def _compute_lines(board_type: BoardType, length: int) -> tuple[tuple[str, ...], ...]:
    forward_directions = [direction for direction in board_type.directions if direction > (0, 0)]
    return tuple(
        tuple(board_type.names[number] for number in line)
        for start in board_type.numbers.values()
        for direction in forward_directions
        if len(line := (start, *_compute_ray(board_type, start, direction))[:length]) == length
    )
