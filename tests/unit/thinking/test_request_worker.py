"""Test how a worker answers requests step by step: progress, replies, failures, and what the bot may know."""

from __future__ import annotations

import json
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import pytest

from ruleboard.contract.bots import BaseBot
from ruleboard.engine.action import Action
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.search.thinking import Question, TurnChoice, TurnSearch
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.registry import GAMES, PACKAGES
from ruleboard.thinking.messages import Failure, Progress, Reply, Request, create_request, format_request, parse_answer
from ruleboard.thinking.request_worker import RequestWorker

LONG_SLICE_MS = 60_000


class SlowBot(BaseBot[Any, Any]):
    """A bot that needs a number of steps to choose the first legal action, and records the questions that it gets."""

    def __init__(self, game: Any, steps: int = 3) -> None:
        self.game, self.steps = game, steps
        self.questions: list[tuple[Any, Question]] = []
        self.yielded = 0

    def think(self, state: Any, question: Question) -> TurnSearch[Any]:
        self.questions.append((state, question))
        for number in range(self.steps):
            self.yielded += 1
            yield 10 * (number + 1)
        first = self.game.legal_actions(state)[0]
        return TurnChoice((first,), 12, (first,), 10 * self.steps)


class TickingClock:
    """A clock that advances by a fixed number of seconds whenever it is read."""

    def __init__(self, seconds: float) -> None:
        self.seconds, self.now = seconds, 0.0

    def __call__(self) -> float:
        self.now += self.seconds
        return self.now


@dataclass
class Table:
    """A worker for one game, with its bot."""

    bot: SlowBot
    worker: RequestWorker


def create_table(id: str = "sensei", step_count: int = 3, clock: Any = None) -> Table:
    bot = SlowBot(GAMES[id], step_count)
    packages = {id: replace(PACKAGES[id], bot=bot)}
    return Table(bot, RequestWorker(packages, clock) if clock else RequestWorker(packages))


def request(record: Record, at: int, player: int, **fields: Any) -> str:
    return format_request(
        Request(
            **{"id": 1, "level": 3, "seed": 9, "game_seed": 4, **fields},
            record=format_text(record),
            at=at,
            player=player,
        )
    )


def format_text(record: Record) -> str:
    return format_record(record)


def create_sensei_record(*actions: str) -> Record:
    return Record("sensei", {}, 0, ("", ""), actions)


def play_first_actions(record: Record, number: int) -> Timeline[Any]:
    """Return the game of a record after more actions, each of which is the first legal one."""
    timeline = replay(record, GAMES)
    for _ in range(number):
        timeline = timeline.play(timeline.game.legal_actions(timeline.state)[0])
    return timeline


def answer(worker: RequestWorker, request_text: str) -> Any:
    """Send a request to a worker and return the last answer."""
    worker.start(request_text)
    answer_text = ""
    while worker.is_busy:
        answer_text = worker.step(LONG_SLICE_MS)
    return parse_answer(answer_text)


def find_failure(worker: RequestWorker, request_text: str) -> Failure:
    last_answer = answer(worker, request_text)
    assert isinstance(last_answer, Failure), last_answer
    return last_answer


def test_progress_precedes_final_reply() -> None:
    table_with_bot = create_table()
    worker = table_with_bot.worker
    assert worker.step(0) == ""
    worker.start(request(create_sensei_record(), 0, 0))
    answers = []
    while worker.is_busy:
        answers.append(parse_answer(worker.step(0)))
    first = GAMES["sensei"].legal_actions(replay(create_sensei_record(), GAMES).state)[0].text
    assert answers == [Progress(1, 10), Progress(1, 20), Progress(1, 30), Reply(1, (first,), 12, (first,), 30)]
    assert worker.step(0) == ""


@pytest.mark.parametrize(("milliseconds", "step_count"), [(0, 1), (10, 2), (25, 6), (LONG_SLICE_MS, 20)])
def test_slice_ends_before_its_deadline(milliseconds: int, step_count: int) -> None:
    """A slice ends before its deadline, with a clock on which each step takes 4 ms."""
    slow_table = create_table(step_count=20, clock=TickingClock(0.004))
    slow_table.worker.start(request(create_sensei_record(), 0, 0))
    slow_table.worker.step(milliseconds)
    assert slow_table.bot.yielded == step_count


def test_cancelled_request_gets_no_answer() -> None:
    slow_table = create_table(step_count=1000)
    slow_table.worker.start(request(create_sensei_record(), 0, 0))
    slow_table.worker.step(0)
    slow_table.worker.cancel()
    assert not slow_table.worker.is_busy
    assert slow_table.worker.step(LONG_SLICE_MS) == ""
    assert slow_table.bot.yielded == 1


def test_new_request_replaces_previous() -> None:
    slow_table = create_table(step_count=1000)
    slow_table.worker.start(request(create_sensei_record(), 0, 0, id=1))
    slow_table.worker.step(0)
    slow_table.bot.steps = 1
    assert answer(slow_table.worker, request(create_sensei_record(), 0, 0, id=2)).id == 2


def test_line_is_replayed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A request for a later ply replays only the new actions, and a request for an earlier ply replays none."""
    record = play_first_actions(create_sensei_record(), 8).to_record()
    timeline = replay(record, GAMES)
    game = GAMES["sensei"]
    parsed_texts = []
    parse_action = game.parse_action
    monkeypatch.setattr(
        game, "parse_action", lambda state, text: parsed_texts.append(text) or parse_action(state, text)
    )
    worker = create_table().worker
    for at, expected in ((6, record.actions[:6]), (8, record.actions[6:]), (3, ())):
        parsed_texts.clear()
        reply = answer(worker, request(record, at, timeline.game.to_move(timeline.states[at]) or 0))
        assert isinstance(reply, Reply), reply
        assert tuple(parsed_texts) == expected


def test_changed_line_is_replayed_from_common_prefix() -> None:
    worker = create_table().worker
    original_timeline = play_first_actions(create_sensei_record(), 5)
    game = original_timeline.game
    changed_timeline = original_timeline.jump(2).without_undone()
    changed_timeline = changed_timeline.play(game.legal_actions(changed_timeline.state)[1])
    for timeline in (
        original_timeline,
        changed_timeline,
        play_first_actions(Record("sensei", {"mode": "shizukana"}, 0, ("", "")), 2),
    ):
        reply = answer(worker, request(timeline.to_record(), timeline.ply, timeline.to_move or 0))
        assert reply.actions == (game.legal_actions(timeline.state)[0].text,)


def test_bot_sees_only_its_players_view() -> None:
    """The bot does not see the other player's hidden cards (tensor-cards spec, "Hidden")."""
    table_with_bot = create_table("tensor-cards")
    record = Record("tensor-cards", {}, 4, ("", ""), ("lay r1 b2 y3",))
    timeline = replay(record, GAMES)
    player = timeline.to_move
    assert player is not None
    answer(table_with_bot.worker, request(record, 1, player))
    ((state, question),) = table_with_bot.bot.questions
    assert state == timeline.state_for(player) != timeline.state
    assert question.player == player


def find_occurrences(record: Record, at: int) -> Mapping[Hashable, int]:
    table_with_bot = create_table()
    timeline = replay(record, GAMES)
    answer(table_with_bot.worker, request(record, at, timeline.jump(at).to_move or 0))
    ((_, question),) = table_with_bot.bot.questions
    return question.occurrences


def test_bot_gets_earlier_positions() -> None:
    """The bot gets the number of occurrences of each position by the rules, including the current position."""
    timeline = play_first_actions(create_sensei_record(), 6)
    earlier_occurrences = find_occurrences(timeline.to_record(), 6)
    position_keys = [ply.key for ply in timeline.plies if ply.key is not None]
    assert sum(earlier_occurrences.values()) == len(position_keys)
    assert set(earlier_occurrences) == set(position_keys)
    assert len(find_occurrences(timeline.to_record(), 0)) == 1


def test_day_is_constant_within_a_game() -> None:
    """A level plays equally well during a whole game, but better or worse in other games (docs/strength.md)."""
    days = []
    for seed in range(2):
        timeline = play_first_actions(Record("sensei", {"mode": "arashi"}, seed, ("", "")), 6)
        for at in (0, 2, 6):
            table_with_bot = create_table()
            answer(table_with_bot.worker, format_request(create_request(timeline.jump(at), 1, 3)))
            ((_, question),) = table_with_bot.bot.questions
            days.append(question.game_seed)
    assert [days.index(day) for day in days] == [0, 0, 0, 3, 3, 3]


@pytest.mark.parametrize(
    ("request_text", "sentence"),
    [
        ("nonsense", "Not a request"),
        (request(create_sensei_record(), 0, 1), "Player 0 is to move"),
        (request(create_sensei_record(), 0, 0, level=6), "no level 6"),
        (request(create_sensei_record(), 3, 0), "0 entries, not 3"),
        (request(create_sensei_record("resign 1"), 1, 0), "The game is over"),
        (request(create_sensei_record("a1-z9"), 1, 0), "cannot be replayed"),
        (request(Record("chess", {}, 0, ("", "")), 0, 0), "there’s no game 'chess'"),
        (request(create_sensei_record(), 0, 0).replace("ruleboard/1", "ruleboard/0"), "cannot be replayed"),
    ],
)
def test_impossible_request_gives_readable_error(request_text: str, sentence: str) -> None:
    worker = create_table().worker
    error = find_failure(worker, request_text)
    assert sentence in error.sentence
    assert not error.trace
    assert isinstance(answer(worker, request(create_sensei_record(), 0, 0)), Reply)


def test_interrupted_replay_can_be_continued() -> None:
    timeline = play_first_actions(create_sensei_record(), 4)
    worker = create_table().worker
    broken_record = replace(timeline.to_record(), actions=(*timeline.to_record().actions, "a1-z9"))
    find_failure(worker, request(broken_record, 5, 0))
    reply = answer(worker, request(timeline.to_record(), 4, timeline.to_move or 0))
    assert reply.actions == (timeline.game.legal_actions(timeline.state)[0].text,)


class BrokenBot(BaseBot[Any, Any]):
    """A bot that raises an error instead of choosing an action."""

    def think(self, state: Any, question: Question) -> TurnSearch[Any]:
        yield 1
        raise KeyError("no such square")


class CheatingBot(BaseBot[Any, Any]):
    """A bot that chooses an illegal action."""

    def think(self, state: Any, question: Question) -> TurnSearch[Any]:
        yield 1
        return TurnChoice((Action("a1-g7", ("a1", "g7"), None),), 0)


@pytest.mark.parametrize("bot", [BrokenBot(), CheatingBot()])
def test_bot_errors_become_answers(bot: BaseBot[Any, Any]) -> None:
    worker = RequestWorker({"sensei": replace(PACKAGES["sensei"], bot=bot)})
    error = find_failure(worker, request(create_sensei_record(), 0, 0))
    assert error.id == 1
    assert error.sentence
    assert json.dumps(error.trace)
    assert not worker.is_busy


@pytest.mark.parametrize("id", sorted(GAMES))
def test_every_game_has_an_opponent(id: str) -> None:
    """Every game has an opponent that plays legal actions, and the same actions for the same requests."""
    record = Record(id, {}, 4, ("",) * len(GAMES[id].sides(GAMES[id].initial({}, 4))))
    timeline = replay(record, GAMES)
    replies = [answer(RequestWorker(), request(record, 0, timeline.to_move or 0, level=1)) for _ in range(2)]
    assert replies[0] == replies[1]
    for action_text in replies[0].actions:
        timeline = timeline.play(timeline.game.parse_action(timeline.state, action_text))
