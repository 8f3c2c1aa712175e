"""Test square boards: each player's first rank is nearest to the player, and for White file a is on the left."""

from __future__ import annotations

import pytest

from ruleboard.kit.square_board import SquareBoard

BOARD = SquareBoard(files=4, ranks=3, cell=10, margin=5)
"""Squares 0 (a1) to 11 (d3), each 10 wide, in a rim of 5."""


def test_picture_size_includes_squares_and_rim() -> None:
    assert (BOARD.width, BOARD.height) == (50, 40)


@pytest.mark.parametrize(
    ("square", "seat", "corner"),
    [
        (0, 0, (5, 25)),  # a1: at the lower left
        (3, 0, (35, 25)),  # d1: at the lower right
        (8, 0, (5, 5)),  # a3: at the upper left
        (0, 1, (35, 5)),  # turned by half a turn, a1 is at the upper right
        (11, 1, (5, 25)),  # and d3 at the lower left
    ],
)
def test_corner_squares_have_expected_centres(square: int, seat: int, corner: tuple[int, int]) -> None:
    assert BOARD.corner(square, seat) == corner
    assert BOARD.centre(square, seat) == (corner[0] + 5, corner[1] + 5)


@pytest.mark.parametrize("seat", [0, 1])
def test_rows_follow_reading_order(seat: int) -> None:
    rows = list(BOARD.rows(seat))
    corners = [BOARD.corner(square, seat) for row in rows for square in row]
    assert corners == [(5 + 10 * file, 5 + 10 * row) for row in range(3) for file in range(4)]
    assert [len(row) for row in rows] == [4, 4, 4]


def test_cell_covers_its_square_as_a_gridcell() -> None:
    cell = BOARD.touch_target(0, 1, "a1", "a1, empty", "", touch_flags=(False, False))
    assert cell.tag == "rect"
    assert cell.key == "a1"
    assert {name: cell.attrs[name] for name in ("x", "y", "width", "height")} == {
        "x": "35",
        "y": "5",
        "width": "10",
        "height": "10",
    }
    assert cell.attrs["role"] == "gridcell"
    assert cell.attrs["aria-label"] == "a1, empty"
    assert cell.attrs["data-target"] == "a1"
    assert cell.attrs["class"] == "cell"
    for name in ("tabindex", "aria-selected", "data-legal"):
        assert name not in cell.attrs


def test_legal_target_cell_is_marked_and_focusable() -> None:
    cell = BOARD.touch_target(5, 0, "b2", "b2", "may capture", touch_flags=(True, True))
    assert cell.attrs["class"] == "cell may capture"
    assert "data-legal" in cell.attrs
    assert cell.attrs["tabindex"] == "-1"


def test_selected_cell_is_announced_as_selected() -> None:
    assert BOARD.touch_target(5, 0, "b2", "b2", "taken", touch_flags=(False, True)).attrs["aria-selected"] == "true"
