"""Chance nodes for the deal and for later draws. Each node has one random value.

A state contains no random value before its chance node, so that a search never sees the future. In Equilibrium each
tile from the pile has a chance node. In Tesulda the seed of random armies has 64 bits, and each of its bytes has a
node.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any, Final

from ruleboard.adapters.walk import Setting, Walk
from ruleboard.engine.action import Action
from ruleboard.engine.options import new_record_options
from ruleboard.games.equilibrium.deal import TENSOR_CARDS
from ruleboard.games.equilibrium.draw_pile import public_state
from ruleboard.games.equilibrium.moves import Download
from ruleboard.games.equilibrium.moves import Setup as EquilibriumSetup
from ruleboard.games.equilibrium.numbers import OPEN_TILE_COUNT, TYPES
from ruleboard.games.equilibrium.state import State as EquilibriumState
from ruleboard.games.equilibrium.state import sorted_tiles

MAX_OUTCOMES: Final = 256
"""The maximum number of outcomes of a chance node."""
_SEED_BYTES: Final = 8

Odds = tuple[tuple[int, float], ...]
"""The outcomes of a chance node and their probabilities."""


@dataclass(frozen=True)
class Deal:
    """The chance nodes of the deal before a game.

    Attributes:
        setting: the game with its options.
        outcomes: the outcomes of the chance nodes so far.
    """

    setting: Setting
    outcomes: tuple[int, ...] = ()

    def odds(self) -> Odds | None:
        """Return the outcomes of the next chance node with their probabilities, or None if the deal is complete."""
        number = len(self.outcomes)
        if self.setting.id == "equilibrium":
            players = self.setting.players
            if number < players:
                return _create_equal_odds([card for card in range(len(TENSOR_CARDS)) if card not in self.outcomes])
            if number == players and self.setting.options.get("start") == "random":
                return _create_equal_odds(range(players))
            return None
        if has_chance(self.setting) and number < _SEED_BYTES:
            return _create_equal_odds(range(256))
        return None

    def outcome_text(self, outcome: int) -> str:
        """Describe an outcome of the next chance node."""
        if self.setting.id != "equilibrium":
            return f"byte {len(self.outcomes)} of the seed: {outcome}"
        if len(self.outcomes) < self.setting.players:
            return f"player {len(self.outcomes) + 1} gets the card {TENSOR_CARDS[outcome]}"
        return f"player {outcome + 1} starts"

    def first_walk(self) -> Walk:
        """Return the game after the last chance node of the deal. The deal must be complete."""
        if self.setting.id != "equilibrium":
            return Walk.start(self.setting, int.from_bytes(bytes(self.outcomes), "big"))
        players = self.setting.players
        options = new_record_options(self.setting.game.options, self.setting.options)
        if len(self.outcomes) > players:
            options["start"] = str(self.outcomes[players] + 1)
        state: EquilibriumState = self.setting.game.initial(options, 0)
        dealt_players = tuple(
            replace(player, card=TENSOR_CARDS[card])
            for player, card in zip(state.players, self.outcomes[:players], strict=True)
        )
        return Walk.from_state(self.setting, public_state(replace(state, players=dealt_players)))


def has_chance(setting: Setting) -> bool:
    """Return True if a game has chance nodes."""
    if setting.id == "tesulda":
        return setting.options.get("setup", "default") != "default"
    if setting.own_game is not None:
        return setting.own_game.definition.chance
    return setting.id == "equilibrium"


def count_unknown_tiles(walk: Walk, action: Action[Any]) -> int:
    """Count the unknown tiles that an action draws."""
    state = walk.state
    if walk.setting.id != "equilibrium" or not walk.setting.game.reveals(state, action):
        return 0
    if isinstance(action.move, Download):
        return min(len(action.move.kinds), len(state.pile))
    return OPEN_TILE_COUNT.value if isinstance(action.move, EquilibriumSetup) else 0


def tile_odds(walk: Walk, action: Action[Any], kinds: tuple[int, ...]) -> Odds:
    """Return the possible kinds of the next tile with their probabilities.

    Args:
        walk: the game before the action.
        action: the action.
        kinds: the kinds that the action has drawn so far, as indices of `TYPES`.
    """
    remaining_counts = Counter(_find_unknown_tiles(walk, action))
    remaining_counts.subtract(TYPES[kind] for kind in kinds)
    total_count = remaining_counts.total()
    return tuple(
        (index, remaining_counts[kind] / total_count) for index, kind in enumerate(TYPES) if remaining_counts[kind] > 0
    )


def _find_unknown_tiles(walk: Walk, action: Action[Any]) -> str:
    """Return the tiles from which an action draws, as letters. No player knows their order."""
    state: EquilibriumState = walk.state
    if isinstance(action.move, Download):
        return state.pile
    bag = state.bag
    for kind in action.move.kinds:
        bag = bag.replace(kind, "", 1)
    return bag


def with_tiles(walk: Walk, number: int, action: Action[Any], kinds: tuple[int, ...]) -> Walk:
    """Play an action that draws tiles of the given kinds, and return the game.

    Args:
        walk: the game before the action.
        number: the action number, or the second one if the action has two numbers.
        action: the action.
        kinds: all kinds that the action has drawn, as indices of `TYPES`.
    """
    tiles = "".join(TYPES[kind] for kind in kinds)
    pile = _find_unknown_tiles(walk, action)
    for tile in tiles:
        pile = pile.replace(tile, "", 1)
    pile = sorted_tiles(pile)
    if isinstance(action.move, Download):
        return walk.with_state(replace(walk.state, pile=tiles + pile)).step(number)
    walk_after = walk.step(number)
    return walk_after.with_state(replace(walk_after.state, tiles=tiles, pile=pile))


def _create_equal_odds(outcomes: Any) -> Odds:
    numbers = list(outcomes)
    return tuple((outcome, 1 / len(numbers)) for outcome in numbers)
