"""The unfair game: lines of stones from edge to edge, and the enemy stones that touch them."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.sensei.state import BESIDE, JOINED, OWN, PIT, SIZE

ENOUGH = 3
"""So many enemy stones in contact make a line unfair."""


@dataclass(frozen=True, slots=True)
class Contact:
    """A line and the enemy stones that touch it, by the numbers of their squares."""

    line: frozenset[int]
    touching: frozenset[int]


def lines(board: str, side: int) -> tuple[frozenset[int], ...]:
    """A side's lines: its groups of stones and pits, joined by sides or corners, that reach from file a to g.

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
        for near in JOINED[waiting.pop()]:
            if near in members and near not in group:
                group.add(near)
                waiting.append(near)
    return frozenset(group)


def unfair(board: str, side: int) -> Contact | None:
    """A line of this side with which at least three enemy stones are in contact; None if there is none.

    Contact is side to side, with any stone or pit of the line; a stone counts once. Implements 'Unfair game'
    (spec: End).
    """
    enemy = OWN[1 - side]
    for line in lines(board, side):
        touching = frozenset(
            place
            for place, letter in enumerate(board)
            if letter in enemy and any(near in line for near in BESIDE[place])
        )
        if len(touching) >= ENOUGH:
            return Contact(line, touching)
    return None
