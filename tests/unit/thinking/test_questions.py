"""Test what bots learn about a game: a player's record, the seeds, and the record for a judgement."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.errors import PositionError
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.timeline import Timeline, new_timeline, replay
from ruleboard.games.tensor_cards.rules import TensorCards
from ruleboard.games.tensor_cards.state import HIDDEN_CARD
from ruleboard.registry import GAMES
from ruleboard.thinking.messages import create_judgement_request, create_request, format_request
from ruleboard.thinking.questions import judgement_record, opponent_seed, record_for
from tests.support.saved_games import GAME_IDS, TEXTS

BLACK_ACTIONS = ("put r1", "put b2", "put y3", "lay r1 b2 y3")
WHITE_ACTIONS = ("put r4", "put b5", "put y6", "lay r4 b5 y6")
SEED = 0xABCDEF0123


def create_game(id: str, seed: int = SEED, *actions: str, created: str = "2030-01-01T00:00:00Z") -> Timeline[Any]:
    side_count = len(GAMES[id].sides(GAMES[id].initial({}, 0)))
    return replay(Record(id, {}, seed, ("",) * side_count, actions, meta={"created": created}), GAMES)


def create_game_with_army(seed: int) -> Timeline[Any]:
    """Return a game of Tesulda in which Light is building an army."""
    return replay(Record("tesulda", {"setup": "build", "shuffles": "own"}, seed, ("", "")), GAMES)


@pytest.mark.parametrize("id", GAMES)
def test_request_does_not_contain_the_seed_of_the_game(id: str) -> None:
    request = create_request(create_game(id), 1, 3)
    assert str(SEED) not in format_request(request)
    assert SEED not in (request.seed, request.game_seed)


def test_bots_choices_depend_on_the_creation_time() -> None:
    """Bots choose differently in games with different creation times.

    The game's seed affects their choices only if it determines no hidden information.
    """
    for id in GAMES:
        assert opponent_seed(create_game(id)) != opponent_seed(create_game(id, created="2030-01-01T00:00:01Z"))
    assert opponent_seed(create_game("sensei", 1)) != opponent_seed(create_game("sensei", 2))
    assert opponent_seed(create_game("equilibrium", 1)) == opponent_seed(create_game("equilibrium", 2))
    assert opponent_seed(create_game_with_army(1)) == opponent_seed(create_game_with_army(2))
    building_position = GAMES["tesulda"].format_position(create_game_with_army(1).state)
    timelines = [
        replay(replace(create_game("tesulda", seed).record, start=building_position), GAMES) for seed in (1, 2)
    ]
    assert opponent_seed(timelines[0]) == opponent_seed(timelines[1])


def test_record_for_a_player_leaves_out_names_clock_and_earlier_secrets() -> None:
    timeline = create_game("tensor-cards", 5, *BLACK_ACTIONS, *WHITE_ACTIONS)
    timeline_with_names = replace(timeline, record=replace(timeline.record, players=("Ann", "Bob"), seats=(0, 3)))
    record = record_for(timeline_with_names, timeline_with_names.to_move or 0)
    assert (record.players, record.seats, record.meta, record.clock, record.seed) == (("", ""), (), {}, None, 0)
    other_player = WHITE_ACTIONS if timeline_with_names.to_move == 0 else BLACK_ACTIONS
    assert not set(other_player[:3]) & set(record.actions)


@pytest.mark.parametrize("id", GAME_IDS)
def test_judgement_of_finished_game_uses_all_of_it(id: str) -> None:
    """The record for the judgement of a finished game has no seed but leads to the same states."""
    timeline = replay(parse_record(TEXTS[KEY_PREFIX + id]), GAMES)
    if not timeline.is_finished or timeline.game.to_move(timeline.states[0]) is None:
        return
    record, ply = judgement_record(timeline, 0, 1)
    assert (record.seed, ply) == (0, 0)
    assert replay(record, {record.game: timeline.game}).states == timeline.states


def test_judgement_during_game_contains_only_the_turn() -> None:
    """The record for a judgement during a game contains neither undone nor later actions."""
    timeline = create_game("tensor-cards", 5, *BLACK_ACTIONS, *WHITE_ACTIONS)
    request = create_judgement_request(timeline, 1, 5, 0, 4)
    assert parse_record(request.record).actions == BLACK_ACTIONS
    assert (request.at, request.end) == (0, 4)
    request = create_judgement_request(timeline, 1, 5, 4, 8)
    assert parse_record(request.record).actions[request.at : request.end] == WHITE_ACTIONS
    assert BLACK_ACTIONS[-1] not in request.record


class SilentCards(TensorCards):
    """The card game, in which positions in the middle of a hand have no text."""

    def format_position(self, state: Any) -> str:
        raise PositionError("no text")

    def substitute_action(self, state: Any, action: Any, view: Any) -> None:
        return None


def test_inexpressible_view_is_an_error() -> None:
    """A request raises an error if no text can express the view, since it would otherwise reveal the hidden cards."""
    cards = SilentCards()
    timeline = new_timeline(cards, cards.initial({}, 0))
    timeline = timeline.play(cards.parse_action(timeline.state, "lay r1 b2 y3"))
    assert any(HIDDEN_CARD in placement for placement in timeline.state_for(1).placements)
    with pytest.raises(ValueError, match="cannot express"):
        create_request(timeline, 1, 3)
