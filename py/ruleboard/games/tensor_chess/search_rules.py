"""The rules of Tensor Chess for the search, which uses packed moves and positions with a cached balance."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final, TypeAlias

from ruleboard.games.tensor_chess.attacks import is_attacked
from ruleboard.games.tensor_chess.board import BEAST, EMPTY, KING, PIECE_CODES
from ruleboard.games.tensor_chess.endings import HALFMOVES_BEFORE_CLAIM, is_dead_position
from ruleboard.games.tensor_chess.evaluation import PIECE_VALUES, Balance, balance, balance_after, position_value
from ruleboard.games.tensor_chess.packed_moves import apply_move, legal_moves
from ruleboard.games.tensor_chess.packing import (
    BEAST_CAPTURE,
    EN_PASSANT,
    KIND_MASK,
    PROMOTION,
    PROPEL,
    SQUARE_MASK,
    START_SHIFT,
    VIA_SHIFT,
    PackedMove,
)
from ruleboard.games.tensor_chess.state import State

MoveFilter: TypeAlias = Callable[[State, list[PackedMove]], list[PackedMove]]
"""A function that filters the legal moves of a state: the search ignores the moves that it leaves out."""

_QUEEN_LETTER: Final = ord("Q")
_LETTER_VALUES: Final = tuple(PIECE_VALUES.get(chr(letter).upper(), 0) for letter in range(128))
"""The value of a piece in hundredths of a pawn, by its letter as a byte."""
_MAX_EXCHANGE_LOSS: Final = 50
"""The maximum loss in an even exchange, in hundredths of a pawn."""


class SearchPosition:
    """A state with the balance of its board.

    Attributes:
        state: the state.
        balance: the balance of its board (see ``evaluation``).
    """

    __slots__ = ("_in_check", "balance", "state")

    def __init__(self, state: State, balance: Balance) -> None:
        self.state = state
        self.balance = balance
        self._in_check: bool | None = None

    @property
    def in_check(self) -> bool:
        """True if the king of the side to move is in check."""
        if self._in_check is None:
            board = self.state.board.translate(PIECE_CODES[self.state.turn])
            king = board.find(KING)
            self._in_check = king >= 0 and is_attacked(board, king, self.state.turn)
        return self._in_check


def build_search_position(state: State) -> SearchPosition:
    """Build a search position from a state, and compute the balance of its board."""
    return SearchPosition(state, balance(state.board))


def _keep_all_moves(_state: State, moves: list[PackedMove]) -> list[PackedMove]:
    return moves


class TensorChessSearchRules:
    """The rules of Tensor Chess for a search; see ``engine.search.selective.Rules``.

    Args:
        visible_moves: a function that selects the moves that the search considers; by default all moves.
    """

    margin = 140

    def __init__(self, visible_moves: MoveFilter = _keep_all_moves) -> None:
        self._visible_moves = visible_moves

    def turns(self, position: SearchPosition) -> tuple[Sequence[PackedMove], Sequence[PackedMove]]:
        """Return the captures and promotions that seem to win material, and the other moves."""
        state = position.state
        moves = self._visible_moves(state, legal_moves(state))
        board = state.board
        ranked_moves: list[tuple[int, PackedMove]] = []
        other_moves: list[PackedMove] = []
        losing_captures: list[PackedMove] = []
        for move in moves:
            letter = board[move & SQUARE_MASK]
            kind = move & KIND_MASK
            if (letter == EMPTY and kind < BEAST_CAPTURE) or kind == PROPEL:
                other_moves.append(move)
            elif gain := _gain(board, move, kind):
                mover_value = _LETTER_VALUES[board[move >> START_SHIFT & SQUARE_MASK]]
                if (
                    kind <= BEAST_CAPTURE
                    and mover_value > gain + _MAX_EXCHANGE_LOSS
                    and board[move >> START_SHIFT & SQUARE_MASK] not in b"KkTt"
                ):
                    losing_captures.append(move)
                else:
                    ranked_moves.append((mover_value - 16 * gain, move))
            else:
                other_moves.append(move)
        ranked_moves.sort()
        return [move for _rank, move in ranked_moves], losing_captures + other_moves

    def forcing_turns(self, position: SearchPosition) -> Sequence[PackedMove]:
        """Return the captures and promotions to a queen that seem to win material, the greatest gain first."""
        state = position.state
        board, turn = state.board, state.turn
        codes = board.translate(PIECE_CODES[turn])
        ranked_moves: list[tuple[int, PackedMove]] = []
        for move in self._visible_moves(state, legal_moves(state, with_quiet_moves=False)):
            kind = move & KIND_MASK
            gain = _gain(board, move, kind)
            start = move >> START_SHIFT & SQUARE_MASK
            mover_value = _LETTER_VALUES[board[start]]
            if (
                mover_value > gain + _MAX_EXCHANGE_LOSS
                and codes[start] not in (BEAST, KING)
                and _is_recapturable(codes, move, turn)
            ):
                continue
            ranked_moves.append((mover_value - 16 * gain, move))
        ranked_moves.sort()
        return [move for _rank, move in ranked_moves]

    def gain(self, position: SearchPosition, turn: PackedMove) -> int:
        """Return the material gain of a capture or promotion, in hundredths of a pawn."""
        return _gain(position.state.board, turn, turn & KIND_MASK)

    def position_after(self, position: SearchPosition, turn: PackedMove) -> SearchPosition:
        """Return the position after a move."""
        state = position.state
        return SearchPosition(apply_move(state, turn), balance_after(position.balance, state.board, state.turn, turn))

    def after_null_move(self, position: SearchPosition) -> SearchPosition | None:
        """Return the position after a pass, or None if the side to move has only a king, pawns and beasts."""
        board, turn, castling, _, halfmove_clock, fullmove_number = position.state
        if not any(letter in board for letter in (b"QRBN", b"qrbn")[turn]):
            return None
        return SearchPosition(
            State(board, 1 - turn, castling, -1, halfmove_clock + 1, fullmove_number), position.balance
        )

    def in_check(self, position: SearchPosition) -> bool:
        """Return True if the king of the side to move is in check."""
        return position.in_check

    def value(self, position: SearchPosition) -> int:
        """Return the advantage of the side to move, in hundredths of a pawn."""
        return position_value(position.balance, position.state.board, position.state.turn)

    def result(self, position: SearchPosition) -> int | None:
        """Return 0 for a draw, -1 if the side to move is checkmated, or None while the game continues.

        The search counts a dead position and 50 moves of each side without a capture or pawn move as draws. It
        detects checkmate only after the 50 moves.
        """
        state = position.state
        if state.halfmove_clock >= HALFMOVES_BEFORE_CLAIM:
            return -1 if position.in_check and not legal_moves(state) else 0
        return 0 if not state.halfmove_clock and is_dead_position(state.board) else None

    def key(self, position: SearchPosition) -> Hashable:
        """Return a hashable key, which is equal for positions that count as repetitions of each other."""
        return position.state[:4]


def _gain(board: bytes, move: PackedMove, kind: int) -> int:
    """Return the material gain of a capture or a promotion to a queen, in hundredths of a pawn."""
    landing = move & SQUARE_MASK
    if kind == PROPEL:
        return 0
    if kind == BEAST_CAPTURE:
        return _LETTER_VALUES[board[move >> VIA_SHIFT & SQUARE_MASK]]
    if kind == EN_PASSANT:
        return PIECE_VALUES["P"]
    if kind == PROMOTION:
        return (
            PIECE_VALUES["Q"] - PIECE_VALUES["P"] + _LETTER_VALUES[board[landing]]
            if move >> VIA_SHIFT & SQUARE_MASK == _QUEEN_LETTER
            else 0
        )
    return _LETTER_VALUES[board[landing]] if landing != move >> START_SHIFT & SQUARE_MASK else 0


def _is_recapturable(codes: bytes, move: PackedMove, turn: int) -> bool:
    """Return True if the enemy could recapture on the landing of a move.

    Args:
        codes: the piece codes from the mover's view.
        move: the capture.
        turn: the side that moves, 0 White, 1 Black.
    """
    next_codes = bytearray(codes)
    next_codes[move >> START_SHIFT & SQUARE_MASK] = 0
    next_codes[move & SQUARE_MASK] = KING
    return is_attacked(next_codes, move & SQUARE_MASK, turn)
