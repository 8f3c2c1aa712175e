"""Updates of the problem pages."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.board import exercise_update
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget
from ruleboard.app.message_names import ProblemMessage
from ruleboard.app.messages import Handler, Input, Update
from ruleboard.app.problems.session import ProblemList, ProblemSession, progress_key, task_text
from ruleboard.app.storage.progress import without_game


def on_opened(session: ProblemSession, context: Context) -> Update[ProblemSession]:
    """Start effects after a person has opened a problem."""
    updated = Update(session, context.shared).revealing(ScrollTarget.TOP)
    return updated.announcing(text) if (text := task_text(session)) else updated


def _restart(page: ProblemList, _message: Input, context: Context, _services: Services) -> Update[ProblemList]:
    return Update(page, context.shared).with_progress(without_game(context.progress, progress_key(page.game)))


MESSAGES: Mapping[str, Handler[ProblemSession]] = exercise_update.handlers(ProblemMessage.EXERCISE)
LIST_MESSAGES: Mapping[str, Handler[ProblemList]] = {ProblemMessage.FORGET_PROGRESS: _restart}
