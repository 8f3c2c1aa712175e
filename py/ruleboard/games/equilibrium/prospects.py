"""Values of positions as the next round would find them, by weights fitted to the results of games.

A logistic regression of the winner on what both players had at the start of each round gave the weights, in hundredths
of the logarithm of the odds. Games between players with other weights corrected those of a cycle and a stored tile:
the regression had 22 and 25, which made a player hoard.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import mul
from typing import Final

from ruleboard.games.equilibrium import rounds, training
from ruleboard.games.equilibrium.evaluation import final_values
from ruleboard.games.equilibrium.numbers import HACK_COST, LOAD_COST, MOST_CYCLES, RUN_COST, TOP_LEVEL, TYPES
from ruleboard.games.equilibrium.state import OVER, Player, State

_ON, _ENDING, _LAST = "goes on", "final actions next", "last backpropagation next"


@dataclass(frozen=True, slots=True, eq=False)
class Prospects:
    """The weights of the features of a player's position. Equal to itself alone.

    Attributes:
        levels: of the levels after this round, the lowest first.
        then: of the levels after another round without any action.
        last: of the levels after the last backpropagation.
        cycle: of a cycle after the income.
        stored: of a stored tile.
        face_up: of a tile that lies face up after this round.
        kind: of each type among these.
        first: of beginning the next round.
        tweak: of a tweak that the final action could bring.
        spoiling: of being able to hack only, as the final action.
    """

    levels: tuple[int, int, int, int, int] = (30, 17, 17, 14, 14)
    then: tuple[int, int, int, int, int] = (28, 15, 10, 7, 7)
    last: tuple[int, int, int, int, int] = (120, 64, 54, 42, 42)
    cycle: int = 8
    stored: int = 6
    face_up: int = 24
    kind: int = 22
    first: int = 10
    tweak: int = 25
    spoiling: int = 10

    def values(self, state: State) -> tuple[int, ...]:
        """Return how well each player stands, in whole numbers, as if nobody else acted in this round."""
        if state.phase.kind == OVER:
            return final_values(state)
        ahead = _LAST if state.final is not None else _ENDING if rounds.ends_dry(state) else _ON
        count = len(state.players)
        spot = state.numbers.pass_spots[count][min(len(state.passed), count - 1)].value
        found = []
        for who, player in enumerate(state.players):
            gain = 0 if ahead == _LAST or who in state.passed else spot
            cycles = min(player.cycles + gain, MOST_CYCLES.value)
            if ahead != _ON:
                found.append(self._at_the_end(player, cycles, ahead))
            else:
                cycles = min(cycles + player.tier.income, MOST_CYCLES.value)
                means = self.cycle * cycles + self.stored * len(player.storage)
                found.append(means + _standing(player.board, player.weights, self))
        if ahead == _ON:
            found[state.passed[0] if state.passed else state.phase.who] += self.first
        return tuple(found)

    def _at_the_end(self, player: Player, cycles: int, ahead: str) -> int:
        """Return the value of a player's position if only final actions come, or none any more."""
        value = _weighed(_trained(_face_up(player.board), player.weights)[0], self.last)
        if ahead == _LAST:
            return value
        tweaks = [player.numbers.card(card).tweaks for card in player.hand] if cycles >= RUN_COST.value else []
        tweaks += [1] if player.storage and cycles >= LOAD_COST.value else []
        spoiling = self.spoiling if player.storage and cycles >= HACK_COST.value else 0
        return value + max(self.tweak * max(tweaks, default=0), spoiling)

    def best_tweak(self, state: State) -> str:
        """Return the type whose token the player who tweaks should raise."""
        player = state.mover
        counts = _face_up(player.board)

        def worth(kind: str) -> list[int]:
            weights = tuple(level + (other == kind) for other, level in zip(TYPES, player.weights, strict=True))
            if state.final is not None:  # the ranking by the lowest token, then the second lowest, and so on
                return sorted(_trained(counts, weights)[0])
            return [_standing(player.board, weights, self)]

        return max((k for k, level in zip(TYPES, player.weights, strict=True) if level < TOP_LEVEL.value), key=worth)


def _face_up(board: str) -> tuple[int, ...]:
    return tuple(map(board.count, TYPES))


@lru_cache(maxsize=100_000)
def _trained(counts: tuple[int, ...], weights: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the levels after a backpropagation with these counts of face-up tiles, and the counts after it."""
    up = training.rising(counts)
    return training.moved(weights, up), tuple(n - (kind in up) for n, kind in zip(counts, TYPES, strict=True))


def _weighed(levels: tuple[int, ...], weights: tuple[int, ...]) -> int:
    return sum(map(mul, sorted(levels), weights))


@lru_cache(maxsize=100_000)
def _standing(board: str, weights: tuple[int, ...], by: Prospects) -> int:
    """Return the value of a board and tokens, two backpropagations previewed."""
    levels, left = _trained(_face_up(board), weights)
    then, _left = _trained(left, levels)
    tiles = by.face_up * sum(left) + by.kind * sum(map(bool, left))
    return _weighed(levels, by.levels) + _weighed(then, by.then) + tiles


FITTED: Final = Prospects()
"""The weights of the strongest level."""
