"""Shared parts of the miners that compose positions by lot: grades, by opponents that find a solution, and faults."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import Any, Final

from ruleboard.engine.search.thinking import LEVELS, Question, finish_search
from ruleboard.games.problems import Line, Problem, Solution, Verdict, after_turn, assess
from ruleboard.games.registry import GAMES, PACKAGES

ASKED: Final = (1, 2, 3)
"""The seeds with which each opponent is asked: one that only guesses well once has not found the solution."""
EASY: Final = 2
"""The highest level that finds the solution of an easy problem; of a medium one, the next higher level does."""


def solver_level(game: str, state: Any, lines: tuple[Line, ...], goal: str, most: int = LEVELS[-1]) -> int:
    """Return the lowest level of opponents that finds a first turn of the solution with every seed.

    Args:
        game: the game's id.
        state: the state of the problem.
        lines: the accepted lines.
        goal: the goal of the problem's theme.
        most: the highest level that is asked; if it fails, the level after it is returned.
    """
    rules, opponent = GAMES[game], PACKAGES[game].opponent
    player = rules.to_move(state)
    if player is None:
        raise ValueError("nobody is to move")
    for level in range(LEVELS[0], most + 1):
        for seed in ASKED:
            choice = finish_search(opponent.think(rules.view(state, player), Question(player, level, seed)))
            played = [action.text for action in choice.actions]
            if assess(rules, state, Solution(lines, goal), played).verdict not in (Verdict.RIGHT, Verdict.SOLVED):
                break
        else:
            return level
    return most + 1


def grade_of(game: str, state: Any, lines: tuple[Line, ...], goal: str) -> int:
    """Return the grade of a problem: easy if a weak opponent solves it, hard if one in the middle does not."""
    level = solver_level(game, state, lines, goal, EASY + 1)
    return 1 if level <= EASY else 2 if level == EASY + 1 else 3


def turn_faults(
    game: str, problem: Problem, state: Any, theme: str | None, right: Collection[Hashable]
) -> Iterator[str]:
    """Yield the faults of the first turns of a problem, as phrases.

    Args:
        game: the game's id.
        problem: the problem.
        state: its state.
        theme: the theme that the position has by search, None for none.
        right: the states that the right first turns reach.
    """
    if theme != problem.theme.id:
        yield f"it is a problem of another theme: {theme or 'none'}"
        return
    listed = {after_turn(GAMES[game], state, line[0]) for line in problem.solution.lines}
    missing, wrong = set(right) - listed, listed - set(right)
    if missing or wrong:
        yield f"{len(missing)} first turns are missing, {len(wrong)} are wrong"
