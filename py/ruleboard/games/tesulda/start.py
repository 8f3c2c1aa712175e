"""How a game of Tesulda begins: with the default army, with one by chance, or with armies yet to be built."""

from __future__ import annotations

from typing import Final

from ruleboard.games.tesulda import building
from ruleboard.games.tesulda.army import DEFAULT, Army, placed, random_army
from ruleboard.games.tesulda.reach import attackers
from ruleboard.games.tesulda.state import DARK, LIGHT, NO_BOARD, State
from ruleboard.games.tesulda.turn import moves

_CHANCE_BITS: Final = (1 << 64) - 1


def begin(setup: str, first: int, seed: int) -> State:
    """The first state of a game.

    Args:
        setup: ``"default"``, ``"shuffled"`` or ``"build"``.
        first: who moves first (0 Light, 1 Dark).
        seed: what chance begins with.
    """
    chance = seed & _CHANCE_BITS
    if setup == "build":
        return building.begin(first, chance)
    if setup == "default":
        return facing(DEFAULT, first)
    while True:  # an army by chance that lets the first player win at once, or not move, is drawn again
        army, chance = random_army(chance)
        state = facing(army, first)
        if moves(state) and not attackers(state.board, LIGHT) and not attackers(state.board, DARK):
            return state


def facing(army: Army, first: int) -> State:
    """The state in which both sides have the same army, Dark's being Light's reflected."""
    return State(placed(placed(NO_BOARD, LIGHT, army), DARK, army), first)
