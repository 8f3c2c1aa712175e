"""Chance as explicit decisions: the deal and later draws, outcome by outcome.

Nothing that nobody can know is settled before it is drawn, so that a search over a state never sees it: in
Equilibrium a chance node stands before each tile of the pile. In Tesulda armies put together by chance are drawn by
the 64 bits of the seed, a byte each.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.adapters.walk import Setting, Walk
from ruleboard.engine.action import Action
from ruleboard.engine.options import with_rules
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.draw_pile import public
from ruleboard.games.equilibrium.moves import Download
from ruleboard.games.equilibrium.moves import Setup as EquilibriumSetup
from ruleboard.games.equilibrium.numbers import OPEN_TILES, TYPES
from ruleboard.games.equilibrium.state import State as EquilibriumState
from ruleboard.games.equilibrium.state import sorted_tiles

MOST_OUTCOMES: Final = 256
"""The most outcomes that a chance node has."""
_BYTES: Final = 8

Odds = tuple[tuple[int, float], ...]
"""The outcomes of a chance node and their probabilities."""


@dataclass(frozen=True)
class Deal:
    """The outcomes of chance before a game begins.

    Attributes:
        setting: the game.
        drawn: the outcomes so far.
    """

    setting: Setting
    drawn: tuple[int, ...] = ()

    def odds(self) -> Odds | None:
        """Return the next outcomes; None once the game can begin."""
        number = len(self.drawn)
        if self.setting.id == "equilibrium":
            players = self.setting.players
            if number < players:
                return _equal([card for card in range(len(TENSOR_CARDS)) if card not in self.drawn])
            if number == players and self.setting.options.get("start") == "random":
                return _equal(range(players))
            return None
        if has_chance(self.setting) and number < _BYTES:
            return _equal(range(256))
        return None

    def words(self, outcome: int) -> str:
        """Return an outcome as a text."""
        if self.setting.id != "equilibrium":
            return f"byte {len(self.drawn)} of the seed: {outcome}"
        if len(self.drawn) < self.setting.players:
            return f"player {len(self.drawn) + 1} gets the card {TENSOR_CARDS[outcome]}"
        return f"player {outcome + 1} starts"

    def begun(self) -> Walk:
        """Return the beginning of the game, after the last outcome."""
        if self.setting.id != "equilibrium":
            return Walk.begun(self.setting, int.from_bytes(bytes(self.drawn), "big"))
        players = self.setting.players
        options = with_rules(self.setting.game.options, self.setting.options)
        if len(self.drawn) > players:
            options["start"] = str(self.drawn[players] + 1)
        state: EquilibriumState = self.setting.game.initial(options, 0)
        dealt = tuple(
            replace(player, card=TENSOR_CARDS[card])
            for player, card in zip(state.players, self.drawn[:players], strict=True)
        )
        return Walk.at(self.setting, public(replace(state, players=dealt)))


def has_chance(setting: Setting) -> bool:
    """Return True if something is drawn by lot in a game."""
    if setting.id == "tesulda":
        return setting.options.get("setup", "default") != "default"
    return setting.id == "equilibrium"


def tiles_to_draw(walk: Walk, action: Action[Any]) -> int:
    """Return the number of tiles that an action draws from the unknown."""
    state = walk.state
    if walk.setting.id != "equilibrium" or not walk.setting.game.reveals(state, action):
        return 0
    if isinstance(action.move, Download):
        return min(len(action.move.kinds), len(state.pile))
    return OPEN_TILES.value if isinstance(action.move, EquilibriumSetup) else 0


def odds_of_tiles(walk: Walk, action: Action[Any], drawn: tuple[int, ...]) -> Odds:
    """Return the kinds of the next tile and their probabilities.

    Args:
        walk: the place at which the action is made.
        action: the action.
        drawn: the kinds that it has drawn so far.
    """
    left = Counter(_unknown(walk, action))
    left.subtract(TYPES[kind] for kind in drawn)
    total = left.total()
    return tuple((place, left[kind] / total) for place, kind in enumerate(TYPES) if left[kind] > 0)


def _unknown(walk: Walk, action: Action[Any]) -> str:
    """Return the tiles whose order nobody knows, from which an action draws."""
    state: EquilibriumState = walk.state
    if isinstance(action.move, Download):
        return state.pile
    bag = state.bag
    for kind in action.move.kinds:
        bag = bag.replace(kind, "", 1)
    return bag


def with_tiles(walk: Walk, number: int, action: Action[Any], drawn: tuple[int, ...]) -> Walk:
    """Return the place after an action that has drawn these kinds of tiles.

    Args:
        walk: the place at which the action is made.
        number: its number, the last one where it has two.
        action: the action.
        drawn: the kinds that it has drawn, all of them.
    """
    tiles = "".join(TYPES[kind] for kind in drawn)
    rest = _unknown(walk, action)
    for tile in tiles:
        rest = rest.replace(tile, "", 1)
    rest = sorted_tiles(rest)
    if isinstance(action.move, Download):
        return walk.redealt(replace(walk.state, pile=tiles + rest)).step(number)
    after = walk.step(number)
    return after.redealt(replace(after.state, tiles=tiles, pile=rest))


def _equal(outcomes: Any) -> Odds:
    numbers = list(outcomes)
    return tuple((outcome, 1 / len(numbers)) for outcome in numbers)
