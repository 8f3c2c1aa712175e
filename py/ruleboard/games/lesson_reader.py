"""Reading of lessons, reference pages and rulings from the TOML files of a game's folder, with a check of their schema.

``lessons.toml`` is the course of a game, ``reference.toml`` its rules on one page, and ``rulings.toml`` holds the
questions that its rulebook leaves open; ``legend.toml`` explains its notation and its marks.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields
from typing import Any, TypeVar

from ruleboard.engine.errors import RuleboardError
from ruleboard.games.lessons import (
    TEXTS,
    Diagram,
    Effect,
    Legend,
    Lesson,
    Letter,
    MarkMeaning,
    Reconstructed,
    Refused,
    Ruling,
    Rulings,
    Section,
    Sign,
    Step,
    Task,
    Wrong,
)
from ruleboard.i18n import filled, with_values

T = TypeVar("T")


class LessonError(RuleboardError):
    """A data file that does not follow its schema."""


def with_lesson_values(data: Any, values: Mapping[str, str], key: str = "") -> Any:
    """Return parsed data with a game's values: put into positions and actions, and marked in texts for the reader.

    Args:
        data: the contents of a file, or a part of them.
        values: the values by their names, which stand in braces.
        key: the key of the part.
    """
    if isinstance(data, str):
        return filled(data, values) if key in TEXTS else with_values(data, values)
    if isinstance(data, Mapping):
        return {name: with_lesson_values(part, values, name) for name, part in data.items()}
    return [with_lesson_values(part, values, key) for part in data] if isinstance(data, list) else data


def read_lessons(data: Mapping[str, Any]) -> tuple[Lesson, ...]:
    """Return the lessons of a parsed ``lessons.toml``.

    Raises:
        LessonError: a key is missing, unknown or of the wrong type; the error names the lesson and the step.
    """
    lessons = tuple(
        _from_table(Lesson, table, f"lesson {number}", steps=(_steps, "step"))
        for number, table in enumerate(_tables(data, "lesson", ""), 1)
    )
    for number, lesson in enumerate(lessons):
        if lesson.id in {other.id for other in lessons[:number]}:
            raise LessonError(f"there are two lessons {lesson.id!r}")
        for at, step in enumerate(lesson.steps, 1):
            if step.task and not (step.task.accept or step.task.effect):
                raise LessonError("the task accepts nothing", where=f"lesson {lesson.id}, step {at}")
    return lessons


def read_reference(data: Mapping[str, Any]) -> tuple[Section, ...]:
    """Return the sections of a parsed ``reference.toml``; errors as in ``read_lessons``."""
    return tuple(
        _from_table(Section, table, f"section {number}", diagrams=(_diagrams, "diagram"), lessons=(_strings, "lessons"))
        for number, table in enumerate(_tables(data, "section", ""), 1)
    )


def read_rulings(data: Mapping[str, Any]) -> Rulings:
    """Return the rulings of a parsed ``rulings.toml``; errors as in ``read_lessons``."""
    about = data.get("about", {})
    return Rulings(
        text=_string(about.get("text", ""), "about, text"),
        link=_string(about.get("link", ""), "about, link"),
        rulings=tuple(
            _from_table(Ruling, table, f"ruling {number}")
            for number, table in enumerate(_tables(data, "ruling", ""), 1)
        ),
        reconstructed=tuple(
            _from_table(Reconstructed, table, f"reconstructed {number}")
            for number, table in enumerate(data.get("reconstructed", ()), 1)
        ),
    )


def read_legend(data: Mapping[str, Any]) -> Legend:
    """Return the legend of a parsed ``legend.toml``; errors as in ``read_lessons``."""
    return _from_table(
        Legend,
        data,
        "legend",
        letters=(_each(Letter), "letter"),
        signs=(_each(Sign, moves=(_strings, "moves")), "sign"),
        marks=(_each(MarkMeaning), "mark"),
    )


def _each(kind: type[T], **readers: tuple[Any, str]) -> Callable[[Any, str], tuple[T, ...]]:
    """Return a reader of lists of tables, each a value of a dataclass; ``readers`` as for ``_from_table``."""
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
            refused=(_refused, "refused"),
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
        accept=(_accepted, "accept"),
        effect=(_effect, "effect"),
        wrong=(_wrong, "wrong"),
        places=(_flag, "places"),
    )


def _effect(value: Any, where: str) -> Effect:
    effect = _from_table(Effect, value, where, within=(_number, "within"))
    if effect.outcome not in ("", "win", "loss", "draw"):
        raise LessonError(f"there is no outcome {effect.outcome!r}", where=where, expected="win, loss or draw")
    return effect


def _accepted(value: Any, where: str) -> tuple[tuple[str, ...], ...]:
    """Return lines of actions; in the file a line of one action may be the action alone."""
    return tuple((item,) if isinstance(item, str) else _strings(item, where) for item in _list(value, where))


def _wrong(value: Any, where: str) -> tuple[Wrong, ...]:
    return tuple(_from_table(Wrong, table, where) for table in _list(value, where))


def _refused(value: Any, where: str) -> tuple[Refused, ...]:
    return tuple(_from_table(Refused, table, where, touch=(_strings, "touch")) for table in _list(value, where))


def _diagrams(value: Any, where: str) -> tuple[Diagram, ...]:
    return tuple(_from_table(Diagram, table, where, step=(_number, "step")) for table in _list(value, where))


def _tables(data: Mapping[str, Any], key: str, where: str) -> list[Any]:
    for other in data:
        if other not in (key, "about", "reconstructed"):
            raise LessonError(f"there is no key {other!r} here", where=where, expected=key)
    return _list(data.get(key, []), key)


def _from_table(kind: type[T], table: Any, where: str, **readers: tuple[Any, str]) -> T:
    """Return a value of a dataclass from a table of the file.

    Args:
        kind: the dataclass.
        table: the table.
        where: the place of the table in errors.
        readers: for each field that is not a text, the function that reads its value and the key in the file.

    Raises:
        LessonError: a key is missing, unknown or of the wrong type.
    """
    if not isinstance(table, dict):
        raise LessonError(f"{table!r} is no table", where=where)
    if isinstance(table.get("id"), str):
        where = f"{where} ({table['id']})"
    known = {readers[item.name][1] if item.name in readers else item.name for item in fields(kind)}  # type: ignore[arg-type]
    for key in table:
        if key not in known:
            raise LessonError(f"there is no key {key!r} here", where=where, expected=", ".join(sorted(known)))
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
    return {name: _string(chosen, f"{where}, {name}") for name, chosen in value.items()}
