"""The view of a quiz: a position, a question that the board or buttons answer, and the rule behind the answer."""

from __future__ import annotations

import re
from collections.abc import Collection

from ruleboard import diagram
from ruleboard.app.lessons.check import PASS_SCORE, QuizSession, task_text
from ruleboard.app.lessons.view import chapter_heading, course_address, lesson_address, lesson_item, next_step_link
from ruleboard.app.message_names import LessonMessage
from ruleboard.app.ui.components import Shell, back_link, button, lesson_header, link, page_frame, zoom_button
from ruleboard.app.ui.diagrams import without_touch
from ruleboard.contract.quizzes import QuizAnswer
from ruleboard.i18n import _, pgettext
from ruleboard.learning.checks import QUESTIONS_PER_QUIZ, Question, RuleStep, chapters
from ruleboard.learning.courses import course, find_lesson
from ruleboard.registry import PACKAGES, VIEWS
from ruleboard.scene.marks import Marks, Path
from ruleboard.scene.node import Node, el
from ruleboard.wording import capitalize, join_as_list, with_full_stop

_CLAUSE_BREAK_PATTERN = re.compile(r"(?<=[.:])\s+")
"""The space after a clause of an explanation: after a colon or a full stop."""


def quiz_page(shell: Shell, session: QuizSession, completed_ids: Collection[str]) -> Node:
    """Render the page of a quiz. Passing it completes the chapter if the lessons are completed."""
    game, question = session.game, session.question
    count_text = _("Question {at} of {n}").format(at=session.number + 1, n=QUESTIONS_PER_QUIZ) if question else ""
    return page_frame(
        shell,
        "lesson",
        lesson_header(
            pgettext("of a course", "Quiz"),
            count_text,
            _("Lessons"),
            course_address(game),
            zoom_button(not session.is_enlarged, LessonMessage.EXERCISE.toggle_zoom)
            if question and question.shows_board
            else None,
        ),
        el(
            "div",
            *(_task(session, question) if question else ()),
            cls="lesson-side",
            key=f"side-{session.number}",
        ),
        el("div", *(_answers(session, question) if question else _result_buttons(session)), cls=_task_class(session)),
        _board(session, question) if question else _result(session, completed_ids),
        el("nav", _next_link(session), cls="lesson-ways", aria_label=pgettext("of a course", "Quiz")),
        back=back_link(_("Lessons"), course_address(game)),
        game=game,
    )


def _task_class(session: QuizSession) -> str:
    """Return the CSS classes of the element with the answers, which is empty while the board answers the question."""
    is_empty = session.question and session.question.targets and session.answer is None
    return "lesson-task of-quiz free" if is_empty else "lesson-task of-quiz"


def _task(session: QuizSession, question: Question) -> tuple[Node | None, ...]:
    """Render the question, with an instruction if the answers are targets on the board."""
    places = join_as_list([answer.text for answer in question.answers])
    return (
        el("p", text=task_text(question), cls="ask"),
        el(
            "p",
            el(
                "span",
                text=_("Touch one of the marked places.")
                if session.has_missed
                else _("Touch your answer on the board."),
            ),
            el("span", text=" " + _("Marked: {places}.").format(places=places), cls="unseen"),
            cls="small miss" if session.has_missed else "small",
        )
        if question.targets and session.answer is None
        else None,
    )


def _result(session: QuizSession, completed_ids: Collection[str]) -> Node:
    """Render the result, and links to the lessons about the wrong answers, or to all lessons if there are none.

    A passed quiz shows an emblem of the game, and the chapter that it has finished.
    """
    steps_by_lesson = session.failed_steps
    lessons = [lesson for lesson in course(session.game) if lesson.id in steps_by_lesson] or session.chapter.lessons
    score_text = _("You got {n} of {all} right.").format(n=session.correct_count, all=QUESTIONS_PER_QUIZ)
    return el(
        "div",
        _passed_banner(session, score_text, completed_ids)
        if session.is_passed
        else el(
            "p",
            text=f"{score_text} " + _("You need {n} to pass. The next quiz has new questions.").format(n=PASS_SCORE),
            cls="ask",
        ),
        el("h2", text=_("Read again") if steps_by_lesson else _("Lessons this quiz covers")),
        el(
            "ol",
            (lesson_item(session.game, lesson, step=steps_by_lesson.get(lesson.id)) for lesson in lessons),
            cls="lessons",
        ),
        cls="lesson-board of-check",
        key="again",
    )


def _passed_banner(session: QuizSession, score_text: str, completed_ids: Collection[str]) -> Node:
    game, chapter = session.game, session.chapter
    is_finished = all(lesson.id in completed_ids for lesson in chapter.lessons)
    return el(
        "div",
        VIEWS[game].emblem(0),
        el("h2", text=_("Chapter finished") if is_finished else _("You passed the quiz.")),
        el("p", text=chapter_heading(game, chapters(game).index(chapter)), cls="lead") if is_finished else None,
        el("p", text=score_text, cls="praise"),
        cls="chapter-end",
    )


def _result_buttons(session: QuizSession) -> tuple[Node, ...]:
    """Render the button for another quiz on the chapter, emphasized if the person has not passed this one."""
    new_questions_button = button(
        _("New questions"), LessonMessage.ASK_AGAIN, cls="" if session.is_passed else "primary"
    )
    return (el("div", new_questions_button, cls="row lesson-acts", key="acts"),)


def _board(session: QuizSession, question: Question) -> Node | None:
    """Render the board of a question, enlarged or whole; return None for a question about a rule."""
    if not question.shows_board:
        return None
    zoom_class = " closer" if session.is_enlarged else ""
    picture = quiz_picture(question, session.answer)
    return el("div", picture, cls=f"lesson-board of-quiz{zoom_class}", key="board")


def quiz_picture(question: Question, answer: int | None) -> Node:
    """Draw the board, with touchable targets before the answer and with the correct answer afterwards.

    Before the answer, the board lacks the game's warnings and the facts in its labels, which may give the answer away.
    """
    timeline, view = question.timeline, question.board_view
    targets = question.targets
    state = question.visible_state
    if answer is None:
        marks = Marks(
            selected=question.selection,
            highlighted=frozenset(targets) or question.highlighted,
            next_targets=dict.fromkeys(targets, "go"),
            hides_next_targets=True,
            hides_warnings=True,
            hides_facts=True,
        )
        picture = view.picture(state, question.seat, marks)
        if targets:
            return picture._replace(attrs={**picture.attrs, "tabindex": "0"}, key="picture")
        return without_touch(picture)._replace(key="picture")
    is_correct = answer == question.correct_index
    action = question.action
    marks = Marks(
        selected=question.selection,
        highlighted=question.highlighted if not targets else frozenset(),
        refused_target="" if is_correct else question.answers[answer].target,
        correct_targets=question.correct_targets,
        hints=view.action_paths(timeline.state, action, timeline.game.apply(timeline.state, action), question.seat)
        if action
        else _question_paths(question),
        hides_warnings=question.shows_hidden,
        read_only=True,
    )
    return without_touch(view.picture(state, question.seat, marks))._replace(key="picture")


def _question_paths(question: Question) -> tuple[Path, ...]:
    """Return the path of the piece that the question is about, if it moves."""
    state, view = question.timeline.state, question.board_view
    return (view.path_through(state, question.path, question.seat),) if len(question.path) > 1 else ()


def _answers(session: QuizSession, question: Question) -> tuple[Node | None, ...]:
    """Render the possible answers as buttons. After an answer, render the verdict and mark the choices."""
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
                button(possible_answer.text, LessonMessage.ANSWER, str(number), key=f"{session.number}-{number}")
                if answer is None
                else _past_answer(question, number, is_chosen=number == answer)
                for number, possible_answer in enumerate(question.answers)
            ),
            cls="lesson-acts lesson-answers",
            key="acts",
        )
        if not question.targets
        else None,
    )


def _past_answer(question: Question, answer_index: int, *, is_chosen: bool) -> Node:
    """Render a choice after the answer, with a tick if it is right and a cross if the person chose it wrongly."""
    label, cls = "", "button"
    if answer_index == question.correct_index:
        label, cls = _("the right answer"), "button correct"
    elif is_chosen:
        label, cls = _("your answer"), "button refused"
    return el(
        "p",
        el("span", text=question.answers[answer_index].text),
        el("span", text=f" ({label})", cls="unseen") if label else None,
        cls=cls,
        key=f"past-{answer_index}",
    )


def verdict_texts(question: Question, answer: int, *, is_board_visible: bool = False) -> tuple[str, str]:
    """Return the verdict on an answer with its reason, and the explanation with the correct answer if needed.

    Args:
        question: the question.
        answer: the index of the answer.
        is_board_visible: True for the page, False for screen readers. The page omits names of targets that the board
            does not show, and texts that the marks on the choices replace.
    """
    chosen_answer, correct_answer, explanation = question.answers[answer], question.correct_answer, question.explanation
    name, correct_name = (
        _visible_name(question, quiz_answer) if is_board_visible else quiz_answer.text
        for quiz_answer in (chosen_answer, correct_answer)
    )
    if name and not chosen_answer.target:
        name = _("“{text}”").format(text=name.removesuffix("."))
    name = capitalize(name)
    if correct_name:
        explanation = _without_answer(explanation, correct_name)
    if question.counted_targets and not is_board_visible:
        places = _("Marked: {places}.").format(places=join_as_list(list(question.counted_targets.values())))
        explanation = f"{explanation} {places}"
    correct_text, wrong_text = _("{answer} is right."), _("{answer} is wrong.")
    if not name:
        correct_text, wrong_text = _("That’s right."), _("That’s wrong.")
    elif chosen_answer.target and not re.fullmatch(r"[A-Z]\d+", name):  # "C7 is wrong", but "Wrong: Blue"
        correct_text, wrong_text = _("Right: {answer}."), _("Wrong: {answer}.")
    repeats_correct_name = bool(correct_name) and explanation.startswith(f"{correct_name} ")
    if answer == question.correct_index:
        if repeats_correct_name:
            return _("Right: {answer}.").format(answer=explanation.removesuffix(".")), ""
        return correct_text.format(answer=name), explanation
    if question.kind.kind == "why":  # the answer may be a true rule
        wrong_text = _("{answer} isn’t the reason.") if name else _("That isn’t the reason.")
    verdict = f"{wrong_text.format(answer=name)} {chosen_answer.reason}".rstrip()
    if name and chosen_answer.reason.startswith(f"{name} "):  # the reason repeats the name
        verdict = _("Wrong: {answer}.").format(answer=chosen_answer.reason.removesuffix("."))
    solution = "" if is_board_visible and not correct_answer.target else _("The right answer has a tick on the board.")
    if repeats_correct_name:
        correct_name, explanation = explanation, ""
    if correct_name:
        solution = _("The right answer: {answer}.").format(answer=correct_name.removesuffix("."))
    return verdict, " ".join(filter(None, (solution, explanation)))


def _without_answer(explanation: str, answer: str) -> str:
    """Remove the clauses of an explanation that only repeat the answer, such as "Green wins:"."""
    if _clause_text(explanation) == _clause_text(answer):
        return ""
    clauses = _CLAUSE_BREAK_PATTERN.split(explanation)
    other_clauses = [clause for clause in clauses if _clause_text(clause) != _clause_text(answer)]
    if other_clauses == clauses:
        return explanation
    return capitalize(with_full_stop(" ".join(other_clauses).removesuffix(":").rstrip()))


def _clause_text(clause: str) -> str:
    """Return a clause in lower case, without the full stop or colon at its end."""
    return clause.rstrip(".: \N{NO-BREAK SPACE}").casefold()


def _visible_name(question: Question, answer: QuizAnswer) -> str:
    """Return the name of an answer's target on the board; empty for a button or an invisible name."""
    game, state, target = question.timeline.game, question.visible_state, answer.target
    short_name = PACKAGES[game.id].quiz.short_name(target) if target else ""
    if short_name is not None:
        return short_name
    has_coordinate = question.board_view.displayed_name(state, target, question.seat) != target
    return "" if has_coordinate and diagram.has_optional_coordinates(game, state) else answer.text


def _verdict_nodes(game: str, question: Question, answer: int) -> tuple[Node | None, ...]:
    verdict, explanation = verdict_texts(question, answer, is_board_visible=True)
    return (
        el("p", text=verdict, cls="praise" if answer == question.correct_index else "miss", key="given"),
        el("p", text=explanation, key="right") if explanation else None,
        *(_lesson_link(game, rule_step) for rule_step in question.rule_steps(answer)),
    )


def _lesson_link(game: str, rule_step: RuleStep) -> Node | None:
    lesson = find_lesson(game, rule_step.lesson)
    if lesson is None:
        return None
    text = _("The lesson: {lesson}").format(lesson=_(lesson.title))
    return el("p", link(text, lesson_address(game, lesson, rule_step.step - 1)), key=f"lesson-{lesson.id}")


def _next_link(session: QuizSession) -> Node | None:
    """Render the link to the next question, lesson or game. Before an answer, render the link that skips the quiz.

    After a failed quiz, the link is not emphasized.
    """
    if session.answer is not None:
        return button(_("Next"), LessonMessage.NEXT_QUESTION, cls="primary", key="further")
    next_lesson = session.next_lesson
    emphasis = "primary" if session.is_passed else ""
    if next_lesson is None:
        return None if session.question else button(_("Play now"), LessonMessage.PLAY_NOW, cls=emphasis)
    title, address = _(next_lesson.title), lesson_address(session.game, next_lesson)
    if session.question is None and not session.is_passed:
        return link(_("Next: {lesson}").format(lesson=title), address, cls="button")
    return next_step_link(title, address, is_skip_link=session.question is not None)
