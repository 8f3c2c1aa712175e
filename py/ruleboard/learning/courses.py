"""Load the courses, rules pages, rulings, legends and problems of the games from the TOML files in their folders."""

from __future__ import annotations

import pkgutil
import tomllib
from collections.abc import Collection, Mapping
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, Final

from ruleboard.contract.view import BaseView
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.i18n import _
from ruleboard.learning.lesson_reader import (
    read_guide,
    read_legend,
    read_lessons,
    read_problems,
    read_questions,
    read_reference,
    read_rulings,
    with_lesson_values,
)
from ruleboard.learning.lessons import WHOLE_PICTURE, Guide, Legend, Lesson, QuestionBank, RulesSection, Rulings
from ruleboard.learning.problems import Problem
from ruleboard.registry import GAMES, PACKAGES, VIEWS
from ruleboard.wording import sentence

LEARNING_ORDER: Final = ("sensei", "tensor-cards", "tensor-chess", "tesulda", "equilibrium")
"""The games in the order in which the app proposes to learn them. Other games follow."""


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game in order, or an empty tuple for an unknown id."""
    if game not in GAMES:
        return ()
    return read_lessons(_load_data(game, "lessons.toml"))


@cache
def reference(game: str) -> tuple[RulesSection, ...]:
    """Return the sections of a game's rules page."""
    return read_reference(with_lesson_values(_load_data(game, "reference.toml"), PACKAGES[game].lesson_values))


@cache
def rulings(game: str) -> Rulings:
    """Return the rulings of a game."""
    return read_rulings(with_lesson_values(_load_data(game, "rulings.toml"), PACKAGES[game].lesson_values))


@cache
def legend(game: str) -> Legend:
    """Return the legend of a game's notation and marks. The legend may be empty."""
    return read_legend(_load_data(game, "legend.toml"))


@cache
def question_bank(game: str) -> QuestionBank:
    """Return the question bank of a game, which may be empty."""
    return read_questions(_load_data(game, "checks.toml"))


@cache
def guide(game: str) -> Guide:
    """Return a game's guide, which may be empty."""
    return read_guide(_load_data(game, "guide.toml"))


@cache
def problems(game: str) -> tuple[Problem, ...]:
    """Return the problems of a game in order, or an empty tuple for an unknown id."""
    return read_problems(_load_data(game, "problems.toml")) if game in GAMES else ()


def load_all() -> None:
    """Load all data files into caches.

    The build calls this function before a snapshot, from which the app starts without files.
    """
    for game in GAMES:
        course(game)
        reference(game)
        rulings(game)
        legend(game)
        question_bank(game)
        guide(game)
        problems(game)


def next_unread_lesson(game: str, completed_ids: Collection[str]) -> Lesson | None:
    """Return the first lesson of a game that a person has not completed, or None."""
    return next((lesson for lesson in course(game) if lesson.id not in completed_ids), None)


def find_lesson(game: str, id: str) -> Lesson | None:
    """Return a game's lesson with a given id, or None."""
    return next((entry for entry in course(game) if entry.id == id), None)


def find_problem(game: str, id: str) -> Problem | None:
    """Return a game's problem with a given id, or None."""
    return next((entry for entry in problems(game) if entry.id == id), None)


def problem_task(game: Game[Any, Any], state: Any, seat: int, problem: Problem) -> str:
    """Return the task of a problem as a sentence, after the mode of a game with several modes.

    Args:
        game: the rules of the game.
        state: the state of the problem, as its solver sees it.
        seat: the solver.
        problem: the problem.
    """
    mode = VIEWS[game.id].mode_name(state)
    text = sentence(_(problem.theme.task).format(side=_(game.sides(state)[seat])))
    return f"{sentence(mode)} {text}" if mode else text


@lru_cache(maxsize=256)
def step_timeline(game: str, id: str, step_index: int) -> tuple[Timeline[Any], int]:
    """Return the timeline of a lesson step after its moves, and the player at the bottom of the board.

    Args:
        game: the game's id.
        id: the lesson's id.
        step_index: the 0-based index of the step.

    Raises:
        KeyError: the game has no such lesson.
        RuleboardError: the data file has an illegal position or move.
    """
    entry = find_lesson(game, id)
    if entry is None:
        raise KeyError(id)
    step = entry.steps[step_index]
    seat = step.seat
    if step_index and (seat is None or not (step.position or step.options)):
        previous_timeline, previous_seat = step_timeline(game, id, step_index - 1)
        seat = previous_seat if seat is None else seat
    timeline = (
        previous_timeline
        if step_index and not (step.position or step.options)
        else start_timeline(game, step.position, step.options)
    )
    for text in step.moves:
        timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
    return timeline, seat or 0


def step_view(game: str, id: str, step_index: int) -> BaseView[Any, Any]:
    """Return the view of a lesson's step, which may show only a part of the board.

    Raises:
        KeyError: the game has no such lesson.
    """
    entry = find_lesson(game, id)
    if entry is None:
        raise KeyError(id)
    focus = next((step.focus for step in entry.steps[step_index::-1] if step.focus), WHOLE_PICTURE)
    return VIEWS[game] if focus == WHOLE_PICTURE else VIEWS[game].focused_view(focus)


def start_timeline(game: str, position: str, options: Mapping[str, str]) -> Timeline[Any]:
    """Return a timeline that starts at a position, or with a new game with some options.

    Args:
        game: the game's id.
        position: the position text, or ``""`` for a new game.
        options: the options whose values differ from the defaults.

    Raises:
        RuleboardError: the position or an option is not valid.
    """
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options} | dict(options)
    state = rules.parse_position(position) if position else rules.initial(options, 0)
    players = ("",) * len(rules.sides(state))
    return replay(Record(game, MappingProxyType(options), 0, players, start=position or None), GAMES)


def _load_data(game: str, name: str) -> dict[str, Any]:
    """Load a TOML file of a game and replace placeholders with the game's values.

    Return an empty dictionary if the file does not exist.
    """
    package = type(VIEWS[game]).__module__.rpartition(".")[0]
    try:
        content = pkgutil.get_data(package, name)
    except OSError:  # a course is optional
        return {}
    values = PACKAGES[game].lesson_values
    return dict(with_lesson_values(tomllib.loads(content.decode("utf-8")), values)) if content else {}
