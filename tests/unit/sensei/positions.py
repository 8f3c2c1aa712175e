"""Helpers for the tests of Sensei: positions from texts, and the squares that pieces can reach."""

from __future__ import annotations

import random

from hypothesis import strategies as st

from ruleboard.games.sensei import PACKAGE
from ruleboard.games.sensei.state import MODES, State, state_from_board

GAME = PACKAGE.game

REMAINING_MOVES = [(2, 1), (2, 1), (2, 0), (1, 1), (1, 0), (0, 1)]


def parse_state(text: str) -> State:
    """Parse a position. The side, the remaining moves and the mode may be omitted (default ``g 21 arashi``)."""
    parts = text.split()
    return GAME.parse_position(" ".join(parts + ["g", "21", "arashi"][len(parts) - 1 :]))


def play(state: State, moves: str) -> State:
    """Return the state after the actions in a text."""
    for text in moves.split():
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def list_legal_texts(state: State) -> set[str]:
    """Return the texts of all legal actions."""
    return {action.text for action in GAME.legal_actions(state)}


def find_stone_reach(state: State, square: str) -> set[str]:
    """Return the squares to which the stone on a square can move."""
    return {text[3:] for text in list_legal_texts(state) if text.startswith(f"{square}-")}


def find_character_reach(state: State) -> set[str]:
    """Return the squares to which the character of the side to move can move."""
    return {text[4:] for text in list_legal_texts(state) if text.startswith("@")}


def parse_squares(names: str) -> set[str]:
    """Return the squares with the names in a text."""
    return set(names.split())


def create_random_state(rng: random.Random, uses_few_ranks: bool = False) -> State:
    """Return an unfinished position, either at the start of a turn or in mid-turn.

    With ``uses_few_ranks`` each side has all its stones, on ranks 3 to 5, so that lines are frequent.
    """
    mode = MODES[rng.choice(sorted(MODES))]
    pits = mode.pits
    free_squares = [square for square in (range(14, 35) if uses_few_ranks else range(49)) if square not in pits]
    board = ["o" if square in pits else "." for square in range(49)]
    for stone, goal in (("g", range(42, 49)), ("r", range(7))):
        stone_squares = rng.sample(free_squares, 7 if uses_few_ranks else rng.randint(1, 7))
        while all(square in goal for square in stone_squares):
            stone_squares = rng.sample(free_squares, len(stone_squares))
        for square in stone_squares:
            board[square] = stone
        board[rng.choice([square for square in stone_squares if square not in goal])] = stone.upper()
        free_squares = [square for square in free_squares if square not in stone_squares]
    return state_from_board("".join(board), rng.randrange(2), *rng.choice(REMAINING_MOVES), mode.id)


def positions() -> st.SearchStrategy[State]:
    """Return a strategy for unfinished positions."""
    return st.integers(0, 2**32).map(lambda seed: create_random_state(random.Random(seed)))
