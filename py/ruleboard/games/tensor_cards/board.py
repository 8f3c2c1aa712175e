"""Boards: their spaces, lines, stars and start spaces, and the faults that make a board unfair."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from ruleboard.games.tensor_cards.names import piece_name, place_name
from ruleboard.i18n import _, ngettext

RED, BLUE, YELLOW = 0, 1, 2
PIECES = (RED, BLUE, YELLOW)
PIECE_NAMES = ("red", "blue", "yellow")
MIN_SIDE, MAX_SIDE = 3, 15
"""The minimum and maximum number of columns, and of rows."""


class Space(NamedTuple):
    """A place on the grid. ``x`` counts from Black's edge on the left and ``y`` from the top, both from 0."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def step(self, vector: tuple[int, int]) -> Space:
        """Return the place one step away by ``vector``. The place may be outside the board."""
        return Space(self.x + vector[0], self.y + vector[1])


Line = tuple[Space, Space]
"""A line between two neighbouring spaces. The left or upper space comes first."""


def line_between(first_space: Space, second_space: Space) -> Line:
    """Return the line between two neighbouring spaces. Its ends are in the order that ``Board.lines`` uses."""
    return (first_space, second_space) if first_space < second_space else (second_space, first_space)


@dataclass(frozen=True, slots=True)
class Board:
    """A board of the card game.

    Attributes:
        name: its name in position texts, with lowercase letters, digits and hyphens.
        width: the number of columns, from Black's edge to White's.
        height: the number of rows.
        spaces: the places where pieces can stand.
        lines: the connections along which pieces move.
        stars: the spaces with a star.
        starts: the start spaces of the red, blue and yellow piece.
    """

    name: str
    width: int
    height: int
    spaces: frozenset[Space]
    lines: frozenset[Line]
    stars: frozenset[Space]
    starts: tuple[Space, Space, Space]

    def __hash__(self) -> int:
        """Return a quick hash, since few boards have the same name."""
        return hash((self.name, self.width, self.height))

    @property
    def centre(self) -> Space:
        """The place in the middle of the grid. The numbers of columns and rows must be odd."""
        return Space((self.width - 1) // 2, (self.height - 1) // 2)

    def rotated_space(self, space: Space) -> Space:
        """Return the space to which a half-turn of the board moves a space."""
        return Space(self.width - 1 - space.x, self.height - 1 - space.y)

    def half_of(self, space: Space) -> int:
        """Return -1 for a space in Black's half, 1 for a space in White's half, or 0 for the middle column."""
        doubled_offset = 2 * space.x - (self.width - 1)
        return (doubled_offset > 0) - (doubled_offset < 0)


@lru_cache(maxsize=16)
def numbered_spaces(board: Board) -> tuple[Space, ...]:
    """Return the spaces of a board. The index of a space is its number."""
    return tuple(sorted(board.spaces))


@lru_cache(maxsize=16)
def space_numbers(board: Board) -> dict[Space, int]:
    """Return the number of each space."""
    return {space: number for number, space in enumerate(numbered_spaces(board))}


@lru_cache(maxsize=16)
def end_spaces_by_step(board: Board) -> dict[tuple[Space, tuple[int, int]], Space]:
    """Map the start space and the direction of each possible step along a line to the end space."""
    steps = {}
    for first_space, second_space in board.lines:
        vector = (second_space.x - first_space.x, second_space.y - first_space.y)
        steps[first_space, vector] = second_space
        steps[second_space, (-vector[0], -vector[1])] = first_space
    return steps


@dataclass(frozen=True, slots=True)
class Fault:
    """A reason why a board is not fair.

    Attributes:
        reason: the reason, as a clause without a full stop.
        space: the place of the fault, or None if the fault concerns the whole board.
        expected: the requirement, as a noun phrase; may be empty.
    """

    reason: str
    space: Space | None = None
    expected: str = ""


def board_faults(board: Board) -> tuple[Fault, ...]:
    """Return the reasons why a board is not fair; empty for a fair board. The most basic faults come first.

    Implements the checks of 'Boards and decks'. A fair board has odd numbers of columns and rows, and a half-turn
    maps it to itself, with red and yellow exchanged and blue in the centre. Pieces can reach each space and star, and
    no start space has a star.
    """
    faults = _side_faults(board)
    if faults:
        return faults
    faults += _start_faults(board)
    faults += _symmetry_faults(board)
    if not board.stars:
        faults += (Fault(_("the game can’t be won without a star"), None, _("at least one star '*'")),)
    return faults + _connection_faults(board)


def _side_faults(board: Board) -> tuple[Fault, ...]:
    column_clause = ngettext("the board has {n} column of spaces", "the board has {n} columns of spaces", board.width)
    row_clause = ngettext("the board has {n} row of spaces", "the board has {n} rows of spaces", board.height)
    sides = ((column_clause, board.width), (row_clause, board.height))
    expected = _("an odd number from {least} to {most}").format(least=MIN_SIDE, most=MAX_SIDE)
    return tuple(
        Fault(reason.format(n=count), None, expected)
        for reason, count in sides
        if count % 2 == 0 or not MIN_SIDE <= count <= MAX_SIDE
    )


def _start_faults(board: Board) -> tuple[Fault, ...]:
    faults = []
    if board.starts[BLUE] != board.centre:
        faults.append(Fault(_("blue doesn’t start in the centre"), board.starts[BLUE], _space_name(board.centre)))
    opposite_start = board.rotated_space(board.starts[RED])
    if board.starts[YELLOW] != opposite_start:
        faults.append(Fault(_("yellow doesn’t start opposite red"), board.starts[YELLOW], _space_name(opposite_start)))
    for piece, start in zip(PIECES, board.starts, strict=True):
        if start in board.stars:
            reason = _("{piece} starts on a star").format(piece=piece_name(piece))
            faults.append(Fault(reason, start, _("a start without a star")))
    return tuple(faults)


def _symmetry_faults(board: Board) -> tuple[Fault, ...]:
    expected = _("a board that looks the same when rotated by half a turn")
    faults = []
    for space in sorted(board.spaces):
        if board.rotated_space(space) not in board.spaces:
            reason = _("there’s a space here, but no space at {place}").format(
                place=_space_name(board.rotated_space(space))
            )
            faults.append(Fault(reason, space, expected))
    for star in sorted(board.stars):
        if board.rotated_space(star) not in board.stars:
            reason = _("there’s a star here, but no star at {place}").format(
                place=_space_name(board.rotated_space(star))
            )
            faults.append(Fault(reason, star, expected))
    for first_space, second_space in sorted(board.lines):
        rotated_line = line_between(board.rotated_space(first_space), board.rotated_space(second_space))
        if rotated_line not in board.lines:
            reason = _("there’s a line from here to {place}, but none opposite it, from {one} to {other}")
            reason = reason.format(
                place=_space_name(second_space), one=_space_name(rotated_line[0]), other=_space_name(rotated_line[1])
            )
            faults.append(Fault(reason, first_space, expected))
    return tuple(faults)


def _connection_faults(board: Board) -> tuple[Fault, ...]:
    reachable_spaces = connected_spaces(board, board.starts[BLUE])
    faults = [
        Fault(_("no lines lead from this star to the centre"), star, _("a star that pieces can reach"))
        for star in sorted(board.stars - reachable_spaces)
    ]
    faults += [
        Fault(_("no lines lead from this space to the centre"), space, _("a board whose spaces are all connected"))
        for space in sorted(board.spaces - board.stars - reachable_spaces)
    ]
    return tuple(faults)


def connected_spaces(board: Board, start: Space) -> frozenset[Space]:
    """Return ``start`` and all spaces that pieces can reach from ``start`` along lines."""
    neighbours: dict[Space, list[Space]] = {}
    for first_space, second_space in board.lines:
        neighbours.setdefault(first_space, []).append(second_space)
        neighbours.setdefault(second_space, []).append(first_space)
    spaces, queue = {start}, [start]
    while queue:
        for space in neighbours.get(queue.pop(), ()):
            if space not in spaces:
                spaces.add(space)
                queue.append(space)
    return frozenset(spaces)


def _space_name(space: Space) -> str:
    return place_name(space.x, space.y)
