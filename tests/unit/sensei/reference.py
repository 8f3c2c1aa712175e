"""A slow implementation of the rules of Sensei with letters and sets, as the rulebook states them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ruleboard.games.sensei.notation import Draft

Squares = frozenset[tuple[int, int]]
"""Squares as pairs of a file and a rank, from 0."""

LETTERS = ("gG", "rR")
STRAIGHT = ((1, 0), (-1, 0), (0, 1), (0, -1))
AROUND = (*STRAIGHT, (1, 1), (1, -1), (-1, 1), (-1, -1))


def letter(draft: Draft, square: tuple[int, int]) -> str:
    """Return the letter of a square, or ``#`` for a square that is not on the board."""
    file, rank = square
    return draft.board[rank * 7 + file] if 0 <= file < 7 and 0 <= rank < 7 else "#"


def squares_of(draft: Draft, letters: str) -> list[tuple[int, int]]:
    """Return the squares with one of several letters, rank by rank."""
    return [(number % 7, number // 7) for number, here in enumerate(draft.board) if here in letters]


def step(square: tuple[int, int], direction: tuple[int, int], times: int = 1) -> tuple[int, int]:
    """Return the square some steps away, which may not be on the board."""
    return square[0] + direction[0] * times, square[1] + direction[1] * times


def name(square: tuple[int, int]) -> str:
    """Return the name of a square, such as ``b3``."""
    return "abcdefg"[square[0]] + str(square[1] + 1)


def moves(draft: Draft) -> Iterator[str]:
    """Yield the texts of all moves of stones and of the character, sorted by square."""
    stone, character = LETTERS[draft.side]
    for origin in squares_of(draft, stone) if draft.stone_moves else ():
        goals = []
        for direction in STRAIGHT:
            for distance in range(1, 7 if "arashi" in draft.mode else 2):
                goal = step(origin, direction, distance)
                if letter(draft, goal) != ".":
                    break
                goals.append(goal)
        yield from (f"{name(origin)}-{name(goal)}" for goal in sorted(goals, key=lambda square: square[::-1]))
    for origin in squares_of(draft, character) if draft.character_moves else ():
        goals = []
        for direction in AROUND:
            for distance in range(1, 7):
                goal = step(origin, direction, distance)
                if letter(draft, goal) in LETTERS[1 - draft.side]:
                    break
                if letter(draft, goal) == stone:
                    goals.append(goal)
        yield from (f"@{name(origin)}-{name(goal)}" for goal in sorted(goals, key=lambda square: square[::-1]))


def legal_actions(draft: Draft) -> list[str]:
    """Return the texts of all legal actions."""
    if ending(draft):
        return []
    texts = list(moves(draft))
    return texts if texts and (draft.stone_moves, draft.character_moves) == (2, 1) else [*texts, "end"]


def next_turn(draft: Draft) -> Draft:
    """Return the position at the start of the other side's turn."""
    return replace(draft, side=1 - draft.side, stone_moves=2, character_moves=1)


def after(draft: Draft, text: str) -> Draft:
    """Return the position after a legal action."""
    if text == "end":
        return next_turn(draft)
    stone, character = LETTERS[draft.side]
    origin, goal = text.lstrip("@").split("-")
    board = list(draft.board)
    is_leap = text[0] == "@"
    for square, new_letter in ((origin, stone if is_leap else "."), (goal, character if is_leap else stone)):
        board["abcdefg".index(square[0]) + 7 * (int(square[1]) - 1)] = new_letter
    remaining = (draft.stone_moves - (not is_leap), draft.character_moves - is_leap)
    result = Draft("".join(board), draft.side, *remaining, draft.mode)
    return result if any(remaining) or has_reached_home(result) else next_turn(result)


def has_reached_home(draft: Draft) -> bool:
    """Return True if the character of the side to move is on the enemy's home rank."""
    return LETTERS[draft.side][1] in (draft.board[42:], draft.board[:7])[draft.side]


def lines(draft: Draft, side: int) -> list[Squares]:
    """Return a side's lines: connected groups of its stones and pits that reach from file a to file g."""
    members = set(squares_of(draft, LETTERS[side] + "o"))
    groups: list[set[tuple[int, int]]] = []
    while members:
        group: set[tuple[int, int]] = set()
        queue = [members.pop()]
        while queue:
            square = queue.pop()
            group.add(square)
            neighbours = {step(square, direction) for direction in AROUND} & members
            members -= neighbours
            queue += neighbours
        groups.append(group)
    return [frozenset(group) for group in groups if {0, 6} <= {file for file, _ in group}]


def touching(draft: Draft, side: int, line: Squares) -> Squares:
    """Return the enemy stones that share a side with a square of a side's line."""
    enemies = squares_of(draft, LETTERS[1 - side])
    return frozenset(enemy for enemy in enemies if any(step(enemy, direction) in line for direction in STRAIGHT))


def ending(draft: Draft) -> tuple[int | None, set[str]] | None:
    """Return the winner (None for a draw) and the squares that decide the game, or None while it continues."""
    if has_reached_home(draft):
        return draft.side, {name(square) for square in squares_of(draft, LETTERS[draft.side][1])}
    if (draft.stone_moves, draft.character_moves) != (2, 1):
        return None
    decisive: dict[int, set[str]] = {}
    for side in (0, 1):
        for line in lines(draft, side):
            stones = touching(draft, side, line)
            if len(stones) >= 3:
                decisive.setdefault(side, set()).update(map(name, line | stones))
    if decisive:
        winner = 1 - draft.side if draft.side in decisive else draft.side
        return winner, set().union(*decisive.values())
    return None if any(moves(draft)) or any(moves(next_turn(draft))) else (None, set())
