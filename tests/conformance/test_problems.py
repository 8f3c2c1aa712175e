"""The problems of every game: their lines reach the goal, and no other first turn does."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from research.problems import ALIKE, faults, likeness
from ruleboard.games.courses import problems
from ruleboard.games.problems import GRADES, Problem, Verdict, judge
from ruleboard.games.registry import GAMES

WITH_PROBLEMS = [game for game in GAMES if problems(game)]
EVERY_PROBLEM = [pytest.param(game, one, id=f"{game}-{one.id}") for game in WITH_PROBLEMS for one in problems(game)]

KEPT: dict[str, str] = json.loads(
    (Path(__file__).parents[1] / "saved_games" / "problem-ids.json").read_text(encoding="utf-8")
)

every_game = pytest.mark.parametrize("game", WITH_PROBLEMS)


@pytest.mark.parametrize(("game", "problem"), EVERY_PROBLEM)
def test_exactly_the_accepted_lines_solve_a_problem(game: str, problem: Problem) -> None:
    assert list(faults(game, problem)) == []
    rules = GAMES[game]
    start = rules.parse_position(problem.position)
    for line in problem.solution.lines:
        played: tuple[str, ...] = ()
        for number, turn in enumerate(line):
            if number % 2:
                answer = judge(rules, start, problem.solution, played)
                assert answer.verdict is Verdict.RIGHT
                played += answer.reply
            else:
                played += turn
                if played != sum(line[: number + 1], ()):
                    break  # another line begins in the same way, and its reply was played
        else:
            assert judge(rules, start, problem.solution, played).verdict is Verdict.SOLVED


@every_game
def test_problems_are_many_and_varied(game: str) -> None:
    known = problems(game)
    grades = Counter(problem.grade for problem in known)
    assert len({problem.theme.id for problem in known}) >= 4
    assert len(known) >= (20 if game == "equilibrium" else 40)
    assert min(grades[grade] for grade in GRADES) >= (4 if game == "equilibrium" else 8)
    for number, one in enumerate(known):
        for other in known[:number]:
            assert likeness(one.position, other.position) < ALIKE, f"{one.id} and {other.id} are nearly the same"


@every_game
def test_a_problem_that_was_there_once_stays(game: str) -> None:
    """Links and the progress of people have its id; a new one is added to tests/saved_games/problem-ids.json."""
    assert set(KEPT[game].split()) == {one.id for one in problems(game)}
