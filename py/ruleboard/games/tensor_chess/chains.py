"""A beast's chains of hops, hop by hop, and a shortest chain to each end.

``packed_moves`` decides which ends are legal. This module only finds the hops that lead to them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleboard.games.tensor_chess.board import EMPTY, HOPS
from ruleboard.games.tensor_chess.state import State

MAX_CHAINS = 200
"""The maximum number of chains for one beast and one kind of hops. If there are more, only the shortest are listed."""


class Chain(NamedTuple):
    """A chain of hops.

    Attributes:
        landings: the squares on which the beast lands, in order.
        captured: the square of the beast that the last hop captures, or -1.
    """

    landings: tuple[int, ...]
    captured: int

    @property
    def end(self) -> tuple[int, int]:
        """The last landing and the square of the captured beast. Chains with the same end are the same move."""
        return self.landings[-1], self.captured


def chains(state: State, square: int) -> tuple[Chain, ...]:
    """Return the chains of the beast on ``square``.

    A chain lands on no square twice, except by a last hop that captures. If one kind of hops has more than
    ``MAX_CHAINS`` chains, the result has one shortest chain to each end instead.
    """
    result: list[Chain] = []
    for kind in range(len(HOPS)):
        chains_of_kind: list[Chain] = []
        for chain in _chains_of_kind(state, square, (), kind):
            chains_of_kind.append(chain)
            if len(chains_of_kind) > MAX_CHAINS:
                chains_of_kind = _shortest_chains_of_kind(state, square, kind)
                break
        result += chains_of_kind
    return tuple(result)


def shortest_chains(state: State, square: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Return the landings of a shortest chain to each end, by ``Chain.end``."""
    result: dict[tuple[int, int], tuple[int, ...]] = {}
    for kind in range(len(HOPS)):
        for chain in _shortest_chains_of_kind(state, square, kind):
            if chain.end not in result or len(chain.landings) < len(result[chain.end]):
                result[chain.end] = chain.landings
    return result


def _hops(state: State, start: int, current: int, kind: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the next hops of a beast that started on ``start`` and stands on ``current``.

    A hop is the square that the beast hops over, its landing, and True if it hops over an enemy beast.
    """
    board = state.board
    enemy = ord("tT"[state.turn])
    for over, landing in HOPS[kind][current]:
        if board[over] != EMPTY and over != start and (board[landing] == EMPTY or landing == start):
            yield over, landing, board[over] == enemy


def _chains_of_kind(state: State, square: int, landings: tuple[int, ...], kind: int) -> Iterator[Chain]:
    current = landings[-1] if landings else square
    for over, landing, enemy in _hops(state, square, current, kind):
        if enemy:
            yield Chain((*landings, landing), over)
        if landing != square and landing not in landings:
            yield Chain((*landings, landing), -1)
            yield from _chains_of_kind(state, square, (*landings, landing), kind)


def _shortest_chains_of_kind(state: State, square: int, kind: int) -> list[Chain]:
    result: list[Chain] = []
    paths: dict[int, tuple[int, ...]] = {square: ()}
    captures: set[tuple[int, int]] = set()
    queue = [square]
    for current in queue:
        for over, landing, enemy in _hops(state, square, current, kind):
            path = (*paths[current], landing)
            if landing not in paths:
                paths[landing] = path
                queue.append(landing)
                result.append(Chain(path, -1))
            if enemy and (landing, over) not in captures:
                captures.add((landing, over))
                result.append(Chain(path, over))
    return result
