"""Opponents in the running app: connects the opponent loop with the updates of the game in play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleboard.app import notices
from ruleboard.app.board.opponent_loop import LoopListener, OpponentLoop
from ruleboard.app.board.opponents import Step
from ruleboard.app.board.table import Table
from ruleboard.app.messages import Update
from ruleboard.app.play import opponent_update as play
from ruleboard.app.runtime.pages.play import table_of
from ruleboard.overriding import override
from ruleboard.thinking.messages import Judgement, Reply

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App


class OpponentRunner(LoopListener):
    """The listener of the opponent loop."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._loop = OpponentLoop(app.browser, self)

    def refresh(self) -> None:
        """Request the next step at the table."""
        self._loop.refresh(table_of(self._app.model.page))

    @override
    def on_actions(self, reply: Reply) -> None:
        if table := table_of(self._app.model.page):
            self._apply(play.on_opponent_choice(table, reply, self._app.context))

    @override
    def on_judgement(self, judgement: Judgement) -> None:
        if table := table_of(self._app.model.page):
            self._apply(play.on_judgement(table, judgement, self._app.context))

    @override
    def on_failure(self) -> None:
        if table := table_of(self._app.model.page):
            self._app.notify("bug", notices.internal_error())
            self._apply(play.on_opponent_failure(table))

    @override
    def on_step(self, step: Step) -> None:
        if table := table_of(self._app.model.page):
            self._apply(play.on_opponent_step(table, step, self._app.context))

    def _apply(self, updated: Update[Table]) -> None:
        self._app.apply_table(updated)
        self._app.draw_page()
