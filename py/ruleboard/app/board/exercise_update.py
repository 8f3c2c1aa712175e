"""Updates of lessons and problems, the pages with an exercise, after gestures, messages and keys."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar

from ruleboard.app.board import animation, announcements, history
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget, SendLater
from ruleboard.app.message_names import ExerciseMessages
from ruleboard.app.messages import CANCEL, Gesture, GestureKind, Handler, Update
from ruleboard.app.storage.progress import with_completed_lesson
from ruleboard.contract.view import BaseView


class ExerciseSession(Protocol):
    """A page with an exercise: a step of a lesson, or a problem."""

    @property
    def exercise(self) -> Exercise:
        """The board, with the attempts so far."""
        ...

    @property
    def seat(self) -> int:
        """The player at the bottom of the board."""
        ...

    @property
    def board_view(self) -> BaseView[Any, Any]:
        """The view of the board, which may show only a part of it."""
        ...

    @property
    def messages(self) -> ExerciseMessages:
        """The names of the messages that the exercise's buttons send."""
        ...

    @property
    def progress_entry(self) -> tuple[str, str] | None:
        """The progress key and the id of the lesson or problem, or None until the person completes it."""
        ...

    def with_exercise(self, exercise: Exercise) -> Self:
        """Return the session with a changed exercise."""
        ...


S = TypeVar("S", bound=ExerciseSession)

TAKE_BACK_DELAY_MS = 1800
"""The time that a wrong answer stays on the board, in milliseconds."""

STEP_DELAY_MS = 700
"""The pause before each pending action, in milliseconds."""


def handlers(messages: ExerciseMessages) -> Mapping[str, Handler[Any]]:
    """Return the handlers of an exercise's messages, by the names of the messages."""
    changes_by_message: Mapping[str, Callable[[Exercise, str], Exercise]] = {
        messages.choose_action: lambda exercise, text: exercises.handle_gesture(
            exercise, Gesture(GestureKind.CHOOSE, text)
        ),
        messages.start_again: lambda exercise, _value: exercises.restart(exercise),
        messages.show_targets: lambda exercise, _value: replace(exercise, shows_targets=True),
        messages.show_hint: lambda exercise, _value: exercises.show_hint(exercise),
        messages.show_solution: lambda exercise, _value: exercises.show_solution(exercise),
        messages.step_solution: _step_solution,
        messages.toggle_zoom: lambda exercise, _value: exercises.toggle_zoom(exercise),
        messages.step_replay: _advance_replay,
        messages.skip_replay: lambda exercise, _value: exercises.with_table(
            exercise, history.skip_replay(exercise.table)
        ),
        messages.start_replay: lambda exercise, _value: exercises.with_table(
            exercise, history.show_replay(exercise.table)
        ),
        messages.take_back: _take_back,
        messages.play_on: _play_pending_action,
    }

    def handler(change: Callable[[Exercise, str], Exercise]) -> Handler[Any]:
        return lambda session, message, context, _services: _update(
            session, change(session.exercise, message.value), context
        )

    return {name: handler(change) for name, change in changes_by_message.items()}


def _advance_replay(exercise: Exercise, value: str) -> Exercise:
    """Show the next frame of the demonstration for "1", or the previous frame for "-1"."""
    if value not in ("1", "-1"):
        return exercise
    return exercises.with_table(exercise, history.advance_replay(exercise.table, int(value)))


def _step_solution(exercise: Exercise, value: str) -> Exercise:
    """Show the board after the next action of the solution for "1", or before the last one for "-1"."""
    is_valid_step = exercise.is_solution_requested and value in ("1", "-1")
    return exercises.step_solution(exercise, int(value)) if is_valid_step else exercise


def _take_back(exercise: Exercise, miss_count: str) -> Exercise:
    """Take back a wrong answer after a delay, unless the person has given another answer."""
    is_same_answer = (
        exercise.shows_wrong_answer and not exercise.pending_actions and miss_count == str(exercise.miss_count)
    )
    return exercises.take_back(exercise) if is_same_answer else exercise


def _play_pending_action(exercise: Exercise, ply: str) -> Exercise:
    """Play the next pending action, unless the game has changed since the message was scheduled."""
    is_same_ply = ply == str(exercise.table.timeline.ply)
    return exercises.play_next_pending(exercise) if is_same_ply else exercise


def on_gesture(session: S, event: Gesture, context: Context, _services: Services) -> Update[S]:
    """Handle a gesture on the board."""
    return _update(session, exercises.handle_gesture(session.exercise, event), context)


def on_key(session: S, key: str, context: Context, _services: Services) -> Update[S] | None:
    """Handle a key; return None if the page ignores it."""
    return _update(session, exercises.handle_gesture(session.exercise, CANCEL), context) if key == "Escape" else None


def with_completion(update: Update[S]) -> Update[S]:
    """Return an update that also marks the lesson or problem as completed if its last step is complete."""
    if update.session.progress_entry is None:
        return update
    return update.with_progress(with_completed_lesson(update.shared.progress, *update.session.progress_entry))


def _update(session: S, exercise: Exercise, context: Context) -> Update[S]:
    """Return the update after a change of the exercise, which announces new feedback and scrolls it into view.

    The update schedules two messages. ``take_back`` takes back a wrong answer after a delay (and after its
    demonstration), so that the next touch continues from the state before the answer; its value is the number of wrong
    answers. ``play_on`` plays the next pending action; its value is the number of actions in the game.

    Praise is announced with the last frame of a demonstration. In a requested solution, the announcement names the last
    action on the board before the feedback.
    """
    before, after, seat = session.exercise, exercise, session.seat
    if after is before:
        return Update(session, context.shared)
    has_new_feedback = any(_feedback(after)) and _feedback(after) != _feedback(before)
    frame = after.table.display.replay.step if after.table.display.replay else None
    waits_for_demonstration = frame is not None and after.is_solved
    text = feedback_text(after) if (has_new_feedback or frame is None) and not waits_for_demonstration else ""
    if after.is_solution_requested and after.action_texts != before.action_texts:
        sentences = exercises.solution_sentences(after, seat)[: len(after.action_texts)]
        text = " ".join(filter(None, (*sentences[-1:], text)))
    text = text or _unjudged_change_announcement(before, after, seat)
    if frame is not None and after.is_solved and frame == len(history.replay_frames(after.table, seat)) - 1:
        text = " ".join(filter(None, (text, after.feedback)))
    update = with_completion(Update(session.with_exercise(after), context.shared))
    update = update.with_motions(animation.board_motions(before.table, after.table, seat, session.board_view))
    if text:
        update = update.with_announcement(text)
    if frame is not None or (after.is_solution_requested and not after.feedback):
        update = update.with_reveals(ScrollTarget.CURRENT_MOVE)
    elif has_new_feedback:
        update = update.with_reveals(ScrollTarget.FEEDBACK)
    if after.pending_actions:
        ply = str(after.table.timeline.ply)
        return update.with_effects(SendLater(session.messages.play_on, ply, STEP_DELAY_MS))
    if (
        after.shows_wrong_answer
        and not after.table.display.replay
        and (not before.shows_wrong_answer or before.pending_actions or before.table.display.replay)
    ):
        return update.with_effects(SendLater(session.messages.take_back, str(after.miss_count), TAKE_BACK_DELAY_MS))
    return update


def feedback_text(exercise: Exercise) -> str:
    """Return the feedback for screen readers; may be empty."""
    return " ".join(filter(None, (exercise.feedback or exercise.table.touches.refusal.sentence, exercise.hint)))


def _feedback(exercise: Exercise) -> tuple[object, ...]:
    """Return the parts of the feedback as a tuple that callers compare. Without feedback, all parts are falsy."""
    return exercise.feedback, exercise.hint, exercise.table.touches.refusal


def _unjudged_change_announcement(before: Exercise, after: Exercise, seat: int) -> str:
    """Return the announcement of a change without feedback: a touch, an action, or a frame of a demonstration."""
    replay = after.table.display.replay
    if replay is not None:
        return (
            history.replay_frames(after.table, seat)[replay.step].text if replay != before.table.display.replay else ""
        )
    timeline = after.table.timeline
    if len(after.action_texts) > len(before.action_texts):
        action_text = announcements.public_action_text(timeline, timeline.ply - 1, seat)
        return announcements.situation_text(after.table, action_text, reader=seat)
    if before.has_initial_selection and not after.has_initial_selection and after.table == before.table:
        return announcements.selection_text(after.table, mentions_targets=after.shows_targets)
    return announcements.touch_text(before.table, after.table, mentions_targets=after.shows_targets)
