"""Updates of the problem pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.board import exercise_update
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import ScrollTarget, SendLater
from ruleboard.app.message_names import ProblemMessage
from ruleboard.app.messages import Handler, Input, Update
from ruleboard.app.problems.session import ProblemList, ProblemSession, progress_key, task_text
from ruleboard.app.storage.progress import without_game
from ruleboard.learning.courses import problems


def on_opened(session: ProblemSession, context: Context) -> Update[ProblemSession]:
    """Start effects after a person has opened a problem."""
    updated = Update(session, context.shared).revealing(ScrollTarget.TOP)
    return updated.announcing(text) if (text := task_text(session)) else updated


def _restart(page: ProblemList, _message: Input, context: Context, _services: Services) -> Update[ProblemList]:
    return Update(page, context.shared).with_progress(without_game(context.progress, progress_key(page.game)))


_BOARDS_AT_ONCE = 4
"""The number of boards that the list draws in one step, so that no step takes long."""
_PAUSE_MS = 40
"""The pause before the next boards, for touches in between."""


def more_boards_later(page: ProblemList) -> tuple[SendLater, ...]:
    """Return the effect that draws the next boards of a list, or no effect if the list is complete."""
    if page.boards >= len(problems(page.game)):
        return ()
    return (SendLater(ProblemMessage.DRAW_BOARDS, str(page.boards), _PAUSE_MS),)


def _draw_boards(page: ProblemList, message: Input, context: Context, _services: Services) -> Update[ProblemList]:
    """Draw the next boards, unless the message belongs to an earlier visit of the page."""
    if message.value != str(page.boards):
        return Update(page, context.shared)
    after = replace(page, boards=page.boards + _BOARDS_AT_ONCE)
    return Update(after, context.shared, more_boards_later(after))


MESSAGES: Mapping[str, Handler[ProblemSession]] = exercise_update.handlers(ProblemMessage.EXERCISE)
LIST_MESSAGES: Mapping[str, Handler[ProblemList]] = {
    ProblemMessage.FORGET_PROGRESS: _restart,
    ProblemMessage.DRAW_BOARDS: _draw_boards,
}
