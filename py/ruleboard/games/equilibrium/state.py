"""The state of a game: the players, the action board, and the current decision."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.engine.hexgrid import Hex, hexagon
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import FIRST_SET, TYPES, NumberSet, Tier

CELLS: tuple[Hex, ...] = hexagon(numbers.RADIUS.value)
"""The hexes of a player board, ordered by coordinates. Other modules call the index of a hex in this list a cell."""
CELL_OF: dict[Hex, int] = {coordinates: cell for cell, coordinates in enumerate(CELLS)}
CELL_NAMES: tuple[str, ...] = tuple(str(coordinates) for coordinates in CELLS)
CENTRE: int = CELL_OF[Hex(0, 0)]
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(CELL_OF[neighbour] for neighbour in coordinates.neighbours() if neighbour in CELL_OF))
    for coordinates in CELLS
)
"""The neighbours of each cell."""

EMPTY = "."
EMPTY_BOARD: str = EMPTY * len(CELLS)
"""The board without tiles."""

ROUND_LIMIT = 999_999_999
"""The highest round number that the state stores. The rules have no last round, but no real game lasts so long."""

SETUP, ACTION, FINAL, TWEAK, FLIP, OVER = "setup", "action", "final", "tweak", "flip", "over"


@dataclass(frozen=True, slots=True)
class Player:
    """The parts of the table that belong to one player.

    Attributes:
        card: the Tensor card, its top row first (``"IT/AV"``).
        board: one character per cell: the tile's letter (lower case if it lies face down), or ``EMPTY``.
        storage: the letters of the stored tiles, in type order.
        weights: the levels of the five tokens, in type order.
        cycles: GPU cycles.
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
    def top(self) -> str:
        """The two types of the card's top row."""
        return self.card[:2]

    @property
    def bottom(self) -> str:
        """The two types of the card's bottom row."""
        return self.card[3:]

    @property
    def tier(self) -> Tier:
        """The limits and the income that the highest token gives."""
        return self.numbers.tier(max(self.weights))

    def partner(self, kind: str) -> str:
        """Return the type next to ``kind`` in its row of the card, or an empty string if the card lacks ``kind``."""
        for row in (self.top, self.bottom):
            if kind in row:
                return row.replace(kind, "")
        return ""


@dataclass(frozen=True, slots=True)
class Phase:
    """The current decision.

    Attributes:
        kind: ``SETUP``, ``ACTION``, ``FINAL``, ``TWEAK``, ``FLIP`` or ``OVER``.
        player: the player who decides (0-based; -1 after the end of the game).
        tweaks: the number of remaining tweaks (``TWEAK`` only).
        turn_player: the player whose turn the tweak belongs to (``TWEAK`` only).
        flips: the remaining flips, each a player and the type of the tile that this player turns face down
            (``FLIP`` only).
        ranks: the players of each rank, the best first (``OVER`` only).
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
        pile: the draw pile, next tile first. Hidden.
        supply: the number of tiles of each type in the supply, in type order.
        bag: during setup, the tiles of the future pile. Their order is the seed of its shuffle. Hidden.
        order: the players in turn order.
        passed: the players who have passed in this round, in the order of passing.
        round: the number of the round, from 1.
        quiet: the number of consecutive rounds in which all players only passed.
        dry: the number of consecutive rounds without a Download.
        acted: True if a player took an action in this round; False once the final actions have begun.
        downloaded: True if a player downloaded in this round; False once the final actions have begun.
        final: the players who may still take a final action, in order; None before the final actions begin.
        phase: the current decision.
    """

    players: tuple[Player, ...]
    tiles: str
    cards: tuple[str, ...]
    pile: str
    supply: tuple[int, ...]
    bag: str
    order: tuple[int, ...]
    passed: tuple[int, ...]
    round: int
    quiet: int
    dry: int
    acted: bool
    downloaded: bool
    final: tuple[int, ...] | None
    phase: Phase

    @property
    def numbers(self) -> NumberSet:
        """The number set of the game."""
        return self.players[0].numbers

    @property
    def mover(self) -> Player:
        """The player who decides."""
        return self.players[self.phase.player]


def turn_order_after(order: tuple[int, ...], player: int) -> tuple[int, ...]:
    """Return the turn order rotated so that ``player`` comes last."""
    start = order.index(player) + 1
    return order[start:] + order[:start]


def sorted_tiles(tiles: str) -> str:
    """Return tiles sorted into type order."""
    return "".join(sorted(tiles, key=TYPES.index))


def face_up(board: str, kind: str) -> tuple[int, ...]:
    """Return the cells with a face-up tile of a type."""
    return tuple(cell for cell, tile in enumerate(board) if tile == kind)


def with_tile(board: str, cell: int, tile: str) -> str:
    """Return a board with ``tile`` (a letter or ``EMPTY``) on a cell."""
    return board[:cell] + tile + board[cell + 1 :]


def with_amount_changed(amounts: tuple[int, ...], kind: str, change: int) -> tuple[int, ...]:
    """Return amounts in type order, after adding ``change`` to the amount of type ``kind``."""
    index = TYPES.index(kind)
    return (*amounts[:index], amounts[index] + change, *amounts[index + 1 :])


def tile_totals(state: State) -> tuple[int, ...]:
    """Return the number of tiles of each type in the whole game, which never changes."""
    tiles = state.tiles + state.pile + state.bag
    tiles += "".join(player.board.upper() + player.storage for player in state.players)
    return tuple(tiles.count(kind) + in_supply for kind, in_supply in zip(TYPES, state.supply, strict=True))
