"""The symmetries of positions: a position mirrored, or with the colours exchanged."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import product

_CONTENT_PATTERN = re.compile(r"\([^)]*\)|\d+|.")
"""A figure, or a number of empty squares."""

_PIECE_PATTERN = re.compile(r"([rby])(\d+),(\d+)")
"""A piece and its space in a position of the cards."""

_OTHER_COLOURS = {
    "sensei": str.maketrans("grGR", "rgRG"),
    "tensor-chess": {ord(letter): letter.swapcase() for letter in "kqrbntpKQRBNTP"},
    "tesulda": {ord(letter): letter.swapcase() for letter in "SCTsct"},
}
"""The letter of the same piece of the other side, by game."""

_OTHER_MOVERS = {"g": "r", "r": "g", "w": "b", "b": "w", "l": "d", "d": "l"}


def find_symmetric_positions(game: str, position: str) -> frozenset[str]:
    """Return what the picture of a position shows, for the position and all positions symmetric to it.

    Positions that differ only in counts, rights or hands have the same picture.
    """
    symmetries = {"tensor-cards": _iter_symmetries_on_spaces, "equilibrium": lambda text: iter((text,))}
    return frozenset((symmetries.get(game) or partial(_iter_symmetries_on_squares, game))(position))


def _iter_symmetries_on_squares(game: str, position: str) -> Iterator[str]:
    """Yield a board of squares and the player to move, mirrored and with the colours exchanged."""
    board, mover, *_counts = position.split(" ")
    rows = [
        [content for text in _CONTENT_PATTERN.findall(row) for content in _split_contents(text)]
        for row in board.split("/")
    ]
    for is_mirrored, is_exchanged in product((False, True), repeat=2):
        symmetric_rows = [row[::-1] for row in rows] if is_mirrored else rows
        if is_exchanged:
            symmetric_rows = [[_exchange_colour(game, content) for content in row] for row in reversed(symmetric_rows)]
        yield f"{symmetric_rows} {_OTHER_MOVERS[mover] if is_exchanged else mover}"


def _split_contents(text: str) -> list[str]:
    return [""] * int(text) if text.isdigit() else [text]


def _exchange_colour(game: str, content: str) -> str:
    letter_count = 2 if content.startswith("(") else 1  # the other letters of a figure have no colour
    return content[:letter_count].translate(_OTHER_COLOURS[game]) + content[letter_count:]


def _iter_symmetries_on_spaces(position: str) -> Iterator[str]:
    """Yield the spaces of the pieces, seen from both sides. The pieces keep their colours, as red moves first."""
    board, _variant, *words = position.split(" ")
    pieces = [match.groups() for match in map(_PIECE_PATTERN.fullmatch, words) if match]
    yield f"{board} {pieces}"
    width, height = _BOARD_SIZES[board]
    yield f"{board} {[(piece, str(width - 1 - int(x)), str(height - 1 - int(y))) for piece, x, y in pieces]}"


_BOARD_SIZES = {"short-order": (5, 5), "equilibrium-point": (7, 7), "long-channel": (9, 7), "wide-gate": (5, 7)}
"""The number of columns and rows of the boards in lessons and quizzes."""
