"""Evaluate states by the token levels after the next rounds, and by the resources that can raise tokens later.

These resources are cycles, stored tiles and cards in hand.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from operator import mul
from typing import Final

from ruleboard.games.equilibrium import numbers, training
from ruleboard.games.equilibrium.numbers import MAX_CYCLES, TYPES
from ruleboard.games.equilibrium.state import GAME_OVER, Player, State

LEVEL_WEIGHTS: Final = (30, 20, 14, 10, 8)
"""The usual weights of the levels of the five tokens, the lowest level first."""
WIN_VALUE: Final = 1_000_000
"""The value of a win without ties. A loss without ties has the negative value."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the features of a state.

    Attributes:
        level_weights: the weights of the levels of the five tokens, the lowest level first.
        cycle_weight: the weight of a cycle.
        stored_tile_weight: the weight of a stored tile.
        hand_tweak_weight: the weight of each tweak that an Operation card in hand gives.
        round_weights: the weights of the levels now, after this round, and after the next round.
    """

    level_weights: tuple[int, int, int, int, int]
    cycle_weight: int
    stored_tile_weight: int
    hand_tweak_weight: int
    round_weights: tuple[int, int, int]

    def values(self, state: State) -> tuple[int, ...]:
        """Return the value of a state for each player."""
        return values(state, self)

    def best_tweak(self, state: State) -> str:
        """Return the type of the token that a tweak should raise."""
        return best_tweak(state, self)


def values(state: State, weights: Weights) -> tuple[int, ...]:
    """Return the value of a state for each player."""
    count = len(state.players)
    if state.phase.kind == GAME_OVER:
        return final_values(state)
    is_game_end = state.final_players is not None
    pass_income = state.numbers.pass_spots[count][min(len(state.passed_players), count - 1)].value
    pile_size = len(state.pile)
    return tuple(
        _player_value(
            player,
            weights,
            0 if is_game_end or number in state.passed_players else pass_income,
            is_game_end,
            min(pile_size, 24) if not is_game_end else 0,
        )
        for number, player in enumerate(state.players)
    )


def final_values(state: State) -> tuple[int, ...]:
    """Return the value of a finished game for each player, by rank and then by cycles."""
    count, better_count = len(state.players), 0
    player_values = [0] * count
    for tied_players in state.phase.ranks:
        for player in tied_players:
            player_values[player] = (
                WIN_VALUE * (count - better_count - len(tied_players) - better_count) // (count - 1)
                + state.players[player].cycles
            )
        better_count += len(tied_players)
    return tuple(player_values)


@lru_cache(maxsize=50_000)
def _player_value(player: Player, weights: Weights, pass_income: int, is_game_end: bool, pile_size: int) -> int:
    """Return the value of a state for one player.

    Args:
        weights: the weights of the features.
        pass_income: the cycles that the player will receive for passing.
        is_game_end: True if the last backpropagation comes next.
        pile_size: the number of tiles in the pile. Larger piles count as 24 tiles.
    """
    training_effect = training.compute_round_end(0, player, is_game_end=is_game_end)
    next_levels = training_effect.training.new_levels
    if is_game_end:
        return 3 * weighted_sum(next_levels, weights.level_weights) * sum(weights.round_weights) + player.cycles
    value = weights.round_weights[0] * weighted_sum(player.weights, weights.level_weights)
    value += weights.round_weights[1] * weighted_sum(next_levels, weights.level_weights)
    if weights.round_weights[2]:
        next_training = training.backpropagate(
            0, replace(player, board=training.board_after_flips(player.board, training_effect), weights=next_levels)
        )
        value += weights.round_weights[2] * weighted_sum(next_training.new_levels, weights.level_weights)
    cycles = min(min(player.cycles + pass_income, MAX_CYCLES.value) + training_effect.income, MAX_CYCLES.value)
    resource_value = weights.cycle_weight * cycles + weights.stored_tile_weight * len(player.storage)
    resource_value += weights.hand_tweak_weight * sum(player.numbers.card(card).tweaks for card in player.hand)
    return 3 * value + resource_value * (pile_size + 8) // 16


def weighted_sum(levels: Iterable[int], level_weights: Sequence[int]) -> int:
    """Return the sum of the levels of the five tokens, multiplied by their weights, the lowest level first."""
    return sum(map(mul, sorted(levels), level_weights))


def best_tweak(state: State, weights: Weights) -> str:
    """Return the type of the token that a tweak should raise."""
    number, player = state.phase.player, state.mover
    is_game_end = state.final_players is not None
    pile_size = min(len(state.pile), 24)

    def tweak_value(kind: str) -> list[int]:
        levels = tuple(level + (other_kind == kind) for other_kind, level in zip(TYPES, player.weights, strict=True))
        tweaked_player = replace(player, weights=levels)
        if is_game_end:  # the ranking compares the lowest tokens, then the second lowest …
            return sorted(training.backpropagate(number, tweaked_player).new_levels)
        return [_player_value(tweaked_player, weights, 0, False, pile_size)]

    raisable_kinds = [
        kind
        for kind, level in zip(TYPES, state.players[number].weights, strict=True)
        if level < numbers.TOP_LEVEL.value
    ]
    return max(raisable_kinds, key=tweak_value)


def advantage(values_by_player: tuple[int, ...], player: int) -> int:
    """Return a player's lead over the best opponent, plus the lead over the average of all opponents."""
    other_values = [value for number, value in enumerate(values_by_player) if number != player]
    return 2 * values_by_player[player] - max(other_values) - sum(other_values) // len(other_values)
