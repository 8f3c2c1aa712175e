"""Selective alpha-beta search for games in which captures and checks decide, as in chess.

Beside iterative deepening and a transposition table it has the refinements that chess programs are known for: null
windows (Marsland and Campbell, 1982), null moves (Donninger, 1993), late move reductions, futility, extensions for
checks, and quiescence in which checks are answered. ``tree`` is the plain search for all other games.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from ruleboard.engine.search.tree import SURE, WIN, Found, Limits, from_here, to_table

P = TypeVar("P")
"""A game's positions as its search sees them."""
T = TypeVar("T", bound=Hashable)
"""A game's turns."""

_NULL_REDUCTION: Final = 2
_DEEPEST: Final = 40
"""The number of turns from the root after which checks are extended no further."""
_CHECKS: Final = 2
"""The number of turns of quiescence in which checks are answered."""


class Rules(Protocol[P, T]):
    """The rules of a game as a search needs them. Values are those of the side to move, in whole numbers.

    A side without a turn has lost if it is in check; if not, the game is drawn.
    """

    margin: int
    """The most by which a turn without a gain is thought to better a position."""

    def turns(self, position: P) -> tuple[Sequence[T], Sequence[T]]:
        """Return the turns that gain something and the others, each with the best guesses first."""
        ...

    def forcing(self, position: P) -> Sequence[T]:
        """Return the turns that are looked at in quiescence without a check, the best guesses first."""
        ...

    def gain(self, position: P, turn: T) -> int:
        """Return the value of the things that a turn captures, or wins by promotion."""
        ...

    def after(self, position: P, turn: T) -> P:
        """Return the position after a turn, with the other side to move."""
        ...

    def passed(self, position: P) -> P | None:
        """Return the position after passing; None where to pass may be better than any turn."""
        ...

    def in_check(self, position: P) -> bool:
        """Return True if the side to move would lose the game, were it to pass."""
        ...

    def value(self, position: P) -> int:
        """Return how the side to move stands, between ``-SURE`` and ``SURE``, both exclusive."""
        ...

    def result(self, position: P) -> int | None:
        """Return 1, 0 or -1 if the side to move has won, drawn or lost by other rules than the lack of a turn."""
        ...

    def key(self, position: P) -> Hashable:
        """Return a value that is equal for equal positions, those that count as repeated included."""
        ...


class _Spent(Exception):
    """The budget of positions is spent."""


@dataclass(slots=True)
class _Search(Generic[P, T]):
    """The state of one search.

    Attributes:
        rules: the rules of the game.
        limits: the limits.
        repeated: the positions of the game so far, by ``Rules.key``.
        positions: the number of positions looked at.
        table: for each key the depth, the value, its bound (-1: at most, 0: exact, 1: at least) and the best turn.
        killers: for each distance from the root two turns without gain that refuted others.
        history: for each turn without gain a measure of how often it refuted others.
        path: the keys of the positions from the root to this one.
    """

    rules: Rules[P, T]
    limits: Limits
    repeated: Mapping[Hashable, int]
    positions: int = 0
    table: dict[Hashable, tuple[int, int, int, T]] = field(default_factory=dict)
    killers: dict[int, tuple[T, ...]] = field(default_factory=dict)
    history: dict[T, int] = field(default_factory=dict)
    path: list[Hashable] = field(default_factory=list)

    def count(self) -> bool:
        """Count one position; return True if it is time to yield.

        Raises:
            _Spent: the budget is spent.
        """
        if self.positions >= self.limits.positions:
            raise _Spent
        self.positions += 1
        return self.positions % self.limits.pause == 0

    def ordered(self, gaining: Sequence[T], others: Sequence[T], known: T | None, ply: int) -> list[T]:
        """Return turns in the order to try them: the one known as best, those with gain, killers, by history."""
        history = self.history
        first: list[T] = [] if known is None else [known]
        first += gaining
        first += [killer for killer in self.killers.get(ply, ()) if killer in others]
        if history:
            others = sorted(others, key=lambda turn: history.get(turn, 0), reverse=True)
        return list(dict.fromkeys((*first, *others)))

    def refuted(self, turn: T, ply: int, depth: int) -> None:
        """Remember a turn without gain that was too good for the opponent to allow."""
        self.killers[ply] = (turn, *(killer for killer in self.killers.get(ply, ()) if killer != turn))[:2]
        self.history[turn] = self.history.get(turn, 0) + depth * depth

    def visit(
        self, position: P, depth: int, alpha: int, beta: int, ply: int, after_pass: bool = False
    ) -> Generator[int, None, int]:
        """Return the value of a position for the side to move.

        Args:
            position: the position.
            depth: the number of turns to look ahead before quiescence.
            alpha: the value that the side to move has for certain elsewhere.
            beta: the value that the opponent need not exceed.
            ply: the number of turns since the root.
            after_pass: True if the opponent has just passed.
        """
        if self.count():
            yield self.positions
        rules = self.rules
        result = rules.result(position)
        if result is not None:
            return result * (WIN - ply)
        key = rules.key(position)
        if not after_pass and (key in self.repeated or key in self.path):
            return 0
        in_check = rules.in_check(position)
        if in_check and ply < _DEEPEST:
            depth += 1
        if depth <= 0:
            return (yield from self.settle(position, alpha, beta, ply, self.limits.forcing, in_check))
        known = self.table.get(key)
        best_known = None
        if known:
            best_known = known[3]
            if known[0] >= depth:
                value, bound = from_here(known[1], ply), known[2]
                if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                    return value
        static = rules.value(position)
        if beta - alpha == 1 and not in_check and not after_pass and depth >= 2 and static >= beta:
            passed = rules.passed(position)
            if passed is not None:
                value = -(yield from self.visit(passed, depth - 1 - _NULL_REDUCTION, -beta, 1 - beta, ply + 1, True))
                if value >= beta:
                    return min(value, SURE - 1)
        gaining, others = rules.turns(position)
        if not gaining and not others:
            return ply - WIN if in_check else 0
        futile = static + depth * rules.margin
        is_futile = not in_check and depth <= 2 and futile <= alpha and alpha > -SURE
        loud = set(gaining)
        best, bound = -WIN, -1
        best_turn: T | None = None
        self.path.append(key)
        try:
            for index, turn in enumerate(self.ordered(gaining, others, best_known, ply)):
                then = rules.after(position, turn)
                quiet = turn not in loud
                if is_futile and index and quiet and not rules.in_check(then):
                    best = max(best, futile)
                    continue
                less = 0
                if index >= 4 and depth >= 2 and quiet and not in_check:
                    less = 1 if index < 16 or depth < 3 else 2
                if index:
                    value = -(yield from self.visit(then, depth - 1 - less, -alpha - 1, -alpha, ply + 1))
                    if less and value > alpha:
                        value = -(yield from self.visit(then, depth - 1, -alpha - 1, -alpha, ply + 1))
                if not index or alpha < value < beta:
                    value = -(yield from self.visit(then, depth - 1, -beta, -alpha, ply + 1))
                if value > best or best_turn is None:
                    best, best_turn = max(best, value), turn
                    if value > alpha:
                        alpha, bound = value, 0
                        if value >= beta:
                            bound = 1
                            if quiet:
                                self.refuted(turn, ply, depth)
                            break
        finally:
            self.path.pop()
        if best_turn is not None:
            self.table[key] = (depth, to_table(best, ply), bound, best_turn)
        return best

    def settle(
        self, position: P, alpha: int, beta: int, ply: int, more: int, in_check: bool
    ) -> Generator[int, None, int]:
        """Return the value of a position after its forcing turns; the side to move may do without unless in check.

        Args:
            position, alpha, beta, ply: as for ``visit``.
            more: the most forcing turns in a row that are looked at.
            in_check: True if the side to move is in check, and that is to be answered.
        """
        rules = self.rules
        best = -WIN
        tried: Sequence[T]
        if in_check:
            gaining, others = rules.turns(position)
            if not gaining and not others:
                return ply - WIN
            tried = (*gaining, *others)
        else:
            best = rules.value(position)
            if best >= beta or more <= 0:
                return best
            alpha = max(alpha, best)
            tried = rules.forcing(position)
        enough = alpha - best - rules.margin
        for turn in tried:
            if not in_check and rules.gain(position, turn) <= enough:
                continue
            if self.count():
                yield self.positions
            then = rules.after(position, turn)
            checked = more > self.limits.forcing - _CHECKS and rules.in_check(then)
            value = -(yield from self.settle(then, -beta, -alpha, ply + 1, more - 1, checked))
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best


def search(
    rules: Rules[P, T],
    position: P,
    limits: Limits,
    roots: Sequence[T],
    *,
    noise: Callable[[T], int] = lambda turn: 0,
    repeated: Mapping[Hashable, int] | None = None,
) -> Generator[int, None, Found[T]]:
    """Search for the best turn; yield the number of positions looked at every ``limits.pause`` of them.

    Args:
        rules: the rules of the game.
        position: the position to decide in.
        limits: the limits.
        roots: the turns to choose from, the best guesses first.
        noise: a number to be added to the value of each of them, unless it is a forced win or loss, before they are
            compared.
        repeated: the positions of the game so far, by ``Rules.key``: to come to one of them again counts as a draw.

    Raises:
        ValueError: there is no turn.
    """
    if not roots:
        raise ValueError("there is no turn to search for")
    run = _Search(rules, limits, repeated or {})
    run.path.append(rules.key(position))
    order = list(roots)
    extras = {turn: noise(turn) for turn in order}
    found = Found(order[0], 0, (order[0],), 0, 0, ())
    for depth in range(1, limits.depth + 1):
        tried: list[tuple[int, int, T]] = []
        best = -2 * WIN
        try:
            for turn in order:
                then = rules.after(position, turn)
                alpha = max(best - extras[turn] if abs(best) < SURE else best, -WIN)
                if tried:
                    value = -(yield from run.visit(then, depth - 1, -alpha - 1, -alpha, 1))
                if not tried or value > alpha:
                    value = -(yield from run.visit(then, depth - 1, -WIN, -alpha, 1))
                judged = value + extras[turn] if abs(value) < SURE else value
                tried.append((judged, value, turn))
                if judged > best:
                    best = judged
                    found = Found(turn, value, (turn,), depth - 1, run.positions, found.ranked)
        except _Spent:
            break
        tried.sort(key=lambda each: -each[0])
        ranked = tuple((turn, value) for _, value, turn in tried)
        # Turns that failed keep their order behind the best: their values are bounds only.
        order = [found.turn, *(turn for turn in order if turn != found.turn)]
        found = Found(found.turn, found.value, (found.turn,), depth, run.positions, ranked)
        if abs(found.value) >= SURE or len(order) == 1:
            break
    line = _line(run, position, found.turn)
    return Found(found.turn, found.value, line, found.depth, run.positions, found.ranked)


def _line(run: _Search[P, T], position: P, turn: T) -> tuple[T, ...]:
    """Return a turn and the play expected after it, as far as the table knows."""
    line = [turn]
    while len(line) < _DEEPEST:
        position = run.rules.after(position, line[-1])
        known = run.table.get(run.rules.key(position))
        if known is None or known[2] < 0:
            break
        line.append(known[3])
    return tuple(line)
