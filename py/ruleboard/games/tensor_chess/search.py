"""The search for good moves: alpha-beta with the refinements that chess is known for.

Iterative deepening with null windows (Marsland and Campbell, 1982), null moves (Donninger, 1993), late move
reductions, extensions for checks, and quiescence over captures in which checks are answered. It plays on packed moves
and carries the balance of the board along (``evaluation``), which ``engine.search.tree`` cannot do.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ruleboard.engine.search.tree import SURE, WIN, Found
from ruleboard.games.tensor_chess.attacks import attacked
from ruleboard.games.tensor_chess.board import BEAST, EMPTY, KING, RELATIVE
from ruleboard.games.tensor_chess.captures import captures
from ruleboard.games.tensor_chess.endings import HALFMOVES_TO_CLAIM, is_dead
from ruleboard.games.tensor_chess.evaluation import WORTH, WORTH_OF, Balance, balance, balance_after, value
from ruleboard.games.tensor_chess.packed_moves import legal_moves, play
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    EN_PASSANT,
    FROM,
    KINDS,
    MASK,
    PROMOTION,
    PROPEL,
    VIA,
    PackedMove,
)
from ruleboard.games.tensor_chess.state import State

Sight: TypeAlias = Callable[[State, list[PackedMove]], list[PackedMove]]
"""A function from the legal moves of a state to those that a player sees when looking ahead."""

_QUEENING: Final = ord("Q")
_MARGIN: Final = 140
"""The most by which a quiet move is thought to better a position, in hundredths of a pawn."""
_NULL_REDUCTION: Final = 2
_DEEPEST: Final = 40
"""The number of moves after which checks are extended no further."""


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search.

    Attributes:
        depth: the most moves to look ahead before quiescence, at least 1.
        positions: the most positions to look at; those of quiescence count.
        captures: the most captures in a row beyond the depth.
        pause: the number of positions between two yields.
    """

    depth: int
    positions: int
    captures: int = 8
    pause: int = 32


class _Spent(Exception):
    """The budget of positions is spent."""


def see_all(state: State, moves: list[PackedMove]) -> list[PackedMove]:
    """Return all moves: the sight of a player who overlooks nothing."""
    return moves


def captured_worth(board: bytes, move: PackedMove) -> int:
    """Return the value of the piece that a legal move captures, in tenths of a pawn; 0 if it captures none."""
    landing, kind = move & MASK, move & KINDS
    if kind == BEAST_CAPTURE:
        return WORTH_OF[board[move >> VIA & MASK]]
    if kind == EN_PASSANT:
        return WORTH["P"] // 10
    if landing == move >> FROM & MASK or kind == PROPEL:
        return 0
    return WORTH_OF[board[landing]]


def checked(state: State) -> bool:
    """Return True if the king of the side to move is attacked."""
    board = state.board.translate(RELATIVE[state.turn])
    king = board.find(KING)
    return king >= 0 and attacked(board, king, state.turn)


def _captures(state: State, moves: Sequence[PackedMove]) -> list[tuple[int, PackedMove]]:
    """Return the captures and the promotions to a queen with their ranks, the most promising first."""
    board = state.board
    found: list[tuple[int, PackedMove]] = []
    for move in moves:
        kind = move & KINDS
        if kind == PROPEL:
            continue
        landing, start = move & MASK, move >> FROM & MASK
        if kind == BEAST_CAPTURE:
            found.append((WORTH_OF[board[move >> VIA & MASK]] * 16, move))
        elif kind == PROMOTION:
            if move >> VIA & MASK == _QUEENING:
                found.append((2000 + WORTH_OF[board[landing]] * 16, move))
        elif board[landing] != EMPTY and landing != start:
            found.append((WORTH_OF[board[landing]] * 16 - WORTH_OF[board[start]], move))
        elif kind == EN_PASSANT:
            found.append((150, move))
    if len(found) > 1:
        found.sort(reverse=True)
    return found


@dataclass(slots=True)
class _Search:
    """The state of one search.

    Attributes:
        limits: the limits.
        repeated: the keys of the positions of the game so far, by ``Game.key``.
        sight: the moves that are seen below the root.
        positions: the number of positions looked at.
        table: for each key the depth, the value, its bound (-1: at most, 0: exact, 1: at least) and the best move.
        killers: for each distance from the root two quiet moves that refuted others.
        history: for each quiet move a measure of how often it refuted others.
        path: the keys of the positions from the root to this one.
    """

    limits: Limits
    repeated: Mapping[Hashable, int]
    sight: Sight
    positions: int = 0
    table: dict[Hashable, tuple[int, int, int, PackedMove]] = field(default_factory=dict)
    killers: list[tuple[PackedMove, PackedMove]] = field(default_factory=lambda: [(-1, -1)] * (2 * _DEEPEST))
    history: dict[PackedMove, int] = field(default_factory=dict)
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

    def ordered(self, state: State, moves: Sequence[PackedMove], known: PackedMove, ply: int) -> list[PackedMove]:
        """Return moves in the order to try them: the one known as best, captures, killers, the rest by history."""
        captures = _captures(state, moves)
        first, second = self.killers[ply]
        ranks = dict.fromkeys(moves, 0)
        history = self.history
        if history:
            for move in moves:
                ranks[move] = history.get(move, 0)
        if first in ranks:
            ranks[first] = 1 << 30
        if second in ranks:
            ranks[second] = (1 << 30) - 1
        board = state.board
        for rank, move in captures:
            losing = WORTH_OF[board[move >> FROM & MASK]] > WORTH_OF[board[move & MASK]] + 5
            ranks[move] = rank + (1 << 29 if losing else 1 << 31)
        if known in ranks:
            ranks[known] = 1 << 40
        return sorted(moves, key=ranks.__getitem__, reverse=True)

    def refuted(self, state: State, move: PackedMove, ply: int, depth: int) -> None:
        """Remember a quiet move that was too good for the opponent to allow."""
        if captured_worth(state.board, move):
            return
        first = self.killers[ply][0]
        if move != first:
            self.killers[ply] = (move, first)
        self.history[move] = self.history.get(move, 0) + depth * depth

    def visit(
        self, state: State, weight: Balance, depth: int, alpha: int, beta: int, ply: int, after_null: bool = False
    ) -> Generator[int, None, int]:
        """Return the value of a position for the side to move.

        Args:
            state: the position.
            weight: the balance of its board.
            depth: the number of moves to look ahead before quiescence.
            alpha: the value that the side to move has for certain elsewhere.
            beta: the value that the opponent need not exceed.
            ply: the number of moves since the root.
            after_null: True if the opponent has just passed.
        """
        if self.count():
            yield self.positions
        board, turn, castling, en_passant, clock, number = state
        if clock >= HALFMOVES_TO_CLAIM:
            return 0 if legal_moves(state) or not checked(state) else ply - WIN
        key = (board, turn, castling, en_passant)
        if not after_null:
            if clock and (key in self.path or key in self.repeated):
                return 0
            if not clock and is_dead(board):
                return 0
        in_check = checked(state)
        if in_check and ply < _DEEPEST:
            depth += 1
        if depth <= 0:
            return (yield from self.settle(state, weight, alpha, beta, ply, self.limits.captures, in_check))
        known = self.table.get(key)
        best_known = -1
        if known:
            best_known = known[3]
            if known[0] >= depth:
                score, bound = _from_here(known[1], ply), known[2]
                if bound == 0 or (bound > 0 and score >= beta) or (bound < 0 and score <= alpha):
                    return score
        static = value(weight, board, turn)
        null_window = beta - alpha == 1
        if null_window and not in_check and not after_null and depth >= 2 and static >= beta and _has_pieces(state):
            passed = State(board, 1 - turn, castling, -1, clock + 1, number)
            score = -(
                yield from self.visit(passed, weight, depth - 1 - _NULL_REDUCTION, -beta, 1 - beta, ply + 1, True)
            )
            if score >= beta:
                return beta if score >= SURE else score
        moves = legal_moves(state)
        if not moves:
            return ply - WIN if in_check else 0
        moves = self.sight(state, moves)
        futile = not in_check and depth <= 2 and static + depth * _MARGIN <= alpha and alpha > -SURE
        best, bound, best_move = -WIN, -1, moves[0]
        self.path.append(key)
        try:
            for index, move in enumerate(self.ordered(state, moves, best_known, ply)):
                capture = captured_worth(board, move) or move & KINDS == PROMOTION
                then = play(state, move)
                if futile and index and not capture and not checked(then):
                    best = max(best, static + depth * _MARGIN)
                    continue
                weight_then = balance_after(weight, board, turn, move)
                less = 0
                if index >= 4 and depth >= 2 and not capture and not in_check:
                    less = 1 if index < 16 or depth < 3 else 2
                if index:
                    score = -(yield from self.visit(then, weight_then, depth - 1 - less, -alpha - 1, -alpha, ply + 1))
                    if less and score > alpha:
                        score = -(yield from self.visit(then, weight_then, depth - 1, -alpha - 1, -alpha, ply + 1))
                if not index or alpha < score < beta:
                    score = -(yield from self.visit(then, weight_then, depth - 1, -beta, -alpha, ply + 1))
                if score > best:
                    best, best_move = score, move
                    if score > alpha:
                        alpha, bound = score, 0
                        if score >= beta:
                            bound = 1
                            self.refuted(state, move, ply, depth)
                            break
        finally:
            self.path.pop()
        self.table[key] = (depth, _to_table(best, ply), bound, best_move)
        return best

    def settle(
        self, state: State, weight: Balance, alpha: int, beta: int, ply: int, more: int, in_check: bool
    ) -> Generator[int, None, int]:
        """Return the value of a position after its captures; the side to move may do without, unless it is in check.

        Args:
            more: the most captures in a row that are looked at.
            in_check: True if the king of the side to move is attacked.
            state, weight, alpha, beta, ply: as for ``visit``.
        """
        board, turn = state.board, state.turn
        best = -WIN
        if not in_check:
            best = value(weight, board, turn)
            if best >= beta or more <= 0:
                return best
            alpha = max(alpha, best)
        tried: Sequence[PackedMove]
        if in_check:
            moves = legal_moves(state)
            if not moves:
                return ply - WIN
            tried = self.ordered(state, self.sight(state, moves), -1, min(ply, _DEEPEST))
        else:
            tried = [move for _rank, move in _captures(state, self.sight(state, captures(state)))]
        relative = board.translate(RELATIVE[turn])
        static = best
        for move in tried:
            if not in_check:
                gain = captured_worth(board, move) * 10
                if move & KINDS != PROMOTION:
                    if static + gain + _MARGIN <= alpha:
                        continue
                    start = move >> FROM & MASK
                    cost = WORTH_OF[board[start]] * 10
                    if cost > gain + 50 and relative[start] not in (BEAST, KING) and _guarded(relative, move, turn):
                        continue
            if self.count():
                yield self.positions
            then = play(state, move)
            checks = more > self.limits.captures - 3 and checked(then)
            weight_then = balance_after(weight, board, turn, move)
            score = -(yield from self.settle(then, weight_then, -beta, -alpha, ply + 1, more - 1, checks))
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    if score >= beta:
                        break
        return best


def _guarded(relative: bytes, move: PackedMove, turn: int) -> bool:
    """Return True if a piece that captures could be captured in return, given the board as its side sees it."""
    after = bytearray(relative)
    after[move >> FROM & MASK] = 0
    after[move & MASK] = KING
    return attacked(after, move & MASK, turn)


def _has_pieces(state: State) -> bool:
    """Return True if the side to move has a piece besides king, pawns and beasts: else passing may be best."""
    return any(letter in state.board for letter in (b"NBRQ", b"nbrq")[state.turn])


def _to_table(score: int, ply: int) -> int:
    """Return a value as counted from the position itself: a forced mate is nearer from there."""
    return score + ply if score >= SURE else score - ply if score <= -SURE else score


def _from_here(score: int, ply: int) -> int:
    """Return a value of the table as counted from the root."""
    return score - ply if score >= SURE else score + ply if score <= -SURE else score


def search(
    state: State,
    limits: Limits,
    *,
    roots: Sequence[PackedMove] | None = None,
    noise: Callable[[PackedMove], int] = lambda move: 0,
    repeated: Mapping[Hashable, int] | None = None,
    sight: Sight = see_all,
) -> Generator[int, None, Found[PackedMove]]:
    """Search for the best move; yield the number of positions looked at every ``limits.pause`` of them.

    Args:
        state: the position to decide in; it has a legal move.
        limits: the limits.
        roots: the moves to choose from; by default all legal ones.
        noise: a number to be added to the value of each of them before they are compared.
        repeated: the positions of the game so far, by ``Game.key``: to come to one of them again counts as a draw.
        sight: the moves that are seen below the root.

    Raises:
        ValueError: there is no move.
    """
    run = _Search(limits, repeated or {}, sight)
    weight = balance(state.board)
    order = list(legal_moves(state) if roots is None else roots)
    if not order:
        raise ValueError("there is no move to search for")
    order = run.ordered(state, order, -1, 0)
    afters = {move: (play(state, move), balance_after(weight, state.board, state.turn, move)) for move in order}
    extras = {move: noise(move) for move in order}
    run.path.append((state.board, state.turn, state.castling, state.en_passant))
    found = Found(order[0], 0, (order[0],), 0, 0, ())
    for depth in range(1, limits.depth + 1):
        tried: list[tuple[int, int, PackedMove]] = []
        best = -2 * WIN
        try:
            for move in order:
                then, weight_then = afters[move]
                alpha = max(best - extras[move], -WIN)
                if tried:
                    score = -(yield from run.visit(then, weight_then, depth - 1, -alpha - 1, -alpha, 1))
                if not tried or score > alpha:
                    score = -(yield from run.visit(then, weight_then, depth - 1, -WIN, -alpha, 1))
                tried.append((score + extras[move], score, move))
                if score + extras[move] > best:
                    best = score + extras[move]
                    found = Found(move, score, (move,), depth - 1, run.positions, found.ranked)
        except _Spent:
            break
        tried.sort(key=lambda each: -each[0])
        ranked = tuple((move, score) for _, score, move in tried)
        order = [found.turn, *(move for move in order if move != found.turn)]
        found = Found(found.turn, found.value, (), depth, run.positions, ranked)
        if abs(found.value) >= SURE or len(order) == 1:
            break
    return Found(found.turn, found.value, _line(run, state, found.turn), found.depth, run.positions, found.ranked)


def _line(run: _Search, state: State, move: PackedMove) -> tuple[PackedMove, ...]:
    """Return a move and the play expected after it, as far as the table knows."""
    line = [move]
    state = play(state, move)
    while len(line) < _DEEPEST:
        known = run.table.get((state.board, state.turn, state.castling, state.en_passant))
        if known is None or known[3] not in legal_moves(state) or known[2] < 0:
            break
        line.append(known[3])
        state = play(state, known[3])
    return tuple(line)
