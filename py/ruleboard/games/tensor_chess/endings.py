"""Endings by the rules: mate, stalemate, dead positions, quiet moves; and what makes positions the same."""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache
from typing import NamedTuple

from ruleboard.engine.game import Outcome
from ruleboard.games.tensor_chess.board import NAMES, PAWN_CAPTURES, WHITE
from ruleboard.games.tensor_chess.movegen import catalogue
from ruleboard.games.tensor_chess.packed_moves import KINDS, PASSANT, checkers, in_check, legal_moves
from ruleboard.games.tensor_chess.state import State
from ruleboard.i18n import _

QUIET_TO_CLAIM = 100
QUIET_TO_DRAW = 150


class End(NamedTuple):
    """How a game has ended, without words: "mate", "stalemate", "dead" or "quiet"; and the squares that show it."""

    kind: str
    squares: tuple[str, ...] = ()


@lru_cache(maxsize=128)
def end(state: State) -> End | None:
    """How the game has ended, None while it goes on; there are no words in it, so that it can be kept.

    Implements 'Draws': mate and stalemate come before the 75 moves; repetition is the timeline's business.
    """
    if not catalogue(state).actions:
        king = NAMES[state.board.index(b"Kk"[state.turn])]
        if in_check(state):
            return End("mate", (king, *(NAMES[square] for square in checkers(state))))
        return End("stalemate", (king,))
    if is_dead(state.board):
        return End("dead")
    return End("quiet") if state.quiet >= QUIET_TO_DRAW else None


def outcome(state: State) -> Outcome | None:
    """How the game has ended, None while it goes on; see ``end``."""
    found = end(state)
    if found is None:
        return None
    returns = (0.0, 0.0)
    if found.kind == "mate":
        returns = (-1.0, 1.0) if state.turn == WHITE else (1.0, -1.0)
    return Outcome(returns, _reason(state, found.kind), found.squares)


def _reason(state: State, kind: str) -> str:
    white = state.turn == WHITE
    match kind:
        case "mate":
            return _("Checkmate: Black wins.") if white else _("Checkmate: White wins.")
        case "stalemate" if white:
            return _("Stalemate: White is not in check but has no move. A draw.")
        case "stalemate":
            return _("Stalemate: Black is not in check but has no move. A draw.")
        case "dead":
            return _("A draw: with these pieces nobody can be checkmated.")
        case _other:
            return _("A draw: each side has made 75 moves without a capture or a pawn move.")


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
    if state.quiet >= QUIET_TO_CLAIM and end(state) is None:
        return _("Each side has made 50 moves without a capture or a pawn move.")
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
