"""The unfair game: lines of stones from edge to edge, and the enemy stones that touch them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.games.sensei.state import ALL_NEIGHBOURS, OWN, PIT, SIDE_NEIGHBOURS, SIZE

LIMIT = 3
"""The number of enemy stones in contact that makes a line unfair."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A line and the enemy stones that touch it, by the numbers of their squares."""

    line: frozenset[int]
    touching: frozenset[int]


def lines(board: str, side: int) -> tuple[frozenset[int], ...]:
    """Return a side's lines: groups of its stones and pits, joined by sides or corners, from file a to file g.

    Implements 'line' (spec: End, Unfair game).
    """
    members = {place for place, letter in enumerate(board) if letter in OWN[side] or letter == PIT}
    found = []
    for left in range(0, SIZE * SIZE, SIZE):
        if left in members:
            group = _group(left, members)
            members -= group
            if any(place % SIZE == SIZE - 1 for place in group):
                found.append(group)
    return tuple(found)


def _group(start: int, members: set[int]) -> frozenset[int]:
    group = {start}
    waiting = [start]
    while waiting:
        for other in ALL_NEIGHBOURS[waiting.pop()]:
            if other in members and other not in group:
                group.add(other)
                waiting.append(other)
    return frozenset(group)


def unfair(board: str, side: int) -> Contact | None:
    """Return a line of this side with which at least three enemy stones are in contact; None if there is none.

    Contact is side to side, with any stone or pit of the line; a stone counts once. Implements 'Unfair game'
    (spec: End).
    """
    return next((found for found in _contacts(board, side) if len(found.touching) >= LIMIT), None)


def endangered(board: str, side: int) -> Contact | None:
    """Return a line of this side that one more enemy stone would make unfair; None if there is none."""
    return next((found for found in _contacts(board, side) if len(found.touching) == LIMIT - 1), None)


def _contacts(board: str, side: int) -> Iterator[Contact]:
    """Yield the lines of a side with the enemy stones that touch them."""
    enemy = OWN[1 - side]
    for line in lines(board, side):
        touching = frozenset(
            place
            for place, letter in enumerate(board)
            if letter in enemy and any(other in line for other in SIDE_NEIGHBOURS[place])
        )
        yield Contact(line, touching)
