"""Helpers for the tests of Tesulda: positions with a few figures, and random positions."""

from __future__ import annotations

import random

from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.state import State

GAME = PACKAGE.game

FILES = "abcdefghij"


def format_ranks(figures: dict[str, str]) -> str:
    """Return the ranks of a position text for figures by square, such as ``{"e1": "Sck"}``."""
    rows = []
    for rank in range(10, 0, -1):
        row = ""
        run = 0
        for file in FILES:
            figure = figures.get(f"{file}{rank}")
            if figure is None:
                run += 1
                continue
            row += f"{run or ''}({figure})"
            run = 0
        rows.append(row + (str(run) if run else ""))
    return "/".join(rows)


def create_position(figures: dict[str, str], side: str = "l", pool: str = "-", quiet: int = 0, more: str = "") -> State:
    """Return a state with the given figures on their squares."""
    return GAME.parse_position(f"{format_ranks(figures)} {side} {pool} {quiet} {more}")


def list_legal_texts(state: State) -> list[str]:
    """Return the texts of all legal actions."""
    return [action.text for action in GAME.legal_actions(state)]


def find_goals(state: State, origin: str) -> set[str]:
    """Return the squares to which a figure may move."""
    return {text[len(origin) + 1 :] for text in list_legal_texts(state) if text.startswith(f"{origin}-")}


def play(state: State, *actions: str) -> State:
    """Return the state after actions."""
    for text in actions:
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def parse_squares(text: str) -> set[str]:
    """Return the set of squares in a text, in which spaces separate them."""
    return set(text.split())


def create_random_position_text(chance: random.Random, figure_count: int = 20) -> str:
    """Return a random position text with ``figure_count`` figures for each side, made of all 102 pieces."""
    pieces = [piece for piece, count in zip("csdzh", (32, 32, 8, 8, 18), strict=True) for _ in range(count)]
    chance.shuffle(pieces)
    places = [f"{file}{rank}" for file in FILES for rank in range(1, 11)]
    chance.shuffle(places)
    board = {}
    for side in (0, 1):
        bases = list("SSSSSSCCCCCCTTTTTTTT")
        chance.shuffle(bases)
        for number, base in enumerate(bases[:figure_count]):
            rod = "".join(pieces.pop() for _ in range(min(chance.choice((1, 2, 2, 3, 3, 4)), len(pieces))))
            if number == 0:
                rod = rod[:2] + "k"
            elif number == 1:
                rod = rod[:3] + "t"
            board[places.pop()] = (base.lower() if side else base) + rod
    return f"{format_ranks(board)} {chance.choice('ld')} - 0"
