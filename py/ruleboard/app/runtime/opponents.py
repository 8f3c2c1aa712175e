"""Bots in the running app: the connection between the opponent loop and the updates of the game in play."""

from __future__ import annotations

from collections.abc import Callable

from ruleboard.app import notices
from ruleboard.app.board.opponent_loop import LoopListener
from ruleboard.app.board.opponents import Step
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Update
from ruleboard.app.play import opponent_update as play
from ruleboard.overriding import override
from ruleboard.thinking.messages import Judgement, Reply

TableChange = Callable[[Table, Context, Services], Update[Table]]
"""Answers an event of the game in play."""


class OpponentListener(LoopListener):
    """Turns the events of the opponent loop into updates of the game in play.

    Args:
        change_table: applies an update to the game in play, if any, and draws the page.
    """

    def __init__(self, change_table: Callable[[TableChange], None]) -> None:
        self._change_table = change_table

    @override
    def on_actions(self, reply: Reply) -> None:
        self._change_table(lambda table, context, services: play.on_opponent_choice(table, reply, context, services))

    @override
    def on_judgement(self, judgement: Judgement) -> None:
        self._change_table(lambda table, context, services: play.on_judgement(table, judgement, context, services))

    @override
    def on_failure(self) -> None:
        self._change_table(_on_failure)

    @override
    def on_step(self, step: Step) -> None:
        self._change_table(lambda table, context, services: play.on_opponent_step(table, step, context, services))


def _on_failure(table: Table, context: Context, _services: Services) -> Update[Table]:
    return play.on_opponent_failure(table, context).with_notice("bug", notices.internal_error())
