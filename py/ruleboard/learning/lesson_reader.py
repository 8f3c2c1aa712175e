"""Parse the TOML files in a game's folder: lessons, rules page, rulings, legend, guide and problems.

- ``lessons.toml`` contains the course of the game.
- ``reference.toml`` contains its rules on one page.
- ``rulings.toml`` contains our answers to questions that the rulebook leaves open.
- ``legend.toml`` explains its notation and marks.
- ``guide.toml`` contains the options and tips of its guided first game.
- ``checks.toml`` contains the questions of its quizzes.
- ``problems.toml`` contains its problems.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace
from typing import Any

from ruleboard.engine.decoding import DataclassReader, ErrorStyle, Path, Value, format_path
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import with_deferred_values, with_values
from ruleboard.learning.lessons import (
    TEXT_KEYS,
    Guide,
    Legend,
    Lesson,
    QuestionBank,
    QuestionCase,
    QuestionKind,
    ReconstructedPart,
    RulesSection,
    Ruling,
    Rulings,
    TaskEffect,
)
from ruleboard.learning.problems import GOALS, GRADES, MAX_EFFORT, Line, Problem, Solution, Theme, Turn

_ID_PATTERN = re.compile(r"[A-Za-z0-9-]+")


class LessonError(RuleboardError):
    """Raised when a TOML file does not follow its schema."""


def with_lesson_values(data: Any, values: Mapping[str, str], key: str = "") -> Any:
    """Replace placeholders in parsed data with a game's values.

    Translatable texts keep their placeholders until they are translated, and store the values.

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
    value = _wrap_file_data(data, ("lesson",))
    lessons = tuple(_read_table(table, Lesson) for table in value.field("lesson", []).items())
    for table, lesson in zip(value.field("lesson", []).items(), lessons, strict=True):
        for step_value, step in zip(table.field("step").items(), lesson.steps, strict=True):
            if step.task and not (step.task.accepted_lines or step.task.effect):
                raise step_value.field("task").error("the task accepts nothing")
    _check_ids(lesson.id for lesson in lessons)
    return lessons


def read_reference(data: Mapping[str, Any]) -> tuple[RulesSection, ...]:
    """Convert the parsed data of a ``reference.toml`` to sections.

    Raises:
        LessonError: see ``read_lessons``.
    """
    value = _wrap_file_data(data, ("section",))
    return tuple(_read_table(table, RulesSection) for table in value.field("section", []).items())


def read_rulings(data: Mapping[str, Any]) -> Rulings:
    """Convert the parsed data of a ``rulings.toml`` to rulings.

    Raises:
        LessonError: see ``read_lessons``.
    """
    value = _wrap_file_data(data, ("about", "ruling", "reconstructed"))
    about = value.field("about", {})
    return Rulings(
        text=about.field("text", "").text(),
        link=about.field("link", "").text(),
        rulings=tuple(_read_table(table, Ruling) for table in value.field("ruling", []).items()),
        reconstructed_parts=tuple(
            _read_table(table, ReconstructedPart) for table in value.field("reconstructed", []).items()
        ),
    )


def read_legend(data: Mapping[str, Any]) -> Legend:
    """Convert the parsed data of a ``legend.toml`` to a legend.

    Raises:
        LessonError: see ``read_lessons``.
    """
    return _read_table(_wrap_file_data(data), Legend)


def read_guide(data: Mapping[str, Any]) -> Guide:
    """Convert the parsed data of a ``guide.toml`` to a guide.

    Raises:
        LessonError: see ``read_lessons``.
    """
    return _read_table(_wrap_file_data(data), Guide)


def read_questions(data: Mapping[str, Any]) -> QuestionBank:
    """Convert the parsed data of a ``checks.toml`` to the questions of quizzes.

    A table ``question`` with a list ``kinds`` defines a question for each of these kinds. The tables ``ask`` have the
    sentences of these questions, by kind and piece.

    Raises:
        LessonError: see ``read_lessons``. Also raised if a kind has no sentence.
    """
    value = _wrap_file_data(data, ("ends", "ask", "question"))
    prompts = {}
    for ask in value.field("ask", []).items():
        ask.check_names(("kind", "piece", "text"), _EXPECTED_TABLE)
        prompts[ask.field("kind").text(), ask.field("piece", "").text()] = ask.field("text").text()
    kinds = []
    for table in value.field("question", []).items():
        members = dict(table.members(_EXPECTED_TABLE))
        names = members.pop("kinds", None) or (members.get("kind", "written"),)
        if len(names) > 1 and "ask" in members:
            raise table.field("ask").error("several kinds of questions cannot share a sentence")
        for name in names:
            kind = _read_table(replace(table, data={**members, "kind": name}), QuestionKind)
            text = kind.prompt or prompts.get((name, kind.piece)) or prompts.get((name, ""), "")
            if not text and not all(case.prompt for case in kind.cases or (QuestionCase(),)):
                raise table.error(f"there is no sentence for questions of the kind {name!r} about {kind.piece!r}")
            kinds.append(replace(kind, prompt=text))
    return QuestionBank(value.field("ends", []).texts(), tuple(kinds))


def read_problems(data: Mapping[str, Any]) -> tuple[Problem, ...]:
    """Convert the parsed data of a ``problems.toml`` to problems.

    Raises:
        LessonError: see ``read_lessons``.
    """
    value = _wrap_file_data(data, ("themes", "problem"))
    themes = {}
    for key in value.field("themes", {}).members():
        table = value.field("themes").field(key)
        theme = _read_table(replace(table, data={"id": key, **table.members(_EXPECTED_TABLE)}), Theme)
        if theme.goal not in GOALS:
            raise table.field("goal").error(f"there is no goal {theme.goal!r}", ", ".join(GOALS))
        themes[key] = theme
    problems, counts = [], Counter[str]()
    for item in value.field("problem", []).items():
        problem = _read_problem(item, themes)
        counts[problem.theme.id] += 1
        problems.append(replace(problem, number=counts[problem.theme.id]))
    _check_ids(problem.id for problem in problems)
    return tuple(problems)


def _read_problem(problem: Value, themes: Mapping[str, Theme]) -> Problem:
    problem.check_names(("id", "position", "theme", "grade", "effort", "solutions", "refutations"), _EXPECTED_TABLE)
    theme = themes[problem.field("theme").one_of(themes)]
    lines = tuple(map(_read_turns, problem.field("solutions", []).items()))
    if not lines or not all(len(line) % 2 for line in lines):
        raise problem.field("solutions").error("a line begins and ends with a turn of the solver")
    refutations = tuple(map(_read_refutation, problem.field("refutations", []).items()))
    id = problem.field("id").text()
    if not _ID_PATTERN.fullmatch(id):
        raise problem.field("id").error(f"{id!r} is not an id", "letters, digits and hyphens")
    return Problem(
        id,
        problem.field("position").text(),
        theme,
        problem.field("grade").integer(min(GRADES), max(GRADES)),
        Solution(lines, theme.goal, refutations),
        problem.field("effort", 1).integer(1, MAX_EFFORT),
    )


def _read_refutation(value: Value) -> tuple[Turn, Turn]:
    match _read_turns(value):
        case (turn, reply):
            return turn, reply
    raise value.error("a refutation is a turn and the reply to it")


def _read_turns(value: Value) -> Line:
    """Convert a list of turns to tuples of action texts. In the file, a turn with one action may be a string."""
    return tuple((item.data,) if isinstance(item.data, str) else _read_actions(item) for item in value.items())


def _read_actions(value: Value) -> Turn:
    actions = value.texts()
    if not actions:
        raise value.error("a turn has at least one action")
    return actions


def _read_effect(value: Value) -> TaskEffect:
    effect = _read_table(value, TaskEffect)
    if effect.outcome not in ("", "win", "loss", "draw"):
        raise value.field("outcome").error(f"there is no outcome {effect.outcome!r}", "win, loss or draw")
    return effect


_EXPECTED_TABLE = "a table"

_read_table = DataclassReader(
    readers={"effect": _read_effect, "accepted_lines": _read_turns},
    names={
        "steps": "step",
        "prompt": "ask",
        "accepted_lines": "accept",
        "wrong_actions": "wrong",
        "max_decisions": "within",
        "checked_actions": "when",
        "error_explanation": "why",
        "marks_targets": "places",
        "selection": "touched",
        "next_targets": "goes",
        "illegal_selections": "refused",
        "touched_targets": "touch",
        "replays_last_move": "show",
        "shows_hidden": "open",
        "rule_lesson": "rule",
        "is_opening": "opening",
        "rule_explanation": "why",
        "legal_target_reason": "legal",
        "touch_count": "touches",
        "refusal_lessons": "rules",
        "counted_targets": "counted",
        "highlighted": "notice",
        "plays_random_actions": "wanders",
        "diagrams": "diagram",
        "interpretation": "ours",
        "alternative_interpretation": "other",
        "letters": "letter",
        "signs": "sign",
        "marks": "mark",
        "chapters": "chapter",
        "cases": "case",
    },
    expected=_EXPECTED_TABLE,
)
"""The reader for the dataclasses in ``ruleboard.learning.lessons``."""


def _wrap_file_data(data: Mapping[str, Any], keys: Collection[str] = ()) -> Value:
    """Wrap the parsed data of a file in a ``Value``. If there are ``keys``, reject other keys."""

    def format_location(path: Path) -> str:
        location = format_path(path)
        match data.get(str(path[0])) if path else None, path:
            case list(tables), (_key, int(index), *_rest):
                id = tables[index].get("id") if isinstance(tables[index], dict) else None
                return f"{location} ({id})" if isinstance(id, str) else location
        return location

    value = Value(dict(data), ErrorStyle(LessonError, format_location))
    if keys:
        value.check_names(keys)
    return value


def _check_ids(ids: Iterable[str]) -> None:
    for id, count in Counter(ids).items():
        if count > 1:
            raise LessonError(f"there are two with the id {id!r}")
