"""The ranking of the players."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.equilibrium.state import State


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player's place in the ranking.

    Attributes:
        player: the player (0-based).
        place: from 1; shared places have the same number.
        levels: the levels of the tokens, lowest first.
        cycles: GPU cycles, which break the last tie.
    """

    player: int
    place: int
    levels: tuple[int, ...]
    cycles: int

    @property
    def criteria(self) -> tuple[int, ...]:
        """The numbers that are compared, in this order: levels from the lowest, then cycles."""
        return (*self.levels, self.cycles)


def ranking(state: State) -> tuple[RankedPlayer, ...]:
    """Return the ranking by the present levels and cycles, best first.

    Implements 'Game end': the lowest token, the second lowest and so on, then cycles.
    """
    criteria = [(*sorted(player.weights), player.cycles) for player in state.players]
    players = [
        RankedPlayer(number, 1 + sum(other > own for other in criteria), own[:-1], own[-1])
        for number, own in enumerate(criteria)
    ]
    return tuple(sorted(players, key=lambda ranked: (ranked.place, ranked.player)))


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the players by rank, shared places together."""
    ranked = ranking(state)
    return tuple(
        tuple(player.player for player in ranked if player.place == place)
        for place in sorted({player.place for player in ranked})
    )


def deciding_criterion(better: RankedPlayer, worse: RankedPlayer) -> int:
    """Return the index of the first criterion that differs: 0 to 4 for levels, 5 for cycles, 6 if none does."""
    return next((index for index in range(6) if better.criteria[index] != worse.criteria[index]), 6)
