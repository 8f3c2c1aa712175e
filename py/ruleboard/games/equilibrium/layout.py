"""Where everything lies in the picture: panels for two to four players and the action board, or some of them only."""

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
STRIP_HEIGHT = 204.0
MIDDLE = "board"
"""What the action board is called among the parts of a picture."""
LEVELS = numbers.TOP_LEVEL.value + 1


@dataclass(frozen=True, slots=True)
class PanelPlan:
    """Where things lie on a player's panel, from its upper left corner; lengths in picture units."""

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


_LAST = numbers.TRACK.value + 1

TALL = PanelPlan(
    height=796,
    network=(216, 272),
    size=47,
    confidence=Box(426, 62, 200, 424),
    storage=(56, 548),
    slot=76,
    card=Box(16, 666, 156, 114),
    around_card=Box(2, 651, 182, 145),
    hand=_row(190, 666, 138, 114, 3, 149),
    cycles=_row(16, 616, 36, 34, _LAST, 38.2),
)
"""The panel for two players: as high as it is wide and more."""

WIDE = PanelPlan(
    height=452,
    network=(174, 206),
    size=37.6,
    confidence=Box(340, 54, 182, 306),
    storage=(40, 412),
    slot=51,
    card=Box(534, 54, 92, 112),
    around_card=Box(518, 48, 124, 128),
    hand=_column(534, 178, 92, 56, 3, 62),
    cycles=_row(340, 384, 34, 26, _LAST // 2, 36) + _row(340, 412, 34, 26, _LAST - _LAST // 2, 36),
)
"""The panel for three or four players."""

STACKED = PanelPlan(
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

CLOSE = PanelPlan(
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
class CentrePlan:
    """Where things lie on the action board, from its upper left corner."""

    width: float
    height: float
    tiles: Point
    tile: float
    pile: Point
    supply: Point
    share: float
    cards: tuple[Box, ...]
    spots: tuple[Box, ...]


STRIP = CentrePlan(
    width=2 * PANEL_WIDTH + GAP,
    height=STRIP_HEIGHT,
    tiles=(54, 78),
    tile=78,
    pile=(462, 78),
    supply=(54, 164),
    share=78,
    cards=_row(528, 44, 104, 144, len(numbers.CARDS), 112),
    spots=_row(1000, 44, 62, 144, 4, 69),
)
"""The action board across the whole picture."""

BLOCK = CentrePlan(
    width=PANEL_WIDTH,
    height=WIDE.height,
    tiles=(58, 92),
    tile=86,
    pile=(566, 92),
    supply=(58, 184),
    share=86,
    cards=_row(16, 246, 84, 190, len(numbers.CARDS), 91),
    spots=_row(392, 246, 54, 190, 4, 60),
)
"""The action board in the fourth quarter of a picture for three."""


@dataclass(frozen=True, eq=False)
class Layout:
    """The picture's plan; there is one for each number of players and seat, compared by identity.

    Attributes:
        width, height: of the whole picture.
        plan: of the panels.
        panels: the upper left corner of each player's panel, by the player's number.
        middle: of the action board.
        origin: its upper left corner.
        players: the players whose panels are seen; the others' lie outside of the picture.
        has_middle: whether the action board is seen.
    """

    width: float
    height: float
    plan: PanelPlan
    panels: tuple[Point, ...]
    middle: CentrePlan
    origin: Point
    players: tuple[int, ...]
    has_middle: bool = True

    def hex_at(self, player: int, cell: int) -> Point:
        """The middle of a cell of a player's board."""
        x, y = self.panels[player]
        dx, dy = centre(CELLS[cell], self.plan.size)
        return (x + self.plan.network[0] + dx, y + self.plan.network[1] + dy)

    def stored_at(self, player: int, slot: int) -> Point:
        """The middle of a place in a player's storage."""
        x, y = self.panels[player]
        return (x + self.plan.storage[0] + slot * self.plan.slot, y + self.plan.storage[1])

    def held_at(self, player: int, place: int) -> Box:
        """A place for a card in a player's hand."""
        return self.plan.hand[place].moved(*self.panels[player])

    def column(self, player: int, kind: str) -> Box:
        """The column of a type on a player's confidence board."""
        x, y = self.panels[player]
        board = self.plan.confidence
        margin = board.width * 0.27
        width = (board.width - margin - 4) / len(TYPES)
        return Box(x + board.x + margin + TYPES.index(kind) * width, y + board.y + 4, width, board.height - 8)

    def level_height(self, player: int) -> float:
        """The height of a level on a player's confidence board."""
        return self.column(player, TYPES[0]).height / (LEVELS + 1.25)

    def token_at(self, player: int, kind: str, level: int) -> Point:
        """The middle of a token on a level; level -1 is the foot of its column."""
        column = self.column(player, kind)
        above = (numbers.TOP_LEVEL.value - level + 0.5) * self.level_height(player)
        return (column.middle[0], column.y + above)

    def cycle_at(self, player: int, cycles: int) -> Box:
        """A place on a player's GPU track."""
        return self.plan.cycles[cycles].moved(*self.panels[player])

    def offer_at(self, slot: int) -> Point:
        """The middle of a place for a tile on the action board."""
        return self._middle(self.middle.tiles, slot * self.middle.tile)

    def pile_at(self) -> Point:
        """The middle of the draw pile."""
        return self._middle(self.middle.pile)

    def supply_at(self, kind: str) -> Point:
        """The middle of a type's supply."""
        return self._middle(self.middle.supply, TYPES.index(kind) * self.middle.share)

    def supply_tile_at(self, kind: str) -> Point:
        """The middle of the tile that stands for a type's supply; its number is beside it."""
        x, y = self.supply_at(kind)
        return (x - 15, y + 4)

    def _middle(self, point: Point, dx: float = 0) -> Point:
        return (self.origin[0] + point[0] + dx, self.origin[1] + point[1])

    def card_at(self, card: str) -> Box:
        """The place of an Operation card on the action board."""
        return self.middle.cards[tuple(numbers.CARDS).index(card)].moved(*self.origin)

    def spot_at(self, place: int) -> Box:
        """A place in the turn order, with the pass spot under it."""
        return self.middle.spots[place].moved(*self.origin)

    def order_at(self, place: int) -> Point:
        """Where the token of the player who is ``place``-th in the turn order lies."""
        spot = self.spot_at(place)
        return (spot.middle[0], spot.y + spot.height * 0.24)

    def passed_at(self, place: int) -> Point:
        """Where the token of the player who passed ``place``-th lies."""
        spot = self.spot_at(place)
        return (spot.middle[0], spot.y + spot.height * 0.5 + 26)


@lru_cache(maxsize=64)
def layout(count: int, seat: int, parts: tuple[str, ...] = ()) -> Layout:
    """The plan for ``count`` players, the one at ``seat`` nearest the reader, the others clockwise.

    Args:
        count: how many play.
        seat: whose side is nearest.
        parts: what alone is shown, from top to bottom: numbers of players, from 1, and ``MIDDLE``; empty for all.
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
    """Some parts, one above the other; what comes from the others comes from outside."""
    plan = CLOSE if len(parts) == 1 else STACKED
    tops, low = {}, 0.0
    for part in parts:
        tops[part] = low
        low += (BLOCK.height if part == MIDDLE else plan.height) + GAP
    outside: Point = (PANEL_WIDTH + 4 * GAP, 0)
    names = [str(player + 1) for player in range(count)]
    return Layout(
        width=PANEL_WIDTH,
        height=low - GAP,
        plan=plan,
        panels=tuple((0, tops[name]) if name in tops else outside for name in names),
        middle=BLOCK,
        origin=(0, tops[MIDDLE]) if MIDDLE in tops else outside,
        players=tuple(player for player, name in enumerate(names) if name in tops),
        has_middle=MIDDLE in tops,
    )


def _seated(corners: tuple[Point, ...], seat: int) -> tuple[Point, ...]:
    """The corners by player, when the first corner is the one at ``seat``."""
    return tuple(corners[(player - seat) % len(corners)] for player in range(len(corners)))
