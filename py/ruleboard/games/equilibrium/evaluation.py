"""Values of positions: everybody's tokens after the rounds to come, previewed, and the means left to move them."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from ruleboard.games.equilibrium import numbers, training
from ruleboard.games.equilibrium.numbers import MOST_CYCLES, TYPES
from ruleboard.games.equilibrium.state import OVER, Player, State, with_tile

WIN: Final = 1_000_000
"""The value of being the sole winner; as much less than 0 for the sole last."""


@dataclass(frozen=True, slots=True)
class Weights:
    """The weights of the features of a position.

    Attributes:
        levels: of the levels of the five tokens, the lowest first.
        cycle: of a cycle.
        stored: of a stored tile.
        card: of an Operation card in hand.
        rounds: of the levels now, after this round, and after another one.
    """

    levels: tuple[int, int, int, int, int]
    cycle: int
    stored: int
    card: int
    rounds: tuple[int, int, int]

    def values(self, state: State) -> tuple[int, ...]:
        """Return how well each player stands, in whole numbers."""
        return values(state, self)

    def best_tweak(self, state: State) -> str:
        """Return the type whose token the player who tweaks should raise."""
        return best_tweak(state, self)


def values(state: State, weights: Weights) -> tuple[int, ...]:
    """Return how well each player stands, in whole numbers."""
    count = len(state.players)
    if state.phase.kind == OVER:
        return final_values(state)
    last = state.final is not None
    spot = state.numbers.pass_spots[count][min(len(state.passed), count - 1)].value
    left = len(state.pile)
    return tuple(
        _standing(player, weights, 0 if last or who in state.passed else spot, last, min(left, 24) if not last else 0)
        for who, player in enumerate(state.players)
    )


def final_values(state: State) -> tuple[int, ...]:
    """Return the values of a game that has ended: by place; cycles that decide nothing count a little, too."""
    count, better = len(state.players), 0
    found = [0] * count
    for place in state.phase.places:
        for player in place:
            found[player] = WIN * (count - better - len(place) - better) // (count - 1) + state.players[player].cycles
        better += len(place)
    return tuple(found)


@lru_cache(maxsize=50_000)
def _standing(player: Player, weights: Weights, spot: int, last: bool, left: int) -> int:
    """Return the value of everything in front of a player.

    Args:
        player: the player.
        weights: the weights.
        spot: the cycles that the player will receive for passing.
        last: True if the last backpropagation comes next.
        left: the number of tiles in the pile, at most 24.
    """
    first = training.end_round(0, player, last=last)
    after = first.training.after
    if last:
        return 3 * _of_levels(after, weights) * sum(weights.rounds) + player.cycles
    value = weights.rounds[0] * _of_levels(player.weights, weights) + weights.rounds[1] * _of_levels(after, weights)
    if weights.rounds[2]:
        second = training.backpropagate(0, replace(player, board=_flipped(player.board, first), weights=after))
        value += weights.rounds[2] * _of_levels(second.after, weights)
    cycles = min(min(player.cycles + spot, MOST_CYCLES.value) + first.income, MOST_CYCLES.value)
    means = weights.cycle * cycles + weights.stored * len(player.storage)
    means += weights.card * sum(player.numbers.card(card).tweaks for card in player.hand)
    return 3 * value + means * (left + 8) // 16


def _flipped(board: str, effect: training.RoundEnd) -> str:
    for kind, cells in effect.flips:
        board = with_tile(board, cells[0], kind.lower())
    return board


def _of_levels(levels: tuple[int, ...], weights: Weights) -> int:
    return sum(level * weight for level, weight in zip(sorted(levels), weights.levels, strict=True))


def best_tweak(state: State, weights: Weights) -> str:
    """Return the type whose token the player who tweaks should raise: the one that brings the most."""
    who, player = state.phase.who, state.mover
    last = state.final is not None
    left = min(len(state.pile), 24)

    def worth(kind: str) -> list[int]:
        levels = tuple(level + (other == kind) for other, level in zip(TYPES, player.weights, strict=True))
        then = replace(player, weights=levels)
        if last:  # the ranking by the lowest token, then the second lowest, and so on
            return sorted(training.backpropagate(who, then).after)
        return [_standing(then, weights, 0, False, left)]

    free = [
        kind for kind, level in zip(TYPES, state.players[who].weights, strict=True) if level < numbers.TOP_LEVEL.value
    ]
    return max(free, key=worth)


def advantage(standings: tuple[int, ...], player: int) -> int:
    """Return the lead of a player over the best of the others (mostly) and the others' average."""
    others = [value for who, value in enumerate(standings) if who != player]
    return 2 * standings[player] - max(others) - sum(others) // len(others)
