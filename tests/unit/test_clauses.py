"""Test the tables of clauses: each clause of a rulebook has a lesson, a test, and its lesson's tasks and quizzes."""

from __future__ import annotations

import ast
from functools import cache

import pytest

from ruleboard.learning.courses import course
from ruleboard.registry import GAMES
from tests.support.clauses import ROOT, find_lesson_quizzes, find_lesson_tasks, iter_rows

for_every_game = pytest.mark.parametrize("game", GAMES)


@cache
def find_function_names(path: str) -> frozenset[str]:
    """Return the names of all functions in a test file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@for_every_game
def test_every_clause_has_lesson_and_test(game: str) -> None:
    lessons = {lesson.id for lesson in course(game)}
    clause_rows = list(iter_rows(game))
    assert len(clause_rows) >= 8
    for row in clause_rows:
        assert row.lessons, f"{row.text}: no lesson"
        assert set(row.lessons) <= lessons, row.text
        assert row.tests, f"{row.text}: no test"
        for test in row.tests:
            path, _, name = test.partition("::")
            assert (ROOT / path).is_file(), f"{row.text}: {path}"
            assert name.partition("[")[0] in find_function_names(path), f"{row.text}: {test}"


@for_every_game
def test_clause_tasks_and_quizzes_match_its_lessons(game: str) -> None:
    """A row lists the tasks of its lesson and the quizzes about it, which `python3 -m tests.support.clauses` writes."""
    rule_rows = [row for row in iter_rows(game) if row.is_clause]
    for row in rule_rows:
        assert row.tasks == find_lesson_tasks(game, row.lessons), row.text
        assert not row.quizzes or row.quizzes == find_lesson_quizzes(game, row.lessons), row.text
    quiz_row_count = sum(bool(row.quizzes) for row in rule_rows)
    # Quizzes skip the effects of placed cards, whose spaces have no common names for both players.
    assert quiz_row_count >= (0.55 if game == "tensor-cards" else 0.8) * len(rule_rows), (
        "quizzes ask about most clauses"
    )


@for_every_game
def test_every_lesson_teaches_a_clause(game: str) -> None:
    """Every lesson teaches a clause, except those on how to win (``win-…``), whose claims another test checks."""
    rule_lessons = {lesson.id for lesson in course(game) if not lesson.id.startswith("win-")}
    assert rule_lessons == {id for row in iter_rows(game) for id in row.lessons if not id.startswith("win-")}
