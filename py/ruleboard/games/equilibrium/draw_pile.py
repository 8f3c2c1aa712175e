"""The draw pile and its hidden order."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from ruleboard.engine.rng import random_bits, shuffled
from ruleboard.games.equilibrium.state import State, sorted_tiles


def pile_from_bag(bag: str) -> str:
    """Shuffle the tiles of a bag and return the draw pile, at the end of setup.

    The hidden order of the tiles in the bag is the seed of the shuffle, so the state needs no other hidden value.
    """
    seed = 0
    for tile in bag:
        seed = random_bits(seed ^ ord(tile))[0]
    return "".join(shuffled(sorted_tiles(bag), seed)[0])


def public_state(state: State) -> State:
    """Return a state with the tiles in pile and bag in an order that does not depend on their hidden order."""
    return replace(state, pile=_public_order(sorted_tiles(state.pile)), bag=_public_order(sorted_tiles(state.bag)))


def with_hidden_redealt(state: State, seed: int) -> State:
    """Return a state with the tiles in pile and bag in random order, since their order is hidden."""
    pile, seed = shuffled(sorted_tiles(state.pile), seed)
    bag, seed = shuffled(sorted_tiles(state.bag), seed)
    return replace(state, pile="".join(pile), bag="".join(bag))


@lru_cache(maxsize=64)
def _public_order(tiles: str) -> str:
    return "".join(shuffled(tiles, 0)[0])
