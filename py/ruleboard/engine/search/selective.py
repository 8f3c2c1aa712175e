"""Selective alpha-beta search, for games such as chess in which captures and checks are decisive.

In addition to iterative deepening and a transposition table it has the usual refinements of chess programs: null
windows (Marsland and Campbell, 1982), null moves (Donninger, 1993), late move reductions, futility pruning, check
extensions, and quiescence with replies to checks. The module ``tree`` contains the plain search for other games.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Generic, Protocol, TypeVar

from ruleboard.engine.search.tree import FORCED_WIN, WIN, Limits, SearchResult, value_from_position, value_from_root

P = TypeVar("P")
"""The type of a game's positions in its search."""
T = TypeVar("T", bound=Hashable)
"""The type of a game's turns."""

_NULL_MOVE_REDUCTION: Final = 2
_MAX_EXTENDED_PLY: Final = 40
"""The number of turns from the root after which checks no longer extend the search."""
_MAX_CHECK_PLIES: Final = 2
"""The number of turns of quiescence in which the search considers replies to checks."""


class Rules(Protocol[P, T]):
    """The rules that the search needs. Values are integers from the point of view of the side to move.

    If the side to move has no turn, it has lost if it is in check; otherwise the game is drawn.
    """

    margin: int
    """The largest improvement that the search expects from a quiet turn."""

    def turns(self, position: P) -> tuple[Sequence[T], Sequence[T]]:
        """Return the turns that gain material and the quiet turns, each sorted with the most promising first."""
        ...

    def forcing_turns(self, position: P) -> Sequence[T]:
        """Return the turns for quiescence search, sorted with the most promising first.

        The search calls this only if the side to move is not in check.
        """
        ...

    def gain(self, position: P, turn: T) -> int:
        """Return the value of the material that a turn gains by captures and promotion."""
        ...

    def position_after(self, position: P, turn: T) -> P:
        """Return the position after a turn, with the other side to move."""
        ...

    def after_null_move(self, position: P) -> P | None:
        """Return the position after a pass, or None if a pass could be better than any turn."""
        ...

    def in_check(self, position: P) -> bool:
        """Return True if the side to move would lose the game if it passed."""
        ...

    def value(self, position: P) -> int:
        """Return the evaluation for the side to move, between ``-FORCED_WIN`` and ``FORCED_WIN``, both exclusive."""
        ...

    def result(self, position: P) -> int | None:
        """Return 1, 0 or -1 for a win, draw or loss of the side to move, or None while the game continues.

        The result is None even if the side to move has no turns; the search handles that case.
        """
        ...

    def key(self, position: P) -> Hashable:
        """Return a key for the transposition table and for repetitions. Equal positions have equal keys."""
        ...


class _LimitReached(Exception):
    """Raised when the search has reached its maximum number of positions."""


@dataclass(slots=True)
class _Search(Generic[P, T]):
    """The state of one search.

    Attributes:
        rules: the rules of the game.
        limits: the limits.
        repetition_counts: the occurrences of each position in the game so far, by ``Rules.key``.
        position_count: the number of positions searched.
        table: for each key, the depth, the value, its bound (-1: at most, 0: exact, 1: at least) and the best turn.
        killers: for each distance from the root, two quiet turns that caused cutoffs.
        history: for each quiet turn, a measure of how often it caused cutoffs.
        path: the keys of the positions from the root to this one.
    """

    rules: Rules[P, T]
    limits: Limits
    repetition_counts: Mapping[Hashable, int]
    position_count: int = 0
    table: dict[Hashable, tuple[int, int, int, T]] = field(default_factory=dict)
    killers: dict[int, tuple[T, ...]] = field(default_factory=dict)
    history: dict[T, int] = field(default_factory=dict)
    path: list[Hashable] = field(default_factory=list)

    def count_position(self) -> bool:
        """Count one position; return True if the search should yield now.

        Raises:
            _LimitReached: the search has reached its maximum number of positions.
        """
        if self.position_count >= self.limits.max_positions:
            raise _LimitReached
        self.position_count += 1
        return self.position_count % self.limits.positions_per_slice == 0

    def order_turns(
        self, turns_with_gain: Sequence[T], quiet_turns: Sequence[T], table_turn: T | None, ply: int
    ) -> list[T]:
        """Return turns in search order: the table turn, the gaining turns, the killers, then the rest by history."""
        history = self.history
        ordered_turns: list[T] = [] if table_turn is None else [table_turn]
        ordered_turns += turns_with_gain
        ordered_turns += [killer for killer in self.killers.get(ply, ()) if killer in quiet_turns]
        if history:
            quiet_turns = sorted(quiet_turns, key=lambda turn: history.get(turn, 0), reverse=True)
        return list(dict.fromkeys((*ordered_turns, *quiet_turns)))

    def record_cutoff(self, turn: T, ply: int, depth: int) -> None:
        """Record a quiet turn that caused a cutoff."""
        self.killers[ply] = (turn, *(killer for killer in self.killers.get(ply, ()) if killer != turn))[:2]
        self.history[turn] = self.history.get(turn, 0) + depth * depth

    def visit(
        self, position: P, depth: int, alpha: int, beta: int, ply: int, is_after_null_move: bool = False
    ) -> Generator[int, None, int]:
        """Search a position; return its value for the side to move.

        Args:
            position: the position.
            depth: the number of turns to search before quiescence.
            alpha: the lower bound of the search window.
            beta: the upper bound of the search window.
            ply: the number of turns since the root.
            is_after_null_move: True if the opponent has just passed.
        """
        if self.count_position():
            yield self.position_count
        rules = self.rules
        result = rules.result(position)
        if result is not None:
            return result * (WIN - ply)
        key = rules.key(position)
        if not is_after_null_move and (key in self.repetition_counts or key in self.path):
            return 0
        in_check = rules.in_check(position)
        if in_check and ply < _MAX_EXTENDED_PLY:
            depth += 1
        if depth <= 0:
            return (yield from self.quiesce(position, alpha, beta, ply, self.limits.max_forcing_turns, in_check))
        entry = self.table.get(key)
        table_turn = None
        if entry:
            table_turn = entry[3]
            if entry[0] >= depth:
                value, bound = value_from_root(entry[1], ply), entry[2]
                if bound == 0 or (bound > 0 and value >= beta) or (bound < 0 and value <= alpha):
                    return value
        evaluation = rules.value(position)
        if beta - alpha == 1 and not in_check and not is_after_null_move and depth >= 2 and evaluation >= beta:
            after_null_move = rules.after_null_move(position)
            if after_null_move is not None:
                value = -(
                    yield from self.visit(
                        after_null_move, depth - 1 - _NULL_MOVE_REDUCTION, -beta, 1 - beta, ply + 1, True
                    )
                )
                if value >= beta:
                    return min(value, FORCED_WIN - 1)
        turns_with_gain, quiet_turns = rules.turns(position)
        if not turns_with_gain and not quiet_turns:
            return ply - WIN if in_check else 0
        futile_value = evaluation + depth * rules.margin
        is_futile = not in_check and depth <= 2 and futile_value <= alpha and alpha > -FORCED_WIN
        gaining_turns = set(turns_with_gain)
        best_value, bound = -WIN, -1
        best_turn: T | None = None
        self.path.append(key)
        try:
            for index, turn in enumerate(self.order_turns(turns_with_gain, quiet_turns, table_turn, ply)):
                next_position = rules.position_after(position, turn)
                is_quiet = turn not in gaining_turns
                if is_futile and index and is_quiet and not rules.in_check(next_position):
                    best_value = max(best_value, futile_value)
                    continue
                reduction = 0
                if index >= 4 and depth >= 2 and is_quiet and not in_check:
                    reduction = 1 if index < 16 or depth < 3 else 2
                if index:
                    value = -(yield from self.visit(next_position, depth - 1 - reduction, -alpha - 1, -alpha, ply + 1))
                    if reduction and value > alpha:
                        value = -(yield from self.visit(next_position, depth - 1, -alpha - 1, -alpha, ply + 1))
                if not index or alpha < value < beta:
                    value = -(yield from self.visit(next_position, depth - 1, -beta, -alpha, ply + 1))
                if value > best_value or best_turn is None:
                    best_value, best_turn = max(best_value, value), turn
                    if value > alpha:
                        alpha, bound = value, 0
                        if value >= beta:
                            bound = 1
                            if is_quiet:
                                self.record_cutoff(turn, ply, depth)
                            break
        finally:
            self.path.pop()
        if best_turn is not None:
            self.table[key] = (depth, value_from_position(best_value, ply), bound, best_turn)
        return best_value

    def quiesce(
        self, position: P, alpha: int, beta: int, ply: int, max_turns: int, in_check: bool
    ) -> Generator[int, None, int]:
        """Search only forcing turns; return the value for the side to move.

        Unless it is in check, the side to move may also stop and accept the evaluation of the position.

        Args:
            position, alpha, beta, ply: as for ``visit``.
            max_turns: the maximum number of consecutive forcing turns.
            in_check: True if the side to move is in check and the search considers all its replies.
        """
        rules = self.rules
        best_value = -WIN
        candidates: Sequence[T]
        if in_check:
            turns_with_gain, quiet_turns = rules.turns(position)
            if not turns_with_gain and not quiet_turns:
                return ply - WIN
            candidates = (*turns_with_gain, *quiet_turns)
        else:
            best_value = rules.value(position)
            if best_value >= beta or max_turns <= 0:
                return best_value
            alpha = max(alpha, best_value)
            candidates = rules.forcing_turns(position)
        required_gain = alpha - best_value - rules.margin
        for turn in candidates:
            if not in_check and rules.gain(position, turn) <= required_gain:
                continue
            if self.count_position():
                yield self.position_count
            next_position = rules.position_after(position, turn)
            gives_check = max_turns > self.limits.max_forcing_turns - _MAX_CHECK_PLIES and rules.in_check(next_position)
            value = -(yield from self.quiesce(next_position, -beta, -alpha, ply + 1, max_turns - 1, gives_check))
            if value > best_value:
                best_value = value
                if value > alpha:
                    alpha = value
                    if value >= beta:
                        break
        return best_value


def search(
    rules: Rules[P, T],
    position: P,
    limits: Limits,
    roots: Sequence[T],
    *,
    noise: Callable[[T], int] = lambda turn: 0,
    repetition_counts: Mapping[Hashable, int] | None = None,
) -> Generator[int, None, SearchResult[T]]:
    """Search for the best turn; yield the number of positions after every ``limits.positions_per_slice`` of them.

    Args:
        rules: the rules of the game.
        position: the current position.
        limits: the limits.
        roots: the turns to choose from, sorted with the most promising first.
        noise: returns a number to add to the value of a turn before the comparison. Forced wins and losses get none.
        repetition_counts: the occurrences of each position in the game so far, by ``Rules.key``. A return to such a
            position counts as a draw.

    Raises:
        ValueError: ``roots`` is empty.
    """
    if not roots:
        raise ValueError("there is no turn to search for")
    state = _Search(rules, limits, repetition_counts or {})
    state.path.append(rules.key(position))
    ordered_roots = list(roots)
    bonuses = {turn: noise(turn) for turn in ordered_roots}
    result = SearchResult(ordered_roots[0], 0, (ordered_roots[0],), 0, 0, ())
    for depth in range(1, limits.depth + 1):
        values: list[tuple[int, int, T]] = []
        best_value = -2 * WIN
        try:
            for turn in ordered_roots:
                next_position = rules.position_after(position, turn)
                alpha = max(best_value - bonuses[turn] if abs(best_value) < FORCED_WIN else best_value, -WIN)
                if values:
                    value = -(yield from state.visit(next_position, depth - 1, -alpha - 1, -alpha, 1))
                if not values or value > alpha:
                    value = -(yield from state.visit(next_position, depth - 1, -WIN, -alpha, 1))
                adjusted_value = value + bonuses[turn] if abs(value) < FORCED_WIN else value
                values.append((adjusted_value, value, turn))
                if adjusted_value > best_value:
                    best_value = adjusted_value
                    result = SearchResult(turn, value, (turn,), depth - 1, state.position_count, result.ranked_turns)
        except _LimitReached:
            break
        values.sort(key=lambda item: -item[0])
        ranked_turns = tuple((turn, value) for _, value, turn in values)
        # Turns that failed low keep their order after the best, because their values are only bounds.
        ordered_roots = [result.turn, *(turn for turn in ordered_roots if turn != result.turn)]
        result = SearchResult(result.turn, result.value, (result.turn,), depth, state.position_count, ranked_turns)
        if abs(result.value) >= FORCED_WIN or len(ordered_roots) == 1:
            break
    line = _find_best_line(state, position, result.turn)
    return SearchResult(result.turn, result.value, line, result.depth, state.position_count, result.ranked_turns)


def _find_best_line(state: _Search[P, T], position: P, turn: T) -> tuple[T, ...]:
    """Return a turn followed by the best line in the transposition table."""
    line = [turn]
    while len(line) < _MAX_EXTENDED_PLY:
        position = state.rules.position_after(position, line[-1])
        entry = state.table.get(state.rules.key(position))
        if entry is None or entry[2] < 0:
            break
        line.append(entry[3])
    return tuple(line)
