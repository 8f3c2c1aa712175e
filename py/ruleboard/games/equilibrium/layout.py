"""The geometry of the picture: the panels of two to four players and the action board, or some of these parts."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ruleboard.engine.hexgrid import centre
from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELLS
from ruleboard.scene.geometry import Box, Point

GAP = 14.0
MARGIN = 8.0
CARD_EDGE = 2.0
PANEL_WIDTH = 640.0
STRIP_HEIGHT = 228.0
ACTION_BOARD = "board"
"""The name of the action board as a part of the picture."""
PREVIEW = "preview"
"""The name of the preview of the first player's backpropagation as a part of the picture."""
PREVIEW_HEIGHT = 247.0
LEVELS = numbers.TOP_LEVEL.value + 1


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The layout of a player's panel, in picture units from its upper left corner.

    Attributes:
        height: the height of the panel.
        network: the centre of the board of hexes.
        hex_size: the distance from a hex's centre to a corner.
        confidence: the confidence board.
        storage: the centre of the first stored tile.
        slot_step: the distance between stored tiles.
        card: the Tensor card.
        around_card: the touch area of the types on the Tensor card.
        hand: the slots for Operation cards.
        cycles: the fields of the GPU track, from 0.
    """

    height: float
    network: Point
    hex_size: float
    confidence: Box
    storage: Point
    slot_step: float
    card: Box
    around_card: Box
    hand: tuple[Box, ...]
    cycles: tuple[Box, ...]


def _row(x: float, y: float, width: float, height: float, count: int, step: float) -> tuple[Box, ...]:
    return tuple(Box(x + index * step, y, width, height) for index in range(count))


def _column(x: float, y: float, width: float, height: float, count: int, step: float) -> tuple[Box, ...]:
    return tuple(Box(x, y + index * step, width, height) for index in range(count))


_TRACK_LENGTH = numbers.MAX_CYCLES.value + 1

TALL = PanelLayout(
    height=940,
    network=(215, 238),
    hex_size=46,
    confidence=Box(16, 552, 608, 312),
    storage=(60, 490),
    slot_step=84,
    card=Box(424, 66, 204, 112),
    around_card=Box(416, 48, 222, 150),
    hand=_column(424, 190, 204, 72, 3, 76),
    cycles=_row(16, 892, 36, 34, _TRACK_LENGTH, 38.2),
)
"""The panel for two players, taller than wide. On a screen 800 pixels wide all targets fit a finger."""

WIDE = PanelLayout(
    height=462,
    network=(174, 206),
    hex_size=37.6,
    confidence=Box(340, 54, 182, 306),
    storage=(42, 414),
    slot_step=68,
    card=Box(534, 262, 92, 98),
    around_card=Box(478, 238, 170, 146),
    hand=_column(534, 54, 92, 66, 3, 69),
    cycles=_row(418, 396, 24, 26, _TRACK_LENGTH // 2, 26)
    + _row(418, 424, 24, 26, _TRACK_LENGTH - _TRACK_LENGTH // 2, 26),
)
"""The panel for three or four players. Its tokens are narrow, so touch screens also have buttons for tweaks."""

STACKED = PanelLayout(
    height=540,
    network=(174, 206),
    hex_size=37.6,
    confidence=Box(340, 54, 182, 306),
    storage=(64, 434),
    slot_step=84,
    card=Box(534, 54, 92, 112),
    around_card=Box(518, 48, 124, 128),
    hand=_column(534, 178, 92, 92, 3, 100),
    cycles=_row(16, 502, 34, 26, _TRACK_LENGTH, 38.2),
)
"""The panel in a picture with several parts in a column."""

CLOSE = PanelLayout(
    height=936,
    network=(200, 236),
    hex_size=44,
    confidence=Box(16, 428, 608, 302),
    storage=(70, 812),
    slot_step=100,
    card=Box(412, 66, 204, 134),
    around_card=Box(404, 48, 234, 165),
    hand=_column(412, 214, 204, 60, 3, 68),
    cycles=_row(16, 892, 36, 34, _TRACK_LENGTH, 38.2),
)
"""The panel as the only part of a picture. Its tokens fit a finger on a narrow screen."""


@dataclass(frozen=True, slots=True)
class ActionBoardLayout:
    """The layout of the action board, in picture units from its upper left corner.

    Attributes:
        width, height: its size.
        tiles: the centre of the first tile.
        tile_step: the distance between tiles.
        pile: the centre of the draw pile.
        supply: the centre of the first type's supply.
        supply_step: the distance between the supplies of two types.
        cards: the slots for Operation cards.
        spots: the columns of the turn order, each with its pass spot.
    """

    width: float
    height: float
    tiles: Point
    tile_step: float
    pile: Point
    supply: Point
    supply_step: float
    cards: tuple[Box, ...]
    spots: tuple[Box, ...]


STRIP = ActionBoardLayout(
    width=2 * PANEL_WIDTH + GAP,
    height=STRIP_HEIGHT,
    tiles=(54, 78),
    tile_step=78,
    pile=(462, 78),
    supply=(54, 182),
    supply_step=78,
    cards=_row(528, 44, 104, 166, len(numbers.OPERATIONS), 112),
    spots=_row(1000, 44, 62, 166, 4, 69),
)
"""The action board across the whole picture."""

BLOCK = ActionBoardLayout(
    width=PANEL_WIDTH,
    height=WIDE.height,
    tiles=(58, 92),
    tile_step=86,
    pile=(566, 92),
    supply=(58, 190),
    supply_step=86,
    cards=_row(16, 246, 84, 190, len(numbers.OPERATIONS), 91),
    spots=_row(392, 246, 54, 190, 4, 60),
)
"""The action board in the fourth quarter of a picture for three players."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a picture for a number of players, a seat and a choice of parts. Comparison is by identity.

    Attributes:
        width, height: the size of the whole picture.
        panel: the layout of a panel.
        panels: the upper left corner of each player's panel, by player.
        action_board: the layout of the action board.
        origin: the upper left corner of the action board.
        players: the players whose panels are in the picture. All other panels are outside.
        shows_action_board: True if the action board is in the picture.
        preview: the y coordinate of the upper edge of the preview, or None for a picture without it.
    """

    width: float
    height: float
    panel: PanelLayout
    panels: tuple[Point, ...]
    action_board: ActionBoardLayout
    origin: Point
    players: tuple[int, ...]
    shows_action_board: bool = True
    preview: float | None = None

    def hex_at(self, player: int, cell: int) -> Point:
        """Return the centre of a cell of a player's board."""
        x, y = self.panels[player]
        dx, dy = centre(CELLS[cell], self.panel.hex_size)
        return (x + self.panel.network[0] + dx, y + self.panel.network[1] + dy)

    def storage_slot(self, player: int, slot: int) -> Point:
        """Return the centre of a slot in a player's storage."""
        x, y = self.panels[player]
        return (x + self.panel.storage[0] + slot * self.panel.slot_step, y + self.panel.storage[1])

    def hand_slot(self, player: int, index: int) -> Box:
        """Return a slot for a card in a player's hand."""
        return self.panel.hand[index].shift(*self.panels[player])

    def column(self, player: int, kind: str) -> Box:
        """Return the column of a type on a player's confidence board."""
        x, y = self.panels[player]
        board = self.panel.confidence
        margin = board.width * 0.27
        width = (board.width - margin - 4) / len(TYPES)
        return Box(x + board.x + margin + TYPES.index(kind) * width, y + board.y + 4, width, board.height - 8)

    def level_height(self, player: int) -> float:
        """Return the height of a level on a player's confidence board."""
        return self.column(player, TYPES[0]).height / (LEVELS + 1.25)

    def token_at(self, player: int, kind: str, level: int) -> Point:
        """Return the centre of a token on a level. Level -1 is the foot of its column."""
        column = self.column(player, kind)
        above = (numbers.TOP_LEVEL.value - level + 0.5) * self.level_height(player)
        return (column.centre[0], column.y + above)

    def cycles_of(self, player: int) -> tuple[Box, ...]:
        """Return all fields of a player's GPU track, from 0."""
        return tuple(box.shift(*self.panels[player]) for box in self.panel.cycles)

    def cycle_at(self, player: int, cycles: int) -> Box:
        """Return the field of a player's GPU track for a number of cycles."""
        return self.panel.cycles[cycles].shift(*self.panels[player])

    def open_tile_at(self, slot: int) -> Point:
        """Return the centre of a slot for a tile on the action board."""
        return self._on_action_board(self.action_board.tiles, slot * self.action_board.tile_step)

    def pile_at(self) -> Point:
        """Return the centre of the draw pile."""
        return self._on_action_board(self.action_board.pile)

    def supply_at(self, kind: str) -> Point:
        """Return the centre of a type's supply."""
        return self._on_action_board(self.action_board.supply, TYPES.index(kind) * self.action_board.supply_step)

    def supply_tile_at(self, kind: str) -> Point:
        """Return the centre of the tile that represents a type's supply, next to the number of tiles."""
        x, y = self.supply_at(kind)
        return (x - 15, y + 4)

    def _on_action_board(self, point: Point, dx: float = 0) -> Point:
        return (self.origin[0] + point[0] + dx, self.origin[1] + point[1])

    def card_at(self, card: str) -> Box:
        """Return the slot of an Operation card on the action board."""
        return self.action_board.cards[numbers.OPERATIONS.index(card)].shift(*self.origin)

    def spot_at(self, index: int) -> Box:
        """Return a column of the turn order with its pass spot. ``index`` is 0-based."""
        return self.action_board.spots[index].shift(*self.origin)

    def order_token_at(self, index: int) -> Point:
        """Return the centre of a token in the turn order by its index."""
        spot = self.spot_at(index)
        return (spot.centre[0], spot.y + spot.height * 0.24)

    def passed_token_at(self, index: int) -> Point:
        """Return the centre of a passed player's token by its index."""
        spot = self.spot_at(index)
        return (spot.centre[0], spot.y + spot.height * 0.5 + 26)


@lru_cache(maxsize=64)
def layout(count: int, seat: int, parts: tuple[str, ...] = ()) -> Layout:
    """Return the layout for ``count`` players. ``seat`` is nearest to the reader, and the others follow clockwise.

    Args:
        count: the number of players.
        seat: the player nearest to the reader (0-based).
        parts: the parts of the picture, from top to bottom: numbers of players (from 1), ``ACTION_BOARD`` and
            ``PREVIEW``; empty for the whole table.
    """
    if parts:
        return _stacked(count, parts)
    players = tuple(range(count))
    right = PANEL_WIDTH + GAP
    width = 2 * PANEL_WIDTH + GAP
    if count == 2:
        top = STRIP_HEIGHT + GAP
        corners: tuple[Point, ...] = ((0, top), (right, top))
        return Layout(width, top + TALL.height, TALL, _corners_by_player(corners, seat), STRIP, (0, 0), players)
    if count == 3:
        bottom_row = WIDE.height + GAP
        corners = ((0, bottom_row), (0, 0), (right, 0))
        return Layout(
            width,
            bottom_row + WIDE.height,
            WIDE,
            _corners_by_player(corners, seat),
            BLOCK,
            (right, bottom_row),
            players,
        )
    bottom_row = WIDE.height + STRIP_HEIGHT + 2 * GAP
    corners = ((0, bottom_row), (0, 0), (right, 0), (right, bottom_row))
    return Layout(
        width, bottom_row + WIDE.height, WIDE, _corners_by_player(corners, seat), STRIP, (0, WIDE.height + GAP), players
    )


def _stacked(count: int, parts: tuple[str, ...]) -> Layout:
    """Return the layout of some parts in a column. All other parts are outside of the picture."""
    panel = CLOSE if len(parts) == 1 else STACKED
    tops, bottom = {}, 0.0
    heights = {ACTION_BOARD: BLOCK.height, PREVIEW: PREVIEW_HEIGHT}
    for part in parts:
        tops[part] = bottom
        bottom += heights.get(part, panel.height) + GAP
    outside: Point = (PANEL_WIDTH + 4 * GAP, 0)
    names = [str(player + 1) for player in range(count)]
    return Layout(
        width=PANEL_WIDTH,
        height=bottom - GAP,
        panel=panel,
        panels=tuple((0, tops[name]) if name in tops else outside for name in names),
        action_board=BLOCK,
        origin=(0, tops[ACTION_BOARD]) if ACTION_BOARD in tops else outside,
        players=tuple(player for player, name in enumerate(names) if name in tops),
        shows_action_board=ACTION_BOARD in tops,
        preview=tops.get(PREVIEW),
    )


def _corners_by_player(corners: tuple[Point, ...], seat: int) -> tuple[Point, ...]:
    """Assign corners to players. ``seat`` gets the first corner."""
    return tuple(corners[(player - seat) % len(corners)] for player in range(len(corners)))
