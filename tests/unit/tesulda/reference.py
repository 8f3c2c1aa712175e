"""A slow reference implementation of Moves, written step by step from the spec alone.

It shares only position texts with the game. A board is a dictionary such as ``{(file, rank): "Scck"}``, in which files
and ranks are numbers from 1 to 10.
"""

from __future__ import annotations

import re
from functools import cache

Board = dict[tuple[int, int], str]
Move = tuple[tuple[int, int], tuple[int, int]]

STRAIGHT = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def board_of(text: str) -> Board:
    """Parse the board of a position text."""
    board: Board = {}
    for down, row in enumerate(text.split()[0].split("/")):
        file = 1
        for figure, run in re.findall(r"\((.*?)\)|(10|\d)", row):
            if figure:
                board[file, 10 - down] = figure
            file += int(run) if run else 1
        assert file == 11
    return board


def on_board(file: int, rank: int) -> bool:
    return 1 <= file <= 10 and 1 <= rank <= 10


def is_light(figure: str) -> bool:
    return figure[0].isupper()


@cache
def ratings(figure: str) -> tuple[int, int]:
    """Return the straight and the diagonal rating of a figure.

    A rating is 1 if the base is of that kind, plus the number of such pieces, doubled by a hexagon.
    """
    rod = list(figure[1:])
    added_straight = sum({"s": 1, "t": 3}.get(piece, 0) for piece in rod)
    added_diagonal = sum({"c": 1, "t": 3}.get(piece, 0) for piece in rod)
    if "h" in rod:
        added_straight += added_straight
        added_diagonal += added_diagonal
    base = figure[0].lower()
    return added_straight + (base == "s"), added_diagonal + (base == "c")


def size(figure: str) -> int:
    return sum(2 if piece == "k" else 1 for piece in figure[1:])


def walk(
    board: Board, at: tuple[int, int], directions: list[tuple[int, int]], rating: int, jumps: bool
) -> list[tuple[int, int]]:
    """Return the squares where one part of a Move can end. Only the last square may be occupied."""
    ends = []
    for right, up in directions:
        for step in range(1, rating + 1):
            square = (at[0] + right * step, at[1] + up * step)
            if not on_board(*square):
                break
            if not jumps or step == rating:
                ends.append(square)
            if square in board and not jumps:
                break
    return ends


def ends(board: Board, at: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the squares where a Move can end, including figures of the same side and unsafe squares."""
    figure = board[at]
    straight, diagonal = ratings(figure)
    jumps, dodges = "d" in figure[1:], "z" in figure[1:]
    other_figures = {square: stands for square, stands in board.items() if square != at}
    ends: set[tuple[int, int]] = set()
    parts = [(STRAIGHT, straight), (DIAGONAL, diagonal)]
    for (directions, rating), (directions_after, rating_after) in (parts, parts[::-1]):
        for corner in walk(other_figures, at, directions, rating, jumps):
            ends.add(corner)
            if dodges and (jumps or corner not in other_figures):
                ends.update(walk(other_figures, corner, directions_after, rating_after, jumps))
    if figure[0] in "Tt" and size(figure) <= 2:
        ends = {end for end in ends if to_zone(figure, end[1]) < to_zone(figure, at[1])}
    return ends - {at}


def to_zone(figure: str, rank: int) -> int:
    return max(0, 9 - rank) if is_light(figure) else max(0, rank - 2)


def prime_open(board: Board, light: bool) -> bool:
    """Return True if an enemy figure could move onto a side's figure with a crown."""
    crowned = {square for square, figure in board.items() if is_light(figure) == light and "k" in figure[1:]}
    return any(
        is_light(figure) != light and could_reach(figure, square, crowned) and ends(board, square) & crowned
        for square, figure in list(board.items())
    )


def could_reach(figure: str, at: tuple[int, int], squares: set[tuple[int, int]]) -> bool:
    """Return False if all squares are farther away than both ratings together. This spares slow work."""
    return any(max(abs(at[0] - file), abs(at[1] - rank)) <= sum(ratings(figure)) for file, rank in squares)


def moves(text: str) -> set[Move]:
    """Return the legal Moves of the side to move."""
    board, light = board_of(text), text.split()[1] == "l"
    moves = set()
    for at, figure in list(board.items()):
        if is_light(figure) != light:
            continue
        for end in ends(board, at):
            if end in board and is_light(board[end]) == light:
                continue
            after = {square: stands for square, stands in board.items() if square not in (at, end)}
            after[end] = figure
            if not prime_open(after, light):
                moves.add((at, end))
    return moves
