"""Texts about problems: tasks, grades and counts."""

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
    """Return the task of a problem as a sentence, preceded by the game's mode if it has several."""
    start = session.exercise.start
    side = start.game.sides(start.state)[session.seat]
    mode = VIEWS[session.game].mode_name(start.state_for(session.seat))
    text = sentence(_(session.problem.theme.task).format(side=_(side)))
    return f"{sentence(mode)} {text}" if mode else text


def count_text(game: str, progress: Progress) -> str:
    """Return a text with the number of a game's problems, and of the solved ones if any."""
    ids = {problem.id for problem in problems(game)}
    solved_count = len(ids.intersection(solved_ids(game, progress)))
    if not solved_count:
        return ngettext("{n} problem", "{n} problems", len(ids)).format(n=len(ids))
    return _("{done} of {n} problems solved").format(done=solved_count, n=len(ids))
