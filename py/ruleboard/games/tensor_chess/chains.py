"""A beast's chains of hops, hop by hop: the walks that end somewhere, and the road of one.

Which ends are legal is the business of ``moves``; here is only how a beast gets there.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleboard.games.tensor_chess.board import EMPTY, HOPS, KING_STEPS
from ruleboard.games.tensor_chess.state import State

MOST_WALKS = 200
"""More walks than these (of one beast, one way of hopping) are not spelled out: the shortest must do."""


class Walk(NamedTuple):
    """A chain of hops.

    Attributes:
        landings: the squares landed on, in order; the last is where the beast ends.
        captured: the beast captured by the last hop, -1 if none.
    """

    landings: tuple[int, ...]
    captured: int


def walks(state: State, square: int) -> tuple[Walk, ...]:
    """The walks of the beast on ``square`` that land nowhere twice (a capture may end on any free square).

    Where there are more than ``MOST_WALKS`` of one kind, only one shortest walk to every end is given.
    """
    found: list[Walk] = []
    for kind in range(len(HOPS)):
        every: list[Walk] = []
        for walk in _simple(state, square, (), kind):
            every.append(walk)
            if len(every) > MOST_WALKS:
                every = _shortest(state, square, kind)
                break
        found += every
    return tuple(found)


def road(state: State, square: int, landing: int, captured: int) -> tuple[int, ...]:
    """The squares a beast comes to on a shortest way to ``landing``, the last included; none if there is none."""
    if captured < 0 and landing in KING_STEPS[square]:
        return (landing,)
    return shortest(state, square).get((landing, captured), ())


def shortest(state: State, square: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """For every landing and captured beast (-1 for none) that chains can end with, the landings of a shortest one."""
    found: dict[tuple[int, int], tuple[int, ...]] = {}
    for kind in range(len(HOPS)):
        for walk in _shortest(state, square, kind):
            end = walk.landings[-1], walk.captured
            if end not in found or len(walk.landings) < len(found[end]):
                found[end] = walk.landings
    return found


def _hops(state: State, square: int, at: int, kind: int) -> Iterator[tuple[int, int, bool]]:
    """The hops from ``at`` of a beast that began on ``square``: over what, where to, if over an enemy."""
    board = state.board
    enemy = ord("tT"[state.turn])
    for over, landing in HOPS[kind][at]:
        if board[over] != EMPTY and over != square and (board[landing] == EMPTY or landing == square):
            yield over, landing, board[over] == enemy


def _simple(state: State, square: int, landings: tuple[int, ...], kind: int) -> Iterator[Walk]:
    at = landings[-1] if landings else square
    for over, landing, enemy in _hops(state, square, at, kind):
        if enemy:
            yield Walk((*landings, landing), over)
        if landing != square and landing not in landings:
            yield Walk((*landings, landing), -1)
            yield from _simple(state, square, (*landings, landing), kind)


def _shortest(state: State, square: int, kind: int) -> list[Walk]:
    found: list[Walk] = []
    ways: dict[int, tuple[int, ...]] = {square: ()}
    takes: set[tuple[int, int]] = set()
    queue = [square]
    for at in queue:
        for over, landing, enemy in _hops(state, square, at, kind):
            way = (*ways[at], landing)
            if landing not in ways:
                ways[landing] = way
                queue.append(landing)
                found.append(Walk(way, -1))
            if enemy and (landing, over) not in takes:
                takes.add((landing, over))
                found.append(Walk(way, over))
    return found
