"""Boards of hexagons: axial coordinates, neighbours, and positions in a picture."""

from __future__ import annotations

import re
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _


class Hex(NamedTuple):
    """A hex by its axial coordinates: ``q`` grows to the right, ``r`` grows to the lower right."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    def step(self, direction: tuple[int, int], times: int = 1) -> Hex:
        """Return the hex ``times`` steps away in a direction."""
        return Hex(self.q + direction[0] * times, self.r + direction[1] * times)

    def vector_to(self, target: Hex) -> tuple[int, int]:
        """Return the vector from this hex to another."""
        return (target.q - self.q, target.r - self.r)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six neighbours of this hex, clockwise from the right; they may be off the board."""
        return tuple(self.step(direction) for direction in DIRECTIONS)


DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The vectors to the six neighbours, clockwise from the right, on a board whose hexes have a corner at the top."""

_COORDINATES_PATTERN = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", re.ASCII)


def distance(start: Hex, end: Hex) -> int:
    """Return the number of steps between two hexes.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    q, r = start.vector_to(end)
    return max(abs(q), abs(r), abs(q + r))


def hexes_within(radius: int) -> tuple[Hex, ...]:
    """Return all hexes within ``radius`` steps of hex 0,0, sorted by their coordinates."""
    coordinates = range(-radius, radius + 1)
    return tuple(Hex(q, r) for q in coordinates for r in coordinates if abs(q + r) <= radius)


def parse_hex(text: str) -> Hex:
    """Parse the coordinates of a hex, such as ``"1,-1"``.

    Raises:
        RuleboardError: the text is not a pair of coordinates.
    """
    match = _COORDINATES_PATTERN.fullmatch(text)
    if not match:
        raise RuleboardError(
            _("{text} isn’t a hex").format(text=repr(text[:12])), expected=_("2 coordinates, such as 1,-1")
        )
    return Hex(int(match[1]), int(match[2]))


def centre(hex: Hex, size: float) -> tuple[float, float]:
    """Return the centre of a hex in a picture, relative to the centre of hex 0,0.

    Args:
        hex: the hex; one of its corners points up.
        size: the distance from the centre of a hex to a corner.
    """
    return (size * sqrt(3) * (hex.q + hex.r / 2), size * 1.5 * hex.r)


def corners(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    """Return the six corners of a hex with its centre at (``x``, ``y``), clockwise from the top."""
    angles = (pi / 3 * side - pi / 2 for side in range(6))
    return tuple((x + size * cos(angle), y + size * sin(angle)) for angle in angles)
