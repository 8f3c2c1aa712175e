"""Test grids: names of squares, directions and rays."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.errors import RuleboardError
from ruleboard.kit.grid import ALL_DIRECTIONS, DIAGONAL, ORTHOGONAL, Grid, Square

grids = st.builds(Grid, st.integers(1, 26), st.integers(1, 12))


def test_squares_are_named_as_in_chess() -> None:
    """A square is named by the letter of its file and the number of its rank, counted from 1."""
    assert str(Square(0, 0)) == "a1"
    assert str(Square(9, 7)) == "j8"
    assert str(Square(2, 11)) == "c12"
    assert Grid(10, 8).parse("j8") == Square(9, 7)
    assert list(map(str, Grid(2, 2).squares())) == ["a1", "b1", "a2", "b2"]


@given(grids)
def test_square_names_round_trip(grid: Grid) -> None:
    squares = list(grid.squares())
    assert len(set(squares)) == grid.files * grid.ranks
    assert all(grid.parse(str(square)) == square and square in grid for square in squares)


@given(grids, st.text(max_size=5) | st.from_regex(r"[a-z][0-9]{1,3}", fullmatch=True))
def test_other_square_names_are_refused(grid: Grid, name: str) -> None:
    """The parser rejects names of squares that do not exist, and other spellings of square names."""
    if name in set(map(str, grid.squares())):
        assert str(grid.parse(name)) == name
    else:
        with pytest.raises(RuleboardError, match="no square"):
            grid.parse(name)


@pytest.mark.parametrize("name", ["", "a", "1", "a0", "a01", "A1", "a1 ", "a²", "a١", "ª1", "a" + "1" * 5000, "aa1"])
def test_odd_names_are_refused(name: str) -> None:
    """The parser rejects digits of other scripts, and numbers that ``int`` cannot parse."""
    with pytest.raises(RuleboardError):
        Grid(7, 12).parse(name)


def test_board_lists_its_pieces_by_square() -> None:
    """A board lists exactly the pieces that are on its squares."""
    grid = Grid(3, 2)
    assert Square(2, 1) in grid
    assert (0, 0) in grid
    for other in (Square(3, 0), Square(0, 2), Square(-1, 0), "a1", None, (1, 1, 1)):
        assert other not in grid


def test_grid_has_eight_directions() -> None:
    """The grid has eight different directions, four straight and four diagonal."""
    assert len(set(ALL_DIRECTIONS)) == 8
    assert all(abs(x) + abs(y) == 1 for x, y in ORTHOGONAL)
    assert all(abs(x) == abs(y) == 1 for x, y in DIAGONAL)


@given(grids, st.data())
def test_rays_end_at_the_edge(grid: Grid, data: st.DataObject) -> None:
    """A ray contains the squares after its start up to the edge of the board."""
    start = data.draw(st.sampled_from(list(grid.squares())))
    direction = data.draw(st.sampled_from(ALL_DIRECTIONS))
    ray = list(grid.ray(start, direction))
    assert ray == [start.step(direction, times) for times in range(1, len(ray) + 1)]
    assert all(square in grid for square in ray)
    assert start.step(direction, len(ray) + 1) not in grid
