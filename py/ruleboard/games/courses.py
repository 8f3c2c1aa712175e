"""The lessons, the rules on one page and the rulings of every game, from the data files in its folder."""

from __future__ import annotations

import pkgutil
import tomllib
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.lessons import ALL, Lesson, Rulings, Section, Step, read_lessons, read_reference, read_rulings
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.games.view import BaseView


@cache
def course(game: str) -> tuple[Lesson, ...]:
    """The lessons of a game, in order; none of an unknown one."""
    return read_lessons(_data(game, "lessons.toml")) if game in GAMES else ()


@cache
def reference(game: str) -> tuple[Section, ...]:
    """The rules of a game, on one page."""
    return read_reference(_data(game, "reference.toml"))


@cache
def rulings(game: str) -> Rulings:
    """What the rulebook of a game leaves open."""
    return read_rulings(_data(game, "rulings.toml"))


def read_all() -> None:
    """Read all files now: where the app starts from a snapshot of its memory, there are no files to read later."""
    for game in GAMES:
        course(game)
        reference(game)
        rulings(game)


def lesson(game: str, id: str) -> Lesson | None:
    """A lesson by its game and id, None if there is no such."""
    return next((found for found in course(game) if found.id == id), None)


@lru_cache(maxsize=256)
def shown(game: str, id: str, at: int) -> tuple[Timeline[Any], int]:
    """What the diagram of a step shows: the timeline standing after the step's moves, and whose side is nearest.

    Args:
        game: the game's id.
        id: the lesson's.
        at: the step's number, from 0.

    Raises:
        KeyError: there is no such lesson.
        RecordError: the position or a move in the file is not one.
    """
    found = lesson(game, id)
    if found is None:
        raise KeyError(id)
    step = found.steps[at]
    seat = step.seat
    if at and (seat is None or not (step.position or step.options)):
        before, near = shown(game, id, at - 1)
        seat = near if seat is None else seat
    timeline = before if at and not (step.position or step.options) else _begun(game, step)
    for text in step.moves:
        timeline = timeline.play(timeline.game.parse_action(timeline.state, text))
    return timeline, seat or 0


def face_of(game: str, id: str, at: int) -> BaseView[Any, Any]:
    """How a step is shown: the game's face, or the one for the part of the picture that the step speaks of.

    Raises:
        KeyError: there is no such lesson.
    """
    found = lesson(game, id)
    if found is None:
        raise KeyError(id)
    named = next((step.focus for step in found.steps[at::-1] if step.focus), ALL)
    return VIEWS[game] if named == ALL else VIEWS[game].focused(named)


def _begun(game: str, step: Step) -> Timeline[Any]:
    """The timeline of a game that begins where a step does."""
    rules = GAMES[game]
    options = {option.id: option.default for option in rules.options} | dict(step.options)
    first = rules.parse_position(step.position) if step.position else rules.initial(options, 0)
    players = ("",) * len(rules.sides(first))
    return replay(Record(game, MappingProxyType(options), 0, players, start=step.position or None), GAMES)


def _data(game: str, name: str) -> dict[str, Any]:
    package = type(VIEWS[game]).__module__.rpartition(".")[0]
    try:
        found = pkgutil.get_data(package, name)
    except OSError:  # a game may be played before anybody has written how it is learned
        return {}
    return tomllib.loads(found.decode("utf-8")) if found else {}
