"""Test the verdicts on turns in a problem, and the parser of problem files."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.learning.lesson_reader import LessonError, read_problems
from ruleboard.learning.problems import WIN_GOAL, Line, Solution, Verdict, assess
from ruleboard.registry import GAMES

SENSEI = GAMES["sensei"]
# Green's character on d5 sees d7 once a stone is there: e6 goes to e7 and on to d7.
START = SENSEI.parse_position("rrr3r/4gr1/3G3/7/2R4/7/ggg2gg g 21 arashi")


def judge(solution: Solution, *action_texts: str, start: Any = START) -> Verdict:
    """Return the verdict on actions in a problem with the given solution."""
    return assess(SENSEI, start, solution, action_texts).verdict


def test_turn_is_judged_by_its_result() -> None:
    solution = Solution(((("a1-a2", "b1-b2", "end"),),))
    assert judge(solution) is Verdict.OPEN
    assert judge(solution, "b1-b2") is Verdict.OPEN
    assert judge(solution, "b1-b2", "a1-a2") is Verdict.OPEN, "the turn is not over"
    assert judge(solution, "b1-b2", "a1-a2", "end") is Verdict.SOLVED, "in another order"
    assert judge(solution, "a1-a2", "b1-b3", "end") is Verdict.WRONG
    assert judge(solution, "a1-a2", "end") is Verdict.WRONG


def test_every_win_solves_winning_task() -> None:
    illegal_solution = Solution(((("a1-a2", "e6-e7", "@d5-e6"),),), WIN_GOAL)  # no win at all: none is listed
    with pytest.raises(Exception, match="e6"):
        judge(illegal_solution, "a1-a2")
    solution = Solution(((("e6-e7", "e7-d7", "@d5-d7"),),), WIN_GOAL)
    assert judge(solution, "e6-e7", "e7-d7", "@d5-d7") is Verdict.SOLVED
    assert judge(solution, "e6-e7", "e7-f7", "@d5-f7") is Verdict.SOLVED, "the other corner wins as well"
    assert judge(solution, "e6-e7", "e7-d7", "end") is Verdict.WRONG


def test_correct_turn_gets_reply() -> None:
    lines: tuple[Line, ...] = (
        (("a1-a2", "end"), ("a7-a6", "end"), ("b1-b2", "end")),
        (("a1-a3", "end"), ("b7-b6", "end"), ("b1-b3", "end")),
    )
    solution = Solution(lines, refutations=((("c1-c2", "end"), ("g7-g6", "end")),))
    first = assess(SENSEI, START, solution, ("a1-a3", "end"))
    assert (first.verdict, first.reply) == (Verdict.CORRECT, ("b7-b6", "end")), "the reply of its own line"
    assert assess(SENSEI, START, solution, ("a1-a3", "end", "b7-b6")).reply == ("end",)
    second = assess(SENSEI, START, solution, ("a1-a3", "end", "b7-b6", "end", "b1-b2", "end"))
    assert (second.verdict, second.turn_start, second.expected_turn) == (Verdict.WRONG, 4, ("b1-b3", "end"))
    assert judge(solution, "a1-a3", "end", "b7-b6", "end", "b1-b3", "end") is Verdict.SOLVED
    refuted_turn = assess(SENSEI, START, solution, ("c1-c2", "end"))
    assert (refuted_turn.verdict, refuted_turn.turn_start, refuted_turn.reply) == (Verdict.WRONG, 0, ("g7-g6", "end"))


def create_problem_data(**changes: object) -> dict[str, Any]:
    """Return the data of a file with one problem, with some changes to the problem."""
    theme = {"title": "T", "task": "Find.", "explanation": "Found."}
    default_data = {"id": "t-1", "position": "p", "theme": "t", "grade": 1, "solutions": [["a"]]}
    return {"themes": {"t": theme}, "problem": [default_data | changes]}


def test_problem_file_is_parsed() -> None:
    (parsed_problem,) = read_problems(
        create_problem_data(solutions=[["a", ["b", "c"], "d"]], refutations=[["x", ["y", "z"]]])
    )
    assert parsed_problem.solution.lines == ((("a",), ("b", "c"), ("d",)),)
    assert parsed_problem.solution.refutations == ((("x",), ("y", "z")),)
    assert (parsed_problem.theme.title, parsed_problem.theme.goal, parsed_problem.grade) == ("T", "find", 1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"problems": []}, "problems: "),
        (create_problem_data(theme="u"), "problem[1].theme (t-1)"),
        (create_problem_data(grade=4), "problem[1].grade (t-1)"),
        (create_problem_data(id="t 1"), "problem[1].id (t 1)"),
        (create_problem_data(solutions=[]), "a turn of the solver"),
        (create_problem_data(solutions=[["a", "b"]]), "a turn of the solver"),
        (create_problem_data(solutions=[[[]]]), "at least one action"),
        (create_problem_data(refutations=[["a"]]), "the reply to it"),
        (create_problem_data(hint="h"), "problem[1].hint (t-1)"),
        ({**create_problem_data(), "problem": create_problem_data()["problem"] * 2}, "'t-1'"),
        (
            {**create_problem_data(), "themes": {"t": {"title": "T", "task": "?", "explanation": "!", "goal": "x"}}},
            "themes.t.goal",
        ),
    ],
)
def test_invalid_problem_file_raises_error_with_path(data: dict[str, Any], message: str) -> None:
    with pytest.raises(LessonError) as error:
        read_problems(data)
    assert message in str(error.value)
