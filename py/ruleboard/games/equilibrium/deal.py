"""Deal the Tensor cards and create the initial state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import NUMBER_SETS, TYPES, NumberSet
from ruleboard.games.equilibrium.state import EMPTY_BOARD, SETUP, Phase, Player, State

TENSOR_CARDS: tuple[str, ...] = tuple(
    "".join(top_kinds) + "/" + "".join(bottom_kinds)
    for top_kinds in combinations(TYPES, 2)
    for bottom_kinds in combinations([kind for kind in TYPES if kind not in top_kinds], 2)
)
"""All Tensor cards as ``top row/bottom row``."""


def initial_state(options: Mapping[str, str], seed: int) -> State:
    """Deal the Tensor cards and return the initial state. Implements 'Setup'.

    Args:
        options: ``players`` ("2" to "4"), ``numbers`` (an id in ``NUMBER_SETS``) and ``start`` ("1" to "4", or
            "random"). In older records ``start`` may exceed the number of players. Counting then continues around
            the table.
        seed: the seed for the deal, for the pile, and for a random starting player.
    """
    return initial_state_with_numbers(NUMBER_SETS[options["numbers"]], int(options["players"]), options["start"], seed)


def initial_state_with_numbers(number_set: NumberSet, player_count: int, start: str, seed: int) -> State:
    """Return the initial state of a game with any number set; see ``initial_state``."""
    cards, seed = shuffled(TENSOR_CARDS, seed)
    bag, seed = shuffled(TYPES * (numbers.DEALT_TILES_PER_TYPE.value * player_count), seed)
    starter = randbelow(player_count, seed)[0] if start == "random" else (int(start) - 1) % player_count
    players = tuple(
        Player(
            card=cards[number],
            board=EMPTY_BOARD,
            storage="",
            weights=(numbers.START_LEVEL.value,) * len(TYPES),
            cycles=(numbers.STARTER_CYCLES if number == starter else numbers.FOLLOWER_CYCLES).value,
            hand=(),
            numbers=number_set,
        )
        for number in range(player_count)
    )
    return State(
        players=players,
        tiles="",
        cards=tuple(sorted(numbers.OPERATION_CARDS * numbers.CARDS_PER_KIND[player_count].value)),
        pile="",
        supply=(number_set.tiles[player_count].value - numbers.DEALT_TILES_PER_TYPE.value * player_count,) * len(TYPES),
        bag="".join(bag),
        order=tuple((starter + step) % player_count for step in range(player_count)),
        passed_players=(),
        round=1,
        quiet_rounds=0,
        dry_rounds=0,
        has_acted=False,
        has_downloaded=False,
        final_players=None,
        phase=Phase(SETUP, starter),
    )
