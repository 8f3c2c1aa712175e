"""Test the first states of games of Tesulda: options, seeds and shuffled armies (spec: Setup)."""

from __future__ import annotations

import json

import pytest

from ruleboard.engine.errors import RecordError
from ruleboard.engine.timeline import rules_for_options
from ruleboard.games.tesulda import PACKAGE
from ruleboard.games.tesulda.army import army_on, army_problems
from tools.setup import ROOT

GAME = PACKAGE.game
SAVED_GAMES_FOLDER = ROOT / "tests" / "saved_games" / "ruleboard-1" / "game"


def test_light_begins_by_default() -> None:
    assert GAME.to_move(GAME.initial({}, 0)) == 0
    assert GAME.to_move(GAME.initial({"first": "dark"}, 0)) == 1


def test_shuffled_game_has_equal_setups() -> None:
    for seed in range(40):
        state = GAME.initial({"setup": "shuffled"}, seed)
        light_army, dark_army = army_on(state.board, 0), army_on(state.board, 1)
        assert light_army == dark_army
        assert army_problems(light_army) == ()
        assert GAME.initial({"setup": "shuffled"}, seed) == state


def test_shuffled_game_has_no_immediate_win_or_loss() -> None:
    """No player with a random army has won or lost before the first Move, by an additional rule of the app."""
    for seed in range(40):
        state = GAME.initial({"setup": "shuffled", "first": "dark"}, seed)
        assert GAME.legal_actions(state)
        assert not any(state.position.with_side(side).in_check for side in (0, 1))


def test_shuffled_army_is_playable() -> None:
    """In a random army the Prime is behind its figures and no figure is stuck, by an additional rule of the app."""
    for seed in range(40):
        army = army_on(GAME.initial({"setup": "shuffled"}, seed).board, 0)
        front_rank, home_rank = army[:10], army[10:]
        assert not any("k" in figure for figure in front_rank)
        assert sum("k" in figure for figure in home_rank) == 1
        # A rating comes from the base of a square or circle, or from a square, circle or star on the rod.
        assert all(set(figure) & set("SCsct") for figure in army), army


def test_older_record_keeps_its_army() -> None:
    record = json.loads((SAVED_GAMES_FOLDER / "tesulda-shuffled.json").read_text(encoding="utf-8"))
    assert "shuffle" not in record["options"]
    older_state = rules_for_options(GAME, record["options"]).initial(record["options"], record["seed"])
    assert older_state != GAME.initial(record["options"], record["seed"])


def test_seeds_make_different_armies() -> None:
    assert len({GAME.initial({"setup": "shuffled"}, seed) for seed in range(50)}) == 50


def test_home_and_first_squares_match_the_board_colours() -> None:
    """Light’s Home is the corner j1 and Dark’s Home is j10 (Board)."""
    state = GAME.initial({}, 0)
    assert "Light’s Home" in GAME.name(state, "j1")
    assert "Dark’s Home" in GAME.name(state, "j10")
    assert "Home" not in GAME.name(state, "a1")


@pytest.mark.parametrize("options", [{"setup": "chess"}, {"first": "both"}, {"army": "x"}])
def test_unknown_options_are_refused(options: dict[str, str]) -> None:
    with pytest.raises(RecordError):
        GAME.initial(options, 0)
