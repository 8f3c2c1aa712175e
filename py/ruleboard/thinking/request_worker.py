"""A worker that answers requests step by step."""

from __future__ import annotations

import traceback
from collections import OrderedDict
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from ruleboard.contract.package import Package
from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.search.thinking import LEVELS, Question
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import PACKAGES
from ruleboard.thinking.messages import (
    Answer,
    Failure,
    Judgement,
    MessageError,
    Progress,
    Reply,
    Request,
    format_answer,
    parse_request,
)
from ruleboard.thinking.questions import question_at
from ruleboard.thinking.review import ChoiceCache, compare_turn
from ruleboard.wording import sentence


class RequestError(ValueError):
    """Raised when the worker cannot answer a request. The message is the reason, as a clause."""


class RequestWorker:
    """A worker that answers one request at a time.

    It caches the game of the last request, since the next request usually continues this game. If a request fails, the
    worker answers with a ``Failure`` instead of raising an error.

    Args:
        packages: the games' packages, keyed by id.
        clock: returns the time in seconds.
    """

    def __init__(
        self, packages: Mapping[str, Package[Any, Any]] = PACKAGES, clock: Callable[[], float] = perf_counter
    ) -> None:
        self._packages = packages
        self._clock = clock
        self._replayer = _Replayer({id: package.game for id, package in packages.items()})
        self._id = -1
        self._choice_cache: ChoiceCache = OrderedDict()
        self._answer_steps: Generator[int, None, Reply | Judgement] | None = None
        self._position_count = 0

    @property
    def is_busy(self) -> bool:
        """True while the worker is working on a request."""
        return self._answer_steps is not None

    def start(self, request: str) -> None:
        """Start working on a request from ``messages.format_request``, and cancel an earlier request."""
        self._answer_steps, self._position_count = self._answer(request), 0

    def cancel(self) -> None:
        """Cancel the current request, if any."""
        if self._answer_steps is not None:
            self._answer_steps.close()
        self._answer_steps = None

    def step(self, milliseconds: float) -> str:
        """Work on the request; return a text from ``messages.format_answer``, or ``""`` if there is no request.

        Args:
            milliseconds: the time limit. The step keeps within it if the next slice takes no longer than the last
                one. At least one slice runs, which takes about 5 ms.
        """
        if self._answer_steps is None:
            return ""
        slice_start = self._clock()
        end_time = slice_start + milliseconds / 1000
        answer: Answer
        try:
            while True:
                self._position_count = next(self._answer_steps)
                now = self._clock()
                if now + (now - slice_start) > end_time:
                    return format_answer(Progress(self._id, self._position_count))
                slice_start = now
        except StopIteration as stop:
            answer = stop.value
        except RequestError as error:
            answer = Failure(self._id, sentence(str(error)))
        except RuleboardError as error:
            answer = Failure(self._id, sentence(f"the record cannot be replayed: {error}"))
        except Exception as error:  # any bug: without an answer the game would wait forever
            reason = f"choosing an action failed: {type(error).__name__}: {error}"
            answer = Failure(self._id, sentence(reason), traceback.format_exc())
        self._answer_steps = None
        return format_answer(answer)

    def _answer(self, text: str) -> Generator[int, None, Reply | Judgement]:
        """Answer a request; yield the number of positions so far, and return the reply.

        Raises:
            RequestError: the request is malformed or impossible.
            RuleboardError: the record is invalid.
        """
        self._id = -1
        try:
            request = parse_request(text)
        except MessageError as error:
            raise RequestError(f"not a request: {error}") from error
        self._id = request.id
        record = parse_record(request.record)
        end = request.at if request.end is None else len(record.actions)  # a judgement uses the rest of the game
        timeline = (yield from self._replayer.replay(record, end)).jump(request.at)
        _check_request(request, timeline)
        if request.end is not None:
            return (yield from self._judge(request, timeline, request.end))
        choice = yield from self._packages[timeline.record.game].opponent.think(
            timeline.state_for(request.player), _create_question(request, timeline)
        )
        game = timeline.game
        return Reply(
            request.id,
            _format_actions(game, timeline.state, choice.actions),
            choice.score,
            _format_expected_actions(game, timeline.state_for(request.player), choice.line),
            choice.position_count,
        )

    def _judge(self, request: Request, timeline: Timeline[Any], end: int) -> Generator[int, None, Judgement]:
        """Judge the turn that begins at the current ply; yield the number of positions so far."""
        bot = self._packages[timeline.record.game].opponent
        comparison = yield from compare_turn(
            timeline, bot, end, _create_question(request, timeline), self._choice_cache
        )
        if comparison is None:
            return Judgement(request.id, (), 0, 0, 0)
        game = timeline.game
        best_texts = _format_actions(game, timeline.state, comparison.best)
        reply = _format_actions(game, timeline.jump(end).state, comparison.reply)
        line, played_line = (
            _format_expected_actions(game, timeline.state, actions)
            for actions in (comparison.line, comparison.played_line)
        )
        scores = comparison.score, comparison.played_score
        return Judgement(request.id, best_texts, *scores, comparison.position_count, reply, line, played_line)


class _Replayer:
    """Replays records step by step, and caches the last one.

    Args:
        games: the games, keyed by id.
    """

    def __init__(self, games: Mapping[str, Game[Any, Any]]) -> None:
        self._games = games
        self._texts: list[str] = []
        self._timeline: Timeline[Any] | None = None

    def replay(self, record: Record, ply: int) -> Generator[int, None, Timeline[Any]]:
        """Replay the first ``ply`` entries of a record; yield 0 searched positions after each entry.

        Raises:
            RequestError: the record has fewer entries.
            RuleboardError: the record is not valid up to that ply.
        """
        if not 0 <= ply <= len(record.actions):
            raise RequestError(f"the record has {len(record.actions)} entries, not {ply}")
        texts = record.actions[:ply]
        record_without_actions = replace(record, actions=(), ply=None, meta={})
        if self._timeline is None or self._timeline.record != record_without_actions:
            self._timeline, self._texts = replay(record_without_actions, self._games), []
        common_length = _common_prefix_length(self._texts, texts)
        if common_length < len(texts):
            # If a later action fails, the timeline is a shorter but valid line of the same game.
            del self._texts[common_length:]
            self._timeline = self._timeline.jump(common_length).without_undone()
            for text in texts[common_length:]:
                self._timeline = self._timeline.play_text(text)
                self._texts.append(text)
                yield 0
        return self._timeline.jump(ply)


def _common_prefix_length(first: Sequence[str], second: Sequence[str]) -> int:
    for index, (first_text, second_text) in enumerate(zip(first, second, strict=False)):
        if first_text != second_text:
            return index
    return min(len(first), len(second))


def _check_request(request: Request, timeline: Timeline[Any]) -> None:
    if request.level not in LEVELS or request.opponent_level not in (0, *LEVELS):
        raise RequestError(f"there is no level {request.level}")
    if timeline.to_move is None:
        raise RequestError("the game is over")
    if request.end is not None and not request.at < request.end <= len(timeline.entries):
        raise RequestError("the turn to be judged has no actions")
    if timeline.to_move != request.player:
        raise RequestError(f"player {timeline.to_move} is to move, not {request.player}")


def _create_question(request: Request, timeline: Timeline[Any]) -> Question:
    question = question_at(timeline, request.player, request.level, request.game_seed, request.seed)
    return replace(question, opponent_level=request.opponent_level)


def _format_actions(game: Game[Any, Any], state: Any, actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    texts = []
    for action in actions:
        texts.append(game.format_action(state, action))
        state = game.apply(state, action)
    return tuple(texts)


def _format_expected_actions(game: Game[Any, Any], state: Any, actions: Sequence[Action[Any]]) -> tuple[str, ...]:
    """Return the texts of the expected actions before the first one that depends on hidden information."""
    texts = []
    for action in actions:
        try:
            texts.append(game.format_action(state, action))
            state = game.apply(state, action)
        except Exception:  # some actions depend on hidden parts of the state
            break
    return tuple(texts)
