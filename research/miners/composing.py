"""Functions that miners with random positions share: grades by the weakest bot that finds a solution, and errors."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from typing import Any, Final

from ruleboard.engine.search.thinking import LEVELS, Question
from ruleboard.engine.steps import run_to_end
from ruleboard.learning.problems import Line, Problem, Solution, Verdict, assess, play_turn
from ruleboard.registry import GAMES, PACKAGES

SOLVER_SEEDS: Final = (1, 2, 3)
"""The seeds of each bot. It solves a problem only if it succeeds with all of them, since one success may be luck."""
MAX_EASY_LEVEL: Final = 2
"""The highest level that must solve an easy problem; the next level solves a medium one."""


def find_solver_level(game: str, state: Any, lines: tuple[Line, ...], goal: str, max_level: int = LEVELS[-1]) -> int:
    """Return the lowest level whose bot chooses an accepted first turn with every seed.

    Args:
        game: the game's id.
        state: the state of the problem.
        lines: the accepted lines.
        goal: the goal of the problem's theme.
        max_level: the highest level to try; if its bot fails, the result is the next number.
    """
    rules, opponent = GAMES[game], PACKAGES[game].opponent
    player = rules.to_move(state)
    if player is None:
        raise ValueError("nobody is to move")
    for level in range(LEVELS[0], max_level + 1):
        for seed in SOLVER_SEEDS:
            choice = run_to_end(opponent.think(rules.view(state, player), Question(player, level, seed)))
            turn_texts = [action.text for action in choice.actions]
            if assess(rules, state, Solution(lines, goal), turn_texts).verdict not in (Verdict.CORRECT, Verdict.SOLVED):
                break
        else:
            return level
    return max_level + 1


def compute_grade(game: str, state: Any, lines: tuple[Line, ...], goal: str) -> int:
    """Return 1 if a weak bot solves the problem, 3 if a medium bot fails, otherwise 2."""
    level = find_solver_level(game, state, lines, goal, MAX_EASY_LEVEL + 1)
    return 1 if level <= MAX_EASY_LEVEL else 2 if level == MAX_EASY_LEVEL + 1 else 3


def find_turn_faults(
    game: str, problem: Problem, state: Any, theme: str | None, correct_states: Collection[Hashable]
) -> Iterator[str]:
    """Yield the errors in the first turns of a problem, as clauses.

    Args:
        game: the game's id.
        problem: the problem.
        state: the state of the problem.
        theme: the theme that the search finds, or None.
        correct_states: the states after the correct first turns.
    """
    if theme != problem.theme.id:
        yield f"it is a problem of another theme: {theme or 'none'}"
        return
    listed_states = {play_turn(GAMES[game], state, line[0]) for line in problem.solution.lines}
    missing_states, wrong_states = set(correct_states) - listed_states, listed_states - set(correct_states)
    if missing_states or wrong_states:
        yield f"{len(missing_states)} first turns are missing, {len(wrong_states)} are wrong"
