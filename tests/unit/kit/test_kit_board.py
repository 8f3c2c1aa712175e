"""Test boards as values: pieces, neighbours, lines and chains, on squares and on hexes."""

from __future__ import annotations

import pytest

from ruleboard.kit.board import HEX_DIRECTIONS, Board, BoardType
from ruleboard.kit.errors import BoardGameError
from ruleboard.kit.grid import ORTHOGONAL

SQUARE_BOARD_TYPE = BoardType(3, 3, side_letters=("w", "b"))
BOARD = Board(SQUARE_BOARD_TYPE, "w.b.w.b..")
"""White pieces on a1 and b2, black pieces on c1 and a3."""
HEX_BOARD_TYPE = BoardType(3, 3, frozenset({0}), HEX_DIRECTIONS, ("w", "b"))
"""Eight hexes: a1 is missing."""


def test_board_answers_letters_and_squares_of_sides() -> None:
    assert (BOARD["a1"], BOARD["b1"], BOARD["a3"]) == ("w", ".", "b")
    assert (BOARD.letters, BOARD.opponent_letters) == ("w", "b")
    assert BOARD.where("b") == ("c1", "a3")
    assert BOARD.empty == ("b1", "a2", "c2", "b3", "c3")
    assert BOARD.ranks[0] == ("a1", "b1", "c1")
    assert BOARD.files[2] == ("c1", "c2", "c3")


def test_changes_return_other_boards() -> None:
    after = BOARD.move("b2", "c1").noted("c1")
    assert (after["b2"], after["c1"], after.note) == (".", "w", "c1")
    assert (after.passed.side, after.passed.note, after.passed.passed.side) == (1, "", 0)
    assert after.remove("a1", "c1").where("w") == ()
    assert Board(SQUARE_BOARD_TYPE, "w.b.w.b..") == BOARD


@pytest.mark.parametrize(
    "change",
    [
        lambda board: board["d1"],
        lambda board: board.put("a0", "w"),
        lambda board: board.put("a1", "ww"),
        lambda board: board.put("a1", None),
        lambda board: board.around(("a1",)),
        lambda board: board.noted("two words"),
        lambda board: board.noted("x" * 61),
        lambda board: Board(HEX_BOARD_TYPE, "#........")["a1"],
    ],
)
def test_wrong_arguments_raise_with_expectation(change: object) -> None:
    with pytest.raises(BoardGameError) as error_info:
        change(BOARD)  # type: ignore[operator]
    assert error_info.value.what
    assert error_info.value.expected


def test_steps_and_neighbours_end_at_the_edge() -> None:
    assert BOARD.step("a1", (1, 1)) == "b2"
    assert BOARD.step("a1", (1, 1), 2) == "c3"
    assert BOARD.step("a1", (-1, 0)) is None
    assert set(BOARD.around("a1")) == {"a2", "b2", "b1"}
    assert set(BOARD.around("a1", ORTHOGONAL)) == {"a2", "b1"}
    assert BOARD.ray("a1", (1, 0)) == ("b1", "c1")


def test_slides_end_before_the_next_piece() -> None:
    assert set(BOARD.slides("a1")) == {"b1", "a2"}
    assert set(BOARD.slides("b2")) == {"b1", "b3", "a2", "c2", "c3"}
    assert set(BOARD.slides("b2", ORTHOGONAL)) == {"b1", "b3", "a2", "c2"}


def test_lines_occur_once() -> None:
    lines = BOARD.lines(3)
    assert len(lines) == len(set(map(frozenset, lines))) == 8
    assert BOARD.lines(4) == ()


def test_chains_connect_equal_letters() -> None:
    assert BOARD.connected("a1") == {"a1", "b2"}
    assert BOARD.connected("c1") == {"c1"}
    assert BOARD.connected("b1") == {"b1", "a2", "c2"} | {"b3", "c3"}


def test_hexes_have_six_neighbours_without_missing_hexes() -> None:
    board = Board(HEX_BOARD_TYPE, "#........")
    assert set(board.around("b2")) == {"a2", "c2", "b1", "b3", "c3"}
    assert "a1" not in board.squares
    assert len(board.lines(3)) == 4
