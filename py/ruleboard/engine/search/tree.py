"""Alpha-beta search for two players with perfect information (Knuth and Moore, 1975).

Iterative deepening, a transposition table, killer turns and the history heuristic determine the order of the turns.
Quiescence search follows forcing turns beyond the depth. The search accesses positions only through ``Rules``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

P = TypeVar("P")
"""The type of a game's positions in its search."""
T = TypeVar("T", bound=Hashable)
"""The type of a game's turns."""

WIN: Final = 1_000_000
"""The value of a won position. A nearer win has a higher value, by the number of turns."""
FORCED_WIN: Final = WIN - 1000
"""Values from here up are forced wins, and from ``-FORCED_WIN`` down forced losses."""


class Rules(Protocol[P, T]):
    """The rules that the search needs. Values are integers from the point of view of the side to move."""

    def turns(self, position: P) -> Sequence[T] | Generator[int, None, Sequence[T]]:
        """Return the turns of the side to move, sorted with the most promising first; empty at the end of the game.

        If the enumeration takes long, the method may return a generator instead. It yields the number of positions in
        each slice of its work, and finally returns the turns.
        """
        ...

    def position_after(self, position: P, turn: T) -> P:
        """Return the position after a turn, with the other side to move."""
        ...

    def value(self, position: P) -> int:
        """Return the evaluation for the side to move, between ``-FORCED_WIN`` and ``FORCED_WIN``, both exclusive."""
        ...

    def result(self, position: P) -> int | None:
        """Return 1, 0 or -1 for a win, a draw or a loss of the side to move, or None while the game continues."""
        ...

    def forcing_turns(self, position: P) -> Sequence[T]:
        """Return the turns for quiescence search, such as captures, sorted with the most promising first."""
        ...

    def key(self, position: P) -> Hashable:
        """Return a key for the transposition table and for repetitions. Equal positions have equal keys."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search.

    Attributes:
        depth: the maximum number of turns before quiescence, at least 1.
        max_positions: the maximum number of positions, including quiescence.
        max_forcing_turns: the maximum number of turns in quiescence search.
        positions_per_slice: the number of positions between two yields.
    """

    depth: int
    max_positions: int
    max_forcing_turns: int = 6
    positions_per_slice: int = 20


@dataclass(frozen=True, slots=True)
class SearchResult(Generic[T]):
    """The result of a search.

    Attributes:
        turn: the best turn.
        value: its value for the side to move, without noise.
        line: the turn and the expected replies.
        depth: the depth of the last complete iteration.
        position_count: the number of positions searched.
        ranked_turns: the turns with their values in the last complete iteration, best first. Values after the first
            are upper bounds.
    """

    turn: T
    value: int
    line: tuple[T, ...]
    depth: int
    position_count: int
    ranked_turns: tuple[tuple[T, int], ...]


class _LimitReached(Exception):
    """Raised when the search has reached its maximum number of positions."""


@dataclass(slots=True)
class _Search(Generic[P, T]):
    """The state of one search."""

    rules: Rules[P, T]
    limits: Limits
    repetition_counts: Mapping[Hashable, int]
    position_count: int = 0
    table: dict[Hashable, tuple[int, int, int, T | None]] = field(default_factory=dict)
    """For each key: depth, value, bound (-1: at most, 0: exact, 1: at least) and best turn."""
    killers: dict[int, list[T]] = field(default_factory=dict)
    history: dict[T, int] = field(default_factory=dict)
    path: list[Hashable] = field(default_factory=list)
    reported_position_count: int = 0
    """The number of positions at the last yield."""

    def count_position(self) -> bool:
        """Count one position; return True if the search should yield now."""
        if self.position_count >= self.limits.max_positions:
            raise _LimitReached
        self.position_count += 1
        if self.position_count - self.reported_position_count < self.limits.positions_per_slice:
            return False
        self.reported_position_count = self.position_count
        return True

    def enumerate_turns(
        self, turns: Sequence[T] | Generator[int, None, Sequence[T]], max_positions: int
    ) -> Generator[int, None, Sequence[T]]:
        """Return the turns from a sequence or a generator, and count the positions that the generator searches.

        Args:
            turns: the turns, or a generator that returns them.
            max_positions: the maximum number of positions that the whole search may have after a slice.

        Raises:
            _LimitReached: the search has more positions.
        """
        if not isinstance(turns, Generator):
            return turns
        while True:
            try:
                self.position_count += next(turns)
            except StopIteration as stop:
                all_turns: Sequence[T] = stop.value
                return all_turns
            self.reported_position_count = self.position_count
            yield self.position_count
            if self.position_count >= max_positions:
                raise _LimitReached

    def order_turns(self, turns: Sequence[T], table_turn: T | None, ply: int) -> Iterable[T]:
        """Return turns in search order: the table turn, the killers, then the rest by history and original order."""
        killers, history = self.killers.get(ply, ()), self.history
        if not history:
            return turns if table_turn is None else sorted(turns, key=lambda turn: turn != table_turn)
        return sorted(turns, key=lambda turn: (turn != table_turn, turn not in killers, -history.get(turn, 0)))

    def record_cutoff(self, turn: T, ply: int, depth: int) -> None:
        """Record a turn that caused a cutoff."""
        killers = self.killers.setdefault(ply, [])
        if turn not in killers:
            killers.insert(0, turn)
            del killers[2:]
        self.history[turn] = self.history.get(turn, 0) + depth * depth

    def visit(
        self, position: P, depth: int, alpha: int, beta: int, ply: int
    ) -> Generator[int, None, tuple[int, tuple[T, ...]]]:
        """Search a position; return its value for the side to move, and the best line."""
        if self.count_position():
            yield self.position_count
        rules = self.rules
        result = rules.result(position)
        if result is not None:
            return result * (WIN - ply), ()
        key = rules.key(position)
        if self.repetition_counts.get(key) or key in self.path:
            return 0, ()
        entry = self.table.get(key)
        table_turn = entry[3] if entry else None
        if entry and entry[0] >= depth:
            value, bound = value_from_root(entry[1], ply), entry[2]
            if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                return value, () if table_turn is None else (table_turn,)
        if depth <= 0:
            return (yield from self.quiesce(position, alpha, beta, ply, self.limits.max_forcing_turns))
        best_value, bound, floor = -WIN, -1, alpha
        line: tuple[T, ...] = ()
        self.path.append(key)
        try:
            turns = yield from self.enumerate_turns(rules.turns(position), self.limits.max_positions)
            for turn in self.order_turns(turns, table_turn, ply):
                value, replies = yield from self.visit(
                    rules.position_after(position, turn), depth - 1, -beta, -floor, ply + 1
                )
                value = -value
                if value > best_value or not line:
                    best_value, line = value, (turn, *replies)
                if value > floor:
                    floor, bound = value, 0
                if floor >= beta:
                    bound = 1
                    self.record_cutoff(turn, ply, depth)
                    break
        finally:
            self.path.pop()
        self.table[key] = (depth, value_from_position(best_value, ply), bound, line[0] if line else None)
        return best_value, line

    def quiesce(
        self, position: P, alpha: int, beta: int, ply: int, max_turns: int
    ) -> Generator[int, None, tuple[int, tuple[T, ...]]]:
        """Search only forcing turns; return the value for the side to move, and the best line.

        The side to move may also stop and accept the evaluation of the position.
        """
        rules = self.rules
        best_value = rules.value(position)
        line: tuple[T, ...] = ()
        if max_turns <= 0 or best_value >= beta:
            return best_value, line
        floor = max(alpha, best_value)
        empty_line: tuple[T, ...] = ()
        for turn in rules.forcing_turns(position):
            if self.count_position():
                yield self.position_count
            next_position = rules.position_after(position, turn)
            result = rules.result(next_position)
            if result is not None:
                value, replies = result * (WIN - ply - 1), empty_line
            else:
                value, replies = yield from self.quiesce(next_position, -beta, -floor, ply + 1, max_turns - 1)
            value = -value
            if value > best_value:
                best_value, line = value, (turn, *replies)
                floor = max(floor, value)
            if floor >= beta:
                break
        return best_value, line


def value_from_position(value: int, ply: int) -> int:
    """Convert a value relative to the root to a value relative to a position ``ply`` turns below the root.

    Values of forced wins depend on the number of turns until the win.
    """
    return value + ply if value >= FORCED_WIN else value - ply if value <= -FORCED_WIN else value


def value_from_root(value: int, ply: int) -> int:
    """Convert a value relative to a position ``ply`` turns below the root to a value relative to the root."""
    return value - ply if value >= FORCED_WIN else value + ply if value <= -FORCED_WIN else value


def search(
    rules: Rules[P, T],
    position: P,
    limits: Limits,
    *,
    roots: Sequence[T] | Generator[int, None, Sequence[T]] | None = None,
    noise: Callable[[T], int] = lambda turn: 0,
    repetition_counts: Mapping[Hashable, int] | None = None,
) -> Generator[int, None, SearchResult[T]]:
    """Search for the best turn; yield the number of positions after every ``limits.positions_per_slice`` of them.

    Args:
        rules: the rules of the game.
        position: the current position, in which at least one turn is possible.
        limits: the limits.
        roots: the turns to choose from, or a generator that returns them; by default all turns. The search enumerates
            all of them regardless of the limits.
        noise: returns a number to add to the value of a turn before the comparison.
        repetition_counts: the occurrences of each position in the game so far, by ``Rules.key``. A return to such a
            position counts as a draw.

    Raises:
        ValueError: the position has no turn.
    """
    state = _Search(rules, limits, repetition_counts or {})
    order = list((yield from state.enumerate_turns(rules.turns(position) if roots is None else roots, sys.maxsize)))
    if not order:
        raise ValueError("there is no turn to search for")
    result = SearchResult(order[0], 0, (order[0],), 0, 0, ())
    state.path.append(rules.key(position))
    for depth in range(1, limits.depth + 1):
        values: list[tuple[int, int, T]] = []
        best_value = -2 * WIN
        try:
            for turn in order:
                bonus = noise(turn)
                alpha = max(best_value - bonus, -WIN)
                value, replies = yield from state.visit(
                    rules.position_after(position, turn), depth - 1, -WIN, -alpha, 1
                )
                value = -value
                values.append((value + bonus, value, turn))
                if value + bonus > best_value:
                    best_value = value + bonus
                    result = SearchResult(
                        turn, value, (turn, *replies), depth - 1, state.position_count, result.ranked_turns
                    )
        except _LimitReached:
            break
        values.sort(key=lambda item: -item[0])
        ranked_turns = tuple((turn, value) for _, value, turn in values)
        # Turns that failed low keep their order after the best, because their values are only bounds.
        order = [result.turn, *(turn for turn in order if turn != result.turn)]
        result = SearchResult(result.turn, result.value, result.line, depth, state.position_count, ranked_turns)
        if abs(result.value) >= FORCED_WIN or len(order) == 1:
            break
    return SearchResult(result.turn, result.value, result.line, result.depth, state.position_count, result.ranked_turns)
