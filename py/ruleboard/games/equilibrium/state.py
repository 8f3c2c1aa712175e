"""The state of a game, its players, and the current decision."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import FIRST_SET, TYPES, NumberSet, Tier
from ruleboard.kit.hexgrid import Hex, hexes_within

CELLS: tuple[Hex, ...] = hexes_within(numbers.NETWORK_RADIUS.value)
"""The hexes of a player board in the order of their coordinates. A cell is an index in this tuple."""
CELL_BY_HEX: dict[Hex, int] = {coordinates: cell for cell, coordinates in enumerate(CELLS)}
CELL_NAMES: tuple[str, ...] = tuple(str(coordinates) for coordinates in CELLS)
CENTRE: int = CELL_BY_HEX[Hex(0, 0)]
NEIGHBOUR_CELLS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(CELL_BY_HEX[neighbour] for neighbour in coordinates.neighbours() if neighbour in CELL_BY_HEX))
    for coordinates in CELLS
)
"""The neighbours of each cell."""

EMPTY = "."
EMPTY_BOARD: str = EMPTY * len(CELLS)
"""The board without tiles."""

MAX_ROUND_NUMBER = 999_999_999
"""The maximum round number. The rules have no last round, but no game can be that long."""

SETUP, ACTION, FINAL_ACTION, TWEAK, FLIP, GAME_OVER = "setup", "action", "final", "tweak", "flip", "over"


@dataclass(frozen=True, slots=True)
class Player:
    """A player's cards, board, tiles, tokens and cycles.

    Attributes:
        card: the Tensor card, its top row first (``"IT/AV"``).
        board: a character for each cell: the letter of its tile (lowercase if it is face down), or ``EMPTY``.
        storage: the letters of the stored tiles, in type order.
        weights: the levels of the five tokens, in type order.
        cycles: the number of GPU cycles.
        hand: the Operation cards in the player's hand, sorted.
        numbers: the number set of the game, the same for all players.
    """

    card: str
    board: str
    storage: str
    weights: tuple[int, ...]
    cycles: int
    hand: tuple[str, ...]
    numbers: NumberSet = FIRST_SET

    @property
    def top_kinds(self) -> str:
        """The two kinds of tiles in the top row of the card."""
        return self.card[:2]

    @property
    def bottom_kinds(self) -> str:
        """The two types in the bottom row of the card."""
        return self.card[3:]

    @property
    def tier(self) -> Tier:
        """The tier of the player's highest token, which determines the player's limits and income."""
        return self.numbers.tier(max(self.weights))

    @property
    def lowest_kinds(self) -> str:
        """The types of the player's lowest tokens, in the order of the types."""
        lowest_level = min(self.weights)
        return "".join(kind for kind, level in zip(TYPES, self.weights, strict=True) if level == lowest_level)

    def partner(self, kind: str) -> str:
        """Return the other type in the same row of the card as ``kind``; empty if the card lacks ``kind``."""
        for row in (self.top_kinds, self.bottom_kinds):
            if kind in row:
                return row.replace(kind, "")
        return ""


@dataclass(frozen=True, slots=True)
class Phase:
    """The current decision.

    Attributes:
        kind: ``SETUP``, ``ACTION``, ``FINAL_ACTION``, ``TWEAK``, ``FLIP`` or ``GAME_OVER``.
        player: the player who decides (0-based; -1 after the end of the game).
        tweaks: the number of remaining tweaks (``TWEAK`` only).
        turn_player: the player whose turn it is during the tweak (``TWEAK`` only).
        flips: the remaining flips as pairs of a player and the type of the tile to turn face down (``FLIP`` only).
        ranks: the players of each rank, the best first (``GAME_OVER`` only).
    """

    kind: str
    player: int = -1
    tweaks: int = 0
    turn_player: int = -1
    flips: tuple[tuple[int, str], ...] = ()
    ranks: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """The state of a game. Players are numbered from 0.

    Attributes:
        players: the players, clockwise.
        tiles: the letters of the face-up tiles on the action board, slot by slot.
        cards: the Operation cards on the action board, sorted.
        pile: the tiles of the hidden draw pile, the next tile first.
        supply: the number of tiles of each type in the supply, in type order.
        bag: the hidden tiles that become the draw pile after setup. Their order is the seed of the shuffle.
        order: the players in turn order.
        passed_players: the players who have passed in this round, in the order of passing.
        round: the number of the round, from 1.
        quiet_rounds: the number of consecutive rounds in which all players only passed.
        dry_rounds: the number of consecutive rounds without a Download.
        has_acted: True if a player took an action in this round; False once the final actions have begun.
        has_downloaded: True if a player downloaded in this round; False once the final actions have begun.
        final_players: the players who may still take a final action, in order; None before the final actions begin.
        phase: the current decision.
    """

    players: tuple[Player, ...]
    tiles: str
    cards: tuple[str, ...]
    pile: str
    supply: tuple[int, ...]
    bag: str
    order: tuple[int, ...]
    passed_players: tuple[int, ...]
    round: int
    quiet_rounds: int
    dry_rounds: int
    has_acted: bool
    has_downloaded: bool
    final_players: tuple[int, ...] | None
    phase: Phase

    @property
    def numbers(self) -> NumberSet:
        """The number set of the game."""
        return self.players[0].numbers

    @property
    def mover(self) -> Player:
        """The player who makes the current decision."""
        return self.players[self.phase.player]


def turn_order_after(order: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Return the turn order rotated so that ``player`` comes last."""
    start = order.index(player) + 1
    return order[start:] + order[:start]


def sorted_tiles(tiles: str) -> str:
    """Return tiles sorted in type order."""
    return "".join(sorted(tiles, key=TYPES.index))


def face_up_cells(board: str, kind: str) -> tuple[int, ...]:
    """Return the cells that have a face-up tile of a type."""
    return tuple(cell for cell, tile in enumerate(board) if tile == kind)


def with_tile(board: str, cell: int, tile: str) -> str:
    """Return a board with ``tile`` (a letter or ``EMPTY``) on a cell."""
    return board[:cell] + tile + board[cell + 1 :]


def with_amount_changed(amounts: tuple[int, ...], kind: str, change: int) -> tuple[int, ...]:
    """Return amounts in type order with ``change`` added to the amount of type ``kind``."""
    index = TYPES.index(kind)
    return (*amounts[:index], amounts[index] + change, *amounts[index + 1 :])


def tile_totals(state: State) -> tuple[int, ...]:
    """Return the number of tiles of each type in the whole game. These numbers never change during a game."""
    tiles = state.tiles + state.pile + state.bag
    tiles += "".join(player.board.upper() + player.storage for player in state.players)
    return tuple(tiles.count(kind) + supply_count for kind, supply_count in zip(TYPES, state.supply, strict=True))
