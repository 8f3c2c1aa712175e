"""Updates of an exercise after gestures and other changes of its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, TypeVar

from ruleboard.app.board import animation, announcements, history
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.browser.events import EventKind
from ruleboard.app.effects import ScrollTarget, SendLater
from ruleboard.app.messages import Update
from ruleboard.games.view import BaseView
from ruleboard.wording import sentence

S = TypeVar("S")

Change: TypeAlias = Callable[[Exercise, str], Exercise]
"""Returns the exercise after a message with a value, or after a gesture on a target."""

TAKE_BACK_DELAY_MS = 1800
"""The time that a wrong answer stays on the board, in milliseconds."""

STEP_DELAY_MS = 700
"""The pause before each pending action, in milliseconds."""

GESTURES: Mapping[EventKind, Change] = {
    EventKind.TOUCH: exercises.touch,
    EventKind.TAKE: exercises.begin_drag,
    EventKind.DROP: exercises.drop,
    EventKind.POINT: exercises.explain_drag,
}
"""The gestures on the board. An exercise ignores a drop outside of it."""


def step_replay(exercise: Exercise, value: str) -> Exercise:
    """Show the next frame of the demonstration for "1", or the previous frame for "-1"."""
    if value not in ("1", "-1"):
        return exercise
    return exercises.with_table(exercise, history.advance_replay(exercise.table, int(value)))


def skip_replay(exercise: Exercise, _value: str) -> Exercise:
    """End the demonstration."""
    return exercises.with_table(exercise, history.skip_replay(exercise.table))


def start_replay(exercise: Exercise, _value: str) -> Exercise:
    """Show the demonstration again."""
    return exercises.with_table(exercise, history.show_replay(exercise.table))


CHANGES: Mapping[str, Change] = {
    "choose": exercises.choose_action,
    "again": lambda exercise, _value: exercises.restart(exercise),
    "places": lambda exercise, _value: exercises.show_targets(exercise),
    "hint": lambda exercise, _value: exercises.show_hint(exercise),
    "whole": lambda exercise, _value: exercises.toggle_zoom(exercise),
    "show_step": step_replay,
    "show_skip": skip_replay,
    "show_again": start_replay,
}
"""The changes after the messages of the buttons below an exercise, by the part of their names after the feature."""


def after_exercise_change(
    updated: Update[S], before: Exercise, after: Exercise, seat: int, board_view: BaseView[Any, Any], feature: str
) -> Update[S]:
    """Return the update after a change of the board, which announces new feedback and scrolls it into view.

    The update schedules two messages. ``take_back`` takes back a wrong answer after a pause (and after its
    demonstration), so that the next touch begins before that answer; its value is the number of wrong answers.
    ``play_on`` plays the next pending action; its value is the number of actions in the game.

    The announcement names the last action of a requested solution before the feedback.

    Args:
        updated: the update to the session after the change.
        before: the exercise before the change.
        after: the exercise after the change.
        seat: the player whose side is nearest.
        board_view: the view of the board, perhaps of a part of it only.
        feature: the feature that handles the messages: the first part of their names.
    """
    is_new = any(_feedback(after)) and _feedback(after) != _feedback(before)
    frame = after.table.display.replay.step if after.table.display.replay else None
    text = feedback_text(after) if is_new or frame is None else ""
    if text and after.solution_requested and len(after.action_texts) > len(before.action_texts):
        text = " ".join(
            (sentence(announcements.public_action_text(after.table.timeline, after.table.timeline.ply - 1)), text)
        )
    text = text or _change_text(before, after, seat)
    updated = updated.animating(animation.board_motions(before.table, after.table, seat, board_view))
    if text:
        updated = updated.announcing(text)
    if frame is not None:
        updated = updated.revealing(ScrollTarget.CURRENT_MOVE)
    elif is_new:
        updated = updated.revealing(ScrollTarget.FEEDBACK)
    if after.pending:
        ply = str(after.table.timeline.ply)
        return updated.with_effects(SendLater(f"{feature}.play_on", ply, STEP_DELAY_MS))
    if (
        after.shows_wrong_answer
        and not after.table.display.replay
        and (not before.shows_wrong_answer or before.pending or before.table.display.replay)
    ):
        return updated.with_effects(SendLater(f"{feature}.take_back", str(after.misses), TAKE_BACK_DELAY_MS))
    return updated


def feedback_text(exercise: Exercise) -> str:
    """Return the feedback for screen readers; may be empty."""
    return " ".join(filter(None, (exercise.feedback or exercise.table.touches.refusal.sentence, exercise.hint)))


def _feedback(exercise: Exercise) -> tuple[object, ...]:
    """Return the parts of the feedback, for comparison. All parts are falsy if there is no feedback."""
    return exercise.feedback, exercise.hint, exercise.table.touches.refusal


def _change_text(before: Exercise, after: Exercise, seat: int) -> str:
    """Return the announcement of a change without feedback: a touch, an action, or a frame of a demonstration."""
    replay = after.table.display.replay
    if replay is not None:
        return (
            history.replay_frames(after.table, seat)[replay.step].text if replay != before.table.display.replay else ""
        )
    timeline = after.table.timeline
    if len(after.action_texts) > len(before.action_texts):
        return announcements.situation_text(after.table, announcements.public_action_text(timeline, timeline.ply - 1))
    if before.has_initial_selection and not after.has_initial_selection and after.table == before.table:
        return announcements.selection_text(after.table, names_targets=after.shows_targets)
    return announcements.touch_text(before.table, after.table, names_targets=after.shows_targets)
