"""The deal: the first state of a game."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations

from ruleboard.engine.rng import below, shuffled
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import SETS, TYPES
from ruleboard.games.equilibrium.state import EMPTY_BOARD, SETUP, Phase, Player, State

TENSOR_CARDS: tuple[str, ...] = tuple(
    "".join(top) + "/" + "".join(bottom)
    for top in combinations(TYPES, 2)
    for bottom in combinations([kind for kind in TYPES if kind not in top], 2)
)
"""All Tensor cards, top row first."""


def initial(options: Mapping[str, str], seed: int) -> State:
    """Return the first state: cards dealt, nothing placed. Implements 'Setup'.

    Args:
        options: ``players`` ("2" to "4"), ``numbers`` (a name in ``SETS``) and ``start`` ("1" to "4", or "random"). A
            starting player beyond the number of players is counted on around the table, as in older records.
        seed: the seed of the deal, of the pile and of a random starting player.
    """
    count = int(options["players"])
    played = SETS[options["numbers"]]
    dealt, seed = shuffled(TENSOR_CARDS, seed)
    bag, seed = shuffled(TYPES * (numbers.DEALT_EACH.value * count), seed)
    start = options["start"]
    first = below(count, seed)[0] if start == "random" else (int(start) - 1) % count
    players = tuple(
        Player(
            card=dealt[number],
            board=EMPTY_BOARD,
            storage="",
            weights=(numbers.FIRST_LEVEL.value,) * len(TYPES),
            cycles=(numbers.FIRST_CYCLES if number == first else numbers.OTHER_CYCLES).value,
            hand=(),
            numbers=played,
        )
        for number in range(count)
    )
    return State(
        players=players,
        tiles="",
        cards=tuple(sorted(numbers.OPERATIONS * numbers.CARDS_EACH[count].value)),
        pile="",
        supply=(numbers.TILES_EACH.value - numbers.DEALT_EACH.value * count,) * len(TYPES),
        bag="".join(bag),
        order=tuple((first + step) % count for step in range(count)),
        passed=(),
        round=1,
        quiet=0,
        dry=0,
        acted=False,
        downloaded=False,
        final=None,
        phase=Phase(SETUP, first),
    )
