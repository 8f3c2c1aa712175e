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

STRAIGHT_DIRECTIONS = [(0, 1), (0, -1), (1, 0), (-1, 0)]
DIAGONAL_DIRECTIONS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]


def parse_board(text: str) -> Board:
    """Parse the board of a position text."""
    board: Board = {}
    for row_index, row in enumerate(text.split()[0].split("/")):
        file = 1
        for figure, run in re.findall(r"\((.*?)\)|(10|\d)", row):
            if figure:
                board[file, 10 - row_index] = figure
            file += int(run) if run else 1
        assert file == 11
    return board


def is_on_board(file: int, rank: int) -> bool:
    return 1 <= file <= 10 and 1 <= rank <= 10


def is_light(figure: str) -> bool:
    return figure[0].isupper()


@cache
def find_ratings(figure: str) -> tuple[int, int]:
    """Return the straight and the diagonal rating of a figure.

    A rating is 1 if the base is of that kind, plus the number of such pieces, doubled by a hexagon.
    """
    rod = list(figure[1:])
    straight_bonus = sum({"s": 1, "t": 3}.get(piece, 0) for piece in rod)
    diagonal_bonus = sum({"c": 1, "t": 3}.get(piece, 0) for piece in rod)
    if "h" in rod:
        straight_bonus += straight_bonus
        diagonal_bonus += diagonal_bonus
    base = figure[0].lower()
    return straight_bonus + (base == "s"), diagonal_bonus + (base == "c")


def measure_size(figure: str) -> int:
    return sum(2 if piece == "k" else 1 for piece in figure[1:])


def find_part_ends(
    board: Board, start: tuple[int, int], directions: list[tuple[int, int]], rating: int, is_jumper: bool
) -> list[tuple[int, int]]:
    """Return the squares where one part of a Move can end. Only the last square may be occupied."""
    ends = []
    for right, rank_step in directions:
        for step in range(1, rating + 1):
            square = (start[0] + right * step, start[1] + rank_step * step)
            if not is_on_board(*square):
                break
            if not is_jumper or step == rating:
                ends.append(square)
            if square in board and not is_jumper:
                break
    return ends


def find_move_ends(board: Board, start: tuple[int, int]) -> set[tuple[int, int]]:
    """Return the squares where a Move can end, including figures of the same side and unsafe squares."""
    figure = board[start]
    straight_rating, diagonal_rating = find_ratings(figure)
    is_jumper, is_dodger = "d" in figure[1:], "z" in figure[1:]
    other_figures = {square: figure_on_square for square, figure_on_square in board.items() if square != start}
    ends: set[tuple[int, int]] = set()
    parts = [(STRAIGHT_DIRECTIONS, straight_rating), (DIAGONAL_DIRECTIONS, diagonal_rating)]
    for (directions, rating), (directions_after, rating_after) in (parts, parts[::-1]):
        for corner in find_part_ends(other_figures, start, directions, rating, is_jumper):
            ends.add(corner)
            if is_dodger and (is_jumper or corner not in other_figures):
                ends.update(find_part_ends(other_figures, corner, directions_after, rating_after, is_jumper))
    if figure[0] in "Tt" and measure_size(figure) <= 2:
        ends = {
            end for end in ends if measure_distance_to_zone(figure, end[1]) < measure_distance_to_zone(figure, start[1])
        }
    return ends - {start}


def measure_distance_to_zone(figure: str, rank: int) -> int:
    return max(0, 9 - rank) if is_light(figure) else max(0, rank - 2)


def is_prime_attacked(board: Board, is_light_side: bool) -> bool:
    """Return True if an enemy figure could move onto a side's figure with a crown."""
    crown_squares = {
        square for square, figure in board.items() if is_light(figure) == is_light_side and "k" in figure[1:]
    }
    return any(
        is_light(figure) != is_light_side
        and can_be_in_reach(figure, square, crown_squares)
        and find_move_ends(board, square) & crown_squares
        for square, figure in list(board.items())
    )


def can_be_in_reach(figure: str, start: tuple[int, int], squares: set[tuple[int, int]]) -> bool:
    """Return False, to save time, if all squares are farther away than the sum of both ratings."""
    return any(max(abs(start[0] - file), abs(start[1] - rank)) <= sum(find_ratings(figure)) for file, rank in squares)


def find_moves(text: str) -> set[Move]:
    """Return the legal Moves of the side to move."""
    board, is_light_side = parse_board(text), text.split()[1] == "l"
    moves = set()
    for start, figure in list(board.items()):
        if is_light(figure) != is_light_side:
            continue
        for end in find_move_ends(board, start):
            if end in board and is_light(board[end]) == is_light_side:
                continue
            next_board = {
                square: figure_on_square for square, figure_on_square in board.items() if square not in (start, end)
            }
            next_board[end] = figure
            if not is_prime_attacked(next_board, is_light_side):
                moves.add((start, end))
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


def format_square(square: tuple[int, int]) -> str:
    return f"{'abcdefghij'[square[0] - 1]}{square[1]}"


def parse_turn(text: str) -> Turn:
    """Parse a position text."""
    _ranks, side, pool, quiet, *more = text.split()
    turn = Turn(parse_board(text), side == "l", pool.replace("-", ""), int(quiet))
    if not more:
        return turn
    _keyword, name, rest = more[0].split(":")
    square = ("abcdefghij".index(name[0]) + 1, int(name[1:]))
    if rest.startswith("("):
        return turn._replace(square=square, prey=rest[1:-1], steps=find_optional_steps(turn, square))
    return turn._replace(square=square, steps=rest)


def format_turn(turn: Turn) -> str:
    """Format a position text."""
    rows = []
    for rank in range(10, 0, -1):
        figures = (turn.board.get((file, rank)) for file in range(1, 11))
        row = "".join(f"({figure})" if figure else "." for figure in figures)
        rows.append(re.sub(r"\.+", lambda run: str(len(run[0])), row))
    text = f"{'/'.join(rows)} {'l' if turn.is_light else 'd'} {turn.pool or '-'} {turn.quiet}"
    if turn.square is None:
        return text
    return f"{text} then:{format_square(turn.square)}:{f'({turn.prey})' if turn.prey else turn.steps}"


def find_optional_steps(turn: Turn, square: tuple[int, int]) -> str:
    """Return the optional steps after a Move to a square, as the letters of a position text."""
    return "sr" if square[1] in ((9, 10) if turn.is_light else (1, 2)) else "s"


def sort_pieces(pieces: str) -> str:
    return "".join(sorted(pieces, key=PIECES.index))


def remove_pieces(pieces: str, removed_pieces: str) -> str:
    for piece in removed_pieces:
        pieces = pieces.replace(piece, "", 1)
    return pieces


def choose_one_or_two_pieces(pieces: str) -> set[str]:
    return {"".join(choice) for count in (1, 2) for choice in combinations(pieces, count)}


def can_carry(figure: str) -> bool:
    return measure_size(figure) <= 5 and not {"t", "k"} <= set(figure[1:])


def can_result_from_swap(figure: str) -> bool:
    plain_count = len([piece for piece in figure[1:] if piece not in "tk"])
    return 1 <= plain_count <= 4 and len(figure[1:]) <= 5 and not {"t", "k"} <= set(figure[1:])


def find_turns_after_gain(turn: Turn, kind: str, pieces: str) -> dict[str, Turn]:
    """Return the turns after the figure that moved gets pieces of the pool, by action text."""
    assert turn.square
    figure = turn.board[turn.square]
    return {
        f"{kind}:{choice}": turn._replace(
            board={**turn.board, turn.square: new_figure}, pool=remove_pieces(turn.pool, choice)
        )
        for choice in choose_one_or_two_pieces(pieces)
        for new_figure in (figure[0] + sort_pieces(figure[1:] + choice),)
        if can_carry(new_figure)
    }


def find_turns_after_swap(turn: Turn) -> dict[str, Turn]:
    """Return the turns after a swap, by action text."""
    assert turn.square
    turns = {}
    for right, rank_step in STRAIGHT_DIRECTIONS + DIAGONAL_DIRECTIONS:
        neighbour = (turn.square[0] + right, turn.square[1] + rank_step)
        if neighbour not in turn.board or is_light(turn.board[neighbour]) != turn.is_light:
            continue
        for giver, taker in ((turn.square, neighbour), (neighbour, turn.square)):
            for pieces in choose_one_or_two_pieces(turn.board[giver][1:]):
                giver_figure = turn.board[giver][0] + remove_pieces(turn.board[giver][1:], pieces)
                taker_figure = turn.board[taker][0] + sort_pieces(turn.board[taker][1:] + pieces)
                board = {**turn.board, giver: giver_figure, taker: taker_figure}
                is_allowed = can_result_from_swap(giver_figure) and can_result_from_swap(taker_figure)
                if is_allowed and not ("k" in pieces and is_prime_attacked(board, turn.is_light)):
                    name = f"swap:{format_square(giver)}>{format_square(taker)}:{pieces}"
                    turns[name] = turn._replace(board=board, steps=turn.steps.replace("s", ""))
    return turns


def find_turns_after_optional_step(turn: Turn) -> dict[str, Turn]:
    resources = find_turns_after_gain(turn, "res", turn.pool) if "r" in turn.steps else {}
    return {
        **(find_turns_after_swap(turn) if "s" in turn.steps else {}),
        **{name: next_turn._replace(steps=next_turn.steps.replace("r", "")) for name, next_turn in resources.items()},
    }


def start_next_turn(turn: Turn) -> Turn:
    return Turn(turn.board, not turn.is_light, turn.pool, turn.quiet)


def skip_finished_turn(turn: Turn) -> Turn:
    """Return the same turn, or the next one if no step remains."""
    return turn if find_turns_after_optional_step(turn) else start_next_turn(turn)


def position_after_move(text: str, name: str) -> str:
    """Return the position text after a Move."""
    turn = parse_turn(text)
    origin, goal = (("abcdefghij".index(end[0]) + 1, int(end[1:])) for end in name.split("-"))
    prey = turn.board.get(goal, "")
    board = {square: figure for square, figure in turn.board.items() if square != origin}
    board[goal] = turn.board[origin]
    turn = Turn(
        board,
        turn.is_light,
        sort_pieces(turn.pool + prey[1:]),
        0 if prey else turn.quiet + 1,
        goal,
        prey,
        find_optional_steps(turn, goal),
    )
    if not any("k" in figure[1:] for figure in board.values() if is_light(figure) != turn.is_light):
        return format_turn(start_next_turn(turn))
    return format_turn(turn if prey else skip_finished_turn(turn))


def positions_after_steps(text: str) -> dict[str, str]:
    """Return the position texts after each legal action in the middle of a turn, by action text."""
    turn = parse_turn(text)
    if turn.prey:
        turns_after_take = {"take:-": turn, **find_turns_after_gain(turn, "take", turn.prey[1:])}
        return {
            name: format_turn(skip_finished_turn(next_turn._replace(prey="")))
            for name, next_turn in turns_after_take.items()
        }
    steps = find_turns_after_optional_step(turn)
    return {
        "end": format_turn(start_next_turn(turn)),
        **{name: format_turn(skip_finished_turn(next_turn)) for name, next_turn in steps.items()},
    }


def find_returns(text: str) -> tuple[float, float] | None:
    """Return the scores of Light and Dark at the start of a turn, or None if the game continues."""
    turn = parse_turn(text)
    loss_returns = (-1.0, 1.0) if turn.is_light else (1.0, -1.0)
    sides_with_crown = {is_light(figure) for figure in turn.board.values() if "k" in figure[1:]}
    if turn.is_light not in sides_with_crown:
        return loss_returns
    if len(sides_with_crown) == 1:
        return (loss_returns[1], loss_returns[0])
    if not find_moves(text):
        return loss_returns if is_prime_attacked(turn.board, turn.is_light) else (0.0, 0.0)
    return (0.0, 0.0) if turn.quiet >= 150 else None
