"""Parse the TOML files in a game's folder: lessons, rules page, rulings, legend, guide and problems.

- ``lessons.toml`` contains the course of the game.
- ``reference.toml`` contains its rules on one page.
- ``rulings.toml`` contains our answers to questions that its rulebook leaves open.
- ``legend.toml`` explains its notation and marks.
- ``guide.toml`` contains the options and tips of its guided first game.
- ``problems.toml`` contains its problems.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.lessons import (
    TEXT_KEYS,
    DiagramReference,
    GeneralTip,
    Guide,
    IllegalSelection,
    Legend,
    Lesson,
    MarkMeaning,
    NotationExample,
    NotationLetter,
    ReconstructedPart,
    RulesSection,
    Ruling,
    Rulings,
    Step,
    Task,
    TaskEffect,
    WrongAction,
)
from ruleboard.games.problems import GOALS, GRADES, Line, Problem, Solution, Theme
from ruleboard.i18n import with_deferred_values, with_values

T = TypeVar("T")

_ID = re.compile(r"[A-Za-z0-9-]+")


class LessonError(RuleboardError):
    """Raised when a TOML file does not follow its schema."""


def with_lesson_values(data: Any, values: Mapping[str, str], key: str = "") -> Any:
    """Replace placeholders in parsed data with a game's values.

    Texts for readers keep their placeholders and store the values, since the texts must be translated first.

    Args:
        data: the contents of a file, or a part of the contents.
        values: the values by placeholder name, without braces.
        key: the key of this part.
    """
    if isinstance(data, str):
        return with_deferred_values(data, values) if key in TEXT_KEYS else with_values(data, values)
    if isinstance(data, Mapping):
        return {name: with_lesson_values(part, values, name) for name, part in data.items()}
    return [with_lesson_values(part, values, key) for part in data] if isinstance(data, list) else data


def read_lessons(data: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """Convert the parsed data of a ``lessons.toml`` to lessons.

    Raises:
        LessonError: a key is missing, unknown or of the wrong type. The error names the lesson and the step.
    """
    lessons = tuple(
        _parse_table(Lesson, table, f"lesson {number}", steps=(_parse_steps, "step"))
        for number, table in enumerate(_parse_tables(data, "lesson", ""), 1)
    )
    for number, lesson in enumerate(lessons):
        if lesson.id in {earlier_lesson.id for earlier_lesson in lessons[:number]}:
            raise LessonError(f"there are two lessons {lesson.id!r}")
        for step_number, step in enumerate(lesson.steps, 1):
            if step.task and not (step.task.accept or step.task.effect):
                raise LessonError("the task accepts nothing", where=f"lesson {lesson.id}, step {step_number}")
    return lessons


def read_reference(data: Mapping[str, Any]) -> tuple[RulesSection, ...]:
    """Convert the parsed data of a ``reference.toml`` to sections.

    Raises:
        LessonError: see ``read_lessons``.
    """
    return tuple(
        _parse_table(
            RulesSection,
            table,
            f"section {number}",
            diagrams=(_parse_diagrams, "diagram"),
            lessons=(_parse_strings, "lessons"),
        )
        for number, table in enumerate(_parse_tables(data, "section", ""), 1)
    )


def read_rulings(data: Mapping[str, Any]) -> Rulings:
    """Convert the parsed data of a ``rulings.toml`` to rulings.

    Raises:
        LessonError: see ``read_lessons``.
    """
    about = data.get("about", {})
    return Rulings(
        text=_parse_string(about.get("text", ""), "about, text"),
        link=_parse_string(about.get("link", ""), "about, link"),
        rulings=tuple(
            _parse_table(Ruling, table, f"ruling {number}")
            for number, table in enumerate(_parse_tables(data, "ruling", ""), 1)
        ),
        reconstructed=tuple(
            _parse_table(ReconstructedPart, table, f"reconstructed {number}")
            for number, table in enumerate(data.get("reconstructed", ()), 1)
        ),
    )


def read_legend(data: Mapping[str, Any]) -> Legend:
    """Convert the parsed data of a ``legend.toml`` to a legend.

    Raises:
        LessonError: see ``read_lessons``.
    """
    return _parse_table(
        Legend,
        data,
        "legend",
        letters=(_table_list_reader(NotationLetter), "letter"),
        signs=(_table_list_reader(NotationExample, moves=(_parse_strings, "moves")), "sign"),
        marks=(_table_list_reader(MarkMeaning), "mark"),
    )


def read_guide(data: Mapping[str, Any]) -> Guide:
    """Convert the parsed data of a ``guide.toml`` to a guide.

    Raises:
        LessonError: see ``read_lessons``.
    """
    return _parse_table(
        Guide, data, "guide", options=(_parse_options, "options"), advice=(_table_list_reader(GeneralTip), "advice")
    )


def read_problems(data: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Convert the parsed data of a ``problems.toml`` to problems.

    Raises:
        LessonError: see ``read_lessons``.
    """
    for key in data:
        if key not in ("themes", "problem"):
            raise LessonError(f"there is no key {key!r} here", expected="themes, problem")
    themes = {
        key: _parse_table(Theme, {"id": key, **table} if isinstance(table, dict) else table, f"theme {key}")
        for key, table in data.get("themes", {}).items()
    }
    for theme in themes.values():
        if theme.goal not in GOALS:
            raise LessonError(f"there is no goal {theme.goal!r}", where=f"theme {theme.id}", expected=", ".join(GOALS))
    problems = tuple(
        _parse_problem(table, themes, f"problem {number}")
        for number, table in enumerate(_parse_list(data.get("problem", []), "problem"), 1)
    )
    ids: set[str] = set()
    for problem in problems:
        if problem.id in ids:
            raise LessonError(f"there are two problems {problem.id!r}")
        ids.add(problem.id)
    return problems


def _parse_problem(table: Any, themes: Mapping[str, Theme], location: str) -> Problem:
    if not isinstance(table, dict):
        raise LessonError(f"{table!r} is no table", where=location)
    lines, refutations = table.get("solutions", []), table.get("refutations", [])
    remaining_fields = {key: value for key, value in table.items() if key not in ("solutions", "refutations", "theme")}
    theme = themes.get(_parse_string(table.get("theme"), f"{location}, theme"))
    if theme is None:
        raise LessonError(f"there is no theme {table['theme']!r}", where=location, expected=", ".join(themes))
    solution = Solution(
        tuple(_parse_turns(line, f"{location}, solutions") for line in _parse_list(lines, location)),
        theme.goal,
        tuple(_parse_refutation(pair, f"{location}, refutations") for pair in _parse_list(refutations, location)),
    )
    if not solution.lines or not all(len(line) % 2 for line in solution.lines):
        raise LessonError("a line begins and ends with a turn of the solver", where=f"{location}, solutions")
    problem = _parse_table(
        Problem,
        {**remaining_fields, "theme": theme, "solution": solution},
        location,
        theme=(_parse_anything, "theme"),
        grade=(_parse_number, "grade"),
        solution=(_parse_anything, "solution"),
    )
    if problem.grade not in GRADES:
        raise LessonError(f"there is no grade {problem.grade}", where=location, expected="1, 2 or 3")
    if not _ID.fullmatch(problem.id):
        raise LessonError(f"{problem.id!r} is no id", where=location, expected="letters, digits and hyphens")
    return problem


def _parse_anything(value: Any, _where: str) -> Any:
    """Return the value unchanged, for values that need no conversion."""
    return value


def _parse_turns(value: Any, location: str) -> Line:
    """Convert a list of turns. In the file, a turn with one action may be a string."""
    turns = tuple(
        (turn,) if isinstance(turn, str) else _parse_strings(turn, location) for turn in _parse_list(value, location)
    )
    if not all(turns):
        raise LessonError("a turn has at least one action", where=location)
    return turns


def _parse_refutation(value: Any, location: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    match _parse_turns(value, location):
        case (turn, reply):
            return turn, reply
    raise LessonError("a refutation is a turn and the reply to it", where=location)


def _table_list_reader(kind: type[T], **readers: tuple[Any, str]) -> Callable[[Any, str], tuple[T, ...]]:
    """Return a function that converts a list of tables to instances of a dataclass.

    For ``readers`` see ``_parse_table``.
    """
    return lambda value, location: tuple(
        _parse_table(kind, table, f"{location} {number}", **readers)
        for number, table in enumerate(_parse_list(value, location), 1)
    )


def _parse_steps(value: Any, location: str) -> tuple[Step, ...]:
    return tuple(
        _parse_table(
            Step,
            table,
            f"{location} {number}",
            options=(_parse_options, "options"),
            moves=(_parse_strings, "moves"),
            seat=(_parse_number, "seat"),
            notice=(_parse_strings, "notice"),
            touched=(_parse_strings, "touched"),
            goes=(_parse_strings, "goes"),
            refused=(_parse_illegal_selections, "refused"),
            winner=(_parse_number, "winner"),
            show=(_parse_bool, "show"),
            open=(_parse_bool, "open"),
            task=(_parse_task, "task"),
        )
        for number, table in enumerate(_parse_list(value, location), 1)
    )


def _parse_task(value: Any, location: str) -> Task:
    return _parse_table(
        Task,
        value,
        location,
        accept=(_parse_action_lines, "accept"),
        effect=(_parse_effect, "effect"),
        wrong=(_parse_wrong_actions, "wrong"),
        places=(_parse_bool, "places"),
    )


def _parse_effect(value: Any, location: str) -> TaskEffect:
    effect = _parse_table(TaskEffect, value, location, within=(_parse_number, "within"))
    if effect.outcome not in ("", "win", "loss", "draw"):
        raise LessonError(f"there is no outcome {effect.outcome!r}", where=location, expected="win, loss or draw")
    return effect


def _parse_action_lines(value: Any, location: str) -> tuple[tuple[str, ...], ...]:
    """Convert a list of action lines. In the file, a line with one action may be a string."""
    return tuple(
        (item,) if isinstance(item, str) else _parse_strings(item, location) for item in _parse_list(value, location)
    )


def _parse_wrong_actions(value: Any, location: str) -> tuple[WrongAction, ...]:
    return tuple(_parse_table(WrongAction, table, location) for table in _parse_list(value, location))


def _parse_illegal_selections(value: Any, location: str) -> tuple[IllegalSelection, ...]:
    return tuple(
        _parse_table(IllegalSelection, table, location, touch=(_parse_strings, "touch"))
        for table in _parse_list(value, location)
    )


def _parse_diagrams(value: Any, location: str) -> tuple[DiagramReference, ...]:
    return tuple(
        _parse_table(DiagramReference, table, location, step=(_parse_number, "step"))
        for table in _parse_list(value, location)
    )


def _parse_tables(data: Mapping[str, Any], key: str, location: str) -> list[Any]:
    for name in data:
        if name not in (key, "about", "reconstructed"):
            raise LessonError(f"there is no key {name!r} here", where=location, expected=key)
    return _parse_list(data.get(key, []), key)


def _parse_table(kind: type[T], table: Any, location: str, **readers: tuple[Any, str]) -> T:
    """Convert a TOML table to an instance of a dataclass.

    Args:
        kind: the dataclass.
        table: the table.
        location: the path of the table in the file, for error messages.
        readers: for each field that is not text, the function that converts its value, and the key in the file.

    Raises:
        LessonError: a key is missing, unknown or of the wrong type.
    """
    if not isinstance(table, dict):
        raise LessonError(f"{table!r} is no table", where=location)
    if isinstance(table.get("id"), str):
        location = f"{location} ({table['id']})"
    keys = {readers[item.name][1] if item.name in readers else item.name for item in fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in keys:
            raise LessonError(f"there is no key {key!r} here", where=location, expected=", ".join(sorted(keys)))
    values = {}
    for item in fields(kind):  # type: ignore[arg-type]
        reader, key = readers.get(item.name, (_parse_string, item.name))
        if key in table:
            values[item.name] = reader(table[key], f"{location}, {key}")
    try:
        return kind(**values)
    except TypeError as error:
        raise LessonError(str(error).partition(") ")[2] or str(error), where=location) from error


def _parse_string(value: Any, location: str) -> str:
    if not isinstance(value, str):
        raise LessonError(f"{value!r} is no text", where=location)
    return value


def _parse_strings(value: Any, location: str) -> tuple[str, ...]:
    return tuple(_parse_string(item, location) for item in _parse_list(value, location))


def _parse_number(value: Any, location: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise LessonError(f"{value!r} is no whole number", where=location)
    return value


def _parse_bool(value: Any, location: str) -> bool:
    if not isinstance(value, bool):
        raise LessonError(f"{value!r} is neither true nor false", where=location)
    return value


def _parse_list(value: Any, location: str) -> list[Any]:
    if not isinstance(value, list):
        raise LessonError(f"{value!r} is no list", where=location)
    return value


def _parse_options(value: Any, location: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise LessonError(f"{value!r} is no table", where=location)
    return {name: _parse_string(choice, f"{location}, {name}") for name, choice in value.items()}
