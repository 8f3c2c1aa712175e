"""Helpers for the tests of Tensor Chess: positions, and legal moves by their texts."""

from __future__ import annotations

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.notation import format_move
from ruleboard.games.tensor_chess.packing import PackedMove, unpack_move
from ruleboard.games.tensor_chess.state import State

GAME = PACKAGE.game


def at(board: str, side: str = "w", rights: str = "-", en_passant: str = "-", halfmove_clock: int = 0) -> State:
    """Return the state for a board in the position text format, with defaults for the other fields."""
    return GAME.parse_position(f"{board} {side} {rights} {en_passant} {halfmove_clock} 1")


def texts(state: State, prefix: str = "") -> set[str]:
    """Return the texts of all legal moves that begin with a prefix."""
    return {action.text for action in GAME.legal_actions(state) if action.text.startswith(prefix)}


def ends(state: State, prefix: str) -> set[str]:
    """Return the rest of the text of each legal move that begins with a prefix."""
    return {text[len(prefix) :] for text in texts(state, prefix)}


def text_of(move: PackedMove) -> str:
    """Return the text of a move that is packed into a number."""
    return format_move(unpack_move(move))


def after(state: State, *moves: str) -> State:
    """Return the state after moves."""
    for text in moves:
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def why_not(state: State, text: str) -> str:
    """Return the reason why an illegal move is refused."""
    try:
        GAME.parse_action(state, text)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{text} is allowed")


def line(text: str) -> set[str]:
    """Return the set of squares in a text, in which spaces separate them."""
    return set(text.split())
