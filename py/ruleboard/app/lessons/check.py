"""Sessions of checks: five questions on a chapter of a course, each from another position."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from ruleboard.games import checks
from ruleboard.games.checks import QUESTIONS, Chapter, Question
from ruleboard.games.courses import course
from ruleboard.games.lessons import Lesson
from ruleboard.i18n import _
from ruleboard.wording import sentence

_ATTEMPTS = 6
"""The number of questions that are made, at most, for one in a position that the check has not shown."""

ENOUGH = QUESTIONS - 1
"""The number of right answers with which a check is passed."""


@dataclass(frozen=True, slots=True)
class CheckSession:
    """A check in progress.

    Attributes:
        game: the game's id.
        chapter: the chapter that it is about.
        seed: the seed of its questions.
        question: the current question, None after the last one.
        number: the number of the current question, from 0.
        given: the number of the answer that was given to it, from 0; None before.
        right: the number of right answers so far.
        missed: the ids of the lessons behind the questions that were answered wrongly, each once.
        shown: the states of the questions before the current one.
        enlarged: True if a board too small to be read is enlarged and panned.
    """

    game: str
    chapter: Chapter
    seed: int
    question: Question | None
    number: int = 0
    given: int | None = None
    right: int = 0
    missed: tuple[str, ...] = ()
    shown: tuple[Any, ...] = ()
    enlarged: bool = False

    @property
    def is_passed(self) -> bool:
        """True if enough answers were right; known after the last one."""
        return self.question is None and self.right >= ENOUGH

    @property
    def following(self) -> Lesson | None:
        """The lesson after the chapter, None after the last one."""
        lessons = course(self.game)
        at = lessons.index(self.chapter.lessons[-1]) + 1
        return lessons[at] if at < len(lessons) else None


def begun(game: str, id: str, seed: int) -> CheckSession | None:
    """Return a check with its first question, None if there is no such check.

    Args:
        game: the game's id.
        id: the check's.
        seed: the seed of its questions.
    """
    chapter = checks.chapter(game, id)
    return CheckSession(game, chapter, seed, checks.question(game, chapter, 0, seed)) if chapter else None


def task(question: Question) -> str:
    """Return a question after the way to play, if there are several, whose turn it is, and how far it has come.

    In mid-turn, and in a game of single decisions, the board does not show which of them is due; where something is
    set up, it shows that much.
    """
    timeline = question.timeline
    game, seen = timeline.game, timeline.state_for(timeline.to_move)
    side = _(game.sides(timeline.state)[timeline.to_move or 0])
    mode = question.board_view.mode(seen)
    prompt = game.prompt(seen) if game.key(timeline.state) is None and not timeline.is_hidden() else ""
    turn = "" if side in prompt else sentence(_("{side} to move").format(side=side))
    return " ".join(filter(None, (mode and sentence(mode), turn, prompt, question.words)))


def answered(session: CheckSession, answer: int) -> CheckSession:
    """Return the check after an answer, given by its number; the first one counts."""
    question = session.question
    if question is None or session.given is not None or not 0 <= answer < len(question.answers):
        return session
    if answer == question.right:
        return replace(session, given=answer, right=session.right + 1)
    return replace(session, given=answer, missed=tuple(dict.fromkeys(filter(None, (*session.missed, question.lesson)))))


def zoomed(session: CheckSession) -> CheckSession:
    """Return the check with its boards enlarged, or shown whole again."""
    return replace(session, enlarged=not session.enlarged)


def further(session: CheckSession) -> CheckSession:
    """Return the check at its next question, or at its end, once the current one has been answered."""
    if session.given is None:
        return session
    number = session.number + 1
    shown = (*session.shown, session.question.timeline.state) if session.question else session.shown
    question = None
    for attempt in range(_ATTEMPTS if number < QUESTIONS else 0):
        seed = session.seed + number + attempt * QUESTIONS
        question = checks.question(session.game, session.chapter, number, seed)
        if question is None or question.timeline.state not in shown:
            break
    return replace(session, question=question, number=number, given=None, shown=shown)
