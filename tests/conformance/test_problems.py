"""Tests that the solutions of every problem reach its goal, and that all other first turns fail."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from research.problems import MAX_SIMILARITY, compute_similarity, find_faults
from ruleboard.learning.courses import problems
from ruleboard.learning.problems import GRADES, Problem, Verdict, assess
from ruleboard.registry import GAMES

GAMES_WITH_PROBLEMS = [game for game in GAMES if problems(game)]
ALL_PROBLEMS = [
    pytest.param(game, problem, id=f"{game}-{problem.id}") for game in GAMES_WITH_PROBLEMS for problem in problems(game)
]

PROBLEM_IDS: dict[str, str] = json.loads(
    (Path(__file__).parents[1] / "saved_games" / "problem-ids.json").read_text(encoding="utf-8")
)

for_every_game = pytest.mark.parametrize("game", GAMES_WITH_PROBLEMS)


@pytest.mark.parametrize(("game", "problem"), ALL_PROBLEMS)
def test_only_accepted_lines_solve_problem(game: str, problem: Problem) -> None:
    assert list(find_faults(game, problem)) == []
    rules = GAMES[game]
    start = rules.parse_position(problem.position)
    for line in problem.solution.lines:
        actions: tuple[str, ...] = ()
        for number, turn in enumerate(line):
            if number % 2:
                assessment = assess(rules, start, problem.solution, actions)
                assert assessment.verdict is Verdict.CORRECT
                actions += assessment.reply
            else:
                actions += turn
                if actions != sum(line[: number + 1], ()):
                    break  # another line begins with the same turn, and its reply was played
        else:
            assert assess(rules, start, problem.solution, actions).verdict is Verdict.SOLVED


@for_every_game
def test_problems_are_numerous_and_varied(game: str) -> None:
    all_problems = problems(game)
    grades = Counter(problem.grade for problem in all_problems)
    assert len({problem.theme.id for problem in all_problems}) >= 4
    assert len(all_problems) >= (20 if game == "equilibrium" else 40)
    assert min(grades[grade] for grade in GRADES) >= (4 if game == "equilibrium" else 8)
    for number, problem in enumerate(all_problems):
        for earlier_problem in all_problems[:number]:
            assert compute_similarity(problem.position, earlier_problem.position) < MAX_SIMILARITY, (
                f"{problem.id} and {earlier_problem.id} are nearly the same"
            )


@for_every_game
def test_published_problems_keep_ids(game: str) -> None:
    """Published problems keep their ids, since links and saved progress contain them.

    Add the id of a new problem to tests/saved_games/problem-ids.json.
    """
    assert set(PROBLEM_IDS[game].split()) == {problem.id for problem in problems(game)}
