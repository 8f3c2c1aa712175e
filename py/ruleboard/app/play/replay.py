"""Replays of a game: frames that show step by step what an action has set off, and their history as text. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import ReplayFrame


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A replay and its current frame.

    Attributes:
        first: the first entry of the timeline that is replayed.
        last: the last one; between two replays somebody had to decide something.
        step: the frame that is shown, from 0, among those of all entries.
    """

    first: int
    last: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class Chapter:
    """A replay as text.

    Attributes:
        title: the line of the move list it belongs to.
        replay: the replay.
        words: the texts of its frames.
    """

    title: str
    replay: ReplayPosition
    words: tuple[str, ...]


def frames(timeline: Timeline[Any], replay: ReplayPosition, seat: int) -> tuple[ReplayFrame, ...]:
    """Return all frames of a replay, seen from a seat."""
    plies = range(replay.first, replay.last + 1)
    return tuple(frame for ply in plies for frame in _frames_of(timeline, ply, seat))


def _frames_of(timeline: Timeline[Any], ply: int, seat: int) -> tuple[ReplayFrame, ...]:
    """Return the frames of one entry."""
    entry = timeline.entries[ply]
    if not isinstance(entry, Action):
        return ()
    return VIEWS[timeline.game.id].replay_frames(timeline.states[ply], entry, timeline.states[ply + 1], seat)


def replay_of(timeline: Timeline[Any], ply: int) -> ReplayPosition | None:
    """Return the replay of one entry, None if it has none."""
    return ReplayPosition(ply, ply) if _frames_of(timeline, ply, 0) else None


def latest(timeline: Timeline[Any]) -> ReplayPosition | None:
    """Return the last whole replay before the current state, with the decisions in the midst of it."""
    if not VIEWS[timeline.game.id].has_replays:
        return None
    last = next((ply for ply in range(timeline.at - 1, -1, -1) if replay_of(timeline, ply)), None)
    if last is None:
        return None
    first = last
    while first and replay_of(timeline, first - 1):
        first -= 1
    return ReplayPosition(first, last)


def history(timeline: Timeline[Any]) -> tuple[Chapter, ...]:
    """Return all replays before the current state, the latest last."""
    chapters: list[Chapter] = []
    replay = latest(timeline)
    while replay:
        words = tuple(frame.words for frame in frames(timeline, replay, 0))
        chapters.append(Chapter(_title(timeline, replay.last), replay, words))
        replay = latest(timeline.jump(replay.first))
    return tuple(reversed(chapters))


def _title(timeline: Timeline[Any], ply: int) -> str:
    """Return the line of the move list that contains an entry."""
    turn = next((turn for turn in timeline.turns() if any(ply <= item for item, _ in turn.items)), None)
    told = VIEWS[timeline.game.id].turn_in_words
    return str(told(turn, timeline.states, timeline.entries)) if turn else ""
