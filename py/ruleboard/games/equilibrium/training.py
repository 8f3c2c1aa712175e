"""Backpropagation and the ranking, as data: what goes up and down and why, now or if the round ended now."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.equilibrium.numbers import RISING, TOP_LEVEL, TRACK, TYPES
from ruleboard.games.equilibrium.state import Player, State, face_up


@dataclass(frozen=True, slots=True)
class Training:
    """One player's backpropagation.

    Attributes:
        player: whose (0-based).
        counts: the face-up tiles of each type, in type order.
        level: whether all five counts are equal, so that every token goes down.
        up: the types that go up, most tiles first.
        down: the types that go down, in type order.
        tied: the types with equal counts of which only some could go up, so that the type order decided, in
            that order; empty if it decided nothing.
        before: the levels before, in type order.
        after: the levels after.
    """

    player: int
    counts: tuple[int, ...]
    level: bool
    up: str
    down: str
    tied: str
    before: tuple[int, ...]
    after: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Ending:
    """What the end of a round (or of the game) does to a player.

    Attributes:
        income: the cycles received, what the track cannot hold left out; 0 at the end of the game.
        cycles: the cycles after it.
        training: the backpropagation.
        flips: the types of which one face-up tile is turned down, each with the cells to choose from; none at
            the end of the game.
    """

    income: int
    cycles: int
    training: Training
    flips: tuple[tuple[str, tuple[int, ...]], ...]


def train(number: int, player: Player) -> Training:
    """The backpropagation of one player (``number`` is kept in the result).

    Implements 'Round end: backpropagation'.
    """
    counts = tuple(player.board.count(kind) for kind in TYPES)
    level = len(set(counts)) == 1
    ranked = sorted((kind for kind in TYPES if player.board.count(kind)), key=lambda kind: -counts[TYPES.index(kind)])
    up = "" if level else "".join(ranked[: RISING.value])
    down = "".join(kind for kind in TYPES if kind not in up)
    tied = ""
    if up and len(ranked) > len(up):
        last = player.board.count(up[-1])
        if player.board.count(ranked[len(up)]) == last:
            tied = "".join(kind for kind in TYPES if player.board.count(kind) == last)
    after = tuple(
        min(height + 1, TOP_LEVEL.value) if kind in up else max(height - 1, 0)
        for kind, height in zip(TYPES, player.weights, strict=True)
    )
    return Training(number, counts, level, up, down, tied, player.weights, after)


def close(number: int, player: Player, *, last: bool) -> Ending:
    """What the end of a round does to a player; the end of the game (``last``) without income and flips."""
    training = train(number, player)
    cycles = player.cycles if last else min(player.cycles + player.tier.income, TRACK.value)
    flips = () if last else tuple((kind, face_up(player.board, kind)) for kind in TYPES if kind in training.up)
    return Ending(cycles - player.cycles, cycles, training, flips)


def preview(state: State) -> tuple[Ending, ...]:
    """What would happen to each player if the round (or the game, once it is ending) ended now."""
    return tuple(close(number, player, last=state.final is not None) for number, player in enumerate(state.players))


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's place in the ranking.

    Attributes:
        player: who (0-based).
        place: from 1; shared places have the same number.
        levels: the tokens' levels, lowest first.
        cycles: GPU cycles, which break the last tie.
    """

    player: int
    place: int
    levels: tuple[int, ...]
    cycles: int

    @property
    def worth(self) -> tuple[int, ...]:
        """What is compared, in order: levels from the lowest, then cycles."""
        return (*self.levels, self.cycles)


def standings(state: State) -> tuple[Standing, ...]:
    """The ranking as the boards stand, best first.

    Implements 'Game end': the lowest token, the second lowest and so on, then cycles.
    """
    worth = [(*sorted(player.weights), player.cycles) for player in state.players]
    found = [
        Standing(number, 1 + sum(other > mine for other in worth), mine[:-1], mine[-1])
        for number, mine in enumerate(worth)
    ]
    return tuple(sorted(found, key=lambda standing: (standing.place, standing.player)))


def places(state: State) -> tuple[tuple[int, ...], ...]:
    """The players by rank, shared places together."""
    ranking = standings(state)
    return tuple(
        tuple(standing.player for standing in ranking if standing.place == place)
        for place in sorted({standing.place for standing in ranking})
    )


def deciding(better: Standing, worse: Standing) -> int:
    """Where two players part: 0 to 4 for the lowest token to the highest, 5 for cycles, 6 if nowhere."""
    return next((step for step in range(6) if better.worth[step] != worse.worth[step]), 6)
