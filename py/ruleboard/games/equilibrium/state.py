"""The state of a game: players, the middle of the table, and whose decision it is."""

from __future__ import annotations

from dataclasses import dataclass

from ruleboard.engine.hexgrid import Hex, hexagon
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import TYPES, Tier

CELLS: tuple[Hex, ...] = hexagon(numbers.RADIUS.value)
"""The hexes of a board, by their coordinates; everywhere else a cell is its number in this list."""
CELL_OF: dict[Hex, int] = {place: cell for cell, place in enumerate(CELLS)}
CELL_NAMES: tuple[str, ...] = tuple(str(place) for place in CELLS)
CENTRE: int = CELL_OF[Hex(0, 0)]
NEAR: tuple[tuple[int, ...], ...] = tuple(
    tuple(sorted(CELL_OF[other] for other in place.neighbours() if other in CELL_OF)) for place in CELLS
)
"""The cells around each cell."""

EMPTY = "."
BARE: str = EMPTY * len(CELLS)
"""A board without a tile."""

LAST_ROUND = 999_999_999
"""The round with which counting stops; more than anybody can play, for the rules know no last round."""

SETUP, ACTION, FINAL, TWEAK, FLIP, OVER = "setup", "action", "final", "tweak", "flip", "over"


@dataclass(frozen=True, slots=True)
class Player:
    """What lies in front of one player.

    Attributes:
        card: the Tensor card, its top row first (``"IT/AV"``).
        board: one character a cell: the tile's letter, in lower case if it lies face down, or ``EMPTY``.
        storage: the letters of the stored tiles, in type order.
        weights: the levels of the five tokens, in type order.
        cycles: GPU cycles.
        hand: Operation cards held, sorted.
    """

    card: str
    board: str
    storage: str
    weights: tuple[int, ...]
    cycles: int
    hand: tuple[str, ...]

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
        """What the highest token gives."""
        return numbers.tier(max(self.weights))

    def partner(self, kind: str) -> str:
        """The other type of that type's row on the card; empty if the type is not on the card."""
        for row in (self.top, self.bottom):
            if kind in row:
                return row.replace(kind, "")
        return ""


@dataclass(frozen=True, slots=True)
class Phase:
    """What is to be decided now.

    Attributes:
        kind: ``SETUP``, ``ACTION``, ``FINAL``, ``TWEAK``, ``FLIP`` or ``OVER``.
        who: whose decision it is (0-based; -1 when the game is over).
        left: how many tweaks are left (``TWEAK`` only).
        turn: whose turn the tweak interrupts (``TWEAK`` only).
        flips: who has still to turn a tile of which type face down (``FLIP`` only).
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
        supply: how many tiles of each type lie in the supply, in type order.
        bag: during setup what will become the pile, in an order that decides how it is shuffled. Secret.
        order: the turn order.
        passed: who has passed this round, in the order of passing.
        round: the number of the round, from 1.
        quiet: rounds running in which all did nothing but pass.
        acted: whether somebody did anything but pass in this round; False once the game is coming to its end.
        final: who may still take a final action, in order; None while the game is not coming to its end.
        phase: what is to be decided now.
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
    acted: bool
    final: tuple[int, ...] | None
    phase: Phase

    @property
    def mover(self) -> Player:
        """The player whose decision it is."""
        return self.players[self.phase.who]


def after(order: tuple[int, ...], who: int) -> tuple[int, ...]:
    """The turn order from the player after ``who`` round to ``who``."""
    at = order.index(who) + 1
    return order[at:] + order[:at]


def in_order(tiles: str) -> str:
    """Tiles sorted into type order."""
    return "".join(sorted(tiles, key=TYPES.index))


def face_up(board: str, kind: str) -> tuple[int, ...]:
    """The cells where a tile of that type lies face up."""
    return tuple(cell for cell, tile in enumerate(board) if tile == kind)


def put(board: str, cell: int, tile: str) -> str:
    """The board with something else on one cell."""
    return board[:cell] + tile + board[cell + 1 :]


def changed(amounts: tuple[int, ...], kind: str, by: int) -> tuple[int, ...]:
    """Amounts in type order, one of them changed."""
    place = TYPES.index(kind)
    return (*amounts[:place], amounts[place] + by, *amounts[place + 1 :])


def owned_tiles(state: State) -> tuple[int, ...]:
    """How many tiles of each type are in the game, wherever they are; always the same."""
    everywhere = state.tiles + state.pile + state.bag
    everywhere += "".join(player.board.upper() + player.storage for player in state.players)
    return tuple(everywhere.count(kind) + left for kind, left in zip(TYPES, state.supply, strict=True))
