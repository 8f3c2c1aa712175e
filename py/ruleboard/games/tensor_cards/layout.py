"""The geometry of the table from each seat, in picture units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ruleboard.games.tensor_cards.board import PIECES, Board, Space
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.scene.geometry import Box, Point

_BOARD_WIDTH = 720.0
_SLOT_WIDTH = 126.0
_AREA_GAP = 8.0
TABLE_WIDTH = _BOARD_WIDTH + _AREA_GAP + _SLOT_WIDTH
CARD_MARGIN = 14.0
"""The margin of the cards on the left and right."""
OWN_CARD_SIZE = (154.0, 105.0)
FAR_CARD_SIZE = (76.0, 78.0)
_SLOT_CARD_WIDTH = 70.0
"""The width and height of cards in the viewer's and the opponent's hand; the width of cards in slots."""
_OWN_SLOT_HEIGHT, _FAR_SLOT_HEIGHT = 105.0, 80.0
_SLOT_MARGIN = 6.0
"""The distance from the edges of a slot to its card."""
_CARD_GAP = 4.0
"""The distance between the two rows of the viewer's hand, and from them to its edge."""
_SIDE_MARGIN, _MIN_END_MARGIN = 74.0, 50.0
"""The distance from the edges of the board to its outermost spaces, at the sides and at the players' ends."""
_MAX_CELL_SIZE = 116.0
_SLOTS_HEIGHT = 3 * (_OWN_SLOT_HEIGHT + _FAR_SLOT_HEIGHT) + 7 * _AREA_GAP
"""The height of both players' slots, with a distance of three gaps between the players."""


def grid_position(board: Board, space: Space, seat: int) -> tuple[int, int]:
    """Return the 0-based column and row of a space as a player sees the board.

    Columns count from the left and rows from the far edge.
    """
    if seat == WHITE:
        return board.height - 1 - space.y, space.x
    return space.y, board.width - 1 - space.x


def spaces_in_reading_order(board: Board, seat: int) -> list[Space]:
    """Return the spaces in a player's reading order: row by row from the far edge, each row from the left."""
    return sorted(board.spaces, key=lambda space: grid_position(board, space, seat)[::-1])


@dataclass(frozen=True)
class TableLayout:
    """The layout of the table.

    The parts from top to bottom are the opponent's hand, the board, and the viewer's hand. To the right of the board
    are the opponent's slots and below them the viewer's.

    Attributes:
        board: the board.
        seat: the viewer, at the bottom of the table.
    """

    board: Board
    seat: int

    @cached_property
    def cell_size(self) -> float:
        """The distance between neighbouring spaces, in picture units."""
        return min(_MAX_CELL_SIZE, (_BOARD_WIDTH - 2 * _SIDE_MARGIN) / (self.board.height - 1))

    @cached_property
    def board_box(self) -> Box:
        """The box of the board, including its edge. A low board is in the middle of the height of the slots."""
        middle = self._middle_box
        return Box(0, middle.y + (middle.height - self._board_height) / 2, _BOARD_WIDTH, self._board_height)

    @cached_property
    def _board_height(self) -> float:
        return (self.board.width - 1) * self.cell_size + 2 * self._end_margin

    @property
    def _end_margin(self) -> float:
        return max(_MIN_END_MARGIN, 0.53 * self.cell_size)

    @cached_property
    def _middle_box(self) -> Box:
        """The box of the board and the slots."""
        far_hand = self.hand_box(1 - self.seat)
        height = max(_SLOTS_HEIGHT, self._board_height)
        return Box(0, far_hand.y + far_hand.height + _AREA_GAP, TABLE_WIDTH, height)

    @property
    def height(self) -> float:
        """The height of the whole picture, in picture units."""
        return self.hand_box(self.seat).y + self.hand_box(self.seat).height

    def point(self, space: Space) -> Point:
        """Return the centre of a space in the picture."""
        return self._points[space]

    @cached_property
    def _points(self) -> dict[Space, Point]:
        origin_x = (_BOARD_WIDTH - (self.board.height - 1) * self.cell_size) / 2
        origin_y = self.board_box.y + self._end_margin
        points = {}
        for space in self.board.spaces:
            column, row = grid_position(self.board, space, self.seat)
            points[space] = (origin_x + column * self.cell_size, origin_y + row * self.cell_size)
        return points

    def picture_step(self, vector: tuple[int, int]) -> tuple[int, int]:
        """Convert a step on the board to a step in the picture, as the viewer sees it."""
        x, y = vector
        return (-y, x) if self.seat == WHITE else (y, -x)

    def hand_box(self, player: int) -> Box:
        """Return the box of a player's hand."""
        if player != self.seat:
            return Box(0, 0, TABLE_WIDTH, FAR_CARD_SIZE[1] + 2 * _CARD_GAP)
        top_y = self._middle_box.y + self._middle_box.height + _AREA_GAP
        return Box(0, top_y, TABLE_WIDTH, 2 * OWN_CARD_SIZE[1] + 3 * _CARD_GAP)

    def card_box(self, player: int, card: int) -> Box:
        """Return the box of a card in its player's hand."""
        return self._card_boxes[player, card]

    @cached_property
    def _card_boxes(self) -> dict[tuple[int, int], Box]:
        return {
            (player, card): self._card_box(player, CARDS.index(card)) for player in (BLACK, WHITE) for card in CARDS
        }

    def _card_box(self, player: int, index: int) -> Box:
        hand = self.hand_box(player)
        width, height = OWN_CARD_SIZE if player == self.seat else FAR_CARD_SIZE
        if player != self.seat:
            gap = (TABLE_WIDTH - 2 * CARD_MARGIN - 10 * width) / 9
            return Box(CARD_MARGIN + index * (width + gap), hand.y + (hand.height - height) / 2, width, height)
        gap = (TABLE_WIDTH - 2 * CARD_MARGIN - 5 * width) / 4
        row, column = divmod(index, 5)
        return Box(CARD_MARGIN + column * (width + gap), hand.y + _CARD_GAP + row * (height + _CARD_GAP), width, height)

    def slot_box(self, player: int, piece: int) -> Box:
        """Return the box of a player's slot for a piece. The slots are red, blue and yellow from top to bottom."""
        middle, is_near_player = self._middle_box, player == self.seat
        height = _OWN_SLOT_HEIGHT if is_near_player else _FAR_SLOT_HEIGHT
        top_y = middle.y + (middle.height - 3 * height - 2 * _AREA_GAP if is_near_player else 0)
        return Box(TABLE_WIDTH - _SLOT_WIDTH, top_y + piece * (height + _AREA_GAP), _SLOT_WIDTH, height)

    def slot_card_box(self, player: int, piece: int) -> Box:
        """Return the box of the card in a player's slot for a piece."""
        return self._slot_card_boxes[player, piece]

    @cached_property
    def _slot_card_boxes(self) -> dict[tuple[int, int], Box]:
        return {(player, piece): self._slot_card_box(player, piece) for player in (BLACK, WHITE) for piece in PIECES}

    def _slot_card_box(self, player: int, piece: int) -> Box:
        slot = self.slot_box(player, piece)
        height = slot.height - 2 * _SLOT_MARGIN
        x = slot.x + slot.width - _SLOT_CARD_WIDTH - _SLOT_MARGIN
        return Box(x, slot.y + _SLOT_MARGIN, _SLOT_CARD_WIDTH, height)


@lru_cache(maxsize=8)
def table_layout(board: Board, seat: int) -> TableLayout:
    """Return the layout of the table for a seat from a cache."""
    return TableLayout(board, seat)
