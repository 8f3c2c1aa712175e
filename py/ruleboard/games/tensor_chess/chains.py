"""A beast's chains of hops, hop by hop, and the shortest of them to each end.

``packed_moves`` decides which ends are legal; this module only finds the hops that lead to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleboard.games.tensor_chess.board import EMPTY, HOPS
from ruleboard.games.tensor_chess.state import State

MOST_CHAINS = 200
"""The most chains (of one beast, of one kind of hops) that are listed in full; beyond, only the shortest are."""


class Chain(NamedTuple):
    """A chain of hops.

    Attributes:
        landings: the squares on which the beast lands, in order.
        captured: the square of the beast captured by the last hop, -1 if none.
    """

    landings: tuple[int, ...]
    captured: int

    @property
    def end(self) -> tuple[int, int]:
        """The last landing and the captured beast: the data by which moves tell chains apart."""
        return self.landings[-1], self.captured


def chains(state: State, square: int) -> tuple[Chain, ...]:
    """Return the chains of the beast on ``square`` that land nowhere twice, except by a capturing last hop.

    Where there are more than ``MOST_CHAINS`` of one kind, only one shortest chain to every end is given.
    """
    result: list[Chain] = []
    for kind in range(len(HOPS)):
        of_kind: list[Chain] = []
        for chain in _without_repetition(state, square, (), kind):
            of_kind.append(chain)
            if len(of_kind) > MOST_CHAINS:
                of_kind = _shortest_of_kind(state, square, kind)
                break
        result += of_kind
    return tuple(result)


def shortest_chains(state: State, square: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the landings of a shortest chain to every end, by ``Chain.end``."""
    result: dict[tuple[int, int], tuple[int, ...]] = {}
    for kind in range(len(HOPS)):
        for chain in _shortest_of_kind(state, square, kind):
            if chain.end not in result or len(chain.landings) < len(result[chain.end]):
                result[chain.end] = chain.landings
    return result


def _hops(state: State, square: int, at: int, kind: int) -> Iterator[tuple[int, int, bool]]:
    """Return the hops from ``at`` of a beast that began on ``square``.

    Each is the square hopped over, the landing, and True if an enemy beast is hopped over.
    """
    board = state.board
    enemy = ord("tT"[state.turn])
    for over, landing in HOPS[kind][at]:
        if board[over] != EMPTY and over != square and (board[landing] == EMPTY or landing == square):
            yield over, landing, board[over] == enemy


def _without_repetition(state: State, square: int, landings: tuple[int, ...], kind: int) -> Iterator[Chain]:
    at = landings[-1] if landings else square
    for over, landing, enemy in _hops(state, square, at, kind):
        if enemy:
            yield Chain((*landings, landing), over)
        if landing != square and landing not in landings:
            yield Chain((*landings, landing), -1)
            yield from _without_repetition(state, square, (*landings, landing), kind)


def _shortest_of_kind(state: State, square: int, kind: int) -> list[Chain]:
    result: list[Chain] = []
    paths: dict[int, tuple[int, ...]] = {square: ()}
    captures: set[tuple[int, int]] = set()
    queue = [square]
    for at in queue:
        for over, landing, enemy in _hops(state, square, at, kind):
            path = (*paths[at], landing)
            if landing not in paths:
                paths[landing] = path
                queue.append(landing)
                result.append(Chain(path, -1))
            if enemy and (landing, over) not in captures:
                captures.add((landing, over))
                result.append(Chain(path, over))
    return result
