"""The geometry of the table from each seat, in picture units."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

from ruleboard.games.tensor_cards.board import PIECES, Board, Space
from ruleboard.games.tensor_cards.cards import BLACK, CARDS, WHITE
from ruleboard.scene.geometry import Box, Point

TABLE_WIDTH = 720.0
CARD_MARGIN = 14.0
"""The margin of the cards on the left and right."""
OWN_CARD_SIZE = (130.0, 86.0)
FAR_CARD_SIZE = (66.0, 94.0)
FAR_SLOT_CARD_SIZE = (132.0, 62.0)
"""The width and height of cards: the viewer's, the opponent's in the hand, and the opponent's in slots."""
_AREA_GAP = 8.0
_CARD_GAP = 10.0
"""The distance between the two rows of the viewer's hand, and from them to its edge."""
_SIDE_MARGIN, _END_MARGIN = 74.0, 64.0
"""The distance from the edges of the board to its outermost spaces, at the sides and at the players' ends."""
_MAX_CELL_SIZE = 108.0


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

    The parts from top to bottom are the opponent's hand and slots, the board, and the viewer's slots and hand.

    Attributes:
        board: the board.
        seat: the viewer, at the bottom of the table.
    """

    board: Board
    seat: int

    @cached_property
    def cell_size(self) -> float:
        """The distance between neighbouring spaces, in picture units."""
        return min(_MAX_CELL_SIZE, (TABLE_WIDTH - 2 * _SIDE_MARGIN) / (self.board.height - 1))

    @cached_property
    def board_box(self) -> Box:
        """The box of the board, including its edge."""
        top_y = self._far_slots_top + self.slot_height(is_near_player=False) + _AREA_GAP
        return Box(0, top_y, TABLE_WIDTH, (self.board.width - 1) * self.cell_size + 2 * _END_MARGIN)

    @property
    def height(self) -> float:
        """The height of the whole picture, in picture units."""
        return self.hand_box(self.seat).y + self.hand_box(self.seat).height

    @property
    def _far_slots_top(self) -> float:
        far_hand = self.hand_box(1 - self.seat)
        return far_hand.y + far_hand.height + _AREA_GAP

    def point(self, space: Space) -> Point:
        """Return the centre of a space in the picture."""
        return self._points[space]

    @cached_property
    def _points(self) -> dict[Space, Point]:
        origin_x = (TABLE_WIDTH - (self.board.height - 1) * self.cell_size) / 2
        origin_y = self.board_box.y + _END_MARGIN
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
            return Box(0, 0, TABLE_WIDTH, FAR_CARD_SIZE[1] + _CARD_GAP)
        slot = self.slot_box(player, 0)
        return Box(0, slot.y + slot.height + _AREA_GAP, TABLE_WIDTH, 2 * OWN_CARD_SIZE[1] + 3 * _CARD_GAP)

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

    def slot_height(self, *, is_near_player: bool) -> float:
        """Return the height of the near player's slots, or of the far player's if ``is_near_player`` is False."""
        return (OWN_CARD_SIZE if is_near_player else FAR_SLOT_CARD_SIZE)[1] + 12

    def slot_box(self, player: int, piece: int) -> Box:
        """Return the box of a player's slot for a piece. The slots are red, blue and yellow from left to right."""
        is_near_player = player == self.seat
        board = self.board_box if is_near_player else None
        top_y = board.y + board.height + _AREA_GAP if board else self._far_slots_top
        width = (TABLE_WIDTH - 2 * CARD_MARGIN - 2 * _AREA_GAP) / 3
        column = piece if is_near_player else 2 - piece
        return Box(
            CARD_MARGIN + column * (width + _AREA_GAP), top_y, width, self.slot_height(is_near_player=is_near_player)
        )

    def slot_card_box(self, player: int, piece: int) -> Box:
        """Return the box of the card in a player's slot for a piece."""
        return self._slot_card_boxes[player, piece]

    @cached_property
    def _slot_card_boxes(self) -> dict[tuple[int, int], Box]:
        return {(player, piece): self._slot_card_box(player, piece) for player in (BLACK, WHITE) for piece in PIECES}

    def _slot_card_box(self, player: int, piece: int) -> Box:
        slot = self.slot_box(player, piece)
        width, height = OWN_CARD_SIZE if player == self.seat else FAR_SLOT_CARD_SIZE
        return Box(slot.x + slot.width - width - 8, slot.y + (slot.height - height) / 2, width, height)


@lru_cache(maxsize=8)
def table_layout(board: Board, seat: int) -> TableLayout:
    """Return the layout of the table for a seat from a cache."""
    return TableLayout(board, seat)
