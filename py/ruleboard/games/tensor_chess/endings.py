"""Detect the end of a game, and compute the keys of repeated positions.

A game ends by mate, stalemate, a dead position, or 75 moves of each side without a capture or pawn move.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import Literal, NamedTuple

from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_chess.attacks import checkers, in_check
from ruleboard.games.tensor_chess.board import PAWN_CAPTURE_SQUARES, SQUARE_NAMES, WHITE
from ruleboard.games.tensor_chess.movegen import legal_actions
from ruleboard.games.tensor_chess.moves import EnPassant
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import _

HALFMOVES_BEFORE_CLAIM = 100
HALFMOVES_BEFORE_DRAW = 150


class Ending(NamedTuple):
    """The end of a game. An ending contains no text, so one cache serves all languages.

    Attributes:
        kind: the rule that ends the game.
        squares: the names of the squares to mark: the king's square, and after a mate the squares of the checking
            pieces.
    """

    kind: Literal["mate", "stalemate", "dead", "clock"]
    squares: tuple[str, ...] = ()


@lru_cache(maxsize=128)
def find_ending(state: State) -> Ending | None:
    """Return the end of the game, or None while the game continues.

    Implements 'Draws'. Mate and stalemate take precedence over the 75-move rule. ``Timeline`` detects repetition.
    """
    if not legal_actions(state):
        king = SQUARE_NAMES[state.board.index(b"Kk"[state.turn])]
        if in_check(state):
            return Ending("mate", (king, *(SQUARE_NAMES[square] for square in checkers(state))))
        return Ending("stalemate", (king,))
    if is_dead_position(state.board):
        return Ending("dead")
    return Ending("clock") if state.halfmove_clock >= HALFMOVES_BEFORE_DRAW else None


def outcome(state: State) -> Outcome | None:
    """Return the outcome of the game, with the reason as a sentence, or None while the game continues."""
    game_end = find_ending(state)
    if game_end is None:
        return None
    returns = (0.0, 0.0)
    if game_end.kind == "mate":
        returns = (-1.0, 1.0) if state.turn == WHITE else (1.0, -1.0)
    player_reasons = tuple(_ending_reason(state, game_end, reader) for reader in (0, 1))
    return Outcome(returns, _ending_reason(state, game_end), game_end.squares, player_reasons)


def _ending_reason(state: State, end: Ending, reader: int | None = None) -> str:
    """Return the reason for the end as a sentence. If ``reader`` is not None, the sentence calls this player "you"."""
    is_white_to_move = state.turn == WHITE
    match end.kind:
        case "mate" if reader == 1 - state.turn:
            return _("Checkmate: you win!")
        case "mate":
            return _("Checkmate: Black wins.") if is_white_to_move else _("Checkmate: White wins.")
        case "stalemate" if reader == state.turn:
            return _("Stalemate: you aren’t in check, but you can’t move. It’s a draw.")
        case "stalemate" if is_white_to_move:
            return _("Stalemate: White isn’t in check but can’t move. It’s a draw.")
        case "stalemate":
            return _("Stalemate: Black isn’t in check but can’t move. It’s a draw.")
        case "dead":
            return _("It’s a draw: these pieces can’t give checkmate.")
        case "clock":
            return _("It’s a draw: each side has made 75 moves without a capture or a pawn move.")


def is_dead_position(board: bytes) -> bool:
    """Return True if neither side can checkmate the other any more.

    Implements 'Dead position': only kings and beasts remain, or the two kings and one bishop or knight without
    beasts.
    """
    other_pieces = board.translate(None, b".KkTt")
    if not other_pieces:
        return True
    return len(other_pieces) == 1 and other_pieces in (b"B", b"b", b"N", b"n") and not set(board) & set(b"Tt")


def draw_claim_reason(state: State) -> str | None:
    """Return the reason why the player to move may claim a draw, or None.

    The reason is the 50-move rule. ``Timeline`` detects repetition.
    """
    if state.halfmove_clock >= HALFMOVES_BEFORE_CLAIM and find_ending(state) is None:
        return _("Each side has made 50 moves without a capture or a pawn move.")
    return None


def position_key(state: State) -> Hashable:
    """Return a hashable key. Positions that count as repetitions of each other have equal keys.

    The key contains the en passant square only if a capture on this square is legal.
    """
    return state.board, state.turn, state.castling, state.en_passant if _is_en_passant_legal(state) else -1


def _is_en_passant_legal(state: State) -> bool:
    if state.en_passant < 0:
        return False
    pawn_letter = b"Pp"[state.turn]
    if all(state.board[square] != pawn_letter for square in PAWN_CAPTURE_SQUARES[1 - state.turn][state.en_passant]):
        return False
    return any(isinstance(action.move, EnPassant) for action in legal_actions(state))
