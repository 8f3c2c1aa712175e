"""Updates of the pages to learn on: a lesson's board, the progress through a course, the search in the rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.effects import Announce, Effect, KeepProgress, Place, Reveal
from ruleboard.app.lessons import session as lessons
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.play import announcements as announcing
from ruleboard.app.storage.progress import with_done, without


def entered(session: LessonSession, context: Context) -> Updated[LessonSession]:
    """Return the update when a lesson is opened."""
    return Updated(session, (*_announced(session), *_completed(session, context)))


def _changed(before: LessonSession, after: LessonSession, context: Context) -> Updated[LessonSession]:
    """Return the update after something was done in a lesson: it is announced, and brought into view on a phone."""
    told = _told(after.exercise)
    reveal = any(told) and told != _told(before.exercise)
    effects = (Reveal(Place.LESSON_TASK),) if reveal else ()
    return Updated(after, (*_announced(after, before), *effects, *_completed(after, context)))


def _announced(after: LessonSession, before: LessonSession | None = None) -> tuple[Effect, ...]:
    board = after.exercise
    said = " ".join(filter(None, (board.said or board.table.said.sentence, board.hint)))
    if not said and before:
        said = announcing.touched(before.exercise.table, board.table)
    return (Announce(said),) if said else ()


def _told(board: Exercise) -> tuple[object, ...]:
    """Return all that a board says about what was done on it."""
    return board.said, board.hint, board.table.said, board.table.showing


def _completed(session: LessonSession, context: Context) -> tuple[Effect, ...]:
    """Return the effect that records a lesson whose last step is done."""
    if not session.is_done:
        return ()
    return (KeepProgress(with_done(context.progress, session.game, session.lesson.id)),)


def _done(what: str) -> Handler[LessonSession]:
    """Return the handler of a button of the lesson."""

    def handler(session: LessonSession, given: Input, context: Context) -> Updated[LessonSession]:
        return _changed(session, lessons.done(session, what, given.value), context)

    return handler


def _restart(page: CoursePage, _given: Input, context: Context) -> Updated[CoursePage]:
    return Updated(page, (KeepProgress(without(context.progress, page.game)),))


def _search(page: RulesPage, given: Input, _context: Context) -> Updated[RulesPage]:
    return Updated(replace(page, query=given.value))


MESSAGES: Mapping[str, Handler[LessonSession]] = {
    what: _done(what) for what in ("choose", "again", "hint", "whole", "show_step", "show_skip", "show_again")
}
COURSE_MESSAGES: Mapping[str, Handler[CoursePage]] = {"restart": _restart}
RULES_MESSAGES: Mapping[str, Handler[RulesPage]] = {"search": _search}


def gesture(session: LessonSession, given: Gesture, context: Context) -> Updated[LessonSession]:
    """Answer a gesture on the board."""
    if given.kind == "away":
        return Updated(session)
    return _changed(session, lessons.touched(session, given.kind, given.target), context)


def pressed(session: LessonSession, key: str, context: Context) -> Updated[LessonSession] | None:
    """Answer a key, None if it has no meaning here."""
    return _changed(session, lessons.put_down(session), context) if key == "Escape" else None
