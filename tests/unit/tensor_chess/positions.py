"""Small helps for tests that speak of positions: what is legal, by texts."""

from __future__ import annotations

from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.state import State

GAME = PACKAGE.game


def at(board: str, side: str = "w", rights: str = "-", passant: str = "-", quiet: int = 0) -> State:
    """The state of a board given as in a position text, with the rest in its plainest form."""
    return GAME.parse_position(f"{board} {side} {rights} {passant} {quiet} 1")


def texts(state: State, prefix: str = "") -> set[str]:
    """The texts of all legal moves that begin so."""
    return {action.text for action in GAME.legal_actions(state) if action.text.startswith(prefix)}


def ends(state: State, prefix: str) -> set[str]:
    """What follows that beginning in the texts of the legal moves."""
    return {text[len(prefix) :] for text in texts(state, prefix)}


def after(state: State, *moves: str) -> State:
    """The state after these moves."""
    for text in moves:
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def why_not(state: State, text: str) -> str:
    """The reason for which a move is refused."""
    try:
        GAME.parse_action(state, text)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{text} is allowed")


def line(text: str) -> set[str]:
    """The squares of a text, separated by spaces."""
    return set(text.split())
