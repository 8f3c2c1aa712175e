"""Whole games as PGN-like texts: writing, reading back, and the errors of texts that are refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.tensor_chess import PACKAGE

GAME = PACKAGE.game
SCORES = PACKAGE.scores

SHUFFLE = ("c1d3", "c8d6", "d3c1", "d6c8")


def game(*actions: str, start: str | None = None, **meta: str) -> Timeline[object]:
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
        (*SHUFFLE, *SHUFFLE, "draw claimed"),
        (*SHUFFLE, *SHUFFLE, "draw agreed"),
        SHUFFLE * 4,
    ],
)
def test_a_game_comes_back_as_it_ended(actions: tuple[str, ...]) -> None:
    timeline = game(*actions, created="2026-03-04T10:00:00Z", title="Club night")
    record = SCORES.parse(SCORES.format(timeline))
    assert record.actions == actions
    assert record.players == ("Ada", 'Bo "b"')
    assert record.meta == {"created": "2026-03-04", "title": "Club night"}


def test_the_text_of_a_game_has_players_date_and_ending() -> None:
    text = SCORES.format(game("e2e4", "resign 1", created="2026-03-04T10:00:00Z"))
    assert '[Variant "Tensor Chess"]' in text
    assert '[White "Ada"]' in text
    assert '[Date "2026.03.04"]' in text
    assert '[Termination "resignation"]' in text
    assert text.endswith("1. e4 0-1\n")


def test_a_win_on_time_is_told_in_the_words_of_pgn() -> None:
    """The standard's 9.8.1: "time forfeit"."""
    assert '[Termination "time forfeit"]' in SCORES.format(game("e2e4", "time 1"))


def test_undone_moves_are_not_written() -> None:
    assert SCORES.format(game("e2e4", "e7e5").undo()).endswith("1. e4 *\n")


def test_a_game_from_a_position_comes_back() -> None:
    start = "9k/10/10/10/10/10/10/R4K4 w Q - 7 30"
    record = SCORES.parse(SCORES.format(game("f1b1", start=start)))
    assert (record.start, record.actions) == (start, ("f1b1",))


def test_moves_alone_are_a_game() -> None:
    record = SCORES.parse("1. e4 e5 2. R>i1j1")
    assert record.actions == ("e2e4", "e7e5", "j1>i1j1")
    assert record.players == ("", "")


@pytest.mark.parametrize("text", ["1. e4 e5 ½-½", '[Result "½-½"]\n\n1. e4 e5'])
def test_a_draw_may_be_written_with_the_sign_for_a_half(text: str) -> None:
    assert SCORES.parse(text).actions == ("e2e4", "e7e5", "draw agreed")


def test_long_names_are_cut() -> None:
    assert replay(SCORES.parse(f'[White "{"x" * 99}"]'), {GAME.id: GAME}).record.players == ("x" * 40, "")


@pytest.mark.parametrize(
    ("text", "seems"),
    [
        ('[White "Ada"]\n\n1. e4 *', True),
        ("\ufeff\n  1. e4 e5", True),
        ('[Variant "Chess"]', True),
        ('{"format": "ruleboard/1"}', False),
        ("[1, 2]", False),
        ("", False),
        ("good morning", False),
    ],
)
def test_texts_that_seem_games_are_told_from_others(text: str, seems: bool) -> None:
    assert SCORES.seems(text) == seems


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("1. e4 e5 2. Qxj8", "Qxj8"),
        ("1. e4 e5 2. hello", "hello"),
        ("1. e4 {a comment} e5 {and another", "never closed"),
        ('[Variant "Chess960"]\n\n1. e4', "Chess960"),
        ('[FEN "10/8 w - - 0 1"]\n\n1. e4', "FEN"),
        ('[FEN "R8k/8pp/10/10/10/10/10/K9 b - - 0 1"]\n\n0-1', "White wins"),
    ],
)
def test_errors_name_what_is_wrong(text: str, told: str) -> None:
    with pytest.raises(RecordError, match=told) as error:
        SCORES.parse(text)
    assert error.value.where


def test_moves_after_the_end_are_refused() -> None:
    text = SCORES.format(replace(game(*SHUFFLE * 4), game=GAME)).replace("1/2-1/2", "9. e4 *")
    with pytest.raises(RecordError, match="over"):
        SCORES.parse(text)
