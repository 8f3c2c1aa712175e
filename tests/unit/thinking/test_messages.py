"""Test how requests to opponents and their answers are formatted and parsed as texts."""

from __future__ import annotations

import pytest

from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from ruleboard.thinking.messages import (
    Failure,
    MessageError,
    Progress,
    Reply,
    Request,
    create_request,
    format_answer,
    format_request,
    parse_answer,
    parse_request,
)

REQUEST = Request(id=7, record='{"format": "ruleboard/1"}', at=3, player=1, level=5, seed=2**64 - 1, game_seed=3)


def test_request_round_trips_as_text() -> None:
    assert parse_request(format_request(REQUEST)) == REQUEST


@pytest.mark.parametrize(
    "answer",
    [
        Progress(7, 1200),
        Reply(7, ("a1-a4", "end"), -950, ("a1-a4", "end", "b7-b4"), 54321),
        Failure(7, "The game is over."),
        Failure(-1, "Not a request: «é».", 'File "a.py", line 1'),
    ],
)
def test_answer_round_trips_as_text(answer: Progress | Reply | Failure) -> None:
    assert parse_answer(format_answer(answer)) == answer


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "3",
        "{}",
        format_request(REQUEST).replace('"at":3', '"at":"3"'),
        format_request(REQUEST).replace('"at":3', '"at":true'),
        '{"id":1,"record":{},"at":0,"player":0,"level":1,"seed":0,"game_seed":0}',
    ],
)
def test_invalid_request_text_is_rejected(text: str) -> None:
    with pytest.raises(MessageError):
        parse_request(text)


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"kind":"guess"}', '{"kind":"progress","id":1}'])
def test_invalid_answer_text_is_rejected(text: str) -> None:
    with pytest.raises(MessageError):
        parse_answer(text)


def test_each_ply_has_one_request() -> None:
    """A ply always has the same request, which is for the player to move and has a seed of its own."""
    timeline = replay(Record("sensei", {}, 5, ("", "")), GAMES)
    game = timeline.game
    later_timeline = timeline.play(game.legal_actions(timeline.state)[0])
    request = create_request(later_timeline, 1, 3)
    assert (request.at, request.player) == (1, later_timeline.to_move)
    assert parse_record(request.record).actions == later_timeline.to_record().actions
    assert create_request(later_timeline.undo().redo(), 1, 3) == request
    assert create_request(later_timeline.undo(), 1, 3).seed != request.seed


def test_finished_game_has_no_request() -> None:
    finished_timeline = replay(Record("sensei", {}, 5, ("", "")), GAMES).end("resign 1")
    with pytest.raises(ValueError, match="over"):
        create_request(finished_timeline, 1, 3)
