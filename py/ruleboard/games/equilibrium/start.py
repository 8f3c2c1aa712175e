"""The start of a game: the deal, the draw pile, and what of a state is public."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from itertools import combinations

from ruleboard.engine import rng as chance
from ruleboard.engine.errors import RecordError
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import BARE, SETUP, Phase, Player, State, in_order
from ruleboard.i18n import _

TENSOR_CARDS: tuple[str, ...] = tuple(
    "".join(top) + "/" + "".join(bottom)
    for top in combinations(TYPES, 2)
    for bottom in combinations([kind for kind in TYPES if kind not in top], 2)
)
"""All Tensor cards, top row first."""


def initial(options: Mapping[str, str], seed: int) -> State:
    """The first state: cards dealt, nothing placed. Implements 'Setup'.

    Args:
        options: ``players`` ("2" to "4") and ``start`` ("1" to "4", or "random"). A number that is not offered
            because there are fewer players is counted on around the table, as older records have it.
        seed: what the deal, the pile and a random start come from.

    Raises:
        RecordError: an option or its value is unknown.
    """
    known = {"players": ("2", "3", "4"), "start": ("1", "2", "3", "4", "random")}
    for option, value in options.items():
        if option not in known:
            raise RecordError(
                _("there is no option {option}").format(option=repr(option[:20])),
                where=_("field options"),
                expected=", ".join(known),
            )
        if value not in known[option]:
            expected = ", ".join(known[option])
            raise RecordError(
                _("there is no choice {value}").format(value=repr(value[:20])),
                where=_("option {option}").format(option=option),
                expected=expected,
            )
    count = int(options.get("players", "2"))
    dealt, seed = chance.shuffled(TENSOR_CARDS, seed)
    bag, seed = chance.shuffled(TYPES * (numbers.DEALT_EACH.value * count), seed)
    start = options.get("start", "1")
    first = chance.below(count, seed)[0] if start == "random" else (int(start) - 1) % count
    players = tuple(
        Player(
            card=dealt[number],
            board=BARE,
            storage="",
            weights=(numbers.FIRST_LEVEL.value,) * len(TYPES),
            cycles=(numbers.FIRST_CYCLES if number == first else numbers.OTHER_CYCLES).value,
            hand=(),
        )
        for number in range(count)
    )
    return State(
        players=players,
        tiles="",
        cards=tuple(sorted(tuple(numbers.CARDS) * numbers.CARDS_EACH[count].value)),
        pile="",
        supply=(numbers.TILES_EACH.value - numbers.DEALT_EACH.value * count,) * len(TYPES),
        bag="".join(bag),
        order=tuple((first + step) % count for step in range(count)),
        passed=(),
        round=1,
        quiet=0,
        acted=False,
        final=None,
        phase=Phase(SETUP, first),
    )


def shuffled_bag(bag: str) -> str:
    """The draw pile that comes of a bag.

    The order of the bag, known to nobody, is itself the seed: so no other secret needs to be kept.
    """
    seed = 0
    for tile in bag:
        seed = chance.draw(seed ^ ord(tile))[0]
    return "".join(chance.shuffled(in_order(bag), seed)[0])


def public(state: State) -> State:
    """The state with the order of pile and bag replaced by one that depends on nothing secret."""
    return replace(state, pile=_unsecret(in_order(state.pile)), bag=_unsecret(in_order(state.bag)))


def reshuffled(state: State, seed: int) -> State:
    """The state with pile and bag in an order drawn by lot, for one that was told without it."""
    pile, seed = chance.shuffled(in_order(state.pile), seed)
    bag, seed = chance.shuffled(in_order(state.bag), seed)
    return replace(state, pile="".join(pile), bag="".join(bag))


@lru_cache(maxsize=64)
def _unsecret(sorted_tiles: str) -> str:
    return "".join(chance.shuffled(sorted_tiles, 0)[0])
