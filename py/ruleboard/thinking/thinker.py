"""The answering of requests, step by step."""

from __future__ import annotations

import traceback
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.package import Package
from ruleboard.games.registry import PACKAGES
from ruleboard.thinking.messages import (
    Answer,
    Failure,
    Judgement,
    Progress,
    Reply,
    Request,
    format_answer,
    parse_request,
)
from ruleboard.thinking.questions import question_at
from ruleboard.thinking.review import Known, comparing
from ruleboard.wording import sentence


class RequestError(ValueError):
    """A request that has no answer; its text is the reason as a clause."""


class Thinker:
    """Answers one request at a time. It keeps the line of the last one, which the next most often continues.

    No method raises an error: whatever goes wrong is an answer too.

    Args:
        packages: the games, by id.
        clock: a clock in seconds.
    """

    def __init__(
        self, packages: Mapping[str, Package[Any, Any]] = PACKAGES, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._packages = packages
        self._clock = clock
        self._lines = _Lines({id: package.game for id, package in packages.items()})
        self._id = -1
        self._known: Known = OrderedDict()
        self._answering: Generator[int, None, Reply | Judgement] | None = None
        self._positions = 0

    @property
    def is_busy(self) -> bool:
        """True while a request is not answered yet."""
        return self._answering is not None

    def start(self, request: str) -> None:
        """Take a request, a text of ``messages.format_request``, in place of the one under way."""
        self._answering, self._positions = self._answer(request), 0

    def cancel(self) -> None:
        """Drop the request under way, if there is one."""
        if self._answering is not None:
            self._answering.close()
        self._answering = None

    def step(self, milliseconds: float) -> str:
        """Work on the request, and return an answer, a text of ``messages.format_answer``; empty without a request.

        Args:
            milliseconds: the time to work for. It is not exceeded if the next step takes no longer than the last one;
                the shortest time is one step, some 5 ms.
        """
        if self._answering is None:
            return ""
        before = self._clock()
        end = before + milliseconds / 1000
        answer: Answer
        try:
            while True:
                self._positions = next(self._answering)
                now = self._clock()
                if now + (now - before) > end:
                    return format_answer(Progress(self._id, self._positions))
                before = now
        except StopIteration as done:
            answer = done.value
        except RequestError as error:
            answer = Failure(self._id, sentence(str(error)))
        except RuleboardError as error:
            answer = Failure(self._id, sentence(f"the record cannot be replayed: {error}"))
        except Exception as error:  # any bug: an answer nobody gets would keep a game waiting for ever
            reason = f"choosing an action failed: {type(error).__name__}: {error}"
            answer = Failure(self._id, sentence(reason), traceback.format_exc())
        self._answering = None
        return format_answer(answer)

    def _answer(self, text: str) -> Generator[int, None, Reply | Judgement]:
        """Answer a request: yield the positions looked at so far, return the reply.

        Raises:
            RequestError: the request cannot be read, or asks for an impossible thing.
            RuleboardError: its record cannot be replayed.
        """
        self._id = -1
        try:
            request = parse_request(text)
        except ValueError as error:
            raise RequestError(str(error)) from error
        self._id = request.id
        record = parse_record(request.record)
        end = request.at if request.end is None else len(record.actions)  # a judgement looks at what has come of it
        timeline = (yield from self._lines.replayed(record, end)).jump(request.at)
        _check(request, timeline)
        if request.end is not None:
            return (yield from self._judgement(request, timeline, request.end))
        choice = yield from self._packages[timeline.record.game].opponent.think(
            timeline.state_for(request.player),
            question_at(timeline, request.player, request.level, request.seed),
        )
        game = timeline.game
        return Reply(
            request.id,
            _texts(game, timeline.state, choice.actions),
            choice.score,
            _expected(game, timeline.state_for(request.player), choice.line),
            choice.positions,
        )

    def _judgement(self, request: Request, timeline: Timeline[Any], end: int) -> Generator[int, None, Judgement]:
        """Judge the turn that begins at the current place of a line."""
        bot = self._packages[timeline.record.game].opponent
        found = yield from comparing(timeline, bot, end, request.level, self._known)
        if found is None:
            return Judgement(request.id, (), 0, 0, 0)
        game = timeline.game
        best = _texts(game, timeline.state, found.best)
        reply = _texts(game, timeline.jump(end).state, found.reply)
        return Judgement(request.id, best, found.score, found.played, found.positions, reply)


class _Lines:
    """The replaying of records, one action after another. The last line is kept.

    Args:
        games: the games, by id.
    """

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games = games
        self._texts: list[str] = []
        self._timeline: Timeline[Any] | None = None

    def replayed(self, record: Record, at: int) -> Generator[int, None, Timeline[Any]]:
        """Return the timeline of a record at a number of entries; yield 0 after each action that is replayed.

        Raises:
            RequestError: the record has fewer entries.
            RuleboardError: the record cannot be replayed so far.
        """
        if not 0 <= at <= len(record.actions):
            raise RequestError(f"the record has {len(record.actions)} entries, not {at}")
        wanted = record.actions[:at]
        empty = replace(record, actions=(), at=None, meta={})
        if self._timeline is None or self._timeline.record != empty:
            self._timeline, self._texts = replay(empty, self._games), []
        same = _common(self._texts, wanted)
        if same < len(wanted):
            # Until it is complete, a timeline that breaks off is a shorter line of the same game.
            del self._texts[same:]
            self._timeline = self._timeline.jump(same).cut()
            for text in wanted[same:]:
                self._timeline = _grown(self._timeline, text)
                self._texts.append(text)
                yield 0
        return self._timeline.jump(at)


def _common(one: Sequence[str], other: Sequence[str]) -> int:
    """Return the length of the longest common beginning."""
    for number, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if mine != theirs:
            return number
    return min(len(one), len(other))


def _grown(timeline: Timeline[Any], text: str) -> Timeline[Any]:
    """Return a timeline with the entry of a text after its last one."""
    return timeline.end(text) if is_ending(text) else timeline.play(timeline.game.parse_action(timeline.state, text))


def _check(request: Request, timeline: Timeline[Any]) -> None:
    """Check that a player may decide.

    Raises:
        RequestError: the level is unknown, the game is over, or another player is to move.
    """
    if request.level not in LEVELS:
        raise RequestError(f"there is no level {request.level}")
    if timeline.to_move is None:
        raise RequestError("the game is over")
    if request.end is not None and not request.at < request.end <= len(timeline.entries):
        raise RequestError("the turn to be judged has no actions")
    if timeline.to_move != request.player:
        raise RequestError(f"player {timeline.to_move} is to move, not {request.player}")


def _texts(game: Game[Any, Any], state: Any, actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    """Return the texts of actions that follow each other.

    Raises:
        RuleboardError: one is not allowed.
    """
    texts = []
    for action in actions:
        texts.append(game.format_action(state, action))
        state = game.apply(state, action)
    return tuple(texts)


def _expected(game: Game[Any, Any], state: Any, actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    """Return the texts of an expected line, as far as it can be played with what a player may see."""
    texts = []
    for action in actions:
        try:
            texts.append(game.format_action(state, action))
            state = game.apply(state, action)
        except Exception:  # a state of which parts are hidden cannot be played on everywhere
            break
    return tuple(texts)
