"""Evaluate states by their prospects for the next round, with weights fitted to the results of games.

A logistic regression determined the weights, in hundredths of the log odds. It predicts the winner from the
features of both players at the start of each round. The weights of a cycle and a stored tile come from games
between bots instead. With 22 and 25, the results of the regression, the bot hoarded cycles and tiles.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from ruleboard.games.equilibrium import rounds
from ruleboard.games.equilibrium.evaluation import final_values, weighted_sum
from ruleboard.games.equilibrium.numbers import HACK_COST, LOAD_COST, MAX_CYCLES, RUN_COST, TOP_LEVEL, TYPES
from ruleboard.games.equilibrium.state import GAME_OVER, Player, State
from ruleboard.games.equilibrium.training import face_up_counts, levels_and_counts_after

_ROUND_CONTINUES, _FINAL_ACTIONS_NEXT, _LAST_TRAINING_NEXT = (
    "goes on",
    "final actions next",
    "last backpropagation next",
)


@dataclass(frozen=True, slots=True, eq=False)
class ProspectWeights:
    """The weights of the features of a player's state.

    Two instances are equal only if they are the same object.

    Attributes:
        level_weights: the weights of the levels after this round, the lowest level first.
        later_level_weights: the weights of the levels after another round without actions.
        final_level_weights: the weights of the levels after the last backpropagation.
        cycle_weight: the weight of a cycle, counted after the income.
        stored_tile_weight: the weight of a stored tile.
        face_up_tile_weight: the weight of a tile that is face up after this round.
        distinct_type_weight: the weight of each type among the tiles that are face up after this round.
        starter_weight: the weight of the first turn in the next round.
        tweak_weight: the weight of a tweak that the final action can give.
        final_hack_weight: the weight of a final action that can only be a Hack.
    """

    level_weights: tuple[int, int, int, int, int] = (30, 17, 17, 14, 14)
    later_level_weights: tuple[int, int, int, int, int] = (28, 15, 10, 7, 7)
    final_level_weights: tuple[int, int, int, int, int] = (120, 64, 54, 42, 42)
    cycle_weight: int = 8
    stored_tile_weight: int = 6
    face_up_tile_weight: int = 24
    distinct_type_weight: int = 22
    starter_weight: int = 10
    tweak_weight: int = 25
    final_hack_weight: int = 10

    def values(self, state: State) -> tuple[int, ...]:
        """Return the value of a state for each player, assuming that the other players do not act in this round."""
        if state.phase.kind == GAME_OVER:
            return final_values(state)
        stage = (
            _LAST_TRAINING_NEXT
            if state.final_players is not None
            else _FINAL_ACTIONS_NEXT
            if rounds.is_last_dry_round(state)
            else _ROUND_CONTINUES
        )
        count = len(state.players)
        pass_income = state.numbers.pass_spots[count][min(len(state.passed_players), count - 1)].value
        player_values = []
        for number, player in enumerate(state.players):
            gain = 0 if stage == _LAST_TRAINING_NEXT or number in state.passed_players else pass_income
            cycles = min(player.cycles + gain, MAX_CYCLES.value)
            if stage != _ROUND_CONTINUES:
                player_values.append(self._end_value(player, cycles, stage))
            else:
                cycles = min(cycles + player.tier.income, MAX_CYCLES.value)
                resource_value = self.cycle_weight * cycles + self.stored_tile_weight * len(player.storage)
                player_values.append(resource_value + _board_value(player.board, player.weights, self))
        if stage == _ROUND_CONTINUES:
            player_values[state.passed_players[0] if state.passed_players else state.phase.player] += (
                self.starter_weight
            )
        return tuple(player_values)

    def _end_value(self, player: Player, cycles: int, stage: str) -> int:
        """Return the value for a player who can take at most one more action."""
        value = weighted_sum(
            levels_and_counts_after(face_up_counts(player.board), player.weights)[0],
            self.final_level_weights,
        )
        if stage == _LAST_TRAINING_NEXT:
            return value
        tweaks = [player.numbers.card(card).tweaks for card in player.hand] if cycles >= RUN_COST.value else []
        tweaks += [1] if player.storage and cycles >= LOAD_COST.value else []
        hack_value = self.final_hack_weight if player.storage and cycles >= HACK_COST.value else 0
        return value + max(self.tweak_weight * max(tweaks, default=0), hack_value)

    def best_tweak(self, state: State) -> str:
        """Return the type of the token that a tweak should raise."""
        player = state.mover
        counts = face_up_counts(player.board)

        def tweak_value(kind: str) -> list[int]:
            levels = tuple(
                level + (other_kind == kind) for other_kind, level in zip(TYPES, player.weights, strict=True)
            )
            if state.final_players is not None:  # the ranking compares the lowest tokens, then the second lowest …
                return sorted(levels_and_counts_after(counts, levels)[0])
            return [_board_value(player.board, levels, self)]

        return max(
            (kind for kind, level in zip(TYPES, player.weights, strict=True) if level < TOP_LEVEL.value),
            key=tweak_value,
        )


@lru_cache(maxsize=16_384)
def _board_value(board: str, levels: tuple[int, ...], weights: ProspectWeights) -> int:
    """Return the value of a board and a player's token levels, based on a preview of two backpropagations."""
    next_levels, counts = levels_and_counts_after(face_up_counts(board), levels)
    later_levels, _later_counts = levels_and_counts_after(counts, next_levels)
    tile_value = weights.face_up_tile_weight * sum(counts)
    tile_value += weights.distinct_type_weight * sum(map(bool, counts))
    level_value = weighted_sum(next_levels, weights.level_weights)
    return level_value + weighted_sum(later_levels, weights.later_level_weights) + tile_value


FITTED_WEIGHTS: Final = ProspectWeights()
"""The weights of the strongest level."""
