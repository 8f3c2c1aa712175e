"""Test how parameters open a board: errors name the parameter, the correct side is near, and the pile stays hidden."""

from __future__ import annotations

import pytest

from ruleboard.embed.board import open_board
from ruleboard.embed.parameters import ParameterError, Parameters, parse_fragment
from ruleboard.registry import GAMES
from tests.unit.embed.frame import action_phase


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


def test_winning_answer_may_end_before_the_win():
    """An answer only has to end with a whole turn. The cards have no key between the two decisions of a turn."""
    board = open_board(parse_fragment("game=tensor-cards&mode=find&goal=win&accept=lay%20r1%20b2%20y3"))
    assert board.exercise


def test_flip_shows_other_side_nearest():
    near_board = open_board(Parameters("tensor-chess"))
    far_board = open_board(Parameters("tensor-chess", flip=True))
    assert (near_board.seat, far_board.seat) == (0, 1)


def test_hidden_pile_is_reshuffled_from_seed():
    game = GAMES["equilibrium"]
    position = game.format_position(game.view(game.parse_position(action_phase(5)), None))
    piles = {open_board(Parameters("equilibrium", position, mode="play"), seed).start.state.pile for seed in range(8)}
    assert len(piles) == 8
    assert len({"".join(sorted(pile)) for pile in piles}) == 1
    view_piles = {open_board(Parameters("equilibrium", position), seed).start.state.pile for seed in range(8)}
    assert len(view_piles) == 1
