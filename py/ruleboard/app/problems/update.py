"""Updates of the problem pages: the board and the person's progress."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import gestures
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_update import CHANGES, GESTURES, Change, after_exercise_change
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget
from ruleboard.app.message_names import ProblemMessage
from ruleboard.app.messages import Gesture, Handler, Input, Update
from ruleboard.app.problems.session import ProblemList, ProblemSession, progress_key
from ruleboard.app.problems.texts import task_text
from ruleboard.app.storage.progress import with_done, without_game
from ruleboard.games.registry import VIEWS


def on_opened(session: ProblemSession, context: Context) -> Update[ProblemSession]:
    """Start effects after a person has opened a problem."""
    updated = Update(session, context.shared).revealing(ScrollTarget.TOP)
    return updated.announcing(text) if (text := task_text(session)) else updated


def _update(before: ProblemSession, exercise: Exercise, context: Context) -> Update[ProblemSession]:
    """Return the update after a change of the board. It stores the problem as solved once it is solved."""
    after = before.with_exercise(exercise)
    updated = Update(after, context.shared)
    if after.is_solved:
        key = progress_key(after.game)
        updated = updated.with_progress(with_done(context.progress, key, after.problem.id))
    return after_exercise_change(updated, before.exercise, exercise, after.seat, VIEWS[after.game], "problems")


def _on_exercise(change: Change) -> Handler[ProblemSession]:
    """Convert a change of an exercise to a message handler."""
    return lambda session, message, context, _services: _update(
        session, change(session.exercise, message.value), context
    )


def _take_back(
    session: ProblemSession, message: Input, context: Context, _services: Services
) -> Update[ProblemSession]:
    """Take back a wrong turn after a pause, unless the person has tried another turn."""
    exercise = session.exercise
    if not exercise.shows_wrong_answer or exercise.pending or message.value != str(exercise.misses):
        return Update(session, context.shared)
    return _update(session, exercises.take_back(exercise), context)


def _play_on(session: ProblemSession, message: Input, context: Context, _services: Services) -> Update[ProblemSession]:
    """Play the next pending action, unless the game has changed since the message was scheduled."""
    exercise = session.exercise
    if not exercise.pending or message.value != str(exercise.table.timeline.ply):
        return Update(session, context.shared)
    return _update(session, exercises.play_next_pending(exercise), context)


def _restart(page: ProblemList, _message: Input, context: Context, _services: Services) -> Update[ProblemList]:
    return Update(page, context.shared).with_progress(without_game(context.progress, progress_key(page.game)))


MESSAGES: Mapping[str, Handler[ProblemSession]] = {
    **{f"problems.{name}": _on_exercise(change) for name, change in CHANGES.items()},
    ProblemMessage.TAKE_BACK: _take_back,
    ProblemMessage.PLAY_ON: _play_on,
    ProblemMessage.SHOW_SOLUTION: _on_exercise(lambda exercise, _value: exercises.show_solution(exercise)),
}
LIST_MESSAGES: Mapping[str, Handler[ProblemList]] = {ProblemMessage.FORGET_PROGRESS: _restart}


def on_gesture(
    session: ProblemSession, event: Gesture, context: Context, _services: Services
) -> Update[ProblemSession]:
    """Handle a gesture on the board."""
    change = GESTURES.get(event.kind)
    if change is None:
        return Update(session, context.shared)
    return _update(session, change(session.exercise, event.target), context)


def on_key(session: ProblemSession, key: str, context: Context, _services: Services) -> Update[ProblemSession] | None:
    """Handle a key; return None if the page ignores it."""
    if key != "Escape":
        return None
    exercise = exercises.with_table(session.exercise, gestures.cancel_touch(session.exercise.table))
    return _update(session, exercise, context)
