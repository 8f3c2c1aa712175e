"""Test how turns in a problem are judged, and the parser of problems."""

from __future__ import annotations

from typing import Any

import pytest

from ruleboard.learning.lesson_reader import LessonError, read_problems
from ruleboard.learning.problems import WIN, Line, Solution, Verdict, assess
from ruleboard.registry import GAMES

SENSEI = GAMES["sensei"]
# Green's character on d5 sees d7 once a stone is there: e6 goes to e7 and on to d7.
WAY_HOME = SENSEI.parse_position("rrr3r/4gr1/3G3/7/2R4/7/ggg2gg g 21 arashi")


def verdict(solution: Solution, *played: str, start: Any = WAY_HOME) -> Verdict:
    """Return the verdict of a solution on actions."""
    return assess(SENSEI, start, solution, played).verdict


def test_turn_is_judged_by_its_result() -> None:
    solution = Solution(((("a1-a2", "b1-b2", "end"),),))
    assert verdict(solution) is Verdict.OPEN
    assert verdict(solution, "b1-b2") is Verdict.OPEN
    assert verdict(solution, "b1-b2", "a1-a2") is Verdict.OPEN, "the turn is not over"
    assert verdict(solution, "b1-b2", "a1-a2", "end") is Verdict.SOLVED, "in another order"
    assert verdict(solution, "a1-a2", "b1-b3", "end") is Verdict.WRONG
    assert verdict(solution, "a1-a2", "end") is Verdict.WRONG


def test_every_win_solves_a_winning_task() -> None:
    won = Solution(((("a1-a2", "e6-e7", "@d5-e6"),),), WIN)  # no win at all: none is listed
    with pytest.raises(Exception, match="e6"):
        verdict(won, "a1-a2")
    listed = Solution(((("e6-e7", "e7-d7", "@d5-d7"),),), WIN)
    assert verdict(listed, "e6-e7", "e7-d7", "@d5-d7") is Verdict.SOLVED
    assert verdict(listed, "e6-e7", "e7-f7", "@d5-f7") is Verdict.SOLVED, "the other corner wins as well"
    assert verdict(listed, "e6-e7", "e7-d7", "end") is Verdict.WRONG


def test_correct_turn_gets_a_reply() -> None:
    lines: tuple[Line, ...] = (
        (("a1-a2", "end"), ("a7-a6", "end"), ("b1-b2", "end")),
        (("a1-a3", "end"), ("b7-b6", "end"), ("b1-b3", "end")),
    )
    solution = Solution(lines, refutations=((("c1-c2", "end"), ("g7-g6", "end")),))
    first = assess(SENSEI, WAY_HOME, solution, ("a1-a3", "end"))
    assert (first.verdict, first.reply) == (Verdict.CORRECT, ("b7-b6", "end")), "the reply of its own line"
    assert assess(SENSEI, WAY_HOME, solution, ("a1-a3", "end", "b7-b6")).reply == ("end",)
    second = assess(SENSEI, WAY_HOME, solution, ("a1-a3", "end", "b7-b6", "end", "b1-b2", "end"))
    assert (second.verdict, second.turn_start, second.expected_turn) == (Verdict.WRONG, 4, ("b1-b3", "end"))
    assert verdict(solution, "a1-a3", "end", "b7-b6", "end", "b1-b3", "end") is Verdict.SOLVED
    refuted_turn = assess(SENSEI, WAY_HOME, solution, ("c1-c2", "end"))
    assert (refuted_turn.verdict, refuted_turn.turn_start, refuted_turn.reply) == (Verdict.WRONG, 0, ("g7-g6", "end"))


def problem(**more: object) -> dict[str, Any]:
    """Return the parsed data of a file with one problem."""
    theme = {"title": "T", "task": "Find.", "explanation": "Found."}
    one = {"id": "t-1", "position": "p", "theme": "t", "grade": 1, "solutions": [["a"]]}
    return {"themes": {"t": theme}, "problem": [one | more]}


def test_problem_file_is_parsed() -> None:
    (read,) = read_problems(problem(solutions=[["a", ["b", "c"], "d"]], refutations=[["x", ["y", "z"]]]))
    assert read.solution.lines == ((("a",), ("b", "c"), ("d",)),)
    assert read.solution.refutations == ((("x",), ("y", "z")),)
    assert (read.theme.title, read.theme.goal, read.grade) == ("T", "find", 1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"problems": []}, "problems: "),
        (problem(theme="u"), "problem[1].theme (t-1)"),
        (problem(grade=4), "problem[1].grade (t-1)"),
        (problem(id="t 1"), "no id"),
        (problem(solutions=[]), "a turn of the solver"),
        (problem(solutions=[["a", "b"]]), "a turn of the solver"),
        (problem(solutions=[[[]]]), "at least one action"),
        (problem(refutations=[["a"]]), "the reply to it"),
        (problem(hint="h"), "problem[1].hint (t-1)"),
        ({**problem(), "problem": problem()["problem"] * 2}, "'t-1'"),
        ({**problem(), "themes": {"t": {"title": "T", "task": "?", "explanation": "!", "goal": "x"}}}, "themes.t.goal"),
    ],
)
def test_invalid_file_is_refused_with_the_position(data: dict[str, Any], message: str) -> None:
    with pytest.raises(LessonError) as error:
        read_problems(data)
    assert message in str(error.value)
