"""The view of a check: a position, a question with its answers, and the reason of the right one."""

from __future__ import annotations

from ruleboard.app.lessons.addresses import course_address, lesson_address
from ruleboard.app.lessons.check import ENOUGH, CheckSession, task
from ruleboard.app.lessons.view import lesson_item
from ruleboard.app.ui.components import Shell, button, closer, frame, link
from ruleboard.app.ui.diagrams import to_be_read
from ruleboard.games.checks import QUESTIONS, Question
from ruleboard.games.courses import course, lesson
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _, pgettext
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node, el


def check(shell: Shell, session: CheckSession) -> Node:
    """Return the page of a check."""
    game, question = session.game, session.question
    count = _("{at} of {n}").format(at=session.number + 1, n=QUESTIONS) if question else ""
    return frame(
        shell,
        "lesson",
        el(
            "header",
            link(_("Lessons"), course_address(game), picture="back", bare=True, cls="to-course"),
            el("h1", text=pgettext("of a course", "Quiz")),
            el("p", cls="small", text=count) if count else None,
            closer(not session.enlarged, "lessons.whole") if question else None,
            cls="lesson-head",
        ),
        el(
            "div",
            _words(question) if question else None,
            cls="lesson-side",
            key=f"side-{session.number}",
        ),
        el("div", *(_asked(session, question) if question else _result(session)), cls="lesson-task"),
        _board(question, session.enlarged) if question else _read_again(session),
        el("nav", *_links(session), cls="lesson-ways", aria_label=pgettext("of a course", "Quiz")),
        tools=(link(_(GAMES[game].title), course_address(game), cls="button quiet", picture="back"),),
        game=game,
    )


def _read_again(session: CheckSession) -> Node:
    """Return the lessons behind the wrong answers; without one, all that the check was about."""
    lessons = [one for one in session.chapter.lessons if one.id in session.missed or not session.missed]
    earlier = [one for one in course(session.game) if one.id in session.missed and one not in lessons]
    return el(
        "div",
        el("h2", text=_("To read again") if session.missed else _("Lessons in this quiz")),
        el("ol", (lesson_item(session.game, one) for one in (*earlier, *lessons)), cls="lessons"),
        cls="lesson-board of-check",
        key="again",
    )


def _board(question: Question, enlarged: bool) -> Node:
    """Return the board of a question, enlarged to be panned or as large as its place."""
    closer = " closer" if enlarged else ""
    return el("div", _picture(question), cls=f"lesson-board of-quiz{closer}", key="board")


def _picture(question: Question) -> Node:
    timeline = question.timeline
    marks = Marks(selected=question.touched, highlighted=question.pointed)  # with the names of all places
    seen = timeline.state_for(timeline.to_move)
    return to_be_read(question.board_view.picture(seen, question.seat, marks))._replace(key="picture")


def _asked(session: CheckSession, question: Question) -> tuple[Node | None, ...]:
    """Return the answers to a question, or the verdict on the one that was given."""
    given = session.given
    return (
        el(
            "div",
            el("div", *(() if given is None else _told(session.game, question, given)), cls="answer", key="answer"),
            cls="lesson-words",
            key="words",
        ),
        el(
            "div",
            (
                button(answer, "lessons.answer", str(number), key=f"{session.number}-{number}")
                for number, answer in enumerate(question.answers)
            ),
            cls="lesson-acts lesson-answers",
            key="acts",
        )
        if given is None
        else None,
    )


def _words(question: Question) -> Node:
    return el("p", text=task(question), cls="ask")


def verdict(question: Question, given: int) -> tuple[str, str]:
    """Return the verdict on an answer, with the reason; and the right answer, if it is another one."""
    name, why = question.answers[given].removesuffix("."), question.reasons[given]
    if given == question.right:
        return _("{answer} – right. {why}").format(answer=name, why=why), ""
    right = _("The right answer: {answer}.").format(answer=question.answers[question.right].removesuffix("."))
    more = question.reasons[question.right]
    return _("{answer} – wrong. {why}").format(answer=name, why=why), right if more == why else f"{right} {more}"


def _told(game: str, question: Question, given: int) -> tuple[Node | None, ...]:
    first, second = verdict(question, given)
    rule = lesson(game, question.lesson) if question.lesson else None
    return (
        el("p", text=first, cls="miss" if second else "praise", key="given"),
        el("p", text=second, key="right") if second else None,
        el("p", link(_("The lesson: {lesson}").format(lesson=_(rule.title)), lesson_address(game, rule)), key="lesson")
        if rule
        else None,
    )


def _result(session: CheckSession) -> tuple[Node, ...]:
    counted = _("{n} of {all} answers were right.").format(n=session.right, all=QUESTIONS)
    passed = _("The quiz is passed.") if session.is_passed else ""
    needed = "" if passed else _("With {n} the quiz is passed. The next quiz asks other questions.").format(n=ENOUGH)
    return (
        el("div", el("p", text=f"{counted} {passed or needed}", cls="ask"), cls="lesson-words", key="words"),
        el("div", button(_("Other questions"), "lessons.ask_again"), cls="row lesson-acts", key="acts"),
    )


def _links(session: CheckSession) -> tuple[Node | None, ...]:
    """Return the link back to the course, and the way on: to the next question, to the next lesson, or to a game."""
    back = link(_("Lessons"), course_address(session.game), cls="button quiet", picture="back")
    if session.question is not None:
        answered = session.given is not None
        return back, button(_("Next"), "lessons.further", cls="primary", key="further") if answered else None
    following = session.following
    if following is None:
        return back, button(_("Play now"), "lessons.play_now", cls="primary")
    label = _("Next: {lesson}").format(lesson=_(following.title))
    return back, link(label, lesson_address(session.game, following), cls="button primary")
