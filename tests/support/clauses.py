"""The tables of docs/clauses: their rows, and the tasks and quizzes of the lessons of each clause.

Run ``python3 -m tests.support.clauses`` after lessons or rules have changed: it updates the columns Task and Quiz.
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

from ruleboard.games import checks  # noqa: E402
from ruleboard.games.courses import lesson as find_lesson  # noqa: E402
from ruleboard.games.registry import GAMES  # noqa: E402

CLAUSES = ROOT / "docs" / "clauses"
HEAD = "| Clause | Lesson | Task | Quiz | Test |"

_CODE = re.compile(r"`([^`]+)`")
_MAX_QUESTIONS = 6


@dataclass(frozen=True, slots=True)
class Row:
    """A row of a table: a clause of a rulebook, or a claim of the lessons on how to win, and the names in its cells.

    Attributes:
        text: the text of the clause.
        lessons: the ids of its lessons.
        tasks: its tasks, as ``lesson/step`` (steps from 1); empty for a claim.
        quizzes: the ids of the quizzes that can ask about one of the lessons; empty for a claim.
        tests: its tests, as pytest names them.
        is_clause: True for a clause of the rulebook.
    """

    text: str
    lessons: tuple[str, ...]
    tasks: tuple[str, ...]
    quizzes: tuple[str, ...]
    tests: tuple[str, ...]
    is_clause: bool


def rows(game: str) -> Iterator[Row]:
    """Yield the rows of a game's tables."""
    for line in (CLAUSES / f"{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if not line.startswith("|") or cells[0] in ("Clause", "Claim") or not set(cells[0]) - set("-: "):
            continue
        names = [tuple(_CODE.findall(cell)) for cell in cells[1:]]
        is_clause = len(names) == 4
        tasks, quizzes = (names[1], names[2]) if is_clause else ((), ())
        yield Row(cells[0], names[0], tasks, quizzes, names[-1], is_clause)


def tasks(game: str, lessons: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tasks of lessons, as ``lesson/step`` in their addresses (steps from 1)."""
    return tuple(
        f"{id}/{number}"
        for id in lessons
        if (lesson := find_lesson(game, id))
        for number, step in enumerate(lesson.steps, 1)
        if step.task
    )


def quizzes(game: str, lessons: tuple[str, ...]) -> tuple[str, ...]:
    """Return the ids of the quizzes that can ask about one of the lessons."""
    chapters = checks.chapters(game)
    ids = dict.fromkeys(
        chapter.id for id in lessons for chapter in chapters if any(lesson.id == id for lesson in chapter.lessons)
    )
    return tuple(id for id in ids if any(quiz_of(game, lesson_id) == id for lesson_id in lessons))


@cache
def quiz_of(game: str, id: str) -> str:
    """Return the id of the quiz that can ask about a lesson, or an empty text.

    Tries some questions, since a quiz draws one of its lessons and asks about it only if it can.
    """
    for chapter in checks.chapters(game):
        for lesson in chapter.lessons:
            if lesson.id == id:
                questions = (
                    checks.question_about(game, lesson, chapter, number, 31 * number)
                    for number in range(_MAX_QUESTIONS)
                )
                return chapter.id if any(questions) else ""
    return ""


def write(game: str) -> None:
    """Update the columns Task and Quiz of a game's table of clauses."""
    path = CLAUSES / f"{game}.md"
    lines = []
    for line in path.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip().strip("|").split("|")]
        if line.startswith("| Clause |"):
            line = HEAD
        elif line == "|---|---|---|" and lines[-1] == HEAD:
            line = "|---|---|---|---|---|"
        elif (
            line.startswith("|")
            and len(cells) >= 3
            and HEAD in lines
            and not any("Claim" in earlier_line for earlier_line in lines)
        ):
            lessons = tuple(_CODE.findall(cells[1]))
            if lessons:
                columns = (_names(tasks(game, lessons)), _names(quizzes(game, lessons)))
                line = f"| {' | '.join((*cells[:2], *columns, cells[-1]))} |"
        lines.append(line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _names(names: tuple[str, ...]) -> str:
    return ", ".join(f"`{name}`" for name in names) or "–"


if __name__ == "__main__":
    for name in GAMES:
        write(name)
