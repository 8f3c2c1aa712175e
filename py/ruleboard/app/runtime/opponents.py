"""Opponents in the running app: asks for the step that is due after every change, and takes it in time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ruleboard.app import notices
from ruleboard.app.play import opponents
from ruleboard.app.play import update as play
from ruleboard.app.play.table import Table
from ruleboard.thinking.messages import Failure, Reply, format_request, parse_answer, request_at

if TYPE_CHECKING:
    from ruleboard.app.runtime.app import App

_WARM_UP = 1
"""The level of the request that starts the thinking in advance, whose answer nobody waits for."""


class Opponents:
    """Owns the step that is waited for. Steps are values: the table alone says which one is due."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._due: opponents.Step | None = None
        self._number = 0
        self._started = False

    def refresh(self) -> None:
        """Ask for the step that is due now, unless it is the one that is waited for."""
        table = self._app.model.table
        due = opponents.due(table) if table else None
        if due != self._due:
            self._due = due
            self._number += 1
            self._request(table, self._number)
        if table is None or len(table.persons) == len(table.timeline.record.players) or table.timeline.outcome:
            self._release()
        elif due is None and not self._started and table.timeline.to_move is not None:
            self._ask(table, _WARM_UP, -1)

    def _request(self, table: Table | None, number: int) -> None:
        """Have the step that is due come in time."""
        match self._due:
            case opponents.Think(level=level) if table:
                self._ask(table, level, number)
            case opponents.Act(after=pause) | opponents.AnswerOffer(after=pause) | opponents.AdvanceReplay(after=pause):
                self._app.browser.call_later(lambda: self._step(number), pause)
            case None if self._started:
                self._app.browser.stop_thinking(release=False)

    def _ask(self, table: Table, level: int, number: int) -> None:
        """Ask for the next actions of the player to move."""
        self._started = True
        request = format_request(request_at(table.timeline, number, level))
        self._app.browser.think(request, lambda answer: self._answered(number, answer))

    def _answered(self, number: int, text: str) -> None:
        """Take an answer, unless the table has changed meanwhile."""
        app, table = self._app, self._app.model.table
        if number != self._number or table is None:
            return
        match parse_answer(text):
            case Reply() as reply:
                app.take_table(play.opponent_chose(table, reply, app.context))
            case Failure():
                app.take_table(play.opponent_failed(table))
                app.notify("bug", notices.bug())
            case _:
                return
        app.draw()

    def _step(self, number: int) -> None:
        """Take the step that was waited for, unless the table has changed meanwhile."""
        app, table = self._app, self._app.model.table
        if number != self._number or table is None or self._due is None:
            return
        app.take_table(play.opponent_steps(table, self._due, app.context))
        app.draw()

    def _release(self) -> None:
        """Free the memory for thinking."""
        if self._started:
            self._started = False
            self._app.browser.stop_thinking(release=True)
