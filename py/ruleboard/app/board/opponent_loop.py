"""The loop that runs the bots: after every change of a table, it requests the next step and schedules it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from ruleboard.app.board import opponents
from ruleboard.app.board.opponents import (
    AdvanceReplay,
    AdvanceTurnReplay,
    AnswerOffer,
    JudgeTurn,
    PlayPlanned,
    Step,
    Think,
)
from ruleboard.app.board.table import Table
from ruleboard.thinking.messages import (
    Failure,
    Judgement,
    Reply,
    Request,
    format_request,
    judgement_request,
    parse_answer,
    request_at,
)

_WARM_UP_LEVEL = 1
"""The level of the request that starts the worker early. The loop ignores its answer."""


class Scheduler(Protocol):
    """The methods of a browser that the loop uses to think and to wait; see ``app.browser.protocol.Browser``."""

    def think(self, request: str, answer: Callable[[str], None]) -> None:
        """Request a bot's choice of actions and pass the response to ``answer`` later."""
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the running request and, with ``release``, free its memory."""
        ...

    def call_later(self, call: Callable[[], None], milliseconds: int) -> None:
        """Call a function after a delay."""
        ...


class LoopListener(Protocol):
    """The owner of the table, which updates and redraws the table after each step."""

    def on_actions(self, reply: Reply) -> None:
        """Handle the actions that a bot chose for the player to move."""
        ...

    def on_judgement(self, judgement: Judgement) -> None:
        """Handle the judgement of a turn."""
        ...

    def on_failure(self) -> None:
        """Handle the failure of a bot, which returned no answer."""
        ...

    def on_step(self, step: Step) -> None:
        """Run a step that needs no computation by a bot."""
        ...


class OpponentLoop:
    """Schedules the next step of the bots, which depends on the table only.

    Args:
        scheduler: the browser.
        listener: the owner of the table.
    """

    def __init__(self, scheduler: Scheduler, listener: LoopListener) -> None:
        self._scheduler = scheduler
        self._listener = listener
        self._next_step: Step | None = None
        self._step_number = 0
        self._has_thinker = False

    def refresh(self, table: Table | None) -> None:
        """Request the next step, unless the loop is already waiting for it.

        Args:
            table: the table on the page, or None.
        """
        next_step = opponents.next_step(table) if table else None
        if next_step != self._next_step:
            self._next_step = next_step
            self._step_number += 1
            self._request_step(table, self._step_number)
        if table is None or (next_step is None and (table.timeline.outcome or not _has_opponents(table))):
            self._release_memory()
        elif next_step is None and not self._has_thinker and table.timeline.to_move is not None:
            self._request_actions(table, _WARM_UP_LEVEL, -1)

    def _request_step(self, table: Table | None, number: int) -> None:
        """Request the next step from the bot, or schedule it after a pause."""
        match self._next_step:
            case Think(level=level) if table:
                self._request_actions(table, level, number)
            case JudgeTurn(start=first, end=end, level=level) if table:
                self._send(lambda: judgement_request(table.timeline, number, level, first, end), number)
            case (
                PlayPlanned(pause=pause)
                | AnswerOffer(pause=pause)
                | AdvanceReplay(pause=pause)
                | AdvanceTurnReplay(pause=pause)
            ):
                self._scheduler.call_later(lambda: self._on_pause_over(number), pause)
            case None if self._has_thinker:
                self._scheduler.stop_thinking(release=False)

    def _request_actions(self, table: Table, level: int, number: int) -> None:
        """Ask the bot for the next actions of the player to move."""
        self._send(lambda: request_at(table.timeline, number, level), number)

    def _send(self, new_request: Callable[[], Request], number: int) -> None:
        """Send a request to the bot, or report a failure if the request would contain hidden information."""
        try:
            request = format_request(new_request())
        except ValueError:
            self._scheduler.call_later(lambda: self._on_failure(number), 0)
            return
        self._has_thinker = True
        self._scheduler.think(request, lambda answer: self._on_answer(number, answer))

    def _on_failure(self, number: int) -> None:
        """Report a failure to the listener, unless the table has changed since the request."""
        if number == self._step_number:
            self._listener.on_failure()

    def _on_answer(self, number: int, text: str) -> None:
        """Pass an answer to the listener, unless the table has changed since the request."""
        if number != self._step_number:
            return
        try:
            answer = parse_answer(text)
        except ValueError:
            self._listener.on_failure()
            return
        match answer:
            case Reply() as reply:
                self._listener.on_actions(reply)
            case Judgement() as judgement:
                self._listener.on_judgement(judgement)
            case Failure():
                self._listener.on_failure()

    def _on_pause_over(self, number: int) -> None:
        """Run the next step after its pause, unless the table has changed in the meantime."""
        if number == self._step_number and self._next_step is not None:
            self._listener.on_step(self._next_step)

    def _release_memory(self) -> None:
        """Free the memory of the bot."""
        if self._has_thinker:
            self._has_thinker = False
            self._scheduler.stop_thinking(release=True)


def _has_opponents(table: Table) -> bool:
    return len(table.persons) < len(table.timeline.record.players)
