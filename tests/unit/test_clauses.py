"""The tables of clauses: every clause of a rulebook has a lesson and a test that are there."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from ruleboard.games.courses import course
from ruleboard.games.registry import GAMES

ROOT = Path(__file__).resolve().parents[2]
CLAUSES = ROOT / "docs" / "clauses"

_CODE = re.compile(r"`([^`]+)`")

every_table = pytest.mark.parametrize("game", GAMES)


def rows(game: str) -> list[tuple[str, list[str], list[str]]]:
    """The clauses of a game, and the claims of its lessons on playing well, each with its lessons and its tests."""
    found = []
    for line in (CLAUSES / f"{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if (
            line.startswith("|")
            and len(cells) == 3
            and cells[0] not in ("Clause", "Claim")
            and set(cells[0]) - set("-: ")
        ):
            found.append((cells[0], _CODE.findall(cells[1]), _CODE.findall(cells[2])))
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    """The names of the tests of a file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@every_table
def test_every_clause_has_a_lesson_and_a_test(game: str) -> None:
    lessons = {lesson.id for lesson in course(game)}
    assert len(rows(game)) >= 8
    for clause, taught, tested in rows(game):
        assert taught, f"{clause}: no lesson"
        assert set(taught) <= lessons, clause
        assert tested, f"{clause}: no test"
        for test in tested:
            path, _, name = test.partition("::")
            assert (ROOT / path).is_file(), f"{clause}: {path}"
            assert name.partition("[")[0] in names_in(path), f"{clause}: {test}"


@every_table
def test_every_lesson_teaches_a_clause(game: str) -> None:
    """Lessons on how to win, ``win-…``, have claims of their own, which a test of their game judges."""
    of_rules = {lesson.id for lesson in course(game) if not lesson.id.startswith("win-")}
    assert of_rules == {id for _, taught, _ in rows(game) for id in taught if not id.startswith("win-")}
