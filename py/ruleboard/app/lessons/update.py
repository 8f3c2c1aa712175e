"""Updates of the learning pages: the board of a lesson, the progress through a course, the search in the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from ruleboard.app.context import Context
from ruleboard.app.effects import Animate, Announce, Effect, KeepProgress, Place, Reveal
from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.play import animation, announcements, gestures, history
from ruleboard.app.play.table import Table
from ruleboard.app.storage.progress import with_done, without

Change: TypeAlias = Callable[[Exercise, str], Exercise]
"""The change of an exercise by a message with a value, or by a gesture on a target."""


def entered(session: LessonSession, context: Context) -> Updated[LessonSession]:
    """Return the update when a lesson is opened."""
    feedback = _feedback_text(session.exercise)
    return Updated(session, (*_announcement(feedback), *_progress(session, context)))


def _changed(before: LessonSession, exercise: Exercise, context: Context) -> Updated[LessonSession]:
    """Return the update after a change of the board: new feedback is announced, and scrolled into view."""
    after = before.with_exercise(exercise)
    text = _feedback_text(exercise) or announcements.touched(before.exercise.table, exercise.table)
    feedback = _feedback(exercise)
    is_new = any(feedback) and feedback != _feedback(before.exercise)
    reveal = (Reveal(Place.LESSON_TASK),) if is_new else ()
    moved = Animate(animation.between(before.exercise.table, exercise.table, after.seat, after.face))
    return Updated(after, (moved, *_announcement(text), *reveal, *_progress(after, context)))


def _feedback(exercise: Exercise) -> tuple[object, ...]:
    """Return the parts of the feedback, to compare them and to see if there is any."""
    return exercise.feedback, exercise.hint, exercise.table.refusal, exercise.table.replay


def _feedback_text(exercise: Exercise) -> str:
    """Return the feedback as screen readers read it; may be empty."""
    return " ".join(filter(None, (exercise.feedback or exercise.table.refusal.sentence, exercise.hint)))


def _announcement(text: str) -> tuple[Effect, ...]:
    return (Announce(text),) if text else ()


def _progress(session: LessonSession, context: Context) -> tuple[Effect, ...]:
    """Return the effect that stores the lesson as completed, if its last step is done."""
    if not session.is_done:
        return ()
    return (KeepProgress(with_done(context.progress, session.game, session.lesson.id)),)


def _on_exercise(change: Change) -> Handler[LessonSession]:
    """Return the handler of a message that changes the exercise."""
    return lambda session, given, context: _changed(session, change(session.exercise, given.value), context)


def _on_table(change: Callable[[Table, str], Table]) -> Handler[LessonSession]:
    """Return the handler of a message that changes the table of the exercise without an action."""
    return _on_exercise(lambda exercise, value: exercises.with_table(exercise, change(exercise.table, value)))


def _replay_step(table: Table, value: str) -> Table:
    return history.advance_replay(table, int(value)) if value in ("1", "-1") else table


def _restart(page: CoursePage, _given: Input, context: Context) -> Updated[CoursePage]:
    return Updated(page, (KeepProgress(without(context.progress, page.game)),))


def _search(page: RulesPage, given: Input, _context: Context) -> Updated[RulesPage]:
    return Updated(replace(page, query=given.value))


MESSAGES: Mapping[str, Handler[LessonSession]] = {
    "choose": _on_exercise(exercises.choose),
    "again": _on_exercise(lambda exercise, _value: exercises.restart(exercise)),
    "hint": _on_exercise(lambda exercise, _value: exercises.show_hint(exercise)),
    "whole": _on_table(lambda table, _value: replace(table, shows_whole_board=not table.shows_whole_board)),
    "show_step": _on_table(_replay_step),
    "show_skip": _on_table(lambda table, _value: history.skip_replay(table)),
    "show_again": _on_table(lambda table, _value: history.show_replay(table)),
}
COURSE_MESSAGES: Mapping[str, Handler[CoursePage]] = {"restart": _restart}
RULES_MESSAGES: Mapping[str, Handler[RulesPage]] = {"search": _search}

_GESTURES: Mapping[str, Change] = {
    "touch": exercises.touch,
    "take": exercises.begin_drag,
    "drop": exercises.drop,
    "point": exercises.point,
}
"""The gestures on the board; a drop outside of it has no meaning in a lesson."""


def gesture(session: LessonSession, given: Gesture, context: Context) -> Updated[LessonSession]:
    """Answer a gesture on the board."""
    change = _GESTURES.get(given.kind)
    if change is None:
        return Updated(session)
    return _changed(session, change(session.exercise, given.target), context)


def pressed(session: LessonSession, key: str, context: Context) -> Updated[LessonSession] | None:
    """Answer a key, None if it has no meaning here."""
    if key != "Escape":
        return None
    exercise = exercises.with_table(session.exercise, gestures.cancel(session.exercise.table))
    return _changed(session, exercise, context)
