"""Helpers for the tests of Sensei: positions from texts, and the squares that pieces can reach."""

from __future__ import annotations

from hypothesis import strategies as st

from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import MODES, SQUARE_NAMES, State

GAME = PACKAGE.game


def at(text: str) -> State:
    """Parse a position. The side, the remaining moves and the mode may be omitted (default ``g 21 arashi``)."""
    parts = text.split()
    return GAME.parse_position(" ".join(parts + ["g", "21", "arashi"][len(parts) - 1 :]))


def play(state: State, moves: str) -> State:
    """Return the state after the actions in a text."""
    for text in moves.split():
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def texts(state: State) -> set[str]:
    """Return the texts of all legal actions."""
    return {action.text for action in GAME.legal_actions(state)}


def stone_reach(state: State, square: str) -> set[str]:
    """Return the squares to which the stone on a square can move."""
    return {text[3:] for text in texts(state) if text.startswith(f"{square}-")}


def character_reach(state: State) -> set[str]:
    """Return the squares to which the character of the side to move can move."""
    return {text[4:] for text in texts(state) if text.startswith("@")}


def squares(names: str) -> set[str]:
    """Return the squares with the names in a text."""
    return set(names.split())


@st.composite
def positions(draw: st.DrawFn) -> State:
    """Draw an unfinished position, either at the start of a turn or in mid-turn."""
    mode = MODES[draw(st.sampled_from(sorted(MODES)))]
    free = [place for place in range(len(SQUARE_NAMES)) if place not in mode.pits]
    order = draw(st.permutations(free))
    board = ["o" if place in mode.pits else "." for place in range(len(SQUARE_NAMES))]
    pieces = iter(order)
    for stone, bearer, goal in (("g", "G", range(42, 49)), ("r", "R", range(7))):
        places = [next(pieces) for _ in range(draw(st.integers(1, 7)))]
        home = [place for place in places if place not in goal]
        if not home:
            home = [next(place for place in pieces if place not in goal)]
            places = home
        for place in places:
            board[place] = stone
        board[draw(st.sampled_from(home))] = bearer
    stones, character = draw(st.sampled_from([(2, 1), (2, 0), (1, 1), (1, 0), (0, 1)]))
    return State("".join(board), draw(st.integers(0, 1)), stones, character, mode.id)
