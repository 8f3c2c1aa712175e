"""Boards of hexagons: axial coordinates, neighbours, and places in a picture."""

from __future__ import annotations

import re
from math import cos, pi, sin, sqrt
from typing import NamedTuple

from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _


class Hex(NamedTuple):
    """A hex by its axial coordinates: ``q`` grows to the right, ``r`` to the lower right."""

    q: int
    r: int

    def __str__(self) -> str:
        return f"{self.q},{self.r}"

    def step(self, direction: tuple[int, int], times: int = 1) -> Hex:
        """Return the hex that many steps away."""
        return Hex(self.q + direction[0] * times, self.r + direction[1] * times)

    def towards(self, other: Hex) -> tuple[int, int]:
        """Return the vector from here to another hex."""
        return (other.q - self.q, other.r - self.r)

    def neighbours(self) -> tuple[Hex, ...]:
        """Return the six hexes around, clockwise from the right; they may lie off the board."""
        return tuple(self.step(direction) for direction in DIRECTIONS)


DIRECTIONS = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))
"""The six neighbours' vectors, clockwise from the right (with pointed tops)."""

_NAME = re.compile(r"(0|-?[1-9][0-9]?),(0|-?[1-9][0-9]?)", re.ASCII)


def distance(one: Hex, other: Hex) -> int:
    """Return the number of steps between two hexes.

    >>> distance(Hex(0, 0), Hex(2, -1))
    2
    """
    q, r = one.towards(other)
    return max(abs(q), abs(r), abs(q + r))


def hexagon(radius: int) -> tuple[Hex, ...]:
    """Return all hexes within ``radius`` steps of the centre, in the order of their coordinates."""
    reach = range(-radius, radius + 1)
    return tuple(Hex(q, r) for q in reach for r in reach if abs(q + r) <= radius)


def parse_hex(text: str) -> Hex:
    """Return the hex of a text such as ``"1,-1"``.

    Raises:
        RuleboardError: the text is no pair of coordinates.
    """
    found = _NAME.fullmatch(text)
    if not found:
        raise RuleboardError(
            _("{text} is not a hex").format(text=repr(text[:12])), expected=_("two coordinates, such as 1,-1")
        )
    return Hex(int(found[1]), int(found[2]))


def centre(place: Hex, size: float) -> tuple[float, float]:
    """Return the centre of a hex relative to that of 0,0; tops are pointed, ``size`` is from centre to corner."""
    return (size * sqrt(3) * (place.q + place.r / 2), size * 1.5 * place.r)


def corners(x: float, y: float, size: float) -> tuple[tuple[float, float], ...]:
    """Return the six corners of a hex with its centre at ``x``, ``y``, clockwise from the top."""
    angles = (pi / 3 * side - pi / 2 for side in range(6))
    return tuple((x + size * cos(angle), y + size * sin(angle)) for angle in angles)
