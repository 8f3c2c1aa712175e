"""Test links that contain whole games: within limits they give the same game again, and they contain no secrets."""

from __future__ import annotations

import random
import zlib
from base64 import urlsafe_b64encode

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.engine.errors import NewerRecord, RecordError
from ruleboard.engine.game import Repetition
from ruleboard.engine.game_link import (
    MAX_LINK_LENGTH,
    MAX_LINKED_ACTIONS,
    compress,
    contains_hidden_information,
    decompress,
    format_game_link,
    format_moves,
    parse_game_link,
    parse_moves,
)
from ruleboard.engine.record import Record, parse_record
from ruleboard.engine.timeline import replay
from ruleboard.registry import GAMES
from tests.support.saved_games import EXPECTED_CONTENT, TEXTS
from tests.unit.engine.toys import Counter

FINISHED_GAME_IDS = [id for id, content in EXPECTED_CONTENT.items() if content["winners"] is not None]
CHESS_RECORD = Record(
    "tensor-chess", {}, 0, ("Ann", "Bob"), ("e2e4", "e7e5"), meta={"title": "A game", "created": "2026"}
)


@pytest.mark.parametrize("id", FINISHED_GAME_IDS)
def test_every_kind_of_finished_game_survives_a_link(id: str) -> None:
    """A game from a link has the same deal, moves, names and result as the stored record."""
    timeline = replay(parse_record(TEXTS[KEY_PREFIX + id]), GAMES)
    linked_timeline = replay(parse_game_link(format_game_link(timeline) or ""), GAMES)
    assert (linked_timeline.states, linked_timeline.texts, linked_timeline.outcome) == (
        timeline.states,
        timeline.texts,
        timeline.outcome,
    )
    assert linked_timeline.record.players == timeline.record.players
    assert linked_timeline.record.seats == timeline.record.seats


@pytest.mark.parametrize("game", GAMES)
def test_link_holds_three_hundred_actions(game: str) -> None:
    """A link can hold a game of 300 random actions, the hardest kind of game to compress."""
    rules, chance = GAMES[game], random.Random(game)
    texts: list[str] = []
    state = rules.initial({}, 3)
    while len(texts) < 300:
        legal_actions = rules.legal_actions(state)
        if not legal_actions:
            state = rules.initial({}, 3)
            continue
        action = chance.choice(legal_actions)
        texts.append(rules.format_action(state, action))
        state = rules.apply(state, action)
    assert len(compress(";".join(texts))) < MAX_LINK_LENGTH / 2


def test_link_keeps_names_and_title_only() -> None:
    record = parse_game_link(format_game_link(replay(CHESS_RECORD, GAMES)) or "")
    assert (record.players, record.meta) == (("Ann", "Bob"), {"title": "A game"})
    timed_record = parse_record(TEXTS[KEY_PREFIX + "sensei-timed"])
    assert timed_record.clock
    assert parse_game_link(format_game_link(replay(timed_record, GAMES)) or "").clock is None


def test_link_omits_undone_actions() -> None:
    assert parse_game_link(format_game_link(replay(CHESS_RECORD, GAMES).undo()) or "").actions == ("e2e4",)


@pytest.mark.parametrize("id", ["equilibrium", "cards-laid", "tesulda-building"])
def test_game_with_hidden_parts_has_no_link(id: str) -> None:
    """A game with a face-down pile, hidden cards or an unfinished army has no link."""
    timeline = replay(parse_record(TEXTS[KEY_PREFIX + id]), GAMES)
    assert contains_hidden_information(timeline)
    with pytest.raises(ValueError, match="hidden"):
        format_game_link(timeline)


class EndlessGame(Counter):
    """The toy game without draws by repetition."""

    repetition = Repetition()


def test_too_long_game_has_no_link() -> None:
    moves = ("+1", "-1") * (MAX_LINKED_ACTIONS // 2)
    timeline = replay(Record("counter", {}, 0, ("", ""), (*moves, "+1")), {"counter": EndlessGame()})
    assert format_game_link(timeline) is None
    assert format_game_link(timeline.undo())


@given(st.text(max_size=300))
def test_any_text_survives_compression(text: str) -> None:
    compressed = compress(text)
    assert decompress(compressed) == text
    assert set(compressed) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_")


@given(st.data())
def test_damaged_link_is_refused(data: st.DataObject) -> None:
    compressed = compress("e2e4;e7e5;f1e2")
    at = data.draw(st.integers(0, len(compressed) - 1))
    letter = data.draw(st.sampled_from("AZaz09-_"))
    for text in (compressed[:at], compressed[:at] + letter + compressed[at + 1 :]):
        try:
            assert decompress(text) == "e2e4;e7e5;f1e2", "the last character may hold bits that mean nothing"
        except RecordError as error:
            assert str(error)


def test_oversized_decompression_is_refused() -> None:
    bomb = "1" + urlsafe_b64encode(zlib.compress(b"\0" * 8_000_000, 9)).decode().rstrip("=")
    assert len(bomb) < MAX_LINK_LENGTH
    with pytest.raises(RecordError, match="too long"):
        decompress(bomb)
    with pytest.raises(RecordError, match="too long"):
        decompress("1e" + "A" * MAX_LINK_LENGTH)


def test_too_many_actions_are_refused() -> None:
    compressed = format_game_link(replay(CHESS_RECORD, GAMES)) or ""
    long_record_text = decompress(compressed).replace('"e2e4","e7e5"', ",".join(['"e2e4"'] * (MAX_LINKED_ACTIONS + 1)))
    with pytest.raises(RecordError, match="actions"):
        parse_game_link(compress(long_record_text))
    with pytest.raises(RecordError, match="too many"):
        parse_moves("a;" * (MAX_LINKED_ACTIONS + 1))


@pytest.mark.parametrize("form", ["2", "37"])
def test_newer_link_format_is_recognized(form: str) -> None:
    with pytest.raises(NewerRecord, match="newer"):
        decompress(form + compress("x")[1:])


@given(st.lists(st.sampled_from(["a1-a4", "end", "setup T@0,0 A@1,0", "res:z"]), max_size=600))
def test_moves_survive_a_link_with_or_without_compression(moves: list[str]) -> None:
    text = format_moves(moves)
    assert parse_moves(text) == tuple(moves)
    assert len(text) < 3_001
