"""Deal the Tensor cards and create the initial state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ruleboard.engine.rng import randbelow, shuffled
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import NUMBER_SETS, TYPES, NumberSet
from ruleboard.games.equilibrium.state import EMPTY_BOARD, SETUP, Phase, Player, State

TENSOR_CARDS: tuple[str, ...] = tuple(
    "".join(top) + "/" + "".join(bottom)
    for top in combinations(TYPES, 2)
    for bottom in combinations([kind for kind in TYPES if kind not in top], 2)
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
    return dealt_state(NUMBER_SETS[options["numbers"]], int(options["players"]), options["start"], seed)


def dealt_state(number_set: NumberSet, count: int, start: str, seed: int) -> State:
    """Return the initial state of a game for ``count`` players with any number set; see ``initial_state``."""
    cards, seed = shuffled(TENSOR_CARDS, seed)
    bag, seed = shuffled(TYPES * (numbers.DEALT_TILES_PER_TYPE.value * count), seed)
    starter = randbelow(count, seed)[0] if start == "random" else (int(start) - 1) % count
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
        for number in range(count)
    )
    return State(
        players=players,
        tiles="",
        cards=tuple(sorted(numbers.OPERATION_CARDS * numbers.CARDS_PER_KIND[count].value)),
        pile="",
        supply=(number_set.tiles[count].value - numbers.DEALT_TILES_PER_TYPE.value * count,) * len(TYPES),
        bag="".join(bag),
        order=tuple((starter + step) % count for step in range(count)),
        passed=(),
        round=1,
        quiet=0,
        dry=0,
        acted=False,
        downloaded=False,
        final=None,
        phase=Phase(SETUP, starter),
    )
