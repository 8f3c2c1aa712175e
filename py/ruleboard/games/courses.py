"""Courses, references, rulings, legends and problems of all games, read from the data files in their folders."""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.lesson_reader import (
    read_guide,
    read_legend,
    read_lessons,
    read_problems,
    read_reference,
    read_rulings,
    with_lesson_values,
)
from ruleboard.games.lessons import ALL, Guide, Legend, Lesson, Rulings, Section, Step
from ruleboard.games.problems import Problem
from ruleboard.games.registry import GAMES, PACKAGES, VIEWS
from ruleboard.games.view import BaseView


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """Return the lessons of a game, in order; none for an unknown id."""
    if game not in GAMES:
        return ()
    return read_lessons(_data(game, "lessons.toml"))


@cache
def reference(game: str) -> tuple[Section, ...]:
    """Return the sections of a game's rules on one page."""
    return read_reference(with_lesson_values(_data(game, "reference.toml"), PACKAGES[game].lesson_values))


@cache
def rulings(game: str) -> Rulings:
    """Return the rulings of a game."""
    return read_rulings(with_lesson_values(_data(game, "rulings.toml"), PACKAGES[game].lesson_values))


@cache
def legend(game: str) -> Legend:
    """Return the meanings of the notation and the marks of a game; empty if it explains none."""
    return read_legend(_data(game, "legend.toml"))


@cache
def chapter_ends(game: str) -> tuple[str, ...]:
    """Return the ids of the lessons with which the chapters of a course end; none if the game does not say."""
    return tuple(_data(game, "checks.toml").get("ends", ()))


@cache
def asks_for_effects(game: str) -> bool:
    """Return True if checks ask for the effects of an action, unless the game says that its names do not tell them."""
    return bool(_data(game, "checks.toml").get("effects", True))


@cache
def asks_in_mid_turn(game: str) -> bool:
    """Return True if checks ask in mid-turn where no lesson shows it, unless the game says that they do not."""
    return bool(_data(game, "checks.toml").get("mid_turn", True))


@cache
def guide(game: str) -> Guide:
    """Return the options and the general advice of a game's guided first game; empty if it has none of its own."""
    return read_guide(_data(game, "guide.toml"))


@cache
def problems(game: str) -> tuple[Problem, ...]:
    """Return the problems of a game, in order; none for an unknown id."""
    return read_problems(_data(game, "problems.toml")) if game in GAMES else ()


def read_all() -> None:
    """Read all files now: an app started from a memory snapshot has no files to read later."""
    for game in GAMES:
        course(game)
        reference(game)
        rulings(game)
        legend(game)
        chapter_ends(game)
        asks_for_effects(game)
        asks_in_mid_turn(game)
        guide(game)
        problems(game)


def lesson(game: str, id: str) -> Lesson | None:
    """Return a lesson by its game and id, None if there is none."""
    return next((found for found in course(game) if found.id == id), None)


def problem(game: str, id: str) -> Problem | None:
    """Return a problem by its game and id, None if there is none."""
    return next((found for found in problems(game) if found.id == id), None)


@lru_cache(maxsize=256)
def shown(game: str, id: str, at: int) -> tuple[Timeline[Any], int]:
    """Return the timeline after the moves of a step, and the seat whose side is nearest in its diagram.

    Args:
        game: the game's id.
        id: the lesson's id.
        at: the index of the step, from 0.

    Raises:
        KeyError: there is no such lesson.
        RuleboardError: the data file has a wrong position or move.
    """
    found = lesson(game, id)
    if found is None:
        raise KeyError(id)
    step = found.steps[at]
    seat = step.seat
    if at and (seat is None or not (step.position or step.options)):
        before, seat_before = shown(game, id, at - 1)
        seat = seat_before if seat is None else seat
    timeline = before if at and not (step.position or step.options) else _start(game, step)
    for text in step.moves:
        timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
    return timeline, seat or 0


def view_of(game: str, id: str, at: int) -> BaseView[Any, Any]:
    """Return the view for a step: the game's own, or the one focused on the part of the picture the step is about.

    Raises:
        KeyError: there is no such lesson.
    """
    found = lesson(game, id)
    if found is None:
        raise KeyError(id)
    focus = next((step.focus for step in found.steps[at::-1] if step.focus), ALL)
    return VIEWS[game] if focus == ALL else VIEWS[game].focused(focus)


def _start(game: str, step: Step) -> Timeline[Any]:
    """Return the timeline of a game that begins with the position or the options of a step."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options} | dict(step.options)
    first = rules.parse_position(step.position) if step.position else rules.initial(options, 0)
    players = ("",) * len(rules.sides(first))
    return replay(Record(game, MappingProxyType(options), 0, players, start=step.position or None), GAMES)


def _data(game: str, name: str) -> dict[str, Any]:
    """Return the contents of a data file in a game's folder with the game's values; empty if there is no such file."""
    package = type(VIEWS[game]).__module__.rpartition(".")[0]
    try:
        found = pkgutil.get_data(package, name)
    except OSError:  # a game need not have a course
        return {}
    values = PACKAGES[game].lesson_values
    return dict(with_lesson_values(tomllib.loads(found.decode("utf-8")), values)) if found else {}
