"""Verify the claims of Equilibrium's lessons on good play by trying all legal actions."""

from __future__ import annotations

from itertools import combinations

from ruleboard.games.equilibrium import PACKAGE
from ruleboard.games.equilibrium.moves import Hack, Load, Move
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import State
from ruleboard.games.equilibrium.training import backpropagate
from ruleboard.learning.courses import step_timeline

GAME = PACKAGE.game


def step_state(id: str, step: int = 1) -> State:
    state: State = step_timeline("equilibrium", id, step - 1)[0].state
    return state


def compute_levels_after_training(state: State, player: int) -> dict[str, int]:
    """Return a player's level for each type after a backpropagation."""
    return dict(zip(TYPES, backpropagate(player, state.players[player]).new_levels, strict=True))


def find_states_after(state: State, start: str) -> dict[str, State]:
    """Return the states after all actions with a prefix, before the tweaks of these actions."""
    outcomes = {}
    for action in GAME.legal_actions(state):
        if action.text.startswith(start):
            result = GAME.apply(state, action)
            while result.phase.kind == "tweak":
                result = GAME.apply(result, GAME.parse_action(result, "tweak -"))
            outcomes[action.text] = result
    assert outcomes
    return outcomes


def test_only_flipping_the_highest_balances_the_tokens() -> None:
    """Turning over an image tile lowers the highest token (image) and raises the lowest (video). No other tile does.

    The test tries Division on every tile.
    """
    state = step_state("win-lowest")
    assert compute_levels_after_training(state, 0) == {"I": 7, "T": 5, "A": 5, "V": 1, "S": 3}, "video loses the tie"
    results = {
        text: compute_levels_after_training(GAME.apply(state, GAME.parse_action(state, text)), 0)
        for text in find_states_after(state, "run div")
    }
    assert [text for text, levels in results.items() if levels["V"] == 3 and levels["I"] == 5] == ["run div 0,1"]
    assert [text for text, levels in results.items() if levels["V"] == 1] == ["run div 1,1"]


def test_training_lifts_five_tokens_in_five_rounds() -> None:
    """Five rounds can raise all five tokens by one level, and no more.

    The test tries all sets of at most three rising types, with sorted levels away from 0 and 10.
    """
    reachable_levels = {(5, 5, 5, 5, 5)}
    for _round in range(5):
        reachable_levels = {
            tuple(sorted(level + 1 if place in rising_types else level - 1 for place, level in enumerate(levels)))
            for levels in reachable_levels
            for count in range(4)
            for rising_types in combinations(range(5), count)
        }
    assert max(levels[0] for levels in reachable_levels) == 6


def test_second_sensor_tile_lifts_the_low_tokens() -> None:
    state = step_state("win-pace")
    level_sums = {
        text: all(compute_levels_after_training(result, 0)[kind] == 4 for kind in "AVS")
        for text, result in find_states_after(state, "load").items()
    }
    assert {text[5] for text, is_lifted in level_sums.items() if is_lifted} == {"S"}
    assert {text[5] for text, is_lifted in level_sums.items() if not is_lifted} == {"T"}


def test_only_a_second_audio_tile_withstands_every_hack() -> None:
    state = step_state("win-guard")
    assert compute_levels_after_training(state, 0)["A"] == 3, "audio would go up"
    for text, state_after_load in find_states_after(state, "load").items():
        assert compute_levels_after_training(state_after_load, 0)["A"] == 3
        worst_result = min(
            compute_levels_after_training(state_after_hack, 0)["A"]
            for state_after_hack in find_states_after(state_after_load, "hack 1").values()
        )
        assert worst_result == (3 if text.startswith("load A") else 1), text


def find_best_result(state: State, player: int) -> float:
    """Return the best result that a player can force in the final actions.

    If a tile may go to several hexes, the function tries only one of them, because trying all would take too long.
    """
    outcome = GAME.outcome(state)
    if outcome is not None:
        return outcome.returns[player]
    value_by_move: dict[object, float] = {}
    for action in GAME.legal_actions(state):
        if (kind := _remove_hex(action.move)) not in value_by_move:
            value_by_move[kind] = find_best_result(GAME.apply(state, action), player)
    return max(value_by_move.values()) if GAME.to_move(state) == player else min(value_by_move.values())


def _remove_hex(move: Move) -> object:
    match move:
        case Load(kind):
            return ("load", kind)
        case Hack(owner, kind):
            return ("hack", owner, kind)
    return move


def test_only_one_hack_wins_with_the_last_action() -> None:
    state = step_state("win-last")
    assert min(compute_levels_after_training(state, 0).values()) == 4
    assert min(compute_levels_after_training(state, 1).values()) == 5
    values = {action.text: find_best_result(GAME.apply(state, action), 0) for action in GAME.legal_actions(state)}
    winning_texts = {text for text, value in values.items() if value == 1}
    assert winning_texts
    assert winning_texts == {text for text in values if text.startswith("hack 2 T@")}


def test_only_one_last_tile_forces_a_win() -> None:
    """With one last tile the player wins against every answer. With any other tile, Teal has an answer."""
    state = step_state("end")
    values = {text: find_best_result(result, 0) for text, result in find_states_after(state, "download").items()}
    assert {text for text, value in values.items() if value == 1} == {"download I"}
