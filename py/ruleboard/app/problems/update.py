"""Updates of the problem pages: the board and the person's progress."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import gestures
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_update import DEMONSTRATION, GESTURES, Change, announcement, change_effects
from ruleboard.app.context import Context
from ruleboard.app.effects import Effect, Reveal, SaveProgress, ScrollTarget
from ruleboard.app.messages import Gesture, Handler, Input, Update
from ruleboard.app.problems.session import ProblemList, ProblemSession, progress_key
from ruleboard.app.problems.texts import task_text
from ruleboard.app.storage.progress import with_done, without_game
from ruleboard.games.registry import VIEWS


def on_opened(session: ProblemSession) -> Update[ProblemSession]:
    """Start effects after a person has opened a problem."""
    return Update(session, (Reveal(ScrollTarget.TOP), *announcement(task_text(session))))


def _update(before: ProblemSession, exercise: Exercise, context: Context) -> Update[ProblemSession]:
    """Update the session after a change of the board."""
    after = before.with_exercise(exercise)
    effects = change_effects(before.exercise, exercise, after.seat, VIEWS[after.game], "problems")
    return Update(after, (*effects, *_progress_effects(after, context)))


def _progress_effects(session: ProblemSession, context: Context) -> tuple[Effect, ...]:
    """Return the effect that stores the problem as solved; empty before that."""
    if not session.is_solved:
        return ()
    return (SaveProgress(with_done(context.progress, progress_key(session.game), session.problem.id)),)


def _on_exercise(change: Change) -> Handler[ProblemSession]:
    """Turn a change of an exercise into a message handler."""
    return lambda session, message, context: _update(session, change(session.exercise, message.value), context)


def _take_back(session: ProblemSession, message: Input, context: Context) -> Update[ProblemSession]:
    """Take a wrong turn back after its pause, unless the person has tried another one."""
    exercise = session.exercise
    if not exercise.shows_wrong_answer or exercise.pending or message.value != str(exercise.misses):
        return Update(session)
    return _update(session, exercises.take_back(exercise), context)


def _play_on(session: ProblemSession, message: Input, context: Context) -> Update[ProblemSession]:
    """Play the next pending action, unless the game has changed since the message was scheduled."""
    exercise = session.exercise
    if not exercise.pending or message.value != str(exercise.table.timeline.ply):
        return Update(session)
    return _update(session, exercises.play_next_pending(exercise), context)


def _restart(page: ProblemList, _message: Input, context: Context) -> Update[ProblemList]:
    return Update(page, (SaveProgress(without_game(context.progress, progress_key(page.game))),))


MESSAGES: Mapping[str, Handler[ProblemSession]] = {
    "choose": _on_exercise(exercises.choose_action),
    "again": _on_exercise(lambda exercise, _value: exercises.restart(exercise)),
    "take_back": _take_back,
    "play_on": _play_on,
    "places": _on_exercise(lambda exercise, _value: exercises.show_targets(exercise)),
    "hint": _on_exercise(lambda exercise, _value: exercises.show_hint(exercise)),
    "whole": _on_exercise(lambda exercise, _value: exercises.toggle_zoom(exercise)),
    **{name: _on_exercise(change) for name, change in DEMONSTRATION.items()},
    "solution": _on_exercise(lambda exercise, _value: exercises.show_solution(exercise)),
}
LIST_MESSAGES: Mapping[str, Handler[ProblemList]] = {"restart": _restart}


def on_gesture(session: ProblemSession, event: Gesture, context: Context) -> Update[ProblemSession]:
    """Handle a gesture on the board."""
    change = GESTURES.get(event.kind)
    if change is None:
        return Update(session)
    return _update(session, change(session.exercise, event.target), context)


def on_key(session: ProblemSession, key: str, context: Context) -> Update[ProblemSession] | None:
    """Handle a key; return None if the page ignores it."""
    if key != "Escape":
        return None
    exercise = exercises.with_table(session.exercise, gestures.cancel_touch(session.exercise.table))
    return _update(session, exercise, context)
