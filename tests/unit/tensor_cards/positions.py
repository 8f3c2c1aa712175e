"""Helpers for the tests of the card game: actions by text, and turns with one contested piece."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.games.tensor_cards import PACKAGE
from ruleboard.games.tensor_cards.board import Board, line_between
from ruleboard.games.tensor_cards.state import State

GAME = PACKAGE.game


def play(state: State, *texts: str) -> State:
    """Return the state after actions."""
    for text in texts:
        state = GAME.apply(state, GAME.parse_action(state, text))
    return state


def play_duel(start: State, piece: str, black: int, white: int) -> State:
    """Return the state after a turn in which the players contest only one piece.

    On each other piece both players place equal cards, which cancel each other.
    """
    unused_cards = [card for card in range(10, 0, -1) if card not in (black, white)]
    for card in (black, white):
        other_cards = iter(unused_cards)
        placed_cards = [letter + "123456789T"[(card if letter == piece else next(other_cards)) - 1] for letter in "rby"]
        start = play(start, "lay " + " ".join(placed_cards))
    return start


def rotate_board(board: Board) -> Board:
    """Return the board and the starting spaces of its pieces, rotated by 180 degrees."""
    red, blue, yellow = (board.rotated_space(start) for start in board.starts)
    return replace(
        board,
        spaces=frozenset(map(board.rotated_space, board.spaces)),
        lines=frozenset(
            line_between(board.rotated_space(line_start), board.rotated_space(line_end))
            for line_start, line_end in board.lines
        ),
        stars=frozenset(map(board.rotated_space, board.stars)),
        starts=(red, blue, yellow),
    )
