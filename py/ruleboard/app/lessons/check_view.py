"""The view of a quiz: a position, a question with its answers, and the reason for the correct answer."""

from __future__ import annotations

from ruleboard.app.lessons.check import PASS_SCORE, CheckSession, task_text
from ruleboard.app.lessons.view import course_address, lesson_address, lesson_item
from ruleboard.app.message_names import LessonMessage
from ruleboard.app.ui.components import Shell, back_link, button, link, page_frame, zoom_button
from ruleboard.app.ui.diagrams import without_touch
from ruleboard.i18n import _, pgettext
from ruleboard.learning.checks import QUESTIONS_PER_QUIZ, Question
from ruleboard.learning.courses import course, lesson
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el


def check(shell: Shell, session: CheckSession) -> Node:
    """Render the page of a quiz."""
    game, question = session.game, session.question
    count = _("{at} of {n}").format(at=session.number + 1, n=QUESTIONS_PER_QUIZ) if question else ""
    return page_frame(
        shell,
        "lesson",
        el(
            "header",
            link(_("Lessons"), course_address(game), picture="back", icon_only=True, cls="to-course"),
            el("h1", text=pgettext("of a course", "Quiz")),
            el("p", cls="small", text=count) if count else None,
            zoom_button(not session.is_enlarged, LessonMessage.EXERCISE.toggle_zoom) if question else None,
            cls="lesson-head",
        ),
        el(
            "div",
            el("p", text=task_text(question), cls="ask") if question else None,
            cls="lesson-side",
            key=f"side-{session.number}",
        ),
        el("div", *(_answers(session, question) if question else _result(session)), cls="lesson-task"),
        _board(question, session.is_enlarged) if question else _lesson_list(session),
        el("nav", _next_link(session), cls="lesson-ways", aria_label=pgettext("of a course", "Quiz")),
        back=back_link(_("Lessons"), course_address(game)),
        game=game,
    )


def _lesson_list(session: CheckSession) -> Node:
    """Render links to the lessons about the wrong answers, or to all lessons of the quiz without wrong answers."""
    failed_lessons = session.failed_lessons
    lessons = [lesson for lesson in session.chapter.lessons if lesson.id in failed_lessons or not failed_lessons]
    earlier = [lesson for lesson in course(session.game) if lesson.id in failed_lessons and lesson not in lessons]
    return el(
        "div",
        el("h2", text=_("Read again") if failed_lessons else _("Lessons in this quiz")),
        el("ol", (lesson_item(session.game, lesson) for lesson in (*earlier, *lessons)), cls="lessons"),
        cls="lesson-board of-check",
        key="again",
    )


def _board(question: Question, is_enlarged: bool) -> Node:
    """Render the board of a question, enlarged or whole."""
    zoom_class = " closer" if is_enlarged else ""
    return el("div", _picture(question), cls=f"lesson-board of-quiz{zoom_class}", key="board")


def _picture(question: Question) -> Node:
    timeline = question.timeline
    marks = Marks(selected=question.selection, highlighted=question.highlighted)  # its labels name all targets
    state = timeline.state_for(timeline.to_move)
    return without_touch(question.board_view.picture(state, question.seat, marks))._replace(key="picture")


def _answers(session: CheckSession, question: Question) -> tuple[Node | None, ...]:
    """Render the possible answers as buttons, or the verdict on the person's answer."""
    answer = session.answer
    return (
        el(
            "div",
            el(
                "div",
                *(() if answer is None else _verdict_nodes(session.game, question, answer)),
                cls="answer",
                key="answer",
            ),
            cls="lesson-words",
            key="words",
        ),
        el(
            "div",
            (
                button(text, LessonMessage.ANSWER, str(number), key=f"{session.number}-{number}")
                for number, text in enumerate(question.answers)
            ),
            cls="lesson-acts lesson-answers",
            key="acts",
        )
        if answer is None
        else None,
    )


def verdict_texts(question: Question, answer: int) -> tuple[str, str]:
    """Return the verdict on an answer with its reason, and the correct answer (empty if the answer is correct)."""
    name, reason = question.answers[answer].removesuffix("."), question.reasons[answer]
    if answer == question.correct_index:
        return _("{answer} – right. {why}").format(answer=name, why=reason), ""
    right = _("The right answer: {answer}.").format(answer=question.answers[question.correct_index].removesuffix("."))
    correct_reason = question.reasons[question.correct_index]
    wrong = _("{answer} – wrong. {why}").format(answer=name, why=reason)
    return wrong, right if correct_reason == reason else f"{right} {correct_reason}"


def _verdict_nodes(game: str, question: Question, answer: int) -> tuple[Node | None, ...]:
    verdict, correct_answer = verdict_texts(question, answer)
    subject = lesson(game, question.lesson) if question.lesson else None
    return (
        el("p", text=verdict, cls="miss" if correct_answer else "praise", key="given"),
        el("p", text=correct_answer, key="right") if correct_answer else None,
        el(
            "p",
            link(_("The lesson: {lesson}").format(lesson=_(subject.title)), lesson_address(game, subject)),
            key="lesson",
        )
        if subject
        else None,
    )


def _result(session: CheckSession) -> tuple[Node, ...]:
    score_text = _("You got {n} of {all} right.").format(n=session.correct_answers, all=QUESTIONS_PER_QUIZ)
    passed_text = _("You passed the quiz.") if session.is_passed else ""
    pass_rule = "" if passed_text else _("You need {n} to pass. The next quiz has new questions.").format(n=PASS_SCORE)
    return (
        el(
            "div",
            el("p", text=f"{score_text} {passed_text or pass_rule}", cls="ask praise" if passed_text else "ask"),
            cls="lesson-words",
            key="words",
        ),
        el("div", button(_("New questions"), LessonMessage.ASK_AGAIN), cls="row lesson-acts", key="acts"),
    )


def _next_link(session: CheckSession) -> Node | None:
    """Render the link to the next question, the next lesson or a game; return None before the answer."""
    if session.question is not None:
        is_answered = session.answer is not None
        return button(_("Next"), LessonMessage.NEXT_QUESTION, cls="primary", key="further") if is_answered else None
    next_lesson = session.next_lesson
    if next_lesson is None:
        return button(_("Play now"), LessonMessage.PLAY_NOW, cls="primary")
    label = _("Next: {lesson}").format(lesson=_(next_lesson.title))
    return link(label, lesson_address(session.game, next_lesson), cls="button primary")
