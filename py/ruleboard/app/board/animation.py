"""Animations of a board when actions are played or undone, and the arrows along the paths of actions."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app.board import advice, guide
from ruleboard.app.board.history import replay_frames
from ruleboard.app.board.last_turn import last_turn_plies
from ruleboard.app.board.review import better_actions, viewed_line, viewed_line_turn_count
from ruleboard.app.board.table import Table
from ruleboard.contract.view import BaseView
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.timeline import Timeline
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.scene.marks import Motion, Path

View = BaseView[Any, Any]


def action_motions(
    before: Table, after: Table, action: Action[Any], seat: int, view: View | None = None
) -> tuple[Motion, ...]:
    """Return the motions that animate a new action; empty for a bot's hidden action.

    Args:
        before: the table before the action.
        after: the table after the action, which may belong to a copy of the game.
        action: the action.
        seat: the player at the bottom of the board.
        view: the view of the board, None for the game's usual view.
    """
    if after.display.replay:
        return replay_motions(before, after, seat)
    if after.id != before.id or before.display.covers_board or after.display.covers_board:
        return ()
    timeline, ply = after.timeline, before.timeline.ply
    if before.bot_level_to_move and timeline.is_hidden(ply):
        return ()
    view = view or VIEWS[timeline.game.id]
    return view.motions(timeline.states[ply], action, timeline.states[ply + 1], seat)


def step_motions(before: Table, after: Table, seat: int, view: View | None = None) -> tuple[Motion, ...]:
    """Return the motions that animate a step of one action, forwards or backwards.

    Args:
        before: the table that the page showed before the step.
        after: the table that the page shows after the step.
        seat: the player at the bottom of the board.
        view: the view of the board, None for the game's usual view.
    """
    if after.id != before.id or before.display.covers_board or after.display.covers_board:
        return ()
    later_timeline, earlier_timeline = sorted(
        (after.viewed_timeline, before.viewed_timeline), key=lambda timeline: timeline.ply, reverse=True
    )
    if (
        later_timeline.ply != earlier_timeline.ply + 1
        or later_timeline.states[earlier_timeline.ply] != earlier_timeline.state
    ):
        return ()
    if later_timeline.is_hidden(earlier_timeline.ply) and (before.display.ply, after.display.ply) != (None, None):
        return ()  # looking back does not reveal hidden actions
    motions = _entry_motions(later_timeline, earlier_timeline.ply, seat, view)
    return (
        motions
        if after.viewed_timeline.ply > before.viewed_timeline.ply
        else tuple(Motion(motion.end, motion.start, motion.points[::-1]) for motion in motions)
    )


def replay_motions(before: Table, after: Table, seat: int) -> tuple[Motion, ...]:
    """Return the motions that animate the first frame of a replay, or a step to its next frame."""
    replay, earlier_replay = after.display.replay, before.display.replay
    if replay is None or (before.display.covers_board and not earlier_replay):
        return ()
    if earlier_replay and replace(earlier_replay, step=0) != replace(replay, step=0):
        return ()
    if replay.step != (earlier_replay.step + 1 if earlier_replay else 0):
        return ()
    return replay_frames(after, seat)[replay.step].motions


def board_motions(before: Table, after: Table, seat: int, view: View | None = None) -> tuple[Motion, ...]:
    """Return the motions that animate a change of the board: a replay's frame, or one action forwards or backwards."""
    if after.id != before.id:
        return ()
    return replay_motions(before, after, seat) if after.display.replay else step_motions(before, after, seat, view)


def _entry_motions(timeline: Timeline[Any], ply: int, seat: int, view: View | None) -> tuple[Motion, ...]:
    """Return the motions that animate the entry at a ply; empty for an ending such as a resignation."""
    entry = timeline.entries[ply]
    if not isinstance(entry, Action):
        return ()
    view = view or VIEWS[timeline.game.id]
    return view.motions(timeline.states[ply], entry, timeline.states[ply + 1], seat)


def last_turn_paths(table: Table, seat: int, view: View | None = None) -> tuple[Path, ...]:
    """Return the paths of the last turn before the viewed state, except the paths of hidden actions.

    Args:
        table: the table.
        seat: the player at the bottom of the board.
        view: the view of the board, None for the game's usual view.
    """
    if table.advice and advice.advice_targets(table):
        return ()  # so that the advice stands out
    timeline = table.viewed_timeline
    view = view or VIEWS[timeline.game.id]
    return tuple(
        path
        for ply in last_turn_plies(table)
        if isinstance(entry := timeline.entries[ply], Action)
        for path in view.action_paths(timeline.states[ply], entry, timeline.states[ply + 1], seat)
    )


def hint_paths(table: Table, seat: int) -> tuple[Path, ...]:
    """Return the paths of a hint's recommended actions, or of the better turn in a review.

    While the board shows a line, return the paths of its last turn, unless ``last_turn_paths`` returns them.

    Args:
        table: the table.
        seat: the player at the bottom of the board.
    """
    timeline = table.viewed_timeline
    if table.display.variation:
        return motion_paths(timeline, timeline.ply - len(viewed_line(table)[viewed_line_turn_count(table) - 1]), seat)
    recommended_actions = advice.recommended_actions(table)
    # A review may reveal what the game hid. A hint must not.
    state = timeline.state_for(timeline.to_move) if recommended_actions else timeline.state
    return _action_paths(timeline.game.id, state, recommended_actions or better_actions(table), seat)


def motion_paths(timeline: Timeline[Any], start_ply: int, seat: int) -> tuple[Path, ...]:
    """Return the paths of pieces and cards that moved since a ply, unless an action has ``action_paths``."""
    view, paths = VIEWS[timeline.game.id], list[Path]()
    for ply in range(start_ply, timeline.ply):
        entry, states = timeline.entries[ply], timeline.states[ply : ply + 2]
        if isinstance(entry, Action) and not view.action_paths(states[0], entry, states[1], seat):
            paths += (motion.points for motion in view.motions(states[0], entry, states[1], seat))
    return tuple(paths)


def reply_paths(table: Table, seat: int) -> tuple[Path, ...]:
    """Return the paths of the reply that punishes the person's mistake; empty if no reply is known.

    Args:
        table: the table of a guided game.
        seat: the player at the bottom of the board.
    """
    timeline = table.timeline
    return _action_paths(timeline.game.id, timeline.state, guide.consequence(table).reply, seat)


def _action_paths(id: str, state: Any, actions: Sequence[Action[Any]], seat: int) -> tuple[Path, ...]:
    """Return the paths of consecutive actions, up to the first action that reveals hidden information."""
    paths = list[Path]()
    for action in actions:
        paths += VIEWS[id].hint_paths(state, action, seat)
        try:
            next_state = PACKAGES[id].game.apply(state, action)
        except RuleboardError:
            break
        paths += VIEWS[id].action_paths(state, action, next_state, seat)
        state = next_state
    return tuple(paths)


def motions_json(motions: Sequence[Motion]) -> str:
    """Format motions as a JSON list of keys with offsets from the final position; empty without motions."""
    if not motions:
        return ""
    return json.dumps(
        [
            [motion.end, [[x - motion.points[-1][0], y - motion.points[-1][1]] for x, y in motion.points]]
            for motion in motions
        ]
    )
