"""A slow reference implementation of turns and endings, written step by step from the spec alone.

It shares only position texts with the game. A board is a dictionary such as ``{(file, rank): "Scck"}``, in which files
and ranks are numbers from 1 to 10.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import NamedTuple

Board = dict[tuple[int, int], str]
Move = tuple[tuple[int, int], tuple[int, int]]

PIECES = "csdzhtk"

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


class Turn(NamedTuple):
    """The values of a position text. ``square`` is None at the start of a turn."""

    board: Board
    is_light: bool
    pool: str
    quiet: int
    square: tuple[int, int] | None = None
    prey: str = ""
    steps: str = ""


def square_name(square: tuple[int, int]) -> str:
    return f"{'abcdefghij'[square[0] - 1]}{square[1]}"


def turn_of(text: str) -> Turn:
    """Parse a position text."""
    _ranks, side, pool, quiet, *more = text.split()
    turn = Turn(board_of(text), side == "l", pool.replace("-", ""), int(quiet))
    if not more:
        return turn
    _then, name, rest = more[0].split(":")
    square = ("abcdefghij".index(name[0]) + 1, int(name[1:]))
    if rest.startswith("("):
        return turn._replace(square=square, prey=rest[1:-1], steps=steps_at(turn, square))
    return turn._replace(square=square, steps=rest)


def text_of(turn: Turn) -> str:
    """Format a position text."""
    rows = []
    for rank in range(10, 0, -1):
        figures = (turn.board.get((file, rank)) for file in range(1, 11))
        row = "".join(f"({figure})" if figure else "." for figure in figures)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    text = f"{'/'.join(rows)} {'l' if turn.is_light else 'd'} {turn.pool or '-'} {turn.quiet}"
    if turn.square is None:
        return text
    return f"{text} then:{square_name(turn.square)}:{f'({turn.prey})' if turn.prey else turn.steps}"


def steps_at(turn: Turn, square: tuple[int, int]) -> str:
    """Return the optional steps after a Move to a square."""
    return "sr" if square[1] in ((9, 10) if turn.is_light else (1, 2)) else "s"


def sort(pieces: str) -> str:
    return "".join(sorted(pieces, key=PIECES.index))


def without(pieces: str, removed: str) -> str:
    for piece in removed:
        pieces = pieces.replace(piece, "", 1)
    return pieces


def choices(pieces: str) -> set[str]:
    return {"".join(choice) for count in (1, 2) for choice in combinations(pieces, count)}


def can_carry(figure: str) -> bool:
    return size(figure) <= 5 and not {"t", "k"} <= set(figure[1:])


def can_result_from_swap(figure: str) -> bool:
    plain = len([piece for piece in figure[1:] if piece not in "tk"])
    return 1 <= plain <= 4 and len(figure[1:]) <= 5 and not {"t", "k"} <= set(figure[1:])


def gains(turn: Turn, kind: str, pieces: str) -> dict[str, Turn]:
    """Return the turns after the figure that moved gets pieces of the pool, by action text."""
    assert turn.square
    figure = turn.board[turn.square]
    return {
        f"{kind}:{choice}": turn._replace(board={**turn.board, turn.square: bigger}, pool=without(turn.pool, choice))
        for choice in choices(pieces)
        for bigger in (figure[0] + sort(figure[1:] + choice),)
        if can_carry(bigger)
    }


def swaps(turn: Turn) -> dict[str, Turn]:
    """Return the turns after a swap, by action text."""
    assert turn.square
    turns = {}
    for right, up in STRAIGHT + DIAGONAL:
        near = (turn.square[0] + right, turn.square[1] + up)
        if near not in turn.board or is_light(turn.board[near]) != turn.is_light:
            continue
        for giver, taker in ((turn.square, near), (near, turn.square)):
            for pieces in choices(turn.board[giver][1:]):
                left = turn.board[giver][0] + without(turn.board[giver][1:], pieces)
                bigger = turn.board[taker][0] + sort(turn.board[taker][1:] + pieces)
                board = {**turn.board, giver: left, taker: bigger}
                is_allowed = can_result_from_swap(left) and can_result_from_swap(bigger)
                if is_allowed and not ("k" in pieces and prime_open(board, turn.is_light)):
                    name = f"swap:{square_name(giver)}>{square_name(taker)}:{pieces}"
                    turns[name] = turn._replace(board=board, steps=turn.steps.replace("s", ""))
    return turns


def optional_steps(turn: Turn) -> dict[str, Turn]:
    resources = gains(turn, "res", turn.pool) if "r" in turn.steps else {}
    return {
        **(swaps(turn) if "s" in turn.steps else {}),
        **{name: after._replace(steps=after.steps.replace("r", "")) for name, after in resources.items()},
    }


def ended(turn: Turn) -> Turn:
    return Turn(turn.board, not turn.is_light, turn.pool, turn.quiet)


def continued(turn: Turn) -> Turn:
    """Return the same turn, or the next one if no step remains."""
    return turn if optional_steps(turn) else ended(turn)


def after_move(text: str, name: str) -> str:
    """Return the position text after a Move."""
    turn = turn_of(text)
    origin, goal = (("abcdefghij".index(end[0]) + 1, int(end[1:])) for end in name.split("-"))
    prey = turn.board.get(goal, "")
    board = {square: figure for square, figure in turn.board.items() if square != origin}
    board[goal] = turn.board[origin]
    turn = Turn(
        board,
        turn.is_light,
        sort(turn.pool + prey[1:]),
        0 if prey else turn.quiet + 1,
        goal,
        prey,
        steps_at(turn, goal),
    )
    if not any("k" in figure[1:] for figure in board.values() if is_light(figure) != turn.is_light):
        return text_of(ended(turn))
    return text_of(turn if prey else continued(turn))


def after_steps(text: str) -> dict[str, str]:
    """Return the position texts after each legal action in the middle of a turn, by action text."""
    turn = turn_of(text)
    if turn.prey:
        takes = {"take:-": turn, **gains(turn, "take", turn.prey[1:])}
        return {name: text_of(continued(after._replace(prey=""))) for name, after in takes.items()}
    steps = optional_steps(turn)
    return {"end": text_of(ended(turn)), **{name: text_of(continued(after)) for name, after in steps.items()}}


def returns(text: str) -> tuple[float, float] | None:
    """Return the scores of Light and Dark at the start of a turn, or None if the game continues."""
    turn = turn_of(text)
    loss = (-1.0, 1.0) if turn.is_light else (1.0, -1.0)
    crowned = {is_light(figure) for figure in turn.board.values() if "k" in figure[1:]}
    if turn.is_light not in crowned:
        return loss
    if len(crowned) == 1:
        return (loss[1], loss[0])
    if not moves(text):
        return loss if prime_open(turn.board, turn.is_light) else (0.0, 0.0)
    return (0.0, 0.0) if turn.quiet >= 150 else None
