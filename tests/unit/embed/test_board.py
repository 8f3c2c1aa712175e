"""Test how parameters open a board: errors name the parameter, the correct side is near, and the pile stays hidden."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import ParameterError, ParameterErrors, Parameters, parse_fragment
from ruleboard.registry import GAMES
from tests.unit.embed.frame import create_action_phase


@pytest.mark.parametrize(
    ("fragment", "where"),
    [
        ("game=sensei&position=7", "position"),
        ("game=sensei&options=mode:slow", "options"),
        ("game=sensei&options=speed:slow", "options"),
        ("game=sensei&moves=a1-a2;a9-a1", "moves, move 2"),
        ("game=sensei&moves=a1-a7", "moves, move 1"),
        ("game=sensei&moves=a1-a2&at=2", "at"),
        ("game=sensei&marks=h9", "marks"),
        ("game=sensei&mode=find&accept=a1-a7", "accept, answer 1"),
        ("game=sensei&mode=find&accept=a1-a2|end;b1-b2", "accept, answer 2"),
        ("game=sensei&mode=find&goal=position&accept=a1-a2;end;a7-a6", "accept, answer 1"),
        ("game=sensei&mode=find&goal=win&accept=a1-a2", "accept, answer 1"),
        ("game=equilibrium&position=eyJ", "position, line 1, column 2"),
    ],
)
def test_unsuitable_parameter_is_rejected_by_name(fragment, where):
    with pytest.raises(ParameterError) as error_info:
        open_board(parse_fragment(fragment))
    assert error_info.value.where == where


WRONG_VALUES = {
    **{"theme": "drak", "flip": "maybe", "lang": "english", "radius": "99", "background": "%23ggg", "width": "0"},
    **{"seat": "9", "at": "5"},
}
"""Wrong values of parameters on which no other parameter depends."""
INVALID_FRAGMENTS = ("", "position=7", "options=mode:slow", "options=slow", "moves=a1-a7", "moves=a1-a2&marks=h9")


@given(st.lists(st.sampled_from(list(WRONG_VALUES)), unique=True), st.sampled_from(INVALID_FRAGMENTS))
def test_error_names_all_wrong_parameters(names, rule_error):
    """One error names everything that is wrong, whether the parameters alone or the rules show it."""
    pairs = ["game=sensei&mode=play&opponent=1", rule_error, *(f"{name}={WRONG_VALUES[name]}" for name in names)]
    expected = {*names, *([rule_error.rpartition("&")[2].partition("=")[0]] if rule_error else [])}
    assert find_frame_errors("&".join(pairs)) == expected


def find_frame_errors(fragment: str) -> set[str]:
    """Return the names of the invalid parameters that a frame reports together."""
    try:
        try:
            open_board(parse_fragment(fragment))
        except ParameterErrors as error:
            open_board(error.parameters, errors=error.errors)
    except ParameterErrors as error:
        return {name.partition(",")[0] for name in (part.where for part in error.errors)}
    return set()


def test_marks_and_answers_are_reported_together():
    assert find_frame_errors("game=sensei&mode=find&accept=a1-a7&marks=h9&theme=drak") == {"accept", "marks", "theme"}
    assert find_frame_errors("game=sensei&mode=find&accept=a1-a7&moves=h1-h2&theme=drak") == {"moves", "theme"}


MISSPELLED_FRAGMENT = "game=tensor-chess&positon=9k/P9/10/10/10/10/10/9K w - - 0 1"


@pytest.mark.parametrize(
    ("fragment", "name"),
    [
        ("game=sensei&mode=play&opponent=1&moovs=a1-a2&at=1", "moovs"),
        ("game=equilibrium&mode=play&opponent=1&seat=4&option=players:4", "option"),
        (f"{MISSPELLED_FRAGMENT}&moves=a7a8q", "positon"),
        (f"{MISSPELLED_FRAGMENT}&mode=find&accept=a7a8q&marks=piece:a7", "positon"),
    ],
)
def test_misspelled_name_has_no_further_errors(fragment: str, name: str) -> None:
    """A misspelled name causes no other errors, since it may stand for a parameter that others depend on."""
    assert find_frame_errors(fragment) == {name}


def test_winning_answer_may_end_before_the_win():
    """A board for the goal "win" accepts an answer that ends before the game is won, here with a placement."""
    board = open_board(parse_fragment("game=tensor-cards&mode=find&goal=win&accept=lay%20r1%20b2%20y3"))
    assert board.exercise


def test_flip_shows_other_side_nearest():
    near_board = open_board(Parameters("tensor-chess"))
    far_board = open_board(Parameters("tensor-chess", flip=True))
    assert (near_board.seat, far_board.seat) == (0, 1)


def test_hidden_pile_is_reshuffled_from_seed():
    game = GAMES["equilibrium"]
    position = game.format_position(game.view(game.parse_position(create_action_phase(5)), None))
    piles = {open_board(Parameters("equilibrium", position, mode="play"), seed).start.state.pile for seed in range(8)}
    assert len(piles) == 8
    assert len({"".join(sorted(pile)) for pile in piles}) == 1
    view_piles = {open_board(Parameters("equilibrium", position), seed).start.state.pile for seed in range(8)}
    assert len(view_piles) == 1
