"""Test that parsing a move list of Tensor Chess gives the same moves again."""

from __future__ import annotations

import pytest

from ruleboard.app.languages import use_catalogue
from ruleboard.engine.errors import ActionError, IllegalAction
from ruleboard.engine.timeline import new_timeline
from ruleboard.games.tensor_chess import PACKAGE
from ruleboard.games.tensor_chess.move_list import displayed_notation, parse_san
from ruleboard.games.tensor_chess.state import START_STATE, State
from tests.support.catalogues import compile_catalogue
from tests.support.move_lists import move_list
from tests.unit.tensor_chess.positions import parse_board

GAME = PACKAGE.game


def format_written_move(state: State, text: str) -> str:
    """Return the notation of a move in a move list."""
    return move_list(GAME, state, [GAME.parse_action(state, text)])[0].items[0][1]


@pytest.mark.parametrize(
    ("state", "text", "san"),
    [
        (START_STATE, "e2e4", "e4"),
        (START_STATE, "c1d3", "Nd3"),
        (START_STATE, "a1>b1a1", "R>b1a1"),
        (START_STATE, "b1b3", "Tb3"),
        (parse_board("k9/10/8p1/10/5T4/10/2P7/2B6K"), "c1^f4d6", "B^f4d6"),
        (parse_board("k9/10/7p2/10/5T4/10/10/2B6K"), "c1^f4g3", "B^f4g3"),
        (parse_board("k9/10/3p4p1/10/5T4/10/10/2B6K"), "c1^f4d6", "B^f4xd6"),
        (parse_board("k9/10/6T3/10/5N4/10/10/9K"), "f4>g6f4", "N>g6f4"),
        (parse_board("k9/10/6T3/4N5/5N4/10/10/9K"), "f4>g6e7", "Nf>g6e7"),
        (parse_board("k9/10/10/10/10/10/2t6P/1T7K"), "b1d3xc2", "Td3xc2"),
        (parse_board("k9/10/10/10/10/4T5/4P5/9K"), "e2>e3e4", "e2>e3e4"),
        (parse_board("k9/10/10/10/10/4T5/4P5/9K"), "e2e4", "e4"),
        (parse_board("k9/4P5/10/10/10/10/10/9K"), "e7e8t", "e8=T"),
        (parse_board("k4n4/4P5/10/10/10/10/10/9K"), "e7f8q", "exf8=Q+"),
        (parse_board("k9/10/10/3pP5/10/10/10/9K", en_passant="d6"), "e5d6", "exd6"),
        (parse_board("1k8/10/10/10/10/10/10/R4K3R", rights="KQ"), "f1h1", "O-O"),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1c1", "O-O-O"),
        (parse_board("k9/10/10/10/10/10/10/5K3R", rights="K"), "f1i1", "O-O~"),
        (parse_board("9k/10/10/10/10/10/10/R4K4", rights="Q"), "f1b1", "O-O-O~"),
        (parse_board("9k/R9/1R8/10/10/10/10/K9"), "b6b8", "Rb8#"),
        (parse_board("5k4/10/10/10/10/R8R/10/4K5"), "a3e3", "Rae3"),
        (parse_board("9k/10/10/R9/10/R9/10/4K5"), "a3a4", "R3a4"),
        (parse_board("9k/10/10/1Q1Q6/10/3Q6/10/4K5"), "d5b3", "Qd5b3"),
    ],
)
def test_moves_have_their_notation(state: State, text: str, san: str) -> None:
    assert format_written_move(state, text) == san
    assert GAME.parse_moves(state, san)[0].text == text
    assert GAME.parse_moves(state, san.rstrip("+#"))[0].text == text
    assert GAME.parse_moves(state, text)[0].text == text


def test_beasts_capture_names_landing_and_captures() -> None:
    state = parse_board("k9/10/10/10/10/10/2t6P/1T7K")
    assert format_written_move(state, "b1d3xc2") == "Td3xc2"
    state_with_two_captures = parse_board("k9/10/10/10/1T8/10/2t6P/1T7K")
    assert format_written_move(state_with_two_captures, "b1d3xc2") == "Td3xc2"
    state_with_two_beasts = parse_board("k9/10/10/10/10/1T8/2t6P/1T7K")
    assert format_written_move(state_with_two_beasts, "b1d3xc2") == "Td3xc2"
    assert format_written_move(state_with_two_beasts, "b3d1xc2") == "Td1xc2"
    ambiguous_state = parse_board("k9/10/10/4p5/3T6/10/2t6P/1T7K")
    assert format_written_move(ambiguous_state, "b1d3") == "Tbd3"


def test_list_has_a_line_for_every_move() -> None:
    actions = GAME.parse_moves(START_STATE, "1. e4 e5 2. Nd3 Nd6 3. R>b1a1")
    turns = move_list(GAME, START_STATE, actions)
    assert [str(turn) for turn in turns] == ["1. e4", "e5", "2. Nd3", "Nd6", "3. R>b1a1"]
    assert [turn.player for turn in turns] == [0, 1, 0, 1, 0]
    assert [turn.items[0][0] for turn in turns] == [0, 1, 2, 3, 4]


def test_list_may_begin_with_black() -> None:
    state = GAME.apply(START_STATE, GAME.parse_action(START_STATE, "e2e4"))
    actions = GAME.parse_moves(state, "1... e5 2. Nd3")
    assert [str(turn) for turn in move_list(GAME, state, actions)] == ["1… e5", "2. Nd3"]


@pytest.mark.parametrize(
    ("text", "error", "location", "problem"),
    [
        ("1. e4 e5 2. Nd4", IllegalAction, "White’s move 2, 'Nd4'", "knight"),
        ("1. e4 zz", ActionError, "Black’s move 1, 'zz'", "isn’t a move"),
        ("1. Bb5", IllegalAction, "White’s move 1, 'Bb5'", "bishop"),
        ("1. O-O", IllegalAction, "White’s move 1, 'O-O'", "in the way"),
        ("1. Qe4", IllegalAction, "White’s move 1, 'Qe4'", "in the way"),
        ("1. e5", IllegalAction, "White’s move 1, 'e5'", "no pawn that can go to e5"),
        ("1. exd3", IllegalAction, "White’s move 1, 'exd3'", "no pawn that can capture on d3"),
        ("1. e2e5", IllegalAction, "White’s move 1, 'e2e5'", "pawn"),
    ],
)
def test_errors_in_a_list_name_the_move(text: str, error: type[Exception], location: str, problem: str) -> None:
    with pytest.raises(error) as error_info:
        GAME.parse_moves(START_STATE, text)
    assert isinstance(error_info.value, ActionError | IllegalAction)
    assert error_info.value.where == location
    assert problem in error_info.value.what


def test_ambiguous_notation_is_refused() -> None:
    state = parse_board("5k4/10/10/10/10/R8R/10/4K5")
    with pytest.raises(ActionError, match="more than one move"):
        parse_san(state, "Re3")


@pytest.mark.parametrize(
    ("language", "figurines", "displayed_text"),
    [
        ("en", False, ("Td3xc2", "R>b1a1", "e8=Q+", "O-O")),
        ("fr", False, ("Bd3xc2", "T>b1a1", "e8=D+", "O-O")),
        ("en", True, ("Td3xc2", "♖>b1a1", "e8=♕+", "O-O")),
        ("fr", True, ("Bd3xc2", "♖>b1a1", "e8=♕+", "O-O")),
    ],
)
def test_displayed_notation_has_letters_of_the_language(language, figurines, displayed_text) -> None:
    use_catalogue(b"" if language == "en" else compile_catalogue(language), figurines=figurines)
    assert tuple(map(displayed_notation, ("Td3xc2", "R>b1a1", "e8=Q+", "O-O"))) == displayed_text


def test_only_the_displayed_move_list_has_letters_of_the_language() -> None:
    use_catalogue(compile_catalogue("fr"))
    timeline = new_timeline(GAME, START_STATE).play(GAME.parse_action(START_STATE, "c1d3"))
    (turn,) = timeline.turns()
    assert str(turn) == "1. Nd3"
    assert str(PACKAGE.view.readable_turn(turn, timeline.states, timeline.entries)) == "1. Cd3"
    assert GAME.parse_moves(START_STATE, "1. Nd3")[0].text == "c1d3"
