"""The shows of a game: what actions uncovered, to be seen step by step, seen again, and read afterwards. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import ReplayFrame


@dataclass(frozen=True, slots=True)
class Showing:
    """A show and how far it is.

    Attributes:
        first: the first entry of the timeline that is shown.
        last: the last one; between two shows lies the time in which somebody had to decide something.
        step: which of all their frames is seen, from 0.
    """

    first: int
    last: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a show told, to be read.

    Attributes:
        title: the line of the move list it belongs to.
        showing: the show.
        words: what its frames say.
    """

    title: str
    showing: Showing
    words: tuple[str, ...]


def frames(timeline: Timeline[Any], showing: Showing, seat: int) -> tuple[ReplayFrame, ...]:
    """All frames of a show, seen from a seat."""
    plies = range(showing.first, showing.last + 1)
    return tuple(frame for ply in plies for frame in _frames_of(timeline, ply, seat))


def _frames_of(timeline: Timeline[Any], ply: int, seat: int) -> tuple[ReplayFrame, ...]:
    """What one entry has to show."""
    entry = timeline.entries[ply]
    if not isinstance(entry, Action):
        return ()
    return VIEWS[timeline.game.id].replay_frames(timeline.states[ply], entry, timeline.states[ply + 1], seat)


def begun(timeline: Timeline[Any], ply: int) -> Showing | None:
    """The show of one entry, None if it has none."""
    return Showing(ply, ply) if _frames_of(timeline, ply, 0) else None


def latest(timeline: Timeline[Any]) -> Showing | None:
    """The last whole show before where the timeline stands, with all that was decided in the midst of it."""
    last = next((ply for ply in range(timeline.at - 1, -1, -1) if begun(timeline, ply)), None)
    if last is None:
        return None
    first = last
    while first and begun(timeline, first - 1):
        first -= 1
    return Showing(first, last)


def story(timeline: Timeline[Any]) -> tuple[Chapter, ...]:
    """Everything that was shown before where the timeline stands, the latest last."""
    chapters: list[Chapter] = []
    showing = latest(timeline)
    while showing:
        words = tuple(frame.words for frame in frames(timeline, showing, 0))
        chapters.append(Chapter(_title(timeline, showing.last), showing, words))
        showing = latest(timeline.jump(showing.first))
    return tuple(reversed(chapters))


def _title(timeline: Timeline[Any], ply: int) -> str:
    """The line of the move list that tells of an entry."""
    return next((str(turn) for turn in timeline.turns() if any(ply <= item for item, _ in turn.items)), "")
