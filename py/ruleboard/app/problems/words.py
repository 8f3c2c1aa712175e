"""Words on problems: the task, the grades, and how many were solved."""

from __future__ import annotations

from ruleboard.app.problems.session import ProblemSession, solved
from ruleboard.app.storage.progress import Progress
from ruleboard.games.courses import problems
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import sentence

GRADE_NAMES = {1: N_("Easy"), 2: N_("Medium"), 3: N_("Hard")}
"""The names of the grades, in English."""


def task(session: ProblemSession) -> str:
    """Return the task of a problem, as a sentence."""
    start = session.exercise.start
    side = start.game.sides(start.state)[session.seat]
    mode = VIEWS[session.game].mode(start.state_for(session.seat))
    asked = sentence(_(session.problem.theme.task).format(side=_(side)))
    return f"{sentence(mode)} {asked}" if mode else asked


def count(game: str, progress: Progress) -> str:
    """Return the number of problems of a game, and of those that were solved if any were."""
    known = {problem.id for problem in problems(game)}
    done = len(known.intersection(solved(game, progress)))
    if not done:
        return ngettext("{n} problem", "{n} problems", len(known)).format(n=len(known))
    return _("{done} of {n} problems solved").format(done=done, n=len(known))
