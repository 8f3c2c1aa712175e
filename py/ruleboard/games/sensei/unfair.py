"""The rule of unfair lines: a side loses if too many enemy stones touch its line from edge to edge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.games.sensei.state import ALL_NEIGHBOURS, PIT, SIDE_LETTERS, SIDE_NEIGHBOURS, SIZE

MIN_TOUCHING_STONES = 3
"""The number of touching enemy stones that makes a line unfair."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A line and the enemy stones that touch it. Both are sets of square numbers."""

    line: frozenset[int]
    touching_stones: frozenset[int]


def lines(board: str, side: int) -> tuple[frozenset[int], ...]:
    """Return a side's lines: connected groups of its stones and pits that reach from file a to file g.

    Two squares are connected if they share a side or a corner. Implements 'line' (spec: End, Unfair game).
    """
    members = {square for square, letter in enumerate(board) if letter in SIDE_LETTERS[side] or letter == PIT}
    edge_lines = []
    for start in range(0, SIZE * SIZE, SIZE):
        if start in members:
            group = _group(start, members)
            members -= group
            if any(square % SIZE == SIZE - 1 for square in group):
                edge_lines.append(group)
    return tuple(edge_lines)


def _group(start: int, members: set[int]) -> frozenset[int]:
    group = {start}
    queue = [start]
    while queue:
        for neighbour in ALL_NEIGHBOURS[queue.pop()]:
            if neighbour in members and neighbour not in group:
                group.add(neighbour)
                queue.append(neighbour)
    return frozenset(group)


def unfair_line(board: str, side: int) -> Contact | None:
    """Return a side's line that at least three enemy stones touch, or None.

    A stone touches a line if it shares a side with a stone or pit of the line. Each stone counts once. Implements
    'Unfair game' (spec: End).
    """
    return next(
        (contact for contact in _contacts(board, side) if len(contact.touching_stones) >= MIN_TOUCHING_STONES), None
    )


def line_in_danger(board: str, side: int) -> Contact | None:
    """Return a side's line that one more enemy stone would make unfair, or None."""
    return next(
        (contact for contact in _contacts(board, side) if len(contact.touching_stones) == MIN_TOUCHING_STONES - 1), None
    )


def _contacts(board: str, side: int) -> Iterator[Contact]:
    enemy_letters = SIDE_LETTERS[1 - side]
    for line in lines(board, side):
        touching_stones = frozenset(
            square
            for square, letter in enumerate(board)
            if letter in enemy_letters and any(neighbour in line for neighbour in SIDE_NEIGHBOURS[square])
        )
        yield Contact(line, touching_stones)
