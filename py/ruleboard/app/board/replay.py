"""Replays of a game: frames that show step by step what an action caused, and the history of replays as text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard.contract.view import ReplayFrame
from ruleboard.engine.action import Action
from ruleboard.engine.timeline import Timeline
from ruleboard.registry import VIEWS


@dataclass(frozen=True, slots=True)
class ReplayPosition:
    """A replay and its current frame.

    Attributes:
        first_ply: the ply of the first replayed entry.
        last_ply: the ply of the last replayed entry. Only entries without a decision between them share a replay.
        step: the index of the current frame, from 0, among the frames of all entries.
    """

    first_ply: int
    last_ply: int
    step: int = 0


@dataclass(frozen=True, slots=True)
class ReplayChapter:
    """A replay as text.

    Attributes:
        title: the text of the replayed entries in the move list.
        replay: the replay.
        texts: the texts of its frames.
    """

    title: str
    replay: ReplayPosition
    texts: tuple[str, ...]


def frames(timeline: Timeline[Any], replay: ReplayPosition, seat: int, viewer: int | None) -> tuple[ReplayFrame, ...]:
    """Return all frames of a replay.

    Args:
        timeline: the game.
        replay: the replay.
        seat: the player at the bottom of the board.
        viewer: the player whose secrets every frame may show, or None if several people look at the screen.
    """
    plies = range(replay.first_ply, replay.last_ply + 1)
    return tuple(frame for ply in plies for frame in _replay_frames(timeline, ply, seat, viewer))


def _replay_frames(timeline: Timeline[Any], ply: int, seat: int, viewer: int | None) -> tuple[ReplayFrame, ...]:
    """Return the frames of one entry; see ``frames`` for the arguments."""
    entry = timeline.entries[ply]
    if not isinstance(entry, Action):
        return ()
    return VIEWS[timeline.game.id].replay_frames(timeline.states[ply], entry, timeline.states[ply + 1], seat, viewer)


def replay_of(timeline: Timeline[Any], ply: int) -> ReplayPosition | None:
    """Return the replay of one entry, or None."""
    return ReplayPosition(ply, ply) if _replay_frames(timeline, ply, 0, None) else None


def latest_replay(timeline: Timeline[Any]) -> ReplayPosition | None:
    """Return the last replay before the current state, with all its entries, or None."""
    if not VIEWS[timeline.game.id].has_replays:
        return None
    last_ply = next((ply for ply in range(timeline.ply - 1, -1, -1) if replay_of(timeline, ply)), None)
    if last_ply is None:
        return None
    first_ply = last_ply
    while first_ply and replay_of(timeline, first_ply - 1):
        first_ply -= 1
    return ReplayPosition(first_ply, last_ply)


def replay_history(timeline: Timeline[Any]) -> tuple[ReplayChapter, ...]:
    """Return all replays before the current state, from the oldest to the latest."""
    chapters: list[ReplayChapter] = []
    replay = latest_replay(timeline)
    while replay:
        texts = tuple(frame.text for frame in frames(timeline, replay, 0, None))
        chapters.append(ReplayChapter(_chapter_title(timeline, replay.last_ply), replay, texts))
        replay = latest_replay(timeline.jump(replay.first_ply))
    return tuple(reversed(chapters))


def _chapter_title(timeline: Timeline[Any], ply: int) -> str:
    """Return the text of the line in the move list that contains the entry at a ply."""
    turn = next((turn for turn in timeline.turns() if any(ply <= item for item, _ in turn.items)), None)
    readable_turn = VIEWS[timeline.game.id].readable_turn
    return str(readable_turn(turn, timeline.states, timeline.entries)) if turn else ""
