"""Evaluate states by the tokens after the next rounds, and by the cycles, tiles and cards that can raise tokens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ruleboard.games.equilibrium import numbers, training
from ruleboard.games.equilibrium.numbers import MAX_CYCLES, TYPES
from ruleboard.games.equilibrium.state import OVER, Player, State, with_tile

WIN: Final = 1_000_000
"""The value of a win without ties. A loss without ties has the negative value."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the features of a state.

    Attributes:
        levels: the weights of the five tokens' levels, the lowest level first.
        cycle: the weight of a cycle.
        stored_tile: the weight of a stored tile.
        card: the weight of each tweak of an Operation card in hand.
        rounds: the weights of the levels now, after this round, and after the next round.
    """

    levels: tuple[int, int, int, int, int]
    cycle: int
    stored_tile: int
    card: int
    rounds: tuple[int, int, int]

    def values(self, state: State) -> tuple[int, ...]:
        """Return the value of a state for each player."""
        return values(state, self)

    def best_tweak(self, state: State) -> str:
        """Return the type of the best token to raise by a tweak."""
        return best_tweak(state, self)


def values(state: State, weights: Weights) -> tuple[int, ...]:
    """Return the value of a state for each player."""
    count = len(state.players)
    if state.phase.kind == OVER:
        return final_values(state)
    is_last = state.final is not None
    pass_income = state.numbers.pass_spots[count][min(len(state.passed), count - 1)].value
    pile_size = len(state.pile)
    return tuple(
        _standing(
            player,
            weights,
            0 if is_last or number in state.passed else pass_income,
            is_last,
            min(pile_size, 24) if not is_last else 0,
        )
        for number, player in enumerate(state.players)
    )


def final_values(state: State) -> tuple[int, ...]:
    """Return the values for all players after the end of a game, by rank and then by cycles."""
    count, better = len(state.players), 0
    results = [0] * count
    for tied_players in state.phase.ranks:
        for player in tied_players:
            results[player] = (
                WIN * (count - better - len(tied_players) - better) // (count - 1) + state.players[player].cycles
            )
        better += len(tied_players)
    return tuple(results)


@lru_cache(maxsize=50_000)
def _standing(player: Player, weights: Weights, pass_income: int, is_last: bool, pile_size: int) -> int:
    """Return the value of a state for one player.

    Args:
        player: the player.
        weights: the weights of the features.
        pass_income: the cycles that the player will receive for passing.
        is_last: True if the last backpropagation comes next.
        pile_size: the number of tiles in the pile, at most 24.
    """
    training_effect = training.end_round(0, player, is_last=is_last)
    after = training_effect.training.after
    if is_last:
        return 3 * _levels_value(after, weights) * sum(weights.rounds) + player.cycles
    value = weights.rounds[0] * _levels_value(player.weights, weights)
    value += weights.rounds[1] * _levels_value(after, weights)
    if weights.rounds[2]:
        next_training = training.backpropagate(
            0, replace(player, board=_flipped(player.board, training_effect), weights=after)
        )
        value += weights.rounds[2] * _levels_value(next_training.after, weights)
    cycles = min(min(player.cycles + pass_income, MAX_CYCLES.value) + training_effect.income, MAX_CYCLES.value)
    means = weights.cycle * cycles + weights.stored_tile * len(player.storage)
    means += weights.card * sum(player.numbers.card(card).tweaks for card in player.hand)
    return 3 * value + means * (pile_size + 8) // 16


def _flipped(board: str, effect: training.RoundEnd) -> str:
    for kind, cells in effect.flips:
        board = with_tile(board, cells[0], kind.lower())
    return board


def _levels_value(levels: tuple[int, ...], weights: Weights) -> int:
    return sum(level * weight for level, weight in zip(sorted(levels), weights.levels, strict=True))


def best_tweak(state: State, weights: Weights) -> str:
    """Return the type of the best token to raise by a tweak."""
    number, player = state.phase.player, state.mover
    is_last = state.final is not None
    pile_size = min(len(state.pile), 24)

    def worth(kind: str) -> list[int]:
        levels = tuple(level + (other_kind == kind) for other_kind, level in zip(TYPES, player.weights, strict=True))
        tweaked = replace(player, weights=levels)
        if is_last:  # the ranking compares the lowest tokens, then the second lowest …
            return sorted(training.backpropagate(number, tweaked).after)
        return [_standing(tweaked, weights, 0, False, pile_size)]

    raisable = [
        kind
        for kind, level in zip(TYPES, state.players[number].weights, strict=True)
        if level < numbers.TOP_LEVEL.value
    ]
    return max(raisable, key=worth)


def advantage(standings: tuple[int, ...], player: int) -> int:
    """Return the lead of a player over the best opponent (double weight) and over the opponents' average."""
    other_values = [value for number, value in enumerate(standings) if number != player]
    return 2 * standings[player] - max(other_values) - sum(other_values) // len(other_values)
