"""Endings by the rules: mate, stalemate, dead positions, quiet moves; and what makes positions the same."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_chess.actions import catalogue
from ruleboard.games.tensor_chess.board import NAMES, PAWN_CAPTURES
from ruleboard.games.tensor_chess.moves import KINDS, PASSANT, checkers, in_check, legal_moves
from ruleboard.games.tensor_chess.state import State
from ruleboard.games.tensor_chess.text import SIDES

QUIET_TO_CLAIM = 100
QUIET_TO_DRAW = 150


@lru_cache(maxsize=128)
def outcome(state: State) -> Outcome | None:
    """How the game has ended, None while it goes on.

    Implements 'Draws': mate and stalemate come before the 75 moves; repetition is the timeline's business.
    """
    mover = state.turn
    if not catalogue(state).actions:
        king = NAMES[state.board.index(b"Kk"[mover])]
        if in_check(state):
            squares = (king, *(NAMES[square] for square in checkers(state)))
            returns = (-1.0, 1.0) if mover == 0 else (1.0, -1.0)
            return Outcome(returns, f"Checkmate: {SIDES[1 - mover]} wins.", squares)
        return Outcome((0.0, 0.0), f"Stalemate: {SIDES[mover]} is not in check but has no move. A draw.", (king,))
    if is_dead(state.board):
        return Outcome((0.0, 0.0), "A draw: with these pieces nobody can be checkmated.")
    if state.quiet >= QUIET_TO_DRAW:
        return Outcome((0.0, 0.0), "A draw: each side has made 75 moves without a capture or a pawn move.")
    return None


def is_dead(board: bytes) -> bool:
    """Whether nobody can be mated any more.

    Implements 'Dead position': kings and beasts alone, or the kings with one bishop or knight and no beast.
    """
    others = board.translate(None, b".KkTt")
    if not others:
        return True
    return len(others) == 1 and others in (b"B", b"b", b"N", b"n") and not set(board) & set(b"Tt")


def claimable(state: State) -> str | None:
    """Why a draw may be claimed, repetition aside, as a sentence; None if it may not."""
    if state.quiet >= QUIET_TO_CLAIM and outcome(state) is None:
        return "Each side has made 50 moves without a capture or a pawn move."
    return None


def key(state: State) -> Hashable:
    """What makes two positions the same: an en passant square counts only where en passant can be played."""
    return state.board, state.turn, state.castling, state.passant if _passant_counts(state) else -1


def _passant_counts(state: State) -> bool:
    if state.passant < 0:
        return False
    pawn = b"Pp"[state.turn]
    if all(state.board[square] != pawn for square in PAWN_CAPTURES[1 - state.turn][state.passant]):
        return False
    return any(move & KINDS == PASSANT for move in legal_moves(state))
