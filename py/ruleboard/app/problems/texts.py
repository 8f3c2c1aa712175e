"""Texts about problems: the task, the grades, and how many are solved."""

from __future__ import annotations

from ruleboard.app.problems.session import ProblemSession, solved_ids
from ruleboard.app.storage.progress import Progress
from ruleboard.games.courses import problems
from ruleboard.games.registry import VIEWS
from ruleboard.i18n import N_, _, ngettext
from ruleboard.wording import sentence

GRADE_NAMES = {1: N_("Easy"), 2: N_("Medium"), 3: N_("Hard")}
"""The names of the grades, in English."""


def task_text(session: ProblemSession) -> str:
    """Return the task of a problem as a sentence, after the mode of the game if it has several."""
    start = session.exercise.start
    side = start.game.sides(start.state)[session.seat]
    mode = VIEWS[session.game].mode_name(start.state_for(session.seat))
    text = sentence(_(session.problem.theme.task).format(side=_(side)))
    return f"{sentence(mode)} {text}" if mode else text


def count_text(game: str, progress: Progress) -> str:
    """Return the number of problems of a game, or how many of them are solved if any are."""
    ids = {problem.id for problem in problems(game)}
    done = len(ids.intersection(solved_ids(game, progress)))
    if not done:
        return ngettext("{n} problem", "{n} problems", len(ids)).format(n=len(ids))
    return _("{done} of {n} problems solved").format(done=done, n=len(ids))
