"""Opponents in the running app: hands their steps to the update of the game that is played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleboard.app import notices
from ruleboard.app.messages import Updated
from ruleboard.app.play import opponent_update as play
from ruleboard.app.play.opponent_loop import OpponentLoop
from ruleboard.app.play.opponents import Step
from ruleboard.app.play.table import Table
from ruleboard.thinking.messages import Judgement, Reply

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class Opponents:
    """The host of the loop of opponents."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop = OpponentLoop(app.browser, self)

    def refresh(self) -> None:
        """Ask for the step that is due at the table now."""
        self._loop.refresh(self._app.model.table)

    def chosen(self, reply: Reply) -> None:
        """See ``Host``."""
        if table := self._app.model.table:
            self._take(play.on_opponent_choice(table, reply, self._app.context))

    def judged(self, judgement: Judgement) -> None:
        """See ``Host``."""
        if table := self._app.model.table:
            self._take(play.on_judgement(table, judgement, self._app.context))

    def failed(self) -> None:
        """See ``Host``."""
        if table := self._app.model.table:
            self._app.notify("bug", notices.bug())
            self._take(play.on_opponent_failure(table))

    def stepped(self, step: Step) -> None:
        """See ``Host``."""
        if table := self._app.model.table:
            self._take(play.on_opponent_step(table, step, self._app.context))

    def _take(self, updated: Updated[Table]) -> None:
        self._app.take_table(updated)
        self._app.draw()
