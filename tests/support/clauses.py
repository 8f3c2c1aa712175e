"""Read and update the tables in docs/clauses, which list the lessons, tasks, quizzes and tests for each clause.

Run ``python3 -m tests.support.clauses`` after changing lessons or rules, to update the columns Task and Quiz.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT / "py"))

from ruleboard.learning import checks  # noqa: E402
from ruleboard.learning.courses import find_lesson, question_bank  # noqa: E402
from ruleboard.registry import GAMES  # noqa: E402

CLAUSES_FOLDER = ROOT / "docs" / "clauses"
TABLE_HEADER = "| Clause | Lesson | Task | Quiz | Test |"

_CODE_SPAN_PATTERN = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table, for a clause of a rulebook or for a claim about how to win in a lesson.

    Attributes:
        text: the text of the clause or claim.
        lessons: the ids of the lessons about it.
        tasks: the tasks in these lessons, as ``lesson/step`` (steps from 1); empty for a claim.
        quizzes: the ids of the quizzes that can ask about one of the lessons; empty for a claim.
        tests: the pytest ids of the tests for it.
        is_clause: True for a clause of the rulebook.
    """

    text: str
    lessons: tuple[str, ...]
    tasks: tuple[str, ...]
    quizzes: tuple[str, ...]
    tests: tuple[str, ...]
    is_clause: bool


def iter_rows(game: str) -> Iterator[Row]:
    """Parse the tables for a game, and yield their rows."""
    for line in (CLAUSES_FOLDER / f"{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or cells[0] in ("Clause", "Claim") or not set(cells[0]) - set("-: "):
            continue
        names = [tuple(_CODE_SPAN_PATTERN.findall(cell)) for cell in cells[1:]]
        is_clause = len(names) == 4
        tasks, quizzes = (names[1], names[2]) if is_clause else ((), ())
        yield Row(cells[0], names[0], tasks, quizzes, names[-1], is_clause)


def find_lesson_tasks(game: str, lessons: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tasks in lessons as ``lesson/step``, with steps from 1."""
    return tuple(
        f"{id}/{number}"
        for id in lessons
        if (lesson := find_lesson(game, id))
        for number, step in enumerate(lesson.steps, 1)
        if step.task
    )


def find_lesson_quizzes(game: str, lessons: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the quizzes that can ask about one of the lessons."""
    chapters = checks.chapters(game)
    ids = dict.fromkeys(
        chapter.id for id in lessons for chapter in chapters if any(lesson.id == id for lesson in chapter.lessons)
    )
    return tuple(id for id in ids if any(find_quiz(game, lesson_id) == id for lesson_id in lessons))


@cache
def find_quiz(game: str, id: str) -> str:
    """Return the id of the quiz that can ask about a lesson, or an empty text."""
    has_questions = any(kind.lesson == id for kind in question_bank(game).kinds)
    chapters = (chapter for chapter in checks.chapters(game) if any(lesson.id == id for lesson in chapter.lessons))
    return next((chapter.id for chapter in chapters if has_questions), "")


def update_table(game: str) -> None:
    """Update the columns Task and Quiz in a game's table of clauses."""
    path = CLAUSES_FOLDER / f"{game}.md"
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| Clause |"):
            line = TABLE_HEADER
        elif line == "|---|---|---|" and lines[-1] == TABLE_HEADER:
            line = "|---|---|---|---|---|"
        elif (
            line.startswith("|")
            and len(cells) >= 3
            and TABLE_HEADER in lines
            and not any("Claim" in earlier_line for earlier_line in lines)
        ):
            lessons = tuple(_CODE_SPAN_PATTERN.findall(cells[1]))
            if lessons:
                columns = (
                    _join_names(find_lesson_tasks(game, lessons)),
                    _join_names(find_lesson_quizzes(game, lessons)),
                )
                line = f"| {' | '.join((*cells[:2], *columns, cells[-1]))} |"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _join_names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"


if __name__ == "__main__":
    for name in GAMES:
        update_table(name)
