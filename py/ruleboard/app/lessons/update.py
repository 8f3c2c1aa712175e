"""Updates of the learning pages: boards of lessons, progress, quizzes, and the search in rules."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from ruleboard.app.board import exercise_update, history
from ruleboard.app.board.exercise_sharing import change_share_choice, toggle_sharing
from ruleboard.app.board.exercise_update import feedback_text, with_completion
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget
from ruleboard.app.first_game import start_first_game
from ruleboard.app.lessons import check
from ruleboard.app.lessons.check import QuizSession
from ruleboard.app.lessons.check_view import verdict_texts
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.message_names import LessonMessage
from ruleboard.app.messages import Gesture, GestureKind, Handler, Input, Update, session_handler
from ruleboard.app.storage.progress import with_completed_lesson, without_game
from ruleboard.i18n import _
from ruleboard.learning.checks import QUESTIONS_PER_QUIZ

T = TypeVar("T", LessonSession, QuizSession, CoursePage)


def on_opened(session: LessonSession, context: Context) -> Update[LessonSession]:
    """Return the update that stores progress and starts effects after a person has opened a lesson."""
    replay = session.exercise.table.display.replay
    feedback = feedback_text(session.exercise)
    if replay:
        feedback = history.replay_frames(session.exercise.table, session.seat)[replay.step].text
    update = with_completion(Update(session, context.shared)).with_reveals(ScrollTarget.TOP)
    return update.with_announcement(feedback) if feedback else update


def _play_now(session: T, _message: Input, context: Context, services: Services) -> Update[T]:
    return start_first_game(session, session.game, context, services, is_guided=False)


def _start_guided_game(session: T, _message: Input, context: Context, services: Services) -> Update[T]:
    return start_first_game(session, session.game, context, services, is_guided=True)


def _answer(session: QuizSession, message: Input, context: Context, _services: Services) -> Update[QuizSession]:
    """Answer the current question with the index in the message."""
    return _with_answer(session, int(message.value) if message.value.isdecimal() else -1, context)


def on_quiz_gesture(
    session: QuizSession, gesture: Gesture, context: Context, _services: Services
) -> Update[QuizSession]:
    """Answer a question about the board with the touched target, if this target is a possible answer."""
    question = session.question
    if question is None or gesture.kind not in (GestureKind.TOUCH, GestureKind.DROP) or not gesture.target:
        return Update(session, context.shared)
    if gesture.target in question.targets:
        return _with_answer(session, question.targets.index(gesture.target), context)
    if not question.targets or session.answer is not None:
        return Update(session, context.shared)
    text = _("Touch one of the marked places.")
    return Update(replace(session, has_missed=True), context.shared).with_announcement(text)


def _with_answer(session: QuizSession, answer: int, context: Context) -> Update[QuizSession]:
    new_session = check.answer_question(session, answer)
    if new_session.question is None or new_session.answer is None or new_session is session:
        return Update(session, context.shared)
    text = " ".join(filter(None, verdict_texts(new_session.question, new_session.answer)))
    return _with_open_quiz(new_session, context).with_announcement(text).with_reveals(ScrollTarget.VERDICT)


def _with_open_quiz(session: QuizSession, context: Context) -> Update[QuizSession]:
    """Store the answers, so that the person returns from a lesson to the same quiz or result."""
    return Update(session, replace(context.shared, open_quiz=check.open_quiz(session)))


def _next_question(session: QuizSession, _message: Input, context: Context, _services: Services) -> Update[QuizSession]:
    """Ask the next question. After the last one, store the quiz as completed if the person has passed it."""
    new_session = check.next_question(session)
    if new_session.question:
        return _with_open_quiz(new_session, context).with_announcement(check.task_text(new_session.question))
    text = _("You got {n} of {all} right.").format(n=new_session.correct_count, all=QUESTIONS_PER_QUIZ)
    update = _with_open_quiz(new_session, context).with_announcement(text).with_reveals(ScrollTarget.TOP)
    if not new_session.is_passed:
        return update
    return update.with_progress(with_completed_lesson(context.progress, new_session.game, new_session.chapter.id))


def _restart_quiz(session: QuizSession, _message: Input, context: Context, services: Services) -> Update[QuizSession]:
    """Restart the quiz with other questions than this time."""
    past_kinds = tuple(question.kind for question in session.questions)
    new_session = check.start_quiz(session.game, session.chapter.id, services.device.seed(), past_kinds)
    return _with_open_quiz(new_session or session, context)


def _forget_progress(page: CoursePage, _message: Input, context: Context, _services: Services) -> Update[CoursePage]:
    """Delete the progress of the course and a quiz in progress."""
    quiz = context.shared.open_quiz
    shared = replace(context.shared, open_quiz=None) if quiz and quiz.game == page.game else context.shared
    return Update(page, shared).with_progress(without_game(context.progress, page.game))


MESSAGE_HANDLERS: Mapping[str, Handler[LessonSession]] = {
    **exercise_update.handlers(LessonMessage.EXERCISE),
    LessonMessage.PLAY_NOW: _play_now,
    LessonMessage.START_GUIDED_GAME: _start_guided_game,
    LessonMessage.SHARE: toggle_sharing,
    LessonMessage.CHANGE_SHARE_CHOICE: change_share_choice,
}
QUIZ_MESSAGE_HANDLERS: Mapping[str, Handler[QuizSession]] = {
    LessonMessage.ANSWER: _answer,
    LessonMessage.NEXT_QUESTION: _next_question,
    LessonMessage.EXERCISE.toggle_zoom: session_handler(
        lambda session, _message: replace(session, is_enlarged=not session.is_enlarged)
    ),
    LessonMessage.ASK_AGAIN: _restart_quiz,
    LessonMessage.PLAY_NOW: _play_now,
}
COURSE_MESSAGE_HANDLERS: Mapping[str, Handler[CoursePage]] = {
    LessonMessage.FORGET_PROGRESS: _forget_progress,
    LessonMessage.START_GUIDED_GAME: _start_guided_game,
}
RULES_MESSAGE_HANDLERS: Mapping[str, Handler[RulesPage]] = {
    LessonMessage.SEARCH: session_handler(lambda page, message: replace(page, query=message.value))
}
