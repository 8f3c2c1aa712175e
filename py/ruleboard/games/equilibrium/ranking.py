"""The ranking of the players."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.equilibrium.state import State


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """An entry of the ranking.

    Attributes:
        player: the player (0-based).
        rank: the rank, from 1. Players may share a rank.
        levels: the levels of the tokens, lowest first.
        cycles: the GPU cycles, which break the last tie.
    """

    player: int
    rank: int
    levels: tuple[int, ...]
    cycles: int

    @property
    def criteria(self) -> tuple[int, ...]:
        """The numbers that the ranking compares, in this order: levels, lowest first, then cycles."""
        return (*self.levels, self.cycles)


def ranking(state: State) -> tuple[RankedPlayer, ...]:
    """Return the ranking by the current levels and cycles, best first.

    Implements 'Game end': the lowest token, the second lowest and so on, then cycles.
    """
    criteria = [(*sorted(player.weights), player.cycles) for player in state.players]
    players = [
        RankedPlayer(
            number,
            1 + sum(other_criteria > player_criteria for other_criteria in criteria),
            player_criteria[:-1],
            player_criteria[-1],
        )
        for number, player_criteria in enumerate(criteria)
    ]
    return tuple(sorted(players, key=lambda ranked: (ranked.rank, ranked.player)))


def players_by_rank(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the players of each rank, the best rank first."""
    ranked_players = ranking(state)
    return tuple(
        tuple(player.player for player in ranked_players if player.rank == rank)
        for rank in sorted({player.rank for player in ranked_players})
    )


def deciding_criterion(better: RankedPlayer, worse: RankedPlayer) -> int:
    """Return the index of the first criterion that differs: 0 to 4 for levels, 5 for cycles, 6 if all are equal."""
    return next((index for index in range(6) if better.criteria[index] != worse.criteria[index]), 6)
