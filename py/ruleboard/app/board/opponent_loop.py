"""The loop that runs the bots: after every change of a table, it requests the next step and schedules it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, TypeAlias

from ruleboard.app.board import opponents
from ruleboard.app.board.opponents import (
    AdvanceReplay,
    AdvanceTurnReplay,
    AnswerDrawOffer,
    JudgeTurn,
    PlayPlannedAction,
    Step,
    Think,
)
from ruleboard.app.board.table import Table
from ruleboard.thinking.messages import (
    Failure,
    Judgement,
    Progress,
    Reply,
    Request,
    create_judgement_request,
    create_request,
    format_request,
    parse_answer,
)

_WARM_UP_LEVEL = 1
"""The level of the request that starts the worker early. The loop ignores its answer."""


class Scheduler(Protocol):
    """The methods of a browser that the loop uses to think and to wait; see ``app.browser.protocol.Browser``."""

    def think(self, request: str, on_answer: Callable[[str], None]) -> None:
        """Request a bot's choice of actions and pass the response to ``on_answer`` later."""
        ...

    def stop_thinking(self, *, release: bool) -> None:
        """Cancel the running request and, if ``release`` is True, free its memory."""
        ...

    def call_later(self, callback: Callable[[], None], milliseconds: int) -> None:
        """Call a function after a delay."""
        ...


LoopEvent: TypeAlias = Reply | Judgement | Failure | Step
"""An answer of a bot, or a step that needs no computation and is due."""


class OpponentLoop:
    """Requests and schedules the next step of the bots, which depends only on the table.

    Args:
        scheduler: the browser.
        on_event: updates and redraws the table.
    """

    def __init__(self, scheduler: Scheduler, on_event: Callable[[LoopEvent], None]) -> None:
        self._scheduler = scheduler
        self._on_event = on_event
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

    def _request_step(self, table: Table | None, request_number: int) -> None:
        """Request the next step from the bot, or schedule it after a pause."""
        match self._next_step:
            case Think(level=level, opponent_level=opponent_level) if table:
                self._request_actions(table, level, request_number, opponent_level)
            case JudgeTurn() as turn if table:
                request_args = turn.level, turn.start, turn.end, turn.opponent_level
                self._send(
                    lambda: create_judgement_request(table.timeline, request_number, *request_args), request_number
                )
            case (
                PlayPlannedAction(pause=pause)
                | AnswerDrawOffer(pause=pause)
                | AdvanceReplay(pause=pause)
                | AdvanceTurnReplay(pause=pause)
            ) as step:
                self._scheduler.call_later(lambda: self._forward_event(step, request_number), pause)
            case None if self._has_thinker:
                self._scheduler.stop_thinking(release=False)

    def _request_actions(self, table: Table, level: int, request_number: int, opponent_level: int = 0) -> None:
        """Ask the bot for the next actions of the player to move."""
        self._send(lambda: create_request(table.timeline, request_number, level, opponent_level), request_number)

    def _send(self, build_request: Callable[[], Request], request_number: int) -> None:
        """Send a request to the bot, or report a failure if the request would contain hidden information."""
        try:
            request = format_request(build_request())
        except ValueError as error:
            failure = Failure(request_number, str(error))
            self._scheduler.call_later(lambda: self._forward_event(failure, request_number), 0)
            return
        self._has_thinker = True
        self._scheduler.think(request, lambda answer: self._on_answer(request_number, answer))

    def _on_answer(self, request_number: int, text: str) -> None:
        """Forward a bot's answer, unless it only reports progress."""
        try:
            answer = parse_answer(text)
        except ValueError as error:
            answer = Failure(request_number, str(error))
        if not isinstance(answer, Progress):
            self._forward_event(answer, request_number)

    def _forward_event(self, event: LoopEvent, request_number: int) -> None:
        """Forward an event, unless the table has changed since the request."""
        if request_number == self._step_number:
            self._on_event(event)

    def _release_memory(self) -> None:
        """Free the memory of the bot."""
        if self._has_thinker:
            self._has_thinker = False
            self._scheduler.stop_thinking(release=True)


def _has_opponents(table: Table) -> bool:
    return len(table.persons) < len(table.timeline.record.players)
