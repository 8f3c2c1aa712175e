"""Alpha-beta search for two players who see everything (Knuth and Moore, 1975).

Iterative deepening, a transposition table, killer turns and the history heuristic order the turns; quiescence goes on
beyond the depth while turns are forcing. A position is anything hashable or not: only ``Rules`` knows of it.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

P = TypeVar("P")
"""A game's positions as its search sees them."""
T = TypeVar("T", bound=Hashable)
"""A game's turns."""

WIN: Final = 1_000_000
"""The value of a won position; a win that is nearer is worth more, by the number of turns."""
SURE: Final = WIN - 1000
"""Values from here up are forced wins, and from ``-SURE`` down forced losses."""


class Rules(Protocol[P, T]):
    """The rules of a game as a search needs them. Values are those of the side to move, in whole numbers."""

    def turns(self, position: P) -> Sequence[T] | Generator[int, None, Sequence[T]]:
        """Return the turns of the side to move, the best guesses first; empty at the end.

        Where it takes long to find them, a generator may return them; it yields after each slice of its work the
        number of positions looked at in it.
        """
        ...

    def after(self, position: P, turn: T) -> P:
        """Return the position after a turn, with the other side to move."""
        ...

    def value(self, position: P) -> int:
        """Return how the side to move stands, between ``-SURE`` and ``SURE``, both exclusive."""
        ...

    def result(self, position: P) -> int | None:
        """Return 1, 0 or -1 if the game has ended for the side to move as a win, a draw or a loss; None if not."""
        ...

    def forcing(self, position: P) -> Sequence[T]:
        """Return the turns that are looked at beyond the depth (captures, say), the best guesses first."""
        ...

    def key(self, position: P) -> Hashable:
        """Return a value that is equal for equal positions, those that count as repeated included."""
        ...


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search.

    Attributes:
        depth: the most turns to look ahead before quiescence, at least 1.
        positions: the most positions to look at; those of quiescence count.
        forcing: the most turns of quiescence.
        pause: the number of positions between two yields.
    """

    depth: int
    positions: int
    forcing: int = 6
    pause: int = 20


@dataclass(frozen=True, slots=True)
class Found(Generic[T]):
    """The answer of a search.

    Attributes:
        turn: the best turn.
        value: its value for the side to move, noise left aside.
        line: the turn and the expected answers.
        depth: the number of turns that were looked ahead in full.
        positions: the number of positions looked at.
        ranked: the turns of the last full depth with their values, best first. Values after the first are upper
            bounds.
    """

    turn: T
    value: int
    line: tuple[T, ...]
    depth: int
    positions: int
    ranked: tuple[tuple[T, int], ...]


class _Spent(Exception):
    """The budget of positions is spent."""


@dataclass(slots=True)
class _Search(Generic[P, T]):
    """The state of one search."""

    rules: Rules[P, T]
    limits: Limits
    repeated: Mapping[Hashable, int]
    positions: int = 0
    table: dict[Hashable, tuple[int, int, int, T | None]] = field(default_factory=dict)
    """For each key: depth, value, bound (-1: at most, 0: exact, 1: at least) and best turn."""
    killers: dict[int, list[T]] = field(default_factory=dict)
    history: dict[T, int] = field(default_factory=dict)
    path: list[Hashable] = field(default_factory=list)
    yielded: int = 0
    """The number of positions at the last yield."""

    def counted(self) -> bool:
        """Count one position; return True if it is time to yield."""
        if self.positions >= self.limits.positions:
            raise _Spent
        self.positions += 1
        if self.positions - self.yielded < self.limits.pause:
            return False
        self.yielded = self.positions
        return True

    def listed(
        self, found: Sequence[T] | Generator[int, None, Sequence[T]], most: int
    ) -> Generator[int, None, Sequence[T]]:
        """Return turns, enumerated in slices or not; the positions that were looked at to find them count.

        Raises:
            _Spent: after a slice there are more positions than ``most``.
        """
        if not isinstance(found, Generator):
            return found
        while True:
            try:
                self.positions += next(found)
            except StopIteration as done:
                turns: Sequence[T] = done.value
                return turns
            self.yielded = self.positions
            yield self.positions
            if self.positions >= most:
                raise _Spent

    def ordered(self, turns: Sequence[T], known: T | None, ply: int) -> Iterable[T]:
        """Return the turns in the order to try them: the one known as best, killers, by history, by guess."""
        killers, history = self.killers.get(ply, ()), self.history
        if not history:
            return turns if known is None else sorted(turns, key=lambda turn: turn != known)
        return sorted(turns, key=lambda turn: (turn != known, turn not in killers, -history.get(turn, 0)))

    def cut(self, turn: T, ply: int, depth: int) -> None:
        """Remember a turn that was too good for the opponent to allow."""
        killers = self.killers.setdefault(ply, [])
        if turn not in killers:
            killers.insert(0, turn)
            del killers[2:]
        self.history[turn] = self.history.get(turn, 0) + depth * depth

    def visit(
        self, position: P, depth: int, alpha: int, beta: int, ply: int
    ) -> Generator[int, None, tuple[int, tuple[T, ...]]]:
        """Return the value of a position for the side to move, and the line that leads to it."""
        if self.counted():
            yield self.positions
        rules = self.rules
        result = rules.result(position)
        if result is not None:
            return result * (WIN - ply), ()
        key = rules.key(position)
        if self.repeated.get(key) or key in self.path:
            return 0, ()
        known = self.table.get(key)
        best_known = known[3] if known else None
        if known and known[0] >= depth:
            value, bound = from_here(known[1], ply), known[2]
            if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                return value, () if best_known is None else (best_known,)
        if depth <= 0:
            return (yield from self.settle(position, alpha, beta, ply, self.limits.forcing))
        best, bound, floor = -WIN, -1, alpha
        line: tuple[T, ...] = ()
        self.path.append(key)
        try:
            turns = yield from self.listed(rules.turns(position), self.limits.positions)
            for turn in self.ordered(turns, best_known, ply):
                value, answers = yield from self.visit(rules.after(position, turn), depth - 1, -beta, -floor, ply + 1)
                value = -value
                if value > best or not line:
                    best, line = value, (turn, *answers)
                if value > floor:
                    floor, bound = value, 0
                if floor >= beta:
                    bound = 1
                    self.cut(turn, ply, depth)
                    break
        finally:
            self.path.pop()
        self.table[key] = (depth, to_table(best, ply), bound, line[0] if line else None)
        return best, line

    def settle(
        self, position: P, alpha: int, beta: int, ply: int, more: int
    ) -> Generator[int, None, tuple[int, tuple[T, ...]]]:
        """Return the value of a position after its forcing turns; the side to move may do without them."""
        rules = self.rules
        best = rules.value(position)
        line: tuple[T, ...] = ()
        if more <= 0 or best >= beta:
            return best, line
        floor = max(alpha, best)
        no_line: tuple[T, ...] = ()
        for turn in rules.forcing(position):
            if self.counted():
                yield self.positions
            then = rules.after(position, turn)
            result = rules.result(then)
            if result is not None:
                value, answers = result * (WIN - ply - 1), no_line
            else:
                value, answers = yield from self.settle(then, -beta, -floor, ply + 1, more - 1)
            value = -value
            if value > best:
                best, line = value, (turn, *answers)
                floor = max(floor, value)
            if floor >= beta:
                break
        return best, line


def to_table(value: int, ply: int) -> int:
    """Return a value as counted from the position itself: a forced win is nearer from there."""
    return value + ply if value >= SURE else value - ply if value <= -SURE else value


def from_here(value: int, ply: int) -> int:
    """Return a value of the table as counted from the root."""
    return value - ply if value >= SURE else value + ply if value <= -SURE else value


def search(
    rules: Rules[P, T],
    position: P,
    limits: Limits,
    *,
    roots: Sequence[T] | Generator[int, None, Sequence[T]] | None = None,
    noise: Callable[[T], int] = lambda turn: 0,
    repeated: Mapping[Hashable, int] | None = None,
) -> Generator[int, None, Found[T]]:
    """Search for the best turn; yield the number of positions looked at every ``limits.pause`` of them.

    Args:
        rules: the rules of the game.
        position: the position to decide in; it has a turn.
        limits: the limits.
        roots: the turns to choose from, perhaps enumerated in slices; by default all. They are enumerated to the end
            whatever the limits.
        noise: a number to be added to the value of each of them before they are compared.
        repeated: the numbers of earlier occurrences, by ``Rules.key``: to come to such a position again counts as a
            draw.

    Raises:
        ValueError: there is no turn.
    """
    search = _Search(rules, limits, repeated or {})
    order = list((yield from search.listed(rules.turns(position) if roots is None else roots, sys.maxsize)))
    if not order:
        raise ValueError("there is no turn to search for")
    found = Found(order[0], 0, (order[0],), 0, 0, ())
    search.path.append(rules.key(position))
    for depth in range(1, limits.depth + 1):
        tried: list[tuple[int, int, T]] = []
        best = -2 * WIN
        try:
            for turn in order:
                extra = noise(turn)
                alpha = max(best - extra, -WIN)
                value, answers = yield from search.visit(rules.after(position, turn), depth - 1, -WIN, -alpha, 1)
                value = -value
                tried.append((value + extra, value, turn))
                if value + extra > best:
                    best = value + extra
                    found = Found(turn, value, (turn, *answers), depth - 1, search.positions, found.ranked)
        except _Spent:
            break
        tried.sort(key=lambda each: -each[0])
        ranked = tuple((turn, value) for _, value, turn in tried)
        # Turns that failed keep their order behind the best: their values are bounds only.
        order = [found.turn, *(turn for turn in order if turn != found.turn)]
        found = Found(found.turn, found.value, found.line, depth, search.positions, ranked)
        if abs(found.value) >= SURE or len(order) == 1:
            break
    return Found(found.turn, found.value, found.line, found.depth, search.positions, found.ranked)
