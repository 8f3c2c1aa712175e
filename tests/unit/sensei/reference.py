"""A slow implementation of the rules of Sensei with letters and sets, as the rulebook states them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleboard.games.sensei.notation import Draft

Squares = frozenset[tuple[int, int]]
"""Squares as pairs of a file and a rank, from 0."""

SIDE_LETTERS = ("gG", "rR")
STRAIGHT_DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
ALL_DIRECTIONS = (*STRAIGHT_DIRECTIONS, (1, 1), (1, -1), (-1, 1), (-1, -1))


def get_letter(draft: Draft, square: tuple[int, int]) -> str:
    """Return the letter of a square, or ``#`` for a square that is not on the board."""
    file, rank = square
    return draft.board[rank * 7 + file] if 0 <= file < 7 and 0 <= rank < 7 else "#"


def find_squares(draft: Draft, letters: str) -> list[tuple[int, int]]:
    """Return the squares with one of several letters, rank by rank."""
    return [(number % 7, number // 7) for number, letter in enumerate(draft.board) if letter in letters]


def find_square_after(square: tuple[int, int], direction: tuple[int, int], step_count: int = 1) -> tuple[int, int]:
    """Return the square some steps away, which may not be on the board."""
    return square[0] + direction[0] * step_count, square[1] + direction[1] * step_count


def format_square(square: tuple[int, int]) -> str:
    """Return the name of a square, such as ``b3``."""
    return "abcdefg"[square[0]] + str(square[1] + 1)


def iter_moves(draft: Draft) -> Iterator[str]:
    """Yield the texts of all moves of stones and of the character, sorted by square."""
    stone, character = SIDE_LETTERS[draft.side]
    for origin in find_squares(draft, stone) if draft.stone_moves else ():
        goals = []
        for direction in STRAIGHT_DIRECTIONS:
            for distance in range(1, 7 if "arashi" in draft.mode else 2):
                goal = find_square_after(origin, direction, distance)
                if get_letter(draft, goal) != ".":
                    break
                goals.append(goal)
        yield from (
            f"{format_square(origin)}-{format_square(goal)}" for goal in sorted(goals, key=lambda square: square[::-1])
        )
    for origin in find_squares(draft, character) if draft.character_moves else ():
        goals = []
        for direction in ALL_DIRECTIONS:
            for distance in range(1, 7):
                goal = find_square_after(origin, direction, distance)
                if get_letter(draft, goal) in SIDE_LETTERS[1 - draft.side]:
                    break
                if get_letter(draft, goal) == stone:
                    goals.append(goal)
        yield from (
            f"@{format_square(origin)}-{format_square(goal)}" for goal in sorted(goals, key=lambda square: square[::-1])
        )


def find_legal_actions(draft: Draft) -> list[str]:
    """Return the texts of all legal actions."""
    if find_ending(draft):
        return []
    texts = list(iter_moves(draft))
    return texts if texts and (draft.stone_moves, draft.character_moves) == (2, 1) else [*texts, "end"]


def start_next_turn(draft: Draft) -> Draft:
    """Return the position at the start of the other side's turn."""
    return replace(draft, side=1 - draft.side, stone_moves=2, character_moves=1)


def position_after(draft: Draft, text: str) -> Draft:
    """Return the position after a legal action."""
    if text == "end":
        return start_next_turn(draft)
    stone, character = SIDE_LETTERS[draft.side]
    origin, goal = text.lstrip("@").split("-")
    board = list(draft.board)
    is_character_move = text[0] == "@"
    for square, new_letter in (
        (origin, stone if is_character_move else "."),
        (goal, character if is_character_move else stone),
    ):
        board["abcdefg".index(square[0]) + 7 * (int(square[1]) - 1)] = new_letter
    remaining_moves = (draft.stone_moves - (not is_character_move), draft.character_moves - is_character_move)
    next_position = Draft("".join(board), draft.side, *remaining_moves, draft.mode)
    return next_position if any(remaining_moves) or has_reached_home(next_position) else start_next_turn(next_position)


def has_reached_home(draft: Draft) -> bool:
    """Return True if the character of the side to move is on the enemy's home rank."""
    return SIDE_LETTERS[draft.side][1] in (draft.board[42:], draft.board[:7])[draft.side]


def find_lines(draft: Draft, side: int) -> list[Squares]:
    """Return a side's lines: connected groups of its stones and pits that reach from file a to file g."""
    unvisited_squares = set(find_squares(draft, SIDE_LETTERS[side] + "o"))
    groups: list[set[tuple[int, int]]] = []
    while unvisited_squares:
        group: set[tuple[int, int]] = set()
        pending_squares = [unvisited_squares.pop()]
        while pending_squares:
            square = pending_squares.pop()
            group.add(square)
            neighbours = {find_square_after(square, direction) for direction in ALL_DIRECTIONS} & unvisited_squares
            unvisited_squares -= neighbours
            pending_squares += neighbours
        groups.append(group)
    return [frozenset(group) for group in groups if {0, 6} <= {file for file, _ in group}]


def find_touching_stones(draft: Draft, side: int, line: Squares) -> Squares:
    """Return the enemy stones that share a side with a square of a side's line."""
    enemies = find_squares(draft, SIDE_LETTERS[1 - side])
    return frozenset(
        enemy
        for enemy in enemies
        if any(find_square_after(enemy, direction) in line for direction in STRAIGHT_DIRECTIONS)
    )


def find_ending(draft: Draft) -> tuple[int | None, set[str]] | None:
    """Return the winner (None for a draw) and the squares that decide the game, or None while it continues."""
    if has_reached_home(draft):
        return draft.side, {format_square(square) for square in find_squares(draft, SIDE_LETTERS[draft.side][1])}
    if (draft.stone_moves, draft.character_moves) != (2, 1):
        return None
    decisive_squares: dict[int, set[str]] = {}
    for side in (0, 1):
        for line in find_lines(draft, side):
            stones = find_touching_stones(draft, side, line)
            if len(stones) >= 3:
                decisive_squares.setdefault(side, set()).update(map(format_square, line | stones))
    if decisive_squares:
        winner = 1 - draft.side if draft.side in decisive_squares else draft.side
        return winner, set().union(*decisive_squares.values())
    return None if any(iter_moves(draft)) or any(iter_moves(start_next_turn(draft))) else (None, set())
