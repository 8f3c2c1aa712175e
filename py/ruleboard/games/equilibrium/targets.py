"""Format and parse touch targets, and list the targets of each move.

A target consists of a kind, the number (from 1) of the player who owns it, if any, and a name:
``hex:1:0,0``, ``storage:2:I``, ``tile:3`` (a slot on the action board), ``card:mul``, ``do:pass`` (a button).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from ruleboard.games.equilibrium.moves import (
    Addition,
    Code,
    DeclineTweaks,
    Division,
    Download,
    Flip,
    Hack,
    Load,
    Move,
    Multiplication,
    Pass,
    Setup,
    Skip,
    Subtraction,
    Tweak,
)
from ruleboard.games.equilibrium.state import CELL_NAMES, State


@dataclass(frozen=True, slots=True)
class Target:
    """The parts of a target.

    Attributes:
        kind: ``"hex"``, ``"tile"``, ``"card"``, ``"do"`` and so on.
        player: the player who owns the target (0-based), or -1.
        name: a cell, a tile type, a card, a slot or a button.
    """

    kind: str
    player: int
    name: str

    @property
    def cell(self) -> int:
        """The cell that a hex target stands for."""
        return CELL_NAMES.index(self.name)


@lru_cache(maxsize=1024)
def parse_target(target: str) -> Target:
    """Parse a target into its parts."""
    kind, _colon, remainder = target.partition(":")
    number, colon, name = remainder.partition(":")
    has_owner = colon and number.isdecimal()
    return Target(kind, int(number) - 1, name) if has_owner else Target(kind, -1, remainder)


_HEX_TARGETS = tuple(tuple(f"hex:{player}:{name}" for name in CELL_NAMES) for player in range(1, 5))


def hex_target(player: int, cell: int) -> str:
    """Return the touch target for a cell on a player's board."""
    return _HEX_TARGETS[player][cell]


def type_target(player: int, kind: str) -> str:
    """Return the touch target for a type on a player's Tensor card."""
    return f"type:{player + 1}:{kind}"


def storage_target(player: int, kind: str) -> str:
    """Return the touch target for a player's stored tiles of a type."""
    return f"storage:{player + 1}:{kind}"


def hand_target(player: int, card: str) -> str:
    """Return the touch target for an Operation card in a player's hand."""
    return f"hand:{player + 1}:{card}"


def weight_target(player: int, kind: str) -> str:
    """Return the touch target for a player's weight token of a type."""
    return f"weight:{player + 1}:{kind}"


def tile_target(slot: int) -> str:
    """Return the touch target for a tile on the action board."""
    return f"tile:{slot}"


def card_target(card: str) -> str:
    """Return the touch target for an Operation card on the action board."""
    return f"card:{card}"


def supply_target(kind: str) -> str:
    """Return the touch target for the supply of a type."""
    return f"supply:{kind}"


def move_targets(state: State, move: Move) -> tuple[str, ...]:
    """Return the targets of a move, even if the move is illegal. ``refusals`` needs them to explain illegal moves."""
    player = max(state.phase.player, 0)
    match move:
        case Setup((first_kind, second_kind), (centre, neighbour)):
            return (
                type_target(player, first_kind),
                hex_target(player, centre),
                type_target(player, second_kind),
                hex_target(player, neighbour),
            )
        case Download(kinds):
            return (*_tile_targets(state.tiles, kinds), "do:download")
        case Code(card):
            return (card_target(card),)
        case Load(kind, cell):
            return (storage_target(player, kind), hex_target(player, cell))
        case Hack(owner, kind, cell):
            if not 0 <= owner < len(state.players) or owner == player:
                return ("do:hack",)
            return (storage_target(player, kind), hex_target(owner, cell))
        case Subtraction(cell) | Division(cell):
            return (hand_target(player, move.card), hex_target(player, cell))
        case Addition(removed, kind, cell):
            return (
                hand_target(player, move.card),
                hex_target(player, removed),
                supply_target(kind),
                hex_target(player, cell),
            )
        case Multiplication(originals, copies):
            return (hand_target(player, move.card), *(hex_target(player, cell) for cell in (*originals, *copies)))
        case Tweak(kind):
            return (weight_target(player, kind),)
        case DeclineTweaks():
            return ("do:tweak-none",)
        case Flip(_kind, cell):
            return (hex_target(player, cell),)
        case Pass() | Skip():
            return (f"do:{move.verb}",)


def _tile_targets(tiles: str, kinds: str) -> Sequence[str]:
    """Return the targets of tiles on the action board. A missing tile has the target of a nonexistent slot."""
    remaining_tiles = list(tiles)
    targets = []
    for kind in kinds:
        slot = remaining_tiles.index(kind) if kind in remaining_tiles else len(tiles)
        if slot < len(tiles):
            remaining_tiles[slot] = ""
        targets.append(tile_target(slot))
    return targets
