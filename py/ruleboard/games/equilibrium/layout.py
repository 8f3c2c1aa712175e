"""The layout of the picture: panels for two to four players and the action board, or only some of them."""

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
"""The name of the action board among the parts of a picture."""
PREVIEW = "preview"
"""The name of the preview of the first player's backpropagation among the parts of a picture."""
PREVIEW_HEIGHT = 247.0
LEVELS = numbers.TOP_LEVEL.value + 1


@dataclass(frozen=True, slots=True)
class PanelLayout:
    """The places of things on a player's panel, from its upper left corner; lengths in picture units."""

    height: float
    network: Point
    size: float
    confidence: Box
    storage: Point
    slot: float
    card: Box
    around_card: Box
    hand: tuple[Box, ...]
    cycles: tuple[Box, ...]


def _row(x: float, y: float, width: float, height: float, count: int, step: float) -> tuple[Box, ...]:
    return tuple(Box(x + place * step, y, width, height) for place in range(count))


def _column(x: float, y: float, width: float, height: float, count: int, step: float) -> tuple[Box, ...]:
    return tuple(Box(x, y + place * step, width, height) for place in range(count))


_LAST = numbers.MOST_CYCLES.value + 1

TALL = PanelLayout(
    height=940,
    network=(215, 238),
    size=46,
    confidence=Box(16, 552, 608, 312),
    storage=(60, 490),
    slot=84,
    card=Box(424, 66, 204, 112),
    around_card=Box(416, 48, 222, 150),
    hand=_column(424, 190, 204, 72, 3, 76),
    cycles=_row(16, 892, 36, 34, _LAST, 38.2),
)
"""The panel for two players: higher than it is wide. On a screen 800 pixels wide a finger finds all that is touched."""

WIDE = PanelLayout(
    height=462,
    network=(174, 206),
    size=37.6,
    confidence=Box(340, 54, 182, 306),
    storage=(42, 414),
    slot=68,
    card=Box(534, 262, 92, 98),
    around_card=Box(478, 238, 170, 146),
    hand=_column(534, 54, 92, 66, 3, 69),
    cycles=_row(418, 396, 24, 26, _LAST // 2, 26) + _row(418, 424, 24, 26, _LAST - _LAST // 2, 26),
)
"""The panel for three or four players. Its tokens are narrow: where fingers touch there are buttons for tweaks."""

STACKED = PanelLayout(
    height=540,
    network=(174, 206),
    size=37.6,
    confidence=Box(340, 54, 182, 306),
    storage=(64, 434),
    slot=84,
    card=Box(534, 54, 92, 112),
    around_card=Box(518, 48, 124, 128),
    hand=_column(534, 178, 92, 92, 3, 100),
    cycles=_row(16, 502, 34, 26, _LAST, 38.2),
)
"""The panel that is shown with other parts, one above the other."""

CLOSE = PanelLayout(
    height=936,
    network=(200, 236),
    size=44,
    confidence=Box(16, 428, 608, 302),
    storage=(70, 812),
    slot=100,
    card=Box(412, 66, 204, 134),
    around_card=Box(404, 48, 234, 165),
    hand=_column(412, 214, 204, 60, 3, 68),
    cycles=_row(16, 892, 36, 34, _LAST, 38.2),
)
"""The panel that is shown alone: fingers find its tokens on a narrow screen too."""


@dataclass(frozen=True, slots=True)
class ActionBoardLayout:
    """The places of things on the action board, from its upper left corner."""

    width: float
    height: float
    tiles: Point
    tile: float
    pile: Point
    supply: Point
    share: float
    cards: tuple[Box, ...]
    spots: tuple[Box, ...]


STRIP = ActionBoardLayout(
    width=2 * PANEL_WIDTH + GAP,
    height=STRIP_HEIGHT,
    tiles=(54, 78),
    tile=78,
    pile=(462, 78),
    supply=(54, 182),
    share=78,
    cards=_row(528, 44, 104, 166, len(numbers.OPERATIONS), 112),
    spots=_row(1000, 44, 62, 166, 4, 69),
)
"""The action board across the whole picture."""

BLOCK = ActionBoardLayout(
    width=PANEL_WIDTH,
    height=WIDE.height,
    tiles=(58, 92),
    tile=86,
    pile=(566, 92),
    supply=(58, 190),
    share=86,
    cards=_row(16, 246, 84, 190, len(numbers.OPERATIONS), 91),
    spots=_row(392, 246, 54, 190, 4, 60),
)
"""The action board in the fourth quarter of a picture for three."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The layout of a picture; there is one for each number of players and seat, compared by identity.

    Attributes:
        width, height: of the whole picture.
        panel: of every panel.
        panels: the upper left corner of each player's panel, by the player's number.
        action_board: of the action board.
        origin: the upper left corner of the action board.
        players: the players whose panels are seen; the others' lie outside of the picture.
        shows_action_board: True if the action board is seen.
        preview: the upper edge of the preview; None if it is not seen.
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
        dx, dy = centre(CELLS[cell], self.panel.size)
        return (x + self.panel.network[0] + dx, y + self.panel.network[1] + dy)

    def stored_at(self, player: int, slot: int) -> Point:
        """Return the centre of a place in a player's storage."""
        x, y = self.panels[player]
        return (x + self.panel.storage[0] + slot * self.panel.slot, y + self.panel.storage[1])

    def held_at(self, player: int, place: int) -> Box:
        """Return a place for a card in a player's hand."""
        return self.panel.hand[place].moved(*self.panels[player])

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
        """Return the centre of a token on a level; level -1 is the foot of its column."""
        column = self.column(player, kind)
        above = (numbers.TOP_LEVEL.value - level + 0.5) * self.level_height(player)
        return (column.middle[0], column.y + above)

    def cycles_of(self, player: int) -> tuple[Box, ...]:
        """Return all places on a player's GPU track, from 0."""
        return tuple(box.moved(*self.panels[player]) for box in self.panel.cycles)

    def cycle_at(self, player: int, cycles: int) -> Box:
        """Return a place on a player's GPU track."""
        return self.panel.cycles[cycles].moved(*self.panels[player])

    def open_tile_at(self, slot: int) -> Point:
        """Return the centre of a place for a tile on the action board."""
        return self._on_action_board(self.action_board.tiles, slot * self.action_board.tile)

    def pile_at(self) -> Point:
        """Return the centre of the draw pile."""
        return self._on_action_board(self.action_board.pile)

    def supply_at(self, kind: str) -> Point:
        """Return the centre of a type's supply."""
        return self._on_action_board(self.action_board.supply, TYPES.index(kind) * self.action_board.share)

    def supply_tile_at(self, kind: str) -> Point:
        """Return the centre of the tile that stands for a type's supply; its number is beside it."""
        x, y = self.supply_at(kind)
        return (x - 15, y + 4)

    def _on_action_board(self, point: Point, dx: float = 0) -> Point:
        return (self.origin[0] + point[0] + dx, self.origin[1] + point[1])

    def card_at(self, card: str) -> Box:
        """Return the place of an Operation card on the action board."""
        return self.action_board.cards[numbers.OPERATIONS.index(card)].moved(*self.origin)

    def spot_at(self, place: int) -> Box:
        """Return a place in the turn order, with the pass spot under it."""
        return self.action_board.spots[place].moved(*self.origin)

    def order_at(self, place: int) -> Point:
        """Return the centre of the token of the player who is ``place``-th in the turn order."""
        spot = self.spot_at(place)
        return (spot.middle[0], spot.y + spot.height * 0.24)

    def passed_at(self, place: int) -> Point:
        """Return the centre of the token of the player who passed ``place``-th."""
        spot = self.spot_at(place)
        return (spot.middle[0], spot.y + spot.height * 0.5 + 26)


@lru_cache(maxsize=64)
def layout(count: int, seat: int, parts: tuple[str, ...] = ()) -> Layout:
    """Return the layout for ``count`` players, the one at ``seat`` nearest the reader, the others clockwise.

    Args:
        count: the number of players.
        seat: the player whose side is nearest.
        parts: the only parts shown, from top to bottom: numbers of players, from 1, ``ACTION_BOARD`` and
            ``PREVIEW``; empty for all.
    """
    if parts:
        return _stacked(count, parts)
    everyone = tuple(range(count))
    right = PANEL_WIDTH + GAP
    width = 2 * PANEL_WIDTH + GAP
    if count == 2:
        top = STRIP_HEIGHT + GAP
        corners: tuple[Point, ...] = ((0, top), (right, top))
        return Layout(width, top + TALL.height, TALL, _seated(corners, seat), STRIP, (0, 0), everyone)
    if count == 3:
        low = WIDE.height + GAP
        corners = ((0, low), (0, 0), (right, 0))
        return Layout(width, low + WIDE.height, WIDE, _seated(corners, seat), BLOCK, (right, low), everyone)
    low = WIDE.height + STRIP_HEIGHT + 2 * GAP
    corners = ((0, low), (0, 0), (right, 0), (right, low))
    return Layout(width, low + WIDE.height, WIDE, _seated(corners, seat), STRIP, (0, WIDE.height + GAP), everyone)


def _stacked(count: int, parts: tuple[str, ...]) -> Layout:
    """Return the layout of some parts, one above the other; the others lie outside of the picture."""
    panel = CLOSE if len(parts) == 1 else STACKED
    tops, low = {}, 0.0
    heights = {ACTION_BOARD: BLOCK.height, PREVIEW: PREVIEW_HEIGHT}
    for part in parts:
        tops[part] = low
        low += heights.get(part, panel.height) + GAP
    outside: Point = (PANEL_WIDTH + 4 * GAP, 0)
    names = [str(player + 1) for player in range(count)]
    return Layout(
        width=PANEL_WIDTH,
        height=low - GAP,
        panel=panel,
        panels=tuple((0, tops[name]) if name in tops else outside for name in names),
        action_board=BLOCK,
        origin=(0, tops[ACTION_BOARD]) if ACTION_BOARD in tops else outside,
        players=tuple(player for player, name in enumerate(names) if name in tops),
        shows_action_board=ACTION_BOARD in tops,
        preview=tops.get(PREVIEW),
    )


def _seated(corners: tuple[Point, ...], seat: int) -> tuple[Point, ...]:
    """Return the corners by player; the first corner is that of the player at ``seat``."""
    return tuple(corners[(player - seat) % len(corners)] for player in range(len(corners)))
