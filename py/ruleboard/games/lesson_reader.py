"""Parse the TOML files of a game's folder: lessons, rules page, rulings, legend, guide and problems.

``lessons.toml`` has the course of a game, ``reference.toml`` its rules on one page, ``rulings.toml`` our decisions on
questions that its rulebook leaves open, ``legend.toml`` the meanings of its notation and marks, ``guide.toml`` the
options and tips of its guided first game, and ``problems.toml`` its problems.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.lessons import (
    TEXTS,
    Diagram,
    Effect,
    GeneralTip,
    Guide,
    Legend,
    Lesson,
    Letter,
    MarkMeaning,
    ReconstructedPart,
    RefusedTouch,
    Ruling,
    Rulings,
    Section,
    Sign,
    Step,
    Task,
    WrongAction,
)
from ruleboard.games.problems import GOALS, GRADES, Line, Problem, Solution, Theme
from ruleboard.i18n import with_deferred_values, with_values

T = TypeVar("T")

_ID = re.compile(r"[A-Za-z0-9-]+")


class LessonError(RuleboardError):
    """A TOML file does not follow its schema."""


def with_lesson_values(data: Any, values: Mapping[str, str], key: str = "") -> Any:
    """Replace placeholders in parsed data with a game's values.

    Texts for readers keep the placeholders and carry the values, because translation comes first.

    Args:
        data: the contents of a file, or a part of the contents.
        values: the values by placeholder name, without braces.
        key: the key of this part.
    """
    if isinstance(data, str):
        return with_deferred_values(data, values) if key in TEXTS else with_values(data, values)
    if isinstance(data, Mapping):
        return {name: with_lesson_values(part, values, name) for name, part in data.items()}
    return [with_lesson_values(part, values, key) for part in data] if isinstance(data, list) else data


def read_lessons(data: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """Convert the data of a ``lessons.toml`` to lessons.

    Raises:
        LessonError: a key is missing, unknown or of the wrong type. The error names the lesson and the step.
    """
    lessons = tuple(
        _from_table(Lesson, table, f"lesson {number}", steps=(_steps, "step"))
        for number, table in enumerate(_tables(data, "lesson", ""), 1)
    )
    for number, lesson in enumerate(lessons):
        if lesson.id in {earlier_lesson.id for earlier_lesson in lessons[:number]}:
            raise LessonError(f"there are two lessons {lesson.id!r}")
        for step_number, step in enumerate(lesson.steps, 1):
            if step.task and not (step.task.accept or step.task.effect):
                raise LessonError("the task accepts nothing", where=f"lesson {lesson.id}, step {step_number}")
    return lessons


def read_reference(data: Mapping[str, Any]) -> tuple[Section, ...]:
    """Convert the data of a ``reference.toml`` to sections. Raises the errors of ``read_lessons``."""
    return tuple(
        _from_table(Section, table, f"section {number}", diagrams=(_diagrams, "diagram"), lessons=(_strings, "lessons"))
        for number, table in enumerate(_tables(data, "section", ""), 1)
    )


def read_rulings(data: Mapping[str, Any]) -> Rulings:
    """Convert the data of a ``rulings.toml`` to rulings. Raises the errors of ``read_lessons``."""
    about = data.get("about", {})
    return Rulings(
        text=_string(about.get("text", ""), "about, text"),
        link=_string(about.get("link", ""), "about, link"),
        rulings=tuple(
            _from_table(Ruling, table, f"ruling {number}")
            for number, table in enumerate(_tables(data, "ruling", ""), 1)
        ),
        reconstructed=tuple(
            _from_table(ReconstructedPart, table, f"reconstructed {number}")
            for number, table in enumerate(data.get("reconstructed", ()), 1)
        ),
    )


def read_legend(data: Mapping[str, Any]) -> Legend:
    """Convert the data of a ``legend.toml`` to a legend. Raises the errors of ``read_lessons``."""
    return _from_table(
        Legend,
        data,
        "legend",
        letters=(_each(Letter), "letter"),
        signs=(_each(Sign, moves=(_strings, "moves")), "sign"),
        marks=(_each(MarkMeaning), "mark"),
    )


def read_guide(data: Mapping[str, Any]) -> Guide:
    """Convert the data of a ``guide.toml`` to a guide. Raises the errors of ``read_lessons``."""
    return _from_table(Guide, data, "guide", options=(_options, "options"), advice=(_each(GeneralTip), "advice"))


def read_problems(data: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Convert the data of a ``problems.toml`` to problems. Raises the errors of ``read_lessons``."""
    for key in data:
        if key not in ("themes", "problem"):
            raise LessonError(f"there is no key {key!r} here", expected="themes, problem")
    themes = {
        key: _from_table(Theme, {"id": key, **table} if isinstance(table, dict) else table, f"theme {key}")
        for key, table in data.get("themes", {}).items()
    }
    for theme in themes.values():
        if theme.goal not in GOALS:
            raise LessonError(f"there is no goal {theme.goal!r}", where=f"theme {theme.id}", expected=", ".join(GOALS))
    problems = tuple(
        _problem(table, themes, f"problem {number}")
        for number, table in enumerate(_list(data.get("problem", []), "problem"), 1)
    )
    ids: set[str] = set()
    for problem in problems:
        if problem.id in ids:
            raise LessonError(f"there are two problems {problem.id!r}")
        ids.add(problem.id)
    return problems


def _problem(table: Any, themes: Mapping[str, Theme], where: str) -> Problem:
    if not isinstance(table, dict):
        raise LessonError(f"{table!r} is no table", where=where)
    lines, refutations = table.get("solutions", []), table.get("refutations", [])
    remaining_fields = {key: value for key, value in table.items() if key not in ("solutions", "refutations", "theme")}
    theme = themes.get(_string(table.get("theme"), f"{where}, theme"))
    if theme is None:
        raise LessonError(f"there is no theme {table['theme']!r}", where=where, expected=", ".join(themes))
    solution = Solution(
        tuple(_turns(line, f"{where}, solutions") for line in _list(lines, where)),
        theme.goal,
        tuple(_refutation(pair, f"{where}, refutations") for pair in _list(refutations, where)),
    )
    if not solution.lines or not all(len(line) % 2 for line in solution.lines):
        raise LessonError("a line begins and ends with a turn of the solver", where=f"{where}, solutions")
    problem = _from_table(
        Problem,
        {**remaining_fields, "theme": theme, "solution": solution},
        where,
        theme=(_identity, "theme"),
        grade=(_number, "grade"),
        solution=(_identity, "solution"),
    )
    if problem.grade not in GRADES:
        raise LessonError(f"there is no grade {problem.grade}", where=where, expected="1, 2 or 3")
    if not _ID.fullmatch(problem.id):
        raise LessonError(f"{problem.id!r} is no id", where=where, expected="letters, digits and hyphens")
    return problem


def _identity(value: Any, _where: str) -> Any:
    """Return a value that needs no conversion."""
    return value


def _turns(value: Any, where: str) -> Line:
    """Convert a list of turns. In the file a turn of one action may be a string."""
    turns = tuple((turn,) if isinstance(turn, str) else _strings(turn, where) for turn in _list(value, where))
    if not all(turns):
        raise LessonError("a turn has at least one action", where=where)
    return turns


def _refutation(value: Any, where: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    match _turns(value, where):
        case (turn, reply):
            return turn, reply
    raise LessonError("a refutation is a turn and the reply to it", where=where)


def _each(kind: type[T], **readers: tuple[Any, str]) -> Callable[[Any, str], tuple[T, ...]]:
    """Return a function that converts a list of tables to values of a dataclass.

    For ``readers`` see ``_from_table``.
    """
    return lambda value, where: tuple(
        _from_table(kind, table, f"{where} {number}", **readers) for number, table in enumerate(_list(value, where), 1)
    )


def _steps(value: Any, where: str) -> tuple[Step, ...]:
    return tuple(
        _from_table(
            Step,
            table,
            f"{where} {number}",
            options=(_options, "options"),
            moves=(_strings, "moves"),
            seat=(_number, "seat"),
            notice=(_strings, "notice"),
            touched=(_strings, "touched"),
            goes=(_strings, "goes"),
            refused=(_refused_touches, "refused"),
            winner=(_number, "winner"),
            show=(_flag, "show"),
            open=(_flag, "open"),
            task=(_task, "task"),
        )
        for number, table in enumerate(_list(value, where), 1)
    )


def _task(value: Any, where: str) -> Task:
    return _from_table(
        Task,
        value,
        where,
        accept=(_accepted_lines, "accept"),
        effect=(_effect, "effect"),
        wrong=(_wrong_actions, "wrong"),
        places=(_flag, "places"),
    )


def _effect(value: Any, where: str) -> Effect:
    effect = _from_table(Effect, value, where, within=(_number, "within"))
    if effect.outcome not in ("", "win", "loss", "draw"):
        raise LessonError(f"there is no outcome {effect.outcome!r}", where=where, expected="win, loss or draw")
    return effect


def _accepted_lines(value: Any, where: str) -> tuple[tuple[str, ...], ...]:
    """Convert a list of action lines. In the file a line of one action may be a string."""
    return tuple((item,) if isinstance(item, str) else _strings(item, where) for item in _list(value, where))


def _wrong_actions(value: Any, where: str) -> tuple[WrongAction, ...]:
    return tuple(_from_table(WrongAction, table, where) for table in _list(value, where))


def _refused_touches(value: Any, where: str) -> tuple[RefusedTouch, ...]:
    return tuple(_from_table(RefusedTouch, table, where, touch=(_strings, "touch")) for table in _list(value, where))


def _diagrams(value: Any, where: str) -> tuple[Diagram, ...]:
    return tuple(_from_table(Diagram, table, where, step=(_number, "step")) for table in _list(value, where))


def _tables(data: Mapping[str, Any], key: str, where: str) -> list[Any]:
    for name in data:
        if name not in (key, "about", "reconstructed"):
            raise LessonError(f"there is no key {name!r} here", where=where, expected=key)
    return _list(data.get(key, []), key)


def _from_table(kind: type[T], table: Any, where: str, **readers: tuple[Any, str]) -> T:
    """Convert a TOML table to a value of a dataclass.

    Args:
        kind: the dataclass.
        table: the table.
        where: the path of the table in the file, for errors.
        readers: for each field that is not a text, the function that converts its value, and the key in the file.

    Raises:
        LessonError: a key is missing, unknown or of the wrong type.
    """
    if not isinstance(table, dict):
        raise LessonError(f"{table!r} is no table", where=where)
    if isinstance(table.get("id"), str):
        where = f"{where} ({table['id']})"
    keys = {readers[item.name][1] if item.name in readers else item.name for item in fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in keys:
            raise LessonError(f"there is no key {key!r} here", where=where, expected=", ".join(sorted(keys)))
    values = {}
    for item in fields(kind):  # type: ignore[arg-type]
        reader, key = readers.get(item.name, (_string, item.name))
        if key in table:
            values[item.name] = reader(table[key], f"{where}, {key}")
    try:
        return kind(**values)
    except TypeError as error:
        raise LessonError(str(error).partition(") ")[2] or str(error), where=where) from error


def _string(value: Any, where: str) -> str:
    if not isinstance(value, str):
        raise LessonError(f"{value!r} is no text", where=where)
    return value


def _strings(value: Any, where: str) -> tuple[str, ...]:
    return tuple(_string(item, where) for item in _list(value, where))


def _number(value: Any, where: str) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise LessonError(f"{value!r} is no whole number", where=where)
    return value


def _flag(value: Any, where: str) -> bool:
    if not isinstance(value, bool):
        raise LessonError(f"{value!r} is neither true nor false", where=where)
    return value


def _list(value: Any, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise LessonError(f"{value!r} is no list", where=where)
    return value


def _options(value: Any, where: str) -> Mapping[str, str]:
    if not isinstance(value, dict):
        raise LessonError(f"{value!r} is no table", where=where)
    return {name: _string(choice, f"{where}, {name}") for name, choice in value.items()}
