"""Noughts and crosses for tests of the searches."""

from __future__ import annotations

from collections.abc import Generator, Sequence

from ruleboard.engine.search.tree import SearchResult

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
NoughtsPosition = tuple[str, str]
"""The fields of noughts and crosses, and the letter to move."""


class NoughtsPositions:
    """The positions of noughts and crosses for searches, without an evaluation."""

    def free_places(self, position: NoughtsPosition) -> Sequence[int]:
        return [place for place in range(9) if position[0][place] == "."]

    def position_after(self, position: NoughtsPosition, turn: int) -> NoughtsPosition:
        board, letter = position
        return board[:turn] + letter + board[turn + 1 :], "o" if letter == "x" else "x"

    def value(self, position: NoughtsPosition) -> int:
        return 0

    def result(self, position: NoughtsPosition) -> int | None:
        board = position[0]
        if any(board[a] == board[b] == board[c] != "." for a, b, c in LINES):
            return -1
        return None if "." in board else 0

    def forcing_turns(self, position: NoughtsPosition) -> Sequence[int]:
        return ()

    def key(self, position: NoughtsPosition) -> NoughtsPosition:
        return position


def run_with_pauses(thinking: Generator[int, None, SearchResult[int]]) -> tuple[SearchResult[int], list[int]]:
    """Run a search. Return its result and the number of positions searched at each pause."""
    counts = []
    while True:
        try:
            counts.append(next(thinking))
        except StopIteration as stop:
            return stop.value, counts
