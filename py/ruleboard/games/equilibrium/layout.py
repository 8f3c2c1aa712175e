"""The geometry of the picture with the panels of two to four players and the action board.

A picture can also contain only some of these parts.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ruleboard.games.equilibrium import numbers
from ruleboard.games.equilibrium.numbers import TYPES
from ruleboard.games.equilibrium.state import CELLS
from ruleboard.kit.hexgrid import centre
from ruleboard.scene.geometry import Box, Point

PART_GAP = 14.0
PICTURE_MARGIN = 8.0
COVERED_CARD_EDGE = 2.0
PANEL_WIDTH = 640.0
STRIP_HEIGHT = 228.0
ACTION_BOARD_PART = "board"
"""The name of the action board as a part of the picture."""
PREVIEW_PART = "preview"
"""The name of the preview of the first player's backpropagation as a part of the picture."""
PREVIEW_HEIGHT = 247.0
ROW_PART, COLUMN_PART = "row", "column"
"""The first parts of a picture with one player's panel and the action board: next to each other, or in a column."""
LEVEL_COUNT = numbers.TOP_LEVEL.value + 1


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The layout of a player's panel, in picture units from its upper left corner.

    Attributes:
        height: the height of the panel.
        network_centre: the centre of the board of hexes.
        hex_size: the distance from the centre of a hex to a corner.
        confidence_box: the box of the confidence board.
        first_storage_centre: the centre of the first stored tile.
        slot_step: the distance between stored tiles.
        card_box: the box of the Tensor card.
        type_touch_box: the box in which touches select types on the Tensor card.
        hand_slots: the slots for Operation cards.
        cycle_fields: the fields of the GPU track, from 0.
    """

    height: float
    network_centre: Point
    hex_size: float
    confidence_box: Box
    first_storage_centre: Point
    slot_step: float
    card_box: Box
    type_touch_box: Box
    hand_slots: tuple[Box, ...]
    cycle_fields: tuple[Box, ...]


def _box_row(x: float, y: float, width: float, height: float, count: int, step: float) -> tuple[Box, ...]:
    return tuple(Box(x + index * step, y, width, height) for index in range(count))


def _box_column(x: float, y: float, width: float, height: float, count: int, step: float) -> tuple[Box, ...]:
    return tuple(Box(x, y + index * step, width, height) for index in range(count))


def _box_block(x: float, y: float, width: float, height: float, step: float, row_step: float) -> tuple[Box, ...]:
    """Return four boxes in two rows."""
    return tuple(Box(x + column * step, y + row * row_step, width, height) for row in range(2) for column in range(2))


_TRACK_LENGTH = numbers.MAX_CYCLES.value + 1

TALL_PANEL = PanelLayout(
    height=940,
    network_centre=(215, 238),
    hex_size=46,
    confidence_box=Box(16, 552, 608, 312),
    first_storage_centre=(60, 490),
    slot_step=84,
    card_box=Box(424, 66, 204, 112),
    type_touch_box=Box(416, 48, 222, 150),
    hand_slots=_box_column(424, 190, 204, 72, 3, 76),
    cycle_fields=_box_row(16, 892, 36, 34, _TRACK_LENGTH, 38.2),
)
"""The panel for two players, taller than wide. On a screen 800 pixels wide all targets fit a finger."""

WIDE_PANEL = PanelLayout(
    height=462,
    network_centre=(174, 206),
    hex_size=37.6,
    confidence_box=Box(340, 54, 182, 306),
    first_storage_centre=(42, 414),
    slot_step=68,
    card_box=Box(534, 262, 92, 98),
    type_touch_box=Box(478, 238, 170, 146),
    hand_slots=_box_column(534, 54, 92, 66, 3, 69),
    cycle_fields=_box_row(418, 396, 24, 26, _TRACK_LENGTH // 2, 26)
    + _box_row(418, 424, 24, 26, _TRACK_LENGTH - _TRACK_LENGTH // 2, 26),
)
"""The panel for three or four players. Its tokens are narrow, so touch screens also have buttons for tweaks."""

STACKED_PANEL = PanelLayout(
    height=540,
    network_centre=(174, 206),
    hex_size=37.6,
    confidence_box=Box(340, 54, 182, 306),
    first_storage_centre=(64, 434),
    slot_step=84,
    card_box=Box(534, 54, 92, 112),
    type_touch_box=Box(518, 48, 124, 128),
    hand_slots=_box_column(534, 178, 92, 92, 3, 100),
    cycle_fields=_box_row(16, 502, 34, 26, _TRACK_LENGTH, 38.2),
)
"""The panel in a picture with several parts in a column."""

SINGLE_PANEL = PanelLayout(
    height=936,
    network_centre=(200, 236),
    hex_size=44,
    confidence_box=Box(16, 428, 608, 302),
    first_storage_centre=(70, 812),
    slot_step=100,
    card_box=Box(412, 66, 204, 134),
    type_touch_box=Box(404, 48, 234, 165),
    hand_slots=_box_column(412, 214, 204, 60, 3, 68),
    cycle_fields=_box_row(16, 892, 36, 34, _TRACK_LENGTH, 38.2),
)
"""The panel as the only part of a picture. Its tokens fit a finger on a narrow screen."""

ROW_PANEL = PanelLayout(
    height=920,
    network_centre=(208, 238),
    hex_size=44,
    confidence_box=Box(16, 566, 608, 286),
    first_storage_centre=(66, 502),
    slot_step=94,
    card_box=Box(424, 66, 204, 114),
    type_touch_box=Box(416, 48, 222, 140),
    hand_slots=_box_column(424, 192, 204, 72, 3, 76),
    cycle_fields=_box_row(16, 880, 36, 32, _TRACK_LENGTH, 38.2),
)
"""The panel next to the action board, for tablets and desktops."""

COLUMN_PANEL = PanelLayout(
    height=1028,
    network_centre=(208, 250),
    hex_size=46,
    confidence_box=Box(16, 608, 608, 340),
    first_storage_centre=(70, 538),
    slot_step=100,
    card_box=Box(424, 66, 204, 124),
    type_touch_box=Box(416, 48, 222, 148),
    hand_slots=_box_column(424, 202, 204, 80, 3, 84),
    cycle_fields=_box_row(16, 978, 36, 36, _TRACK_LENGTH, 38.2),
)
"""The panel above the action board, for phones. Its tiles and cards fit a finger on a screen 360 pixels wide."""


@dataclass(frozen=True, slots=True)
class ActionBoardLayout:
    """The layout of the action board, in picture units from its upper left corner.

    Attributes:
        width, height: its size.
        first_tile_centre: the centre of the first tile.
        tile_step: the distance between tiles.
        pile_centre: the centre of the draw pile.
        first_supply_centre: the centre of the supply of the first type.
        supply_step: the distance between the supplies of two types.
        card_slots: the slots for Operation cards.
        pass_spot_columns: the columns of the turn order, each with its pass spot.
    """

    width: float
    height: float
    first_tile_centre: Point
    tile_step: float
    pile_centre: Point
    first_supply_centre: Point
    supply_step: float
    card_slots: tuple[Box, ...]
    pass_spot_columns: tuple[Box, ...]


STRIP_ACTION_BOARD = ActionBoardLayout(
    width=2 * PANEL_WIDTH + PART_GAP,
    height=STRIP_HEIGHT,
    first_tile_centre=(54, 78),
    tile_step=78,
    pile_centre=(462, 78),
    first_supply_centre=(54, 182),
    supply_step=78,
    card_slots=_box_block(526, 44, 226, 81, 234, 85),
    pass_spot_columns=_box_row(1000, 44, 62, 166, 4, 69),
)
"""The action board across the whole picture."""

BLOCK_ACTION_BOARD = ActionBoardLayout(
    width=PANEL_WIDTH,
    height=WIDE_PANEL.height,
    first_tile_centre=(58, 92),
    tile_step=86,
    pile_centre=(566, 92),
    first_supply_centre=(58, 190),
    supply_step=86,
    card_slots=_box_row(16, 246, 84, 190, len(numbers.OPERATION_CARDS), 91),
    pass_spot_columns=_box_row(392, 246, 54, 190, 4, 60),
)
"""The action board in the fourth quarter of a picture for three players."""

ROW_ACTION_BOARD = ActionBoardLayout(
    width=414,
    height=ROW_PANEL.height,
    first_tile_centre=(42, 92),
    tile_step=67,
    pile_centre=(376, 92),
    first_supply_centre=(48, 206),
    supply_step=79,
    card_slots=_box_block(16, 274, 187, 158, 195, 168),
    pass_spot_columns=_box_row(16, 656, 90, 240, 4, 97.3),
)
"""The action board to the right of a panel."""

COLUMN_ACTION_BOARD = ActionBoardLayout(
    width=PANEL_WIDTH,
    height=504,
    first_tile_centre=(62, 102),
    tile_step=94,
    pile_centre=(566, 102),
    first_supply_centre=(62, 212),
    supply_step=94,
    card_slots=_box_block(16, 290, 190, 96, 198, 104),
    pass_spot_columns=_box_row(420, 290, 48, 200, 4, 52),
)
"""The action board below a panel."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a picture for a number of players, a seat and a choice of parts.

    Two layouts are equal only if they are the same object.

    Attributes:
        width, height: the size of the whole picture.
        panel: the layout of a panel.
        panel_corners: the upper left corner of each player's panel, by player.
        action_board: the layout of the action board.
        action_board_corner: the upper left corner of the action board.
        players: the players whose panels are in the picture. All other panels are outside.
        shows_action_board: True if the action board is in the picture.
        preview_top: the y coordinate of the upper edge of the preview, or None for a picture without a preview.
    """

    width: float
    height: float
    panel: PanelLayout
    panel_corners: tuple[Point, ...]
    action_board: ActionBoardLayout
    action_board_corner: Point
    players: tuple[int, ...]
    shows_action_board: bool = True
    preview_top: float | None = None

    def hex_at(self, player: int, cell: int) -> Point:
        """Return the centre of a cell of a player's board."""
        x, y = self.panel_corners[player]
        dx, dy = centre(CELLS[cell], self.panel.hex_size)
        return (x + self.panel.network_centre[0] + dx, y + self.panel.network_centre[1] + dy)

    def storage_slot(self, player: int, slot: int) -> Point:
        """Return the centre of a slot in a player's storage."""
        x, y = self.panel_corners[player]
        return (
            x + self.panel.first_storage_centre[0] + slot * self.panel.slot_step,
            y + self.panel.first_storage_centre[1],
        )

    def hand_slot(self, player: int, index: int) -> Box:
        """Return the slot for a card in a player's hand."""
        return self.panel.hand_slots[index].shift(*self.panel_corners[player])

    def column(self, player: int, kind: str) -> Box:
        """Return the column of a type on a player's confidence board."""
        return self._columns[player][TYPES.index(kind)]

    @cached_property
    def _columns(self) -> tuple[tuple[Box, ...], ...]:
        return tuple(
            tuple(self._column(player, number) for number in range(len(TYPES)))
            for player in range(len(self.panel_corners))
        )

    def _column(self, player: int, number: int) -> Box:
        x, y = self.panel_corners[player]
        board = self.panel.confidence_box
        margin = board.width * (0.31 if board.width > 400 else 0.27)  # a wide board has words in its margin
        width = (board.width - margin - 4) / len(TYPES)
        return Box(x + board.x + margin + number * width, y + board.y + 4, width, board.height - 8)

    def level_height(self, player: int) -> float:
        """Return the height of a level on a player's confidence board."""
        return self.column(player, TYPES[0]).height / (LEVEL_COUNT + 1.25)

    def token_at(self, player: int, kind: str, level: int) -> Point:
        """Return the centre of a weight token on a level. Level -1 is the foot of the column."""
        column = self.column(player, kind)
        offset_y = (numbers.TOP_LEVEL.value - level + 0.5) * self.level_height(player)
        return (column.centre[0], column.y + offset_y)

    def cycle_boxes(self, player: int) -> tuple[Box, ...]:
        """Return all fields of a player's GPU track, starting with the field for 0."""
        return tuple(box.shift(*self.panel_corners[player]) for box in self.panel.cycle_fields)

    def cycle_at(self, player: int, cycles: int) -> Box:
        """Return the field of a player's GPU track that stands for a number of cycles."""
        return self.panel.cycle_fields[cycles].shift(*self.panel_corners[player])

    def open_tile_at(self, slot: int) -> Point:
        """Return the centre of a tile slot on the action board."""
        return self._action_board_point(self.action_board.first_tile_centre, slot * self.action_board.tile_step)

    def pile_at(self) -> Point:
        """Return the centre of the draw pile."""
        return self._action_board_point(self.action_board.pile_centre)

    def supply_at(self, kind: str) -> Point:
        """Return the centre of the supply of a type."""
        return self._action_board_point(
            self.action_board.first_supply_centre, TYPES.index(kind) * self.action_board.supply_step
        )

    def supply_tile_at(self, kind: str) -> Point:
        """Return the centre of the tile that represents the supply of a type, next to the number of tiles."""
        x, y = self.supply_at(kind)
        return (x - 15, y + 4)

    def _action_board_point(self, point: Point, dx: float = 0) -> Point:
        return (self.action_board_corner[0] + point[0] + dx, self.action_board_corner[1] + point[1])

    def card_at(self, card: str) -> Box:
        """Return the slot of an Operation card on the action board."""
        return self.action_board.card_slots[numbers.OPERATION_CARDS.index(card)].shift(*self.action_board_corner)

    def spot_at(self, index: int) -> Box:
        """Return the column of a place in the turn order, with its pass spot. ``index`` is 0-based."""
        return self.action_board.pass_spot_columns[index].shift(*self.action_board_corner)

    def order_token_at(self, index: int) -> Point:
        """Return the centre of the token at a place in the turn order. ``index`` is 0-based."""
        spot = self.spot_at(index)
        return (spot.centre[0], spot.y + spot.height * 0.24)

    def passed_token_at(self, index: int) -> Point:
        """Return the centre of the token on a pass spot. ``index`` is 0-based."""
        spot = self.spot_at(index)
        return (spot.centre[0], spot.y + spot.height * 0.5 + 26)


@lru_cache(maxsize=64)
def create_layout(count: int, seat: int, parts: tuple[str, ...] = ()) -> Layout:
    """Create the layout for ``count`` players, clockwise from the player at ``seat``.

    Args:
        count: the number of players.
        seat: the player (0-based) at the bottom of the picture.
        parts: the parts of the picture, from top to bottom: numbers of players (from 1), ``ACTION_BOARD_PART``
            and ``PREVIEW_PART``; empty for the whole table. After ``ROW_PART`` or ``COLUMN_PART``, the only part is the
            number of a player. The action board is next to the panel of this player.
    """
    if parts[:1] in ((ROW_PART,), (COLUMN_PART,)):
        return _single_panel_layout(count, int(parts[1]) - 1, is_column=parts[0] == COLUMN_PART)
    if parts:
        return _stacked_layout(count, parts)
    players = tuple(range(count))
    right_x = PANEL_WIDTH + PART_GAP
    width = 2 * PANEL_WIDTH + PART_GAP
    if count == 2:
        top_y = STRIP_HEIGHT + PART_GAP
        corners: tuple[Point, ...] = ((0, top_y), (right_x, top_y))
        return Layout(
            width,
            top_y + TALL_PANEL.height,
            TALL_PANEL,
            _corners_for_seat(corners, seat),
            STRIP_ACTION_BOARD,
            (0, 0),
            players,
        )
    if count == 3:
        bottom_row_y = WIDE_PANEL.height + PART_GAP
        corners = ((0, bottom_row_y), (0, 0), (right_x, 0))
        return Layout(
            width,
            bottom_row_y + WIDE_PANEL.height,
            WIDE_PANEL,
            _corners_for_seat(corners, seat),
            BLOCK_ACTION_BOARD,
            (right_x, bottom_row_y),
            players,
        )
    bottom_row_y = WIDE_PANEL.height + STRIP_HEIGHT + 2 * PART_GAP
    corners = ((0, bottom_row_y), (0, 0), (right_x, 0), (right_x, bottom_row_y))
    return Layout(
        width,
        bottom_row_y + WIDE_PANEL.height,
        WIDE_PANEL,
        _corners_for_seat(corners, seat),
        STRIP_ACTION_BOARD,
        (0, WIDE_PANEL.height + PART_GAP),
        players,
    )


def _single_panel_layout(count: int, player: int, *, is_column: bool) -> Layout:
    """Return a layout with the panel of one player and the action board. All other panels are outside the picture."""
    panel, board = (COLUMN_PANEL, COLUMN_ACTION_BOARD) if is_column else (ROW_PANEL, ROW_ACTION_BOARD)
    origin = (0, panel.height + PART_GAP) if is_column else (PANEL_WIDTH + PART_GAP, 0)
    width, height = (PANEL_WIDTH, origin[1] + board.height) if is_column else (origin[0] + board.width, panel.height)
    panels: tuple[Point, ...] = tuple(
        (0, 0) if other_player == player else (width + 4 * PART_GAP, 0) for other_player in range(count)
    )
    return Layout(width, height, panel, panels, board, origin, (player,))


def _stacked_layout(count: int, parts: tuple[str, ...]) -> Layout:
    """Return a layout with some parts stacked in a column. All other parts are outside the picture."""
    panel = SINGLE_PANEL if len(parts) == 1 else STACKED_PANEL
    y_by_part, bottom_y = {}, 0.0
    heights_by_part = {ACTION_BOARD_PART: BLOCK_ACTION_BOARD.height, PREVIEW_PART: PREVIEW_HEIGHT}
    for part in parts:
        y_by_part[part] = bottom_y
        bottom_y += heights_by_part.get(part, panel.height) + PART_GAP
    outside_corner: Point = (PANEL_WIDTH + 4 * PART_GAP, 0)
    names = [str(player + 1) for player in range(count)]
    return Layout(
        width=PANEL_WIDTH,
        height=bottom_y - PART_GAP,
        panel=panel,
        panel_corners=tuple((0, y_by_part[name]) if name in y_by_part else outside_corner for name in names),
        action_board=BLOCK_ACTION_BOARD,
        action_board_corner=(0, y_by_part[ACTION_BOARD_PART]) if ACTION_BOARD_PART in y_by_part else outside_corner,
        players=tuple(player for player, name in enumerate(names) if name in y_by_part),
        shows_action_board=ACTION_BOARD_PART in y_by_part,
        preview_top=y_by_part.get(PREVIEW_PART),
    )


def _corners_for_seat(corners: tuple[Point, ...], seat: int) -> tuple[Point, ...]:
    """Return the corner for each player. The player at ``seat`` gets the first corner."""
    return tuple(corners[(player - seat) % len(corners)] for player in range(len(corners)))
