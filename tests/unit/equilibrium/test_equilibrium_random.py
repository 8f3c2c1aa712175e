"""Test random games of Equilibrium: they end, conserve all material, and never reveal the pile."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ruleboard.engine.selection import select
from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.state import CELL_NAMES, FLIP, TWEAK, tile_totals
from tests.unit.equilibrium.equilibrium_help import play_random_game

GAME = PACKAGE.game


@pytest.mark.parametrize("player_count", [2, 3, 4])
@pytest.mark.parametrize("pass_probability", [0.05, 0.2, 0.6])
def test_games_end_with_a_ranking(player_count: int, pass_probability: float) -> None:
    for seed in range(4):
        states, _ = play_random_game(player_count, seed, pass_probability)
        outcome = GAME.outcome(states[-1])
        assert outcome is not None
        assert len(outcome.returns) == player_count
        assert sum(outcome.returns) == pytest.approx(0)
        assert all(-1 <= value <= 1 for value in outcome.returns)
        assert outcome.reason.endswith(".")
        assert all(GAME.outcome(state) is None for state in states[:-1])


@pytest.mark.parametrize("players", [2, 3, 4])
def test_games_conserve_material(players: int) -> None:
    """There are always 20 tiles of each type and all Operation cards, and no level or count exceeds its limits."""
    copies = 1 if players == 2 else 2
    for seed in range(4):
        for state in play_random_game(players, seed)[0]:
            assert tile_totals(state) == (20,) * 5
            cards = Counter(state.cards)
            for player in state.players:
                cards.update(player.hand)
                assert all(0 <= level <= 10 for level in player.weights)
                assert 0 <= player.cycles <= 15
                assert len(player.storage) <= 6
                assert len(player.hand) <= 3
            assert cards == dict.fromkeys(("add", "div", "mul", "sub"), copies)
            assert len(state.tiles) == 5 or not state.pile


@pytest.mark.parametrize("players", [2, 4])
def test_games_reach_every_kind_of_decision(players: int) -> None:
    counts: Counter[str] = Counter()
    out_of_turn_count = 0
    for seed in range(8):
        states, actions = play_random_game(players, seed)
        counts.update(" ".join(action.text.split()[: 2 if "run" in action.text else 1]) for action in actions)
        out_of_turn_count += sum(
            state.phase.kind == TWEAK and state.phase.player != state.phase.turn_player for state in states
        )
    assert set(counts) >= {"setup", "download", "code", "load", "hack", "tweak", "flip", "pass", "skip"}
    assert set(counts) >= {"run sub", "run add", "run div", "run mul"}
    assert out_of_turn_count


@given(st.integers(2, 4), st.integers(0, 3), st.data())
@settings(max_examples=40, deadline=None)
def test_view_does_not_depend_on_pile_order(players: int, seed: int, data: st.DataObject) -> None:
    """A view hides only the order of the pile, or of the bag during the setup."""
    states, _ = play_random_game(players, seed)
    state = states[data.draw(st.integers(0, len(states) - 1))]
    reshuffled_state = replace(
        state,
        pile="".join(data.draw(st.permutations(state.pile))),
        bag="".join(data.draw(st.permutations(state.bag))),
    )
    for viewer in (None, *range(players)):
        view = GAME.view(state, viewer)
        assert view == GAME.view(reshuffled_state, viewer)
        assert GAME.view(view, viewer) == view
        assert replace(view, pile="", bag="") == replace(state, pile="", bag="")
        assert GAME.parse_position(GAME.format_position(view)) == view
        assert GAME.legal_actions(view) == GAME.legal_actions(state)


def test_only_actions_drawing_hidden_tiles_reveal() -> None:
    for seed in range(5):
        states, actions = play_random_game(3, seed)
        for state, action, next_state in zip(states, actions, states[1:], strict=False):
            drew_tiles = len(next_state.pile) < len(state.pile) or (state.bag != "" and next_state.bag == "")
            assert GAME.reveals(state, action) == drew_tiles


def test_touches_lead_to_exactly_their_action() -> None:
    """No two actions have the same targets, and every order of an action's touches selects that action."""
    for seed in range(2):
        for state in play_random_game(2 + seed, seed)[0][::6]:
            actions = GAME.legal_actions(state)
            alternatives = [targets for action in actions for targets in (action.targets, *action.alternative_targets)]
            assert len(set(alternatives)) == len(alternatives)
            for action in actions[:: max(1, len(actions) // 15)]:
                for targets in (action.targets, *action.alternative_targets):
                    assert select(actions, targets).only_action == action


def test_every_touch_has_a_text_and_refusals_a_reason() -> None:
    for seed in range(3):
        states, _ = play_random_game(2 + seed, 30 + seed)
        for state in states[::5]:
            players = range(1, len(state.players) + 1)
            targets = [f"hex:{player}:{cell}" for player in players for cell in CELL_NAMES]
            targets += [
                f"{what}:{player}:{kind}"
                for what in ("storage", "weight", "type")
                for player in players
                for kind in "ITAVS"
            ]
            targets += [f"hand:{player}:{card}" for player in players for card in ("sub", "add", "div", "mul")]
            targets += [f"card:{card}" for card in ("sub", "add", "div", "mul")]
            targets += [f"supply:{kind}" for kind in "ITAVS"] + [f"tile:{tile_index}" for tile_index in range(5)]
            targets += ["do:pass", "do:skip", "do:download", "do:tweak-none"]
            actions = GAME.legal_actions(state)
            started_action = (
                [()]
                + [action.targets[:1] for action in actions[::20]]
                + [action.targets[:2] for action in actions[::30]]
            )
            for touched_targets in started_action:
                next_targets = select(actions, touched_targets).next_targets
                for target in targets:
                    assert GAME.name(state, target)
                    if target not in next_targets and len(touched_targets) < 5:
                        reason = GAME.explain(state, (*touched_targets, target)).sentence
                        assert reason.endswith("."), (touched_targets, target)
                        assert reason[0].isupper()
                        assert ":" not in reason.split(" ")[0], "no ids"
            for action in actions[::10]:
                assert GAME.describe(state, action)
            assert bool(GAME.prompt(state)) == bool(actions)


def test_flips_always_offer_a_choice() -> None:
    for seed in range(6):
        for state in play_random_game(4, seed)[0]:
            if state.phase.kind == FLIP:
                assert len(GAME.legal_actions(state)) > 1
