"""Animations of a board: what moves when an action is made or taken back, and the paths of the last action."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.play import advice, guide
from ruleboard.app.play.history import frames
from ruleboard.app.play.review import better
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.timeline import Timeline
from ruleboard.games.registry import PACKAGES, VIEWS
from ruleboard.games.view import BaseView
from ruleboard.scene.marks import Motion, Path

View = BaseView[Any, Any]


def played(before: Table, after: Table, action: Action[Any], seat: int) -> tuple[Motion, ...]:
    """Return the motions of an action that was just made; an opponent's hidden one shows none.

    Args:
        before: the table on which it was made.
        after: the table it has led to, which may be that of a copy.
        action: the action.
        seat: the player whose side is nearest.
    """
    if after.replay:
        return replayed(before, after, seat)
    if after.id != before.id or before.covered or after.covered:
        return ()
    timeline, at = after.timeline, before.timeline.at
    if before.level_to_move and timeline.is_hidden(at):
        return ()
    return VIEWS[timeline.game.id].motions(timeline.states[at], action, timeline.states[at + 1], seat)


def stepped(before: Table, after: Table, seat: int, view: View | None = None) -> tuple[Motion, ...]:
    """Return the motions of one action onwards or back, on the way from one place in a game to another.

    Args:
        before: the table that was shown.
        after: the table that is shown now.
        seat: the player whose side is nearest.
        view: the board's view, if it is not the game's own.
    """
    if after.id != before.id or before.covered or after.covered:
        return ()
    later, earlier = sorted((after.shown, before.shown), key=lambda timeline: timeline.at, reverse=True)
    if later.at != earlier.at + 1 or later.states[earlier.at] != earlier.state:
        return ()
    if later.is_hidden(earlier.at) and (before.viewed_at, after.viewed_at) != (None, None):
        return ()  # what was done unseen is not shown to who looks back
    found = _motions(later, earlier.at, seat, view)
    return found if after.shown.at > before.shown.at else tuple(_backwards(motion) for motion in found)


def replayed(before: Table, after: Table, seat: int) -> tuple[Motion, ...]:
    """Return the motions of a replay that has just begun on the board, or has gone on by one frame."""
    replay, earlier = after.replay, before.replay
    if replay is None or (before.covered and not earlier):
        return ()
    if earlier and replace(earlier, step=0) != replace(replay, step=0):
        return ()
    if replay.step != (earlier.step + 1 if earlier else 0):
        return ()
    return frames(after, seat)[replay.step].motions


def between(before: Table, after: Table, seat: int, view: View | None = None) -> tuple[Motion, ...]:
    """Return the motions between two states of a board, by a replay or by one action onwards or back."""
    if after.id != before.id:
        return ()
    return replayed(before, after, seat) if after.replay else stepped(before, after, seat, view)


def _motions(timeline: Timeline[Any], at: int, seat: int, view: View | None) -> tuple[Motion, ...]:
    """Return the motions of the entry after ``at`` entries; an ending has none."""
    entry = timeline.entries[at]
    if not isinstance(entry, Action):
        return ()
    view = view or VIEWS[timeline.game.id]
    return view.motions(timeline.states[at], entry, timeline.states[at + 1], seat)


def _backwards(motion: Motion) -> Motion:
    return Motion(motion.end, motion.start, motion.points[::-1])


def last_paths(table: Table, seat: int, view: View | None = None) -> tuple[Path, ...]:
    """Return the paths of the last turn before the state that is shown; what was done unseen leaves none.

    Args:
        table: the table.
        seat: the player whose side is nearest.
        view: the board's view, if it is not the game's own.
    """
    if table.advice and advice.targets(table):
        return ()  # so that the advice stands out
    timeline = table.timeline
    view = view or VIEWS[timeline.game.id]
    return tuple(
        path
        for at in table.last_turn
        if isinstance(entry := timeline.entries[at], Action)
        for path in view.trails(timeline.states[at], entry, timeline.states[at + 1], seat)
    )


def hinted_paths(table: Table, seat: int) -> tuple[Path, ...]:
    """Return the paths of the actions that a hint recommends, once it shows them, or of a review's better turn.

    Args:
        table: the table.
        seat: the player whose side is nearest.
    """
    timeline = table.shown
    hinted = advice.recommended(table)
    # A review may show what was hidden in the game, a hint must not.
    state = timeline.state_for(timeline.to_move) if hinted else timeline.state
    return _trails(timeline.game.id, state, hinted or better(table), seat)


def answer_paths(table: Table, seat: int) -> tuple[Path, ...]:
    """Return the paths of the answer that makes the reader's turn a mistake; none where it is not known.

    Args:
        table: the table of a guided game.
        seat: the player whose side is nearest.
    """
    timeline = table.timeline
    return _trails(timeline.game.id, timeline.state, guide.consequence(table).reply, seat)


def _trails(id: str, state: Any, actions: Sequence[Action[Any]], seat: int) -> tuple[Path, ...]:
    """Return the paths of actions that follow each other, from a state on.

    They end where an action uncovers something that is hidden in the state.
    """
    found = list[Path]()
    for action in actions:
        found += VIEWS[id].hint_trails(state, action, seat)
        try:
            after = PACKAGES[id].game.apply(state, action)
        except RuleboardError:
            break
        found += VIEWS[id].trails(state, action, after, seat)
        state = after
    return tuple(found)


def travels(motions: Sequence[Motion]) -> str:
    """Return a JSON text of keys, each with the offsets from where the thing now is; empty if nothing moves."""
    if not motions:
        return ""
    return json.dumps(
        [
            [motion.end, [[x - motion.points[-1][0], y - motion.points[-1][1]] for x, y in motion.points]]
            for motion in motions
        ]
    )
