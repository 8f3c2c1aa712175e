"""Quizzes. A quiz asks five questions of different kinds about a chapter of a course."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ruleboard.app.shared import OpenQuiz
from ruleboard.i18n import _
from ruleboard.learning import checks
from ruleboard.learning.checks import MOVE_KINDS, QUESTIONS_PER_QUIZ, Chapter, Question
from ruleboard.learning.courses import course
from ruleboard.learning.lessons import Lesson, QuestionKind
from ruleboard.wording import sentence

PASS_SCORE = QUESTIONS_PER_QUIZ - 1
"""The number of correct answers that passes a quiz."""


@dataclass(frozen=True, slots=True)
class QuizSession:
    """A quiz in progress.

    Attributes:
        game: the game's id.
        chapter: the chapter that the questions are about.
        seed: the seed that determines the questions.
        questions: the questions so far.
        past_kinds: the kinds of the questions of the last quiz on the chapter, which come last in this one.
        answers: the indices (from 0) of the person's answers to these questions.
        number: the index of the current question, from 0.
        has_missed: True if the last touch was not on one of the answers on the board.
        is_enlarged: True if the board is enlarged, so that people scroll it on a small screen.
    """

    game: str
    chapter: Chapter
    seed: int
    questions: tuple[Question, ...]
    past_kinds: tuple[QuestionKind, ...] = ()
    answers: tuple[int, ...] = ()
    number: int = 0
    has_missed: bool = False
    is_enlarged: bool = False

    @property
    def question(self) -> Question | None:
        """The current question, None after the last one."""
        return self.questions[self.number] if self.number < len(self.questions) else None

    @property
    def answer(self) -> int | None:
        """The index (from 0) of the person's answer to the current question; None before an answer."""
        return self.answers[self.number] if self.number < len(self.answers) else None

    @property
    def failed_questions(self) -> list[Question]:
        """The questions with wrong answers."""
        answered_questions = zip(self.questions, self.answers, strict=False)
        return [question for question, answer in answered_questions if answer != question.correct_index]

    @property
    def failed_steps(self) -> dict[str, int]:
        """The steps (from 0) that teach the rules in the verdicts on the wrong answers, by lesson.

        The first wrong answer about a lesson chooses its step.
        """
        steps: dict[str, int] = {}
        for question, answer in zip(self.questions, self.answers, strict=False):
            for rule_step in question.rule_steps(answer) if answer != question.correct_index else ():
                steps.setdefault(rule_step.lesson, rule_step.step - 1)
        return steps

    @property
    def correct_count(self) -> int:
        """The number of correct answers so far."""
        return len(self.answers) - len(self.failed_questions)

    @property
    def is_passed(self) -> bool:
        """True after the last question if enough answers were correct."""
        return self.question is None and self.correct_count >= PASS_SCORE

    @property
    def next_lesson(self) -> Lesson | None:
        """The first lesson after the chapter, or None after the last chapter."""
        lessons = course(self.game)
        next_index = lessons.index(self.chapter.lessons[-1]) + 1
        return lessons[next_index] if next_index < len(lessons) else None


def start_quiz(game: str, id: str, seed: int, past_kinds: tuple[QuestionKind, ...] = ()) -> QuizSession | None:
    """Start a quiz; return None if the game has no quiz with this id.

    Args:
        game: the game's id.
        id: the quiz's id.
        seed: the seed that determines the questions.
        past_kinds: the kinds of the questions of the last quiz on the chapter.
    """
    chapter = checks.chapter(game, id)
    if chapter is None:
        return None
    question = checks.question(game, chapter, 0, seed, past_kinds=past_kinds)
    return QuizSession(game, chapter, seed, (question,) if question else (), past_kinds)


def resume_quiz(quiz: OpenQuiz) -> QuizSession | None:
    """Return the session of a quiz that the person has begun; None if the game has no such quiz."""
    session = start_quiz(quiz.game, quiz.chapter, quiz.seed, quiz.past_kinds)
    if session is None:
        return None
    for answer in quiz.answers:
        session = answer_question(next_question(session), answer)
    return next_question(session) if session.number < quiz.number else session


def open_quiz(session: QuizSession) -> OpenQuiz:
    """Return the state that the app stores in order to resume a quiz."""
    return OpenQuiz(session.game, session.chapter.id, session.seed, session.number, session.answers, session.past_kinds)


def task_text(question: Question) -> str:
    """Return the text of a question, preceded by the game's mode and the player to move.

    The text omits the mode in a game with one mode, and the player if the board always shows who decides.
    """
    timeline = question.timeline
    game, state = timeline.game, question.visible_state
    mode, turn = question.board_view.mode_name(state), ""
    marks_turns = any(game.key(past_state) is not None for past_state in timeline.states[: timeline.ply + 1])
    if question.kind.kind in MOVE_KINDS and timeline.to_move is not None and marks_turns:
        side = _(game.sides(timeline.state)[timeline.to_move])
        turn = "" if side in question.text else sentence(_("{side} to move").format(side=side))
    return " ".join(filter(None, (mode and sentence(mode), turn, question.text)))


def answer_question(session: QuizSession, answer: int) -> QuizSession:
    """Answer the current question with the answer at an index. Only the first answer to a question counts."""
    question = session.question
    if question is None or session.answer is not None or not 0 <= answer < len(question.answers):
        return session
    return replace(session, answers=(*session.answers, answer), has_missed=False)


def next_question(session: QuizSession) -> QuizSession:
    """Go to the next question, with the whole board, or to the end. Change nothing if the current one has no answer."""
    if session.answer is None:
        return session
    number = session.number + 1
    question = None
    if number < QUESTIONS_PER_QUIZ:
        question = checks.question(
            session.game, session.chapter, number, session.seed, session.questions, session.past_kinds
        )
    return replace(
        session,
        questions=(*session.questions, question) if question else session.questions,
        number=number,
        is_enlarged=False,
    )
