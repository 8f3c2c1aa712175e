"""The ranking of the players."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.equilibrium.state import State


@dataclass(frozen=True, slots=True)
class RankedPlayer:
    """A player in the ranking.

    Attributes:
        player: the player (0-based).
        rank: the rank, from 1. Players may share a rank.
        levels: the levels of the tokens, the lowest first.
        cycles: the GPU cycles, the last tie-breaker.
    """

    player: int
    rank: int
    levels: tuple[int, ...]
    cycles: int

    @property
    def criteria(self) -> tuple[int, ...]:
        """The criteria of the ranking in order: first the levels, from the lowest, then the cycles."""
        return (*self.levels, self.cycles)


def rank_players(state: State) -> tuple[RankedPlayer, ...]:
    """Rank the players by their current levels and cycles, the best first.

    Implements 'Game end': the lowest tokens decide, then the second lowest, and so on up to the highest, then
    cycles.
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
    return tuple(sorted(players, key=lambda ranked_player: (ranked_player.rank, ranked_player.player)))


def players_by_rank(state: State) -> tuple[tuple[int, ...], ...]:
    """Return the players of each rank, the best rank first."""
    ranked_players = rank_players(state)
    return tuple(
        tuple(player.player for player in ranked_players if player.rank == rank)
        for rank in sorted({player.rank for player in ranked_players})
    )


def deciding_criterion(better_player: RankedPlayer, worse_player: RankedPlayer) -> int:
    """Return the index of the first criterion in which two players differ.

    Indices 0 to 4 stand for levels and 5 for cycles. The result is 6 if the players are equal.
    """
    return next((index for index in range(6) if better_player.criteria[index] != worse_player.criteria[index]), 6)
