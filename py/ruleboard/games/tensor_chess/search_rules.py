"""The rules for the search, with packed moves, and with positions that hold the balance of their board."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, TypeAlias

from ruleboard.games.tensor_chess.attacks import attacked
from ruleboard.games.tensor_chess.board import BEAST, EMPTY, KING, RELATIVE
from ruleboard.games.tensor_chess.captures import captures
from ruleboard.games.tensor_chess.endings import HALFMOVES_TO_CLAIM, is_dead
from ruleboard.games.tensor_chess.evaluation import WORTH, Balance, balance, balance_after, value
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
"""A function that reduces the legal moves of a state to those that a player sees when looking ahead."""

_QUEEN: Final = ord("Q")
_WORTH: Final = tuple(WORTH.get(chr(letter).upper(), 0) for letter in range(128))
"""The value of a piece in hundredths of a pawn, by its letter as a byte."""
_SLIGHT: Final = 50
"""The maximum loss, in hundredths of a pawn, at which a capture still counts as an even exchange."""


class Position:
    """A state with the balance of its board.

    Attributes:
        state: the state.
        balance: the balance of its board, see ``evaluation``.
    """

    __slots__ = ("_in_check", "balance", "state")

    def __init__(self, state: State, of_board: Balance) -> None:
        self.state = state
        self.balance = of_board
        self._in_check: bool | None = None

    @property
    def in_check(self) -> bool:
        """True if the king of the side to move is in check."""
        if self._in_check is None:
            board = self.state.board.translate(RELATIVE[self.state.turn])
            king = board.find(KING)
            self._in_check = king >= 0 and attacked(board, king, self.state.turn)
        return self._in_check


def position(state: State) -> Position:
    """Return a state with the balance of its board."""
    return Position(state, balance(state.board))


def _see_all(_state: State, moves: list[PackedMove]) -> list[PackedMove]:
    return moves


class TensorChessRules:
    """The rules for a search, see ``engine.search.selective.Rules``.

    Args:
        sight: the moves that the player sees, by default all.
    """

    margin = 140

    def __init__(self, sight: Sight = _see_all) -> None:
        self._sight = sight

    def turns(self, position: Position) -> tuple[Sequence[PackedMove], Sequence[PackedMove]]:
        """Return the captures and promotions that seem to win material, and the other moves."""
        state = position.state
        moves = self._sight(state, legal_moves(state))
        board = state.board
        ranked: list[tuple[int, PackedMove]] = []
        others: list[PackedMove] = []
        losing: list[PackedMove] = []
        for move in moves:
            letter = board[move & MASK]
            kind = move & KINDS
            if (letter == EMPTY and kind < BEAST_CAPTURE) or kind == PROPEL:
                others.append(move)
            elif gain := _gain(board, move, kind):
                cost = _WORTH[board[move >> FROM & MASK]]
                if kind <= BEAST_CAPTURE and cost > gain + _SLIGHT and board[move >> FROM & MASK] not in b"KkTt":
                    losing.append(move)
                else:
                    ranked.append((cost - 16 * gain, move))
            else:
                others.append(move)
        ranked.sort()
        return [move for _rank, move in ranked], losing + others

    def forcing(self, position: Position) -> Sequence[PackedMove]:
        """Return the captures that seem to win material and the promotions to a queen, the most valuable first."""
        state = position.state
        board, turn = state.board, state.turn
        relative = board.translate(RELATIVE[turn])
        ranked: list[tuple[int, PackedMove]] = []
        for move in self._sight(state, captures(state)):
            kind = move & KINDS
            gain = _gain(board, move, kind)
            start = move >> FROM & MASK
            cost = _WORTH[board[start]]
            if cost > gain + _SLIGHT and relative[start] not in (BEAST, KING) and _guarded(relative, move, turn):
                continue
            ranked.append((cost - 16 * gain, move))
        ranked.sort()
        return [move for _rank, move in ranked]

    def gain(self, position: Position, turn: PackedMove) -> int:
        """Return the material that a move wins by capture or promotion, in hundredths of a pawn."""
        return _gain(position.state.board, turn, turn & KINDS)

    def after(self, position: Position, turn: PackedMove) -> Position:
        """Return the position after a move."""
        state = position.state
        return Position(play(state, turn), balance_after(position.balance, state.board, state.turn, turn))

    def passed(self, position: Position) -> Position | None:
        """Return the position after a pass, or None if the side to move has only king, pawns and beasts."""
        board, turn, castling, _, clock, number = position.state
        if not any(letter in board for letter in (b"QRBN", b"qrbn")[turn]):
            return None
        return Position(State(board, 1 - turn, castling, -1, clock + 1, number), position.balance)

    def in_check(self, position: Position) -> bool:
        return position.in_check

    def value(self, position: Position) -> int:
        """Return the advantage of the side to move, in hundredths of a pawn."""
        return value(position.balance, position.state.board, position.state.turn)

    def result(self, position: Position) -> int | None:
        """Return 0 for a draw by a dead position or 50 quiet moves of each side, -1 for a mate then, or None."""
        state = position.state
        if state.halfmove_clock >= HALFMOVES_TO_CLAIM:
            return -1 if position.in_check and not legal_moves(state) else 0
        return 0 if not state.halfmove_clock and is_dead(state.board) else None

    def key(self, position: Position) -> Hashable:
        """Return a key of the position. Positions that can repeat have equal keys if ``Game.key`` is equal."""
        return position.state[:4]


def _gain(board: bytes, move: PackedMove, kind: int) -> int:
    """Return the material that a legal move wins by a capture or a promotion to a queen, in hundredths of a pawn."""
    landing = move & MASK
    if kind == PROPEL:
        return 0
    if kind == BEAST_CAPTURE:
        return _WORTH[board[move >> VIA & MASK]]
    if kind == EN_PASSANT:
        return WORTH["P"]
    if kind == PROMOTION:
        return WORTH["Q"] - WORTH["P"] + _WORTH[board[landing]] if move >> VIA & MASK == _QUEEN else 0
    return _WORTH[board[landing]] if landing != move >> FROM & MASK else 0


def _guarded(relative: bytes, move: PackedMove, turn: int) -> bool:
    """Return True if the enemy could recapture after a move.

    Args:
        relative: the codes of the board for the side that moves.
        move: the capture.
        turn: the side that moves, 0 White, 1 Black.
    """
    after = bytearray(relative)
    after[move >> FROM & MASK] = 0
    after[move & MASK] = KING
    return attacked(after, move & MASK, turn)
