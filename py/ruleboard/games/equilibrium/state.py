"""The state of a game: the players, the action board, and the decision to be made."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.engine.hexgrid import Hex, hexagon
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import FIRST, TYPES, NumberSet, Tier

CELLS: tuple[Hex, ...] = hexagon(numbers.RADIUS.value)
"""The hexes of a player board in the order of their coordinates; everywhere else a cell is its index in this list."""
CELL_OF: dict[Hex, int] = {place: cell for cell, place in enumerate(CELLS)}
CELL_NAMES: tuple[str, ...] = tuple(str(place) for place in CELLS)
CENTRE: int = CELL_OF[Hex(0, 0)]
NEIGHBOURS: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(CELL_OF[other] for other in place.neighbours() if other in CELL_OF)) for place in CELLS
)
"""The neighbours of each cell."""

EMPTY = "."
EMPTY_BOARD: str = EMPTY * len(CELLS)
"""A board without any tile."""

ROUND_LIMIT = 999_999_999
"""The highest round number that is counted to. The rules have no last round, and nobody can play that many."""

SETUP, ACTION, FINAL, TWEAK, FLIP, OVER = "setup", "action", "final", "tweak", "flip", "over"


@dataclass(frozen=True, slots=True)
class Player:
    """Everything in front of one player.

    Attributes:
        card: the Tensor card, its top row first (``"IT/AV"``).
        board: one character a cell: the tile's letter, in lower case if it lies face down, or ``EMPTY``.
        storage: the letters of the stored tiles, in type order.
        weights: the levels of the five tokens, in type order.
        cycles: GPU cycles.
        hand: Operation cards held, sorted.
        numbers: the numbers that the game is played with, the same for all players.
    """

    card: str
    board: str
    storage: str
    weights: tuple[int, ...]
    cycles: int
    hand: tuple[str, ...]
    numbers: NumberSet = FIRST

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
        """Return the other type in a type's row of the card; empty if the type is not on the card."""
        for row in (self.top, self.bottom):
            if kind in row:
                return row.replace(kind, "")
        return ""


@dataclass(frozen=True, slots=True)
class Phase:
    """The decision to be made now.

    Attributes:
        kind: ``SETUP``, ``ACTION``, ``FINAL``, ``TWEAK``, ``FLIP`` or ``OVER``.
        who: the player who decides (0-based; -1 when the game is over).
        left: the number of tweaks left (``TWEAK`` only).
        turn: the player whose turn the tweak interrupts (``TWEAK`` only).
        flips: the flips still to be made, each a player and the type of the tile they turn face down (``FLIP`` only).
        places: the players by rank, shared places together (``OVER`` only).
    """

    kind: str
    who: int = -1
    left: int = 0
    turn: int = -1
    flips: tuple[tuple[int, str], ...] = ()
    places: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class State:
    """A whole position. Players are numbered from 0.

    Attributes:
        players: the players, clockwise.
        tiles: the face-up tiles of the action board, slot by slot.
        cards: the Operation cards on the action board, sorted.
        pile: the draw pile, next tile first. Secret.
        supply: the number of tiles of each type in the supply, in type order.
        bag: during setup the tiles of the later pile; their order is the seed of its shuffle. Secret.
        order: the turn order.
        passed: the players who have passed this round, in the order of passing.
        round: the number of the round, from 1.
        quiet: the number of consecutive rounds in which everybody did nothing but pass.
        dry: the number of consecutive rounds in which nobody downloaded.
        acted: True if somebody did anything but pass in this round; False once the final actions have begun.
        downloaded: True if somebody downloaded in this round; False once the final actions have begun.
        final: the players who may still take a final action, in order; None before the final actions begin.
        phase: the decision to be made now.
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
        """The numbers that the game is played with."""
        return self.players[0].numbers

    @property
    def mover(self) -> Player:
        """The player who decides."""
        return self.players[self.phase.who]


def turn_order_after(order: tuple[int, ...], who: int) -> tuple[int, ...]:
    """Return the turn order rotated so that it begins after ``who`` and ends with ``who``."""
    at = order.index(who) + 1
    return order[at:] + order[:at]


def sorted_tiles(tiles: str) -> str:
    """Return tiles sorted into type order."""
    return "".join(sorted(tiles, key=TYPES.index))


def face_up(board: str, kind: str) -> tuple[int, ...]:
    """Return the cells with a face-up tile of a type."""
    return tuple(cell for cell, tile in enumerate(board) if tile == kind)


def with_tile(board: str, cell: int, tile: str) -> str:
    """Return a board with another tile (or ``EMPTY``) on one cell."""
    return board[:cell] + tile + board[cell + 1 :]


def with_amount_changed(amounts: tuple[int, ...], kind: str, by: int) -> tuple[int, ...]:
    """Return amounts in type order with that of one type changed ``by`` a number."""
    place = TYPES.index(kind)
    return (*amounts[:place], amounts[place] + by, *amounts[place + 1 :])


def tile_totals(state: State) -> tuple[int, ...]:
    """Return the number of tiles of each type in the whole game, wherever they lie; it never changes."""
    everywhere = state.tiles + state.pile + state.bag
    everywhere += "".join(player.board.upper() + player.storage for player in state.players)
    return tuple(everywhere.count(kind) + left for kind, left in zip(TYPES, state.supply, strict=True))
