"""The loop of opponents: asks for the step that is due after every change of a table, and takes it in time."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.play import opponents
from ruleboard.app.play.opponents import Act, AdvanceReplay, AnswerOffer, Judge, ShowAgain, Step, Think
from ruleboard.app.play.table import Table
from ruleboard.thinking.messages import Failure, Judgement, Reply, format_request, parse_answer, request_at

_WARM_UP = 1
"""The level of the request that starts the thinking in advance, whose answer nobody waits for."""


class Clockwork(Protocol):
    """The part of a browser in which opponents think and wait; see ``app.browser.protocol.Browser``."""

    def think(self, request: str, answer: Callable[[str], None]) -> None:
        """Have a request for a choice of actions answered."""
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the request under way."""
        ...

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call a function after a time."""
        ...


class Host(Protocol):
    """The owner of the table, which is told of the steps and draws what becomes of them."""

    def chosen(self, reply: Reply) -> None:
        """Take over the actions that were chosen for the player to move."""
        ...

    def judged(self, judgement: Judgement) -> None:
        """Take over the judgement of a turn."""
        ...

    def failed(self) -> None:
        """Do without an answer that could not be found."""
        ...

    def stepped(self, step: Step) -> None:
        """Take a step that needs no thought."""
        ...


class OpponentLoop:
    """Owns the step that is waited for. Steps are values: the table alone says which one is due.

    Args:
        clockwork: the browser.
        host: the owner of the table.
    """

    def __init__(self, clockwork: Clockwork, host: Host) -> None:
        self._clockwork = clockwork
        self._host = host
        self._due: Step | None = None
        self._number = 0
        self._started = False

    def refresh(self, table: Table | None) -> None:
        """Ask for the step that is due now, unless it is the one that is waited for.

        Args:
            table: the table that is shown, None if there is none.
        """
        due = opponents.due(table) if table else None
        if due != self._due:
            self._due = due
            self._number += 1
            self._request(table, self._number)
        if table is None or (due is None and (table.timeline.outcome or not _has_opponents(table))):
            self._release()
        elif due is None and not self._started and table.timeline.to_move is not None:
            self._ask(table, _WARM_UP, -1)

    def _request(self, table: Table | None, number: int) -> None:
        """Have the step that is due come in time."""
        match self._due:
            case Think(level=level) if table:
                self._ask(table, level, number)
            case Judge(first=first, end=end, level=level) if table:
                self._send(format_request(request_at(table.timeline.jump(first), number, level, end)), number)
            case Act(after=pause) | AnswerOffer(after=pause) | AdvanceReplay(after=pause) | ShowAgain(after=pause):
                self._clockwork.call_later(lambda: self._step(number), pause)
            case None if self._started:
                self._clockwork.stop_thinking(release=False)

    def _ask(self, table: Table, level: int, number: int) -> None:
        """Ask for the next actions of the player to move."""
        self._send(format_request(request_at(table.timeline, number, level)), number)

    def _send(self, request: str, number: int) -> None:
        """Have a request answered."""
        self._started = True
        self._clockwork.think(request, lambda answer: self._answered(number, answer))

    def _answered(self, number: int, text: str) -> None:
        """Hand an answer over, unless the table has changed meanwhile."""
        if number != self._number:
            return
        try:
            answer = parse_answer(text)
        except ValueError:
            self._host.failed()
            return
        match answer:
            case Reply() as reply:
                self._host.chosen(reply)
            case Judgement() as judgement:
                self._host.judged(judgement)
            case Failure():
                self._host.failed()

    def _step(self, number: int) -> None:
        """Have the step taken that was waited for, unless the table has changed meanwhile."""
        if number == self._number and self._due is not None:
            self._host.stepped(self._due)

    def _release(self) -> None:
        """Free the memory for thinking."""
        if self._started:
            self._started = False
            self._clockwork.stop_thinking(release=True)


def _has_opponents(table: Table) -> bool:
    return len(table.persons) < len(table.timeline.record.players)
