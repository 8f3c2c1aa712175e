"""First states of games: options, seeds, shuffled armies (spec: Setup)."""

from __future__ import annotations

import pytest

from ruleboard.engine.errors import RecordError
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.army import army_on, problems
from ruleboard.games.tesulda.reach import attackers

GAME = PACKAGE.game


def test_light_begins_unless_the_players_choose_otherwise() -> None:
    assert GAME.to_move(GAME.initial({}, 0)) == 0
    assert GAME.to_move(GAME.initial({"first": "dark"}, 0)) == 1


def test_a_shuffled_game_begins_with_the_same_setup_on_both_sides() -> None:
    for seed in range(40):
        state = GAME.initial({"setup": "shuffled"}, seed)
        light, dark = army_on(state.board, 0), army_on(state.board, 1)
        assert light == dark
        assert problems(light) == ()
        assert GAME.initial({"setup": "shuffled"}, seed) == state


def test_a_shuffled_game_cannot_be_won_or_lost_at_once() -> None:
    """Our own rule for random armies: nobody is beaten before having moved."""
    for seed in range(40):
        state = GAME.initial({"setup": "shuffled", "first": "dark"}, seed)
        assert GAME.legal_actions(state)
        assert attackers(state.board, 0) == attackers(state.board, 1) == ()


def test_seeds_make_different_armies() -> None:
    assert len({GAME.initial({"setup": "shuffled"}, seed) for seed in range(50)}) == 50


def test_homes_and_first_squares_are_coloured_as_on_the_board() -> None:
    """Board: Light's Home is the corner j1, Dark's j10."""
    state = GAME.initial({}, 0)
    assert "Light's Home" in GAME.name(state, "j1")
    assert "Dark's Home" in GAME.name(state, "j10")
    assert "Home" not in GAME.name(state, "a1")


@pytest.mark.parametrize("options", [{"setup": "chess"}, {"first": "both"}, {"army": "x"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(RecordError):
        GAME.initial(options, 0)
