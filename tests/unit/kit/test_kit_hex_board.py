"""Test boards of hexes: neighbours touch, seat 1 sees the board rotated, and each mark has its own edge."""

from __future__ import annotations

from itertools import combinations, pairwise
from math import dist

import pytest

from ruleboard.kit.board import HEX_DIRECTIONS, BoardType
from ruleboard.kit.hex_board import HexBoard, hex_edge
from ruleboard.scene.highlights import HIGHLIGHT_KINDS

BOARD = HexBoard(files=4, ranks=3, size=20, margin=5)
BOARD_TYPE = BoardType(4, 3, frozenset(), HEX_DIRECTIONS)


@pytest.mark.parametrize("seat", [0, 1])
def test_exactly_neighbours_touch(seat: int) -> None:
    for first, second in combinations(range(12), 2):
        distance = dist(BOARD.centre(first, seat), BOARD.centre(second, seat))
        if second in BOARD_TYPE.neighbours(first):
            assert distance == pytest.approx(BOARD.cell)
        else:
            assert distance > 1.5 * BOARD.cell


@pytest.mark.parametrize("seat", [0, 1])
def test_picture_contains_all_hexes_with_margin(seat: int) -> None:
    points = [point for hex in range(12) for point in BOARD.corners(hex, seat)]
    assert min(x for x, _y in points) == pytest.approx(5)
    assert max(x for x, _y in points) == pytest.approx(BOARD.width - 5)
    assert min(y for _x, y in points) == pytest.approx(5)
    assert max(y for _x, y in points) == pytest.approx(BOARD.height - 5)


@pytest.mark.parametrize("seat", [0, 1])
def test_rows_follow_reading_order_without_missing_hexes(seat: int) -> None:
    board = HexBoard(files=4, ranks=3, size=20, missing_squares=frozenset({0, 4, 5, 6, 7}))
    rows = list(board.rows(seat))
    assert sorted(hex for row in rows for hex in row) == [1, 2, 3, 8, 9, 10, 11]
    assert board.centre(rows[0][0], seat)[1] < board.centre(rows[1][0], seat)[1]
    for row in rows:
        assert all(board.centre(first, seat)[0] < board.centre(second, seat)[0] for first, second in pairwise(row))


def test_seat_1_sees_board_rotated() -> None:
    assert BOARD.centre(0, 0) == pytest.approx(BOARD.centre(11, 1))


def test_kinds_of_edges_differ_in_shape() -> None:
    names = ("d", "stroke-width", "stroke-dasharray")
    shapes = [
        [tuple(child.attrs.get(name) for name in names) for child in hex_edge(kind, 0, 0, 20, "key").children]
        for kind in HIGHLIGHT_KINDS
    ]
    assert all(first != second for first, second in combinations(shapes, 2))
