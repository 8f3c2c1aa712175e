"""Updates of the learning pages: the board of a lesson, the progress through a course, the search in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from ruleboard.app.context import Context
from ruleboard.app.effects import Announce, Effect, Go, KeepProgress, Place, Reveal, StartGame
from ruleboard.app.lessons import check
from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.check import CheckSession
from ruleboard.app.lessons.check_view import verdict
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.exercise_update import (
    DEMONSTRATION,
    GESTURES,
    Change,
    announcement,
    changed,
    feedback_text,
)
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.play import gestures, history
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.progress import with_done, without
from ruleboard.games.checks import QUESTIONS
from ruleboard.games.first_game import GUIDED, first_game
from ruleboard.i18n import _

T = TypeVar("T", LessonSession, CheckSession, CoursePage)


def entered(session: LessonSession, context: Context) -> Updated[LessonSession]:
    """Return the update when a lesson is opened."""
    shown = session.exercise.table.replay
    feedback = feedback_text(session.exercise)
    if shown:
        feedback = history.frames(session.exercise.table, session.seat)[shown.step].words
    return Updated(session, (Reveal(Place.TOP), *announcement(feedback), *_progress(session, context)))


def _changed(before: LessonSession, exercise: Exercise, context: Context) -> Updated[LessonSession]:
    """Return the update after a change of the board."""
    after = before.with_exercise(exercise)
    shown = changed(before.exercise, exercise, after.seat, after.board_view, "lessons")
    return Updated(after, (*shown, *_progress(after, context)))


def _progress(session: LessonSession, context: Context) -> tuple[Effect, ...]:
    """Return the effect that stores the lesson as completed, if its last step is done."""
    if not session.is_done:
        return ()
    return (KeepProgress(with_done(context.progress, session.game, session.lesson.id)),)


def _on_exercise(change: Change) -> Handler[LessonSession]:
    """Return the handler of a message that changes the exercise."""
    return lambda session, message, context: _changed(session, change(session.exercise, message.value), context)


def _take_back(session: LessonSession, message: Input, context: Context) -> Updated[LessonSession]:
    """Take a wrong answer back that has been seen, unless another one was given since."""
    exercise = session.exercise
    if not exercise.missed or message.value != str(exercise.misses):
        return Updated(session)
    return _changed(session, exercises.take_back(exercise), context)


def _play_now(session: T, _message: Input, context: Context) -> Updated[T]:
    return Updated(session, (StartGame(first_game(session.game, context.device.seed(), guided=False)),))


def _guided(session: T, _message: Input, context: Context) -> Updated[T]:
    """Go on with the guided first game of the course, or begin it."""
    for entry in context.games.entries():
        record = None if entry.damage else entry.record
        if record and record.game == session.game and GUIDED in record.meta and not record.meta.get("result"):
            return Updated(session, (Go(format_route(Route("play", entry.id))),))
    return Updated(session, (StartGame(first_game(session.game, context.device.seed(), guided=True)),))


def _answer(session: CheckSession, message: Input, _context: Context) -> Updated[CheckSession]:
    """Answer a question of a check by the number of the answer."""
    after = check.answered(session, int(message.value) if message.value.isdecimal() else -1)
    if after.question is None or after.given is None or after is session:
        return Updated(session)
    told = " ".join(filter(None, verdict(after.question, after.given)))
    return Updated(after, (Announce(told), Reveal(Place.FEEDBACK)))


def _further(session: CheckSession, _message: Input, context: Context) -> Updated[CheckSession]:
    """Ask the next question; after the last one, a check that is passed is stored as completed."""
    after = check.further(session)
    if after.question:
        return Updated(after, (Announce(check.task(after.question)),))
    told = _("{n} of {all} answers were right.").format(n=after.right, all=QUESTIONS)
    kept = (KeepProgress(with_done(context.progress, after.game, after.chapter.id)),) if after.is_passed else ()
    return Updated(after, (Announce(told), *kept))


def _ask_again(session: CheckSession, _message: Input, context: Context) -> Updated[CheckSession]:
    """Begin the check anew, with other questions."""
    return Updated(check.begun(session.game, session.chapter.id, context.device.seed()) or session)


def _restart(page: CoursePage, _message: Input, context: Context) -> Updated[CoursePage]:
    return Updated(page, (KeepProgress(without(context.progress, page.game)),))


def _search(page: RulesPage, message: Input, _context: Context) -> Updated[RulesPage]:
    return Updated(replace(page, query=message.value))


MESSAGES: Mapping[str, Handler[LessonSession]] = {
    "choose": _on_exercise(exercises.choose),
    "again": _on_exercise(lambda exercise, _value: exercises.restart(exercise)),
    "take_back": _take_back,
    "play_now": _play_now,
    "guided": _guided,
    "places": _on_exercise(lambda exercise, _value: exercises.show_places(exercise)),
    "hint": _on_exercise(lambda exercise, _value: exercises.show_hint(exercise)),
    "whole": _on_exercise(lambda exercise, _value: exercises.zoomed(exercise)),
    **{name: _on_exercise(change) for name, change in DEMONSTRATION.items()},
}
CHECK_MESSAGES: Mapping[str, Handler[CheckSession]] = {
    "answer": _answer,
    "further": _further,
    "whole": lambda session, _message, _context: Updated(check.zoomed(session)),
    "ask_again": _ask_again,
    "play_now": _play_now,
}
COURSE_MESSAGES: Mapping[str, Handler[CoursePage]] = {"restart": _restart, "guided": _guided}
RULES_MESSAGES: Mapping[str, Handler[RulesPage]] = {"search": _search}


def gesture(session: LessonSession, event: Gesture, context: Context) -> Updated[LessonSession]:
    """Answer a gesture on the board."""
    change = GESTURES.get(event.kind)
    if change is None:
        return Updated(session)
    return _changed(session, change(session.exercise, event.target), context)


def pressed(session: LessonSession, key: str, context: Context) -> Updated[LessonSession] | None:
    """Answer a key, None if it has no meaning here."""
    if key != "Escape":
        return None
    exercise = exercises.with_table(session.exercise, gestures.cancel(session.exercise.table))
    return _changed(session, exercise, context)
