"""Test scores, which are whole games of Tensor Chess in a text like PGN, and the errors for invalid scores."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.errors import RecordError
from ruleboard.engine.game import Outcome
from ruleboard.engine.game_files import as_record
from ruleboard.engine.pgn_records import pgn_result, read_records_steps
from ruleboard.engine.pgn_tokens import looks_like_pgn
from ruleboard.engine.record import Record
from ruleboard.engine.steps import run_to_end
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.state import START_STATE

GAME = PACKAGE.game
NOTATION = PACKAGE.notation

REPEATED_MOVES = ("c1d3", "c8d6", "d3c1", "d6c8")


def parse(text: str) -> Record:
    (item,) = run_to_end(read_records_steps(text, {GAME.id: GAME}, {GAME.id: PACKAGE.tokens})).items
    return as_record(item)


def play_game(*actions: str, start: str | None = None, **meta: str) -> Timeline[object]:
    record = Record("tensor-chess", {}, 0, ("Ada", 'Bo "b"'), actions, start=start, meta=meta)
    return replay(record, {GAME.id: GAME})


@pytest.mark.parametrize(
    "actions",
    [
        (),
        ("e2e4", "e7e5", "resign 2"),
        ("e2e4", "resign 2"),
        ("e2e4", "time 2"),
        ("e2e4", "draw agreed"),
        (*REPEATED_MOVES, *REPEATED_MOVES, "draw claimed"),
        (*REPEATED_MOVES, *REPEATED_MOVES, "draw agreed"),
        REPEATED_MOVES * 4,
    ],
)
def test_finished_game_survives_pgn(actions: tuple[str, ...]) -> None:
    timeline = play_game(*actions, created="2026-03-04T10:00:00Z", title="Club night")
    record = parse(NOTATION.format(timeline))
    assert record.actions == actions
    assert record.players == ("Ada", 'Bo "b"')
    assert record.meta == {"created": "2026-03-04T10:00:00Z", "title": "Club night"}


def test_pgn_has_players_date_and_ending() -> None:
    text = NOTATION.format(play_game("e2e4", "resign 1", created="2026-03-04T10:00:00Z"))
    assert '[Variant "Tensor Chess"]' in text
    assert '[White "Ada"]' in text
    assert '[Date "2026.03.04"]' in text
    assert '[Termination "resignation"]' in text
    assert text.endswith("1. e4 0-1\n")


def test_win_on_time_has_pgn_termination() -> None:
    """A win on time has the termination "time forfeit" (PGN standard, 9.8.1)."""
    assert '[Termination "time forfeit"]' in NOTATION.format(play_game("e2e4", "time 1"))


def test_undone_moves_are_not_exported() -> None:
    assert NOTATION.format(play_game("e2e4", "e7e5").undo()).endswith("1. e4 *\n")


def test_game_from_a_position_survives_pgn() -> None:
    start = "9k/10/10/10/10/10/10/R4K4 w Q - 7 30"
    record = parse(NOTATION.format(play_game("f1b1", start=start)))
    assert (record.start, record.actions) == (start, ("f1b1",))


def test_moves_without_tags_are_a_game() -> None:
    record = parse("1. e4 e5 2. R>i1j1")
    assert record.actions == ("e2e4", "e7e5", "j1>i1j1")
    assert record.players == ("", "")


@pytest.mark.parametrize("text", ["1. e4 e5 ½-½", '[Result "½-½"]\n\n1. e4 e5'])
def test_draw_may_be_written_with_half_sign(text: str) -> None:
    assert parse(text).actions == ("e2e4", "e7e5", "draw agreed")


def test_long_names_are_truncated() -> None:
    assert replay(parse(f'[White "{"x" * 99}"]'), {GAME.id: GAME}).record.players == ("x" * 40, "")


@pytest.mark.parametrize(
    ("text", "is_pgn"),
    [
        ('[White "Ada"]\n\n1. e4 *', True),
        ("\ufeff\n  1. e4 e5", True),
        ('[Variant "Chess"]', True),
        ("{a comment} 1. e4", True),
        ("% of another program\n1. e4", True),
        ("*", True),
        ('{"format": "ruleboard/1"}', False),
        ('{"format', False),
        ("{", False),
        ("[1, 2]", False),
        ("", False),
        ("good morning", False),
    ],
)
def test_pgn_texts_are_recognized(text: str, is_pgn: bool) -> None:
    assert looks_like_pgn(text) == is_pgn


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1. e4 e5 2. Qxj8", "Qxj8"),
        ("1. e4 e5 2. hello", "hello"),
        ("1. e4 {a comment} e5 {and another", "no closing"),
        ('[Variant "Chess960"]\n\n1. e4', "Chess960"),
        ('[FEN "10/8 w - - 0 1"]\n\n1. e4', "FEN"),
        ('[FEN "R8k/8pp/10/10/10/10/10/K9 b - - 0 1"]\n\n0-1', "White wins"),
        ('[FEN "k9/10/10/10/10/10/10/9 w - - 0 1"]\n\n*', "rank 1"),
        ("[7 A]", "tag"),
        ("1. e4 (1. d4", "parentheses"),
        ("1. e4) e5", "parentheses"),
        ("1. e4 Nd3", "1... Nd3"),
    ],
)
def test_errors_name_the_fault(text: str, message: str) -> None:
    with pytest.raises(RecordError, match=message) as error:
        parse(text)
    assert error.value.where


def test_moves_after_the_end_are_refused() -> None:
    text = NOTATION.format(replace(play_game(*REPEATED_MOVES * 4), game=GAME)).replace("1/2-1/2\n", "9. e4 *\n")
    with pytest.raises(RecordError, match="over"):
        parse(text)


@given(st.integers(0, 100_000), st.integers(0, 40))
def test_random_games_survive_pgn(seed: int, length: int) -> None:
    chance, actions, state = random.Random(seed), [], START_STATE
    while len(actions) < length and (legal := GAME.legal_actions(state)):
        actions.append(chance.choice(legal))
        state = GAME.apply(state, actions[-1])
    text = NOTATION.format(play_game(*(action.text for action in actions), title="A \\ B"))
    record = parse(text)
    assert record.actions[: len(actions)] == tuple(action.text for action in actions)
    assert record.meta["title"] == "A \\ B"
    assert all(len(line) <= 80 for line in text.splitlines())


def test_results_have_pgn_notation() -> None:
    assert pgn_result(None) == "*"
    assert pgn_result(Outcome((0.0, 0.0), "")) == "1/2-1/2"
    assert pgn_result(Outcome((1.0, -1.0), "")) == "1-0"
    assert pgn_result(Outcome((-1.0, 1.0), "")) == "0-1"


@pytest.mark.parametrize(("time_zone", "day"), [("Pacific/Auckland", "2026.03.05"), ("UTC", "2026.03.04")])
def test_pgn_date_is_the_local_day(time_zone: str, day: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", time_zone)
    time.tzset()
    text = NOTATION.format(play_game("e2e4", created="2026-03-04T20:15:00Z"))
    monkeypatch.undo()
    time.tzset()
    assert f'[Date "{day}"]' in text
    assert parse(text).meta["created"] == "2026-03-04T20:15:00Z"
