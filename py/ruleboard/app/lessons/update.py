"""Updates of the learning pages: lesson boards, progress, quizzes, and the search in rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import gestures, history
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.exercise_update import (
    DEMONSTRATION,
    GESTURES,
    Change,
    announcement,
    change_effects,
    feedback_text,
)
from ruleboard.app.context import Context
from ruleboard.app.effects import Announce, Effect, GoToAddress, Reveal, SaveProgress, ScrollTarget, StartGame
from ruleboard.app.lessons import check
from ruleboard.app.lessons.check import CheckSession
from ruleboard.app.lessons.check_view import verdict_texts
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.messages import Gesture, Handler, Input, Update
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.progress import with_done, without_game
from ruleboard.games.checks import QUESTIONS_PER_QUIZ
from ruleboard.games.first_game import GUIDED_KEY, first_game_record
from ruleboard.i18n import _

T = TypeVar("T", LessonSession, CheckSession, CoursePage)


def on_opened(session: LessonSession, context: Context) -> Update[LessonSession]:
    """Store progress and start effects after a person has opened a lesson."""
    replay = session.exercise.table.view.replay
    feedback = feedback_text(session.exercise)
    if replay:
        feedback = history.replay_frames(session.exercise.table, session.seat)[replay.step].text
    return Update(session, (Reveal(ScrollTarget.TOP), *announcement(feedback), *_progress_effects(session, context)))


def _update(before: LessonSession, exercise: Exercise, context: Context) -> Update[LessonSession]:
    """Update the session after a change of the board."""
    after = before.with_exercise(exercise)
    effects = change_effects(before.exercise, exercise, after.seat, after.board_view, "lessons")
    return Update(after, (*effects, *_progress_effects(after, context)))


def _progress_effects(session: LessonSession, context: Context) -> tuple[Effect, ...]:
    """Return the effect that stores the lesson as completed; empty before its end."""
    if not session.is_done:
        return ()
    return (SaveProgress(with_done(context.progress, session.game, session.lesson.id)),)


def _on_exercise(change: Change) -> Handler[LessonSession]:
    """Turn a change of an exercise into a message handler."""
    return lambda session, message, context: _update(session, change(session.exercise, message.value), context)


def _take_back(session: LessonSession, message: Input, context: Context) -> Update[LessonSession]:
    """Take a wrong answer back after its pause, unless the person has given another one."""
    exercise = session.exercise
    if not exercise.shows_wrong_answer or message.value != str(exercise.misses):
        return Update(session)
    return _update(session, exercises.take_back(exercise), context)


def _play_now(session: T, _message: Input, context: Context) -> Update[T]:
    return Update(session, (StartGame(first_game_record(session.game, context.device.seed(), is_guided=False)),))


def _start_guided_game(session: T, _message: Input, context: Context) -> Update[T]:
    """Continue the guided first game of the course, or start it."""
    for entry in context.games.entries():
        record = None if entry.damage else entry.record
        if record and record.game == session.game and GUIDED_KEY in record.meta and not record.meta.get("result"):
            return Update(session, (GoToAddress(format_route(Route("play", entry.id))),))
    return Update(session, (StartGame(first_game_record(session.game, context.device.seed(), is_guided=True)),))


def _answer(session: CheckSession, message: Input, _context: Context) -> Update[CheckSession]:
    """Answer the current question. The message contains the index of the answer."""
    after = check.answer_question(session, int(message.value) if message.value.isdecimal() else -1)
    if after.question is None or after.answer is None or after is session:
        return Update(session)
    text = " ".join(filter(None, verdict_texts(after.question, after.answer)))
    return Update(after, (Announce(text), Reveal(ScrollTarget.FEEDBACK)))


def _next_question(session: CheckSession, _message: Input, context: Context) -> Update[CheckSession]:
    """Ask the next question. After the last one, store a passed quiz as completed."""
    after = check.next_question(session)
    if after.question:
        return Update(after, (Announce(check.task_text(after.question)),))
    text = _("{n} of {all} answers were right.").format(n=after.correct_answers, all=QUESTIONS_PER_QUIZ)
    progress_effects = (
        (SaveProgress(with_done(context.progress, after.game, after.chapter.id)),) if after.is_passed else ()
    )
    return Update(after, (Announce(text), *progress_effects))


def _ask_again(session: CheckSession, _message: Input, context: Context) -> Update[CheckSession]:
    """Start the quiz again, with other questions."""
    return Update(check.start_check(session.game, session.chapter.id, context.device.seed()) or session)


def _restart(page: CoursePage, _message: Input, context: Context) -> Update[CoursePage]:
    return Update(page, (SaveProgress(without_game(context.progress, page.game)),))


def _search(page: RulesPage, message: Input, _context: Context) -> Update[RulesPage]:
    return Update(replace(page, query=message.value))


MESSAGES: Mapping[str, Handler[LessonSession]] = {
    "choose": _on_exercise(exercises.choose_action),
    "again": _on_exercise(lambda exercise, _value: exercises.restart(exercise)),
    "take_back": _take_back,
    "play_now": _play_now,
    "guided": _start_guided_game,
    "places": _on_exercise(lambda exercise, _value: exercises.show_targets(exercise)),
    "hint": _on_exercise(lambda exercise, _value: exercises.show_hint(exercise)),
    "whole": _on_exercise(lambda exercise, _value: exercises.toggle_zoom(exercise)),
    **{name: _on_exercise(change) for name, change in DEMONSTRATION.items()},
}
CHECK_MESSAGES: Mapping[str, Handler[CheckSession]] = {
    "answer": _answer,
    "further": _next_question,
    "whole": lambda session, _message, _context: Update(check.toggle_zoom(session)),
    "ask_again": _ask_again,
    "play_now": _play_now,
}
COURSE_MESSAGES: Mapping[str, Handler[CoursePage]] = {"restart": _restart, "guided": _start_guided_game}
RULES_MESSAGES: Mapping[str, Handler[RulesPage]] = {"search": _search}


def on_gesture(session: LessonSession, event: Gesture, context: Context) -> Update[LessonSession]:
    """Handle a gesture on the board."""
    change = GESTURES.get(event.kind)
    if change is None:
        return Update(session)
    return _update(session, change(session.exercise, event.target), context)


def on_key(session: LessonSession, key: str, context: Context) -> Update[LessonSession] | None:
    """Handle a key; return None if the page ignores it."""
    if key != "Escape":
        return None
    exercise = exercises.with_table(session.exercise, gestures.cancel_touch(session.exercise.table))
    return _update(session, exercise, context)
