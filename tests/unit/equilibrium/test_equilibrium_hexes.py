"""Test axial hex coordinates: neighbours, distances, texts and points."""

from __future__ import annotations

from contextlib import suppress
from math import dist, isclose, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.errors import RuleboardError
from ruleboard.kit.hexgrid import DIRECTIONS, Hex, centre, corners, distance, hexes_within, parse_hex

HEXES = st.builds(Hex, st.integers(-9, 9), st.integers(-9, 9))


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19), (3, 37)])
def test_hexagon_has_its_hexes_in_order(radius: int, count: int) -> None:
    hexes = hexes_within(radius)
    assert len(hexes) == len(set(hexes)) == count
    assert list(hexes) == sorted(hexes)
    assert all(distance(Hex(0, 0), place) <= radius for place in hexes)


def test_directions_go_once_around() -> None:
    assert len(set(DIRECTIONS)) == 6
    assert tuple(map(sum, zip(*DIRECTIONS, strict=True))) == (0, 0)
    for first, second in zip(DIRECTIONS, DIRECTIONS[1:] + DIRECTIONS[:1], strict=True):
        assert distance(Hex(*first), Hex(*second)) == 1


@given(HEXES, HEXES)
def test_neighbours_are_adjacent_on_paper(first: Hex, second: Hex) -> None:
    paper_distance = dist(centre(first, 1), centre(second, 1))
    assert (second in first.neighbours()) == isclose(paper_distance, sqrt(3)) == (distance(first, second) == 1)
    assert distance(first, second) == distance(second, first)
    assert first.step(first.vector_to(second)) == second


@given(HEXES)
def test_hex_names_survive_reading(place: Hex) -> None:
    assert parse_hex(str(place)) == place


@given(st.text(alphabet="0123456789-,+ ٣", max_size=7))
def test_other_texts_are_refused(text: str) -> None:
    with suppress(RuleboardError):
        assert str(parse_hex(text)) == text


def test_corners_surround_the_centre_from_the_top() -> None:
    points = corners(10, 20, 6)
    assert all(isclose(dist(corner, (10, 20)), 6) for corner in points)
    assert isclose(points[0][0], 10)
    assert isclose(points[0][1], 14)
