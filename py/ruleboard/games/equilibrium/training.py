"""Compute backpropagation and the end of a round, both for the rules and for previews."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ruleboard.games.equilibrium.numbers import MAX_CYCLES, MAX_RISING_TYPES, TOP_LEVEL, TYPES
from ruleboard.games.equilibrium.state import Player, State, face_up_cells, with_tile


@dataclass(frozen=True, slots=True)
class Backpropagation:
    """The backpropagation of one player.

    Attributes:
        player: the player (0-based).
        counts: the number of face-up tiles of each type, in type order.
        is_all_equal: True if all five counts are equal, so that all tokens go down.
        rising_kinds: the types whose tokens go up, those with the most tiles first.
        falling_kinds: the types whose tokens go down, in type order.
        tied_kinds: the types with equal counts of which only some go up. Type order breaks the tie; empty without a
            tie.
        old_levels: the levels before the backpropagation, in type order.
        new_levels: the levels after the backpropagation, in type order.
    """

    player: int
    counts: tuple[int, ...]
    is_all_equal: bool
    rising_kinds: str
    falling_kinds: str
    tied_kinds: str
    old_levels: tuple[int, ...]
    new_levels: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """The changes for one player at the end of a round or the game.

    Attributes:
        income: the cycles that the player gains, up to the end of the track; 0 at the end of the game.
        cycles: the number of cycles after the income.
        training: the backpropagation.
        flips: the types of which the player must turn a tile face down, each with the possible cells; empty at the end
            of the game.
    """

    income: int
    cycles: int
    training: Backpropagation
    flips: tuple[tuple[str, tuple[int, ...]], ...]


def backpropagate(number: int, player: Player) -> Backpropagation:
    """Return the backpropagation of a player. ``number`` is the 0-based number of the player.

    Implements 'Round end: backpropagation'.
    """
    counts = face_up_counts(player.board)
    is_all_equal = len(set(counts)) == 1
    rising_kinds = rising_types(counts)
    falling_kinds = "".join(kind for kind in TYPES if kind not in rising_kinds)
    tied_kinds = ""
    if rising_kinds and sum(map(bool, counts)) > len(rising_kinds):
        lowest_rising_count = player.board.count(rising_kinds[-1])
        if max(map(player.board.count, falling_kinds)) == lowest_rising_count:
            tied_kinds = "".join(kind for kind in TYPES if player.board.count(kind) == lowest_rising_count)
    new_levels = levels_after(player.weights, rising_kinds)
    return Backpropagation(
        number, counts, is_all_equal, rising_kinds, falling_kinds, tied_kinds, player.weights, new_levels
    )


def face_up_counts(board: str) -> tuple[int, ...]:
    """Return the numbers of face-up tiles on a board, in type order."""
    return tuple(map(board.count, TYPES))


@lru_cache(maxsize=8192)
def rising_types(counts: tuple[int, ...]) -> str:
    """Return the types whose tokens go up, those with the most tiles first.

    ``counts`` are the numbers of face-up tiles in type order.
    """
    if len(set(counts)) == 1:
        return ""
    present_kinds = [kind for kind, count in zip(TYPES, counts, strict=True) if count]
    return "".join(sorted(present_kinds, key=lambda kind: -counts[TYPES.index(kind)])[: MAX_RISING_TYPES.value])


def levels_after(levels: tuple[int, ...], rising_kinds: str) -> tuple[int, ...]:
    """Return the levels after backpropagation, within the limits of the board.

    The tokens of the types in ``rising_kinds`` go up, and all others go down.
    """
    return tuple(
        min(level + 1, TOP_LEVEL.value) if kind in rising_kinds else max(level - 1, 0)
        for kind, level in zip(TYPES, levels, strict=True)
    )


@lru_cache(maxsize=16_384)
def levels_and_counts_after(
    counts: tuple[int, ...], levels: tuple[int, ...]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the levels, and the numbers of face-up tiles, after backpropagation and its flips.

    Args:
        counts: the numbers of face-up tiles before, in type order.
        levels: the levels before, in type order.
    """
    rising_kinds = rising_types(counts)
    return levels_after(levels, rising_kinds), tuple(
        count - (kind in rising_kinds) for count, kind in zip(counts, TYPES, strict=True)
    )


def compute_round_end(number: int, player: Player, *, is_game_end: bool) -> RoundEnd:
    """Compute the changes for a player at the end of a round.

    If ``is_game_end``, return the changes at the end of the game, when there are no income and no flips.
    """
    training = backpropagate(number, player)
    cycles = player.cycles if is_game_end else min(player.cycles + player.tier.income, MAX_CYCLES.value)
    flips = (
        ()
        if is_game_end
        else tuple((kind, face_up_cells(player.board, kind)) for kind in TYPES if kind in training.rising_kinds)
    )
    return RoundEnd(cycles - player.cycles, cycles, training, flips)


def board_after_flips(board: str, effect: RoundEnd) -> str:
    """Return a board after the end of a round has turned down the first possible tile of each type to flip."""
    for kind, cells in effect.flips:
        board = with_tile(board, cells[0], kind.lower())
    return board


def preview_round_end(state: State, *, is_game_end: bool = False) -> tuple[RoundEnd, ...]:
    """Return the changes that each player would have if the round ended now.

    If ``is_game_end``, or during the final actions, return the changes that each player would have if the game ended
    now.
    """
    is_game_end = is_game_end or state.final_players is not None
    return tuple(
        compute_round_end(number, player, is_game_end=is_game_end) for number, player in enumerate(state.players)
    )
