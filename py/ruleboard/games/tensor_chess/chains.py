"""Find the chains of hops that a beast can make, and a shortest chain to each end.

``packed_moves`` decides which ends are legal. This module finds the hops that lead to these ends.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleboard.games.tensor_chess.board import EMPTY, HOPS
from ruleboard.games.tensor_chess.state import State

MAX_CHAINS = 200
"""The maximum number of chains for one beast and one kind of hop. Above it, only a shortest chain to each end counts.
"""


class Chain(NamedTuple):
    """A chain of hops by a beast.

    Attributes:
        landings: the squares on which the beast lands, in order.
        captured_square: the square of the beast that the last hop captures, or -1 without a capture.
    """

    landings: tuple[int, ...]
    captured_square: int

    @property
    def end(self) -> tuple[int, int]:
        """The last landing and the square of the captured beast, or -1 without a capture.

        Chains with the same end are the same move.
        """
        return self.landings[-1], self.captured_square


def chains(state: State, square: int) -> tuple[Chain, ...]:
    """Return the chains of the beast on ``square``.

    A chain lands on no square twice, unless its last hop captures. If there are more than ``MAX_CHAINS`` chains
    of orthogonal or of diagonal hops, the result has only one shortest chain of this kind to each end.
    """
    all_chains: list[Chain] = []
    for kind in range(len(HOPS)):
        chains_of_kind: list[Chain] = []
        for chain in _chains_of_kind(state, square, (), kind):
            chains_of_kind.append(chain)
            if len(chains_of_kind) > MAX_CHAINS:
                chains_of_kind = _shortest_chains_of_kind(state, square, kind)
                break
        all_chains += chains_of_kind
    return tuple(all_chains)


def shortest_chains(state: State, square: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """Map each ``Chain.end`` to the landings of a shortest chain."""
    landings_by_end: dict[tuple[int, int], tuple[int, ...]] = {}
    for kind in range(len(HOPS)):
        for chain in _shortest_chains_of_kind(state, square, kind):
            if chain.end not in landings_by_end or len(chain.landings) < len(landings_by_end[chain.end]):
                landings_by_end[chain.end] = chain.landings
    return landings_by_end


def _next_hops(state: State, start: int, current_square: int, kind: int) -> Iterator[tuple[int, int, bool]]:
    """Yield the possible next hops of a beast in a chain.

    Args:
        state: the state before the chain.
        start: the square where the chain starts.
        current_square: the square of the beast after the hops so far.
        kind: 0 for orthogonal hops, 1 for diagonal ones.

    Yields:
        The crossed square, the landing, and True if an enemy beast is on the crossed square.
    """
    board = state.board
    enemy_beast = ord("tT"[state.turn])
    for crossed_square, landing in HOPS[kind][current_square]:
        if board[crossed_square] != EMPTY and crossed_square != start and (board[landing] == EMPTY or landing == start):
            yield crossed_square, landing, board[crossed_square] == enemy_beast


def _chains_of_kind(state: State, square: int, landings: tuple[int, ...], kind: int) -> Iterator[Chain]:
    current_square = landings[-1] if landings else square
    for crossed_square, landing, is_capture in _next_hops(state, square, current_square, kind):
        if is_capture:
            yield Chain((*landings, landing), crossed_square)
        if landing != square and landing not in landings:
            yield Chain((*landings, landing), -1)
            yield from _chains_of_kind(state, square, (*landings, landing), kind)


def _shortest_chains_of_kind(state: State, square: int, kind: int) -> list[Chain]:
    chains_of_kind: list[Chain] = []
    paths: dict[int, tuple[int, ...]] = {square: ()}
    captures: set[tuple[int, int]] = set()
    queue = [square]
    for current_square in queue:
        for crossed_square, landing, is_capture in _next_hops(state, square, current_square, kind):
            path = (*paths[current_square], landing)
            if landing not in paths:
                paths[landing] = path
                queue.append(landing)
                chains_of_kind.append(Chain(path, -1))
            if is_capture and (landing, crossed_square) not in captures:
                captures.add((landing, crossed_square))
                chains_of_kind.append(Chain(path, crossed_square))
    return chains_of_kind
