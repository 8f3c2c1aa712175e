"""The layout of a board: its spaces, lines, stars and starts, and what can be asked of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from ruleboard.games.tensor_cards.names import piece_name, place_name
from ruleboard.i18n import _

RED, BLUE, YELLOW = 0, 1, 2
PIECES = (RED, BLUE, YELLOW)
PIECE_NAMES = ("red", "blue", "yellow")
SMALLEST, LARGEST = 3, 15
"""How many columns or rows a board may have."""


class Space(NamedTuple):
    """A place on the grid: x from Black's edge on the left, y downwards, both from 0."""

    x: int
    y: int

    def __str__(self) -> str:
        return f"{self.x},{self.y}"

    def step(self, vector: tuple[int, int]) -> Space:
        """The place one step away; there need not be a space."""
        return Space(self.x + vector[0], self.y + vector[1])


Line = tuple[Space, Space]
"""A line between two neighbouring spaces, the upper or left one first."""


def line_between(one: Space, other: Space) -> Line:
    """The line that joins two neighbours, as ``Layout.lines`` has it."""
    return (one, other) if one < other else (other, one)


@dataclass(frozen=True, slots=True)
class Layout:
    """A board to play on.

    Attributes:
        name: what position texts call it: small letters, digits and hyphens.
        width: the columns from Black's edge to White's.
        height: the rows.
        spaces: where pieces can stand.
        lines: the joints along which they move.
        stars: the spaces that carry a star.
        starts: where red, blue and yellow begin.
    """

    name: str
    width: int
    height: int
    spaces: frozenset[Space]
    lines: frozenset[Line]
    stars: frozenset[Space]
    starts: tuple[Space, Space, Space]

    def image(self, space: Space) -> Space:
        """Where a space comes to lie when the board is given half a turn."""
        return Space(self.width - 1 - space.x, self.height - 1 - space.y)

    def side(self, space: Space) -> int:
        """Whose half a space lies in: -1 Black's, 1 White's, 0 the middle column."""
        twice = 2 * space.x - (self.width - 1)
        return (twice > 0) - (twice < 0)


@lru_cache(maxsize=16)
def ways(layout: Layout) -> dict[tuple[Space, tuple[int, int]], Space]:
    """Where a step leads from a space in a direction, for every step that has a line."""
    found = {}
    for one, other in layout.lines:
        vector = (other.x - one.x, other.y - one.y)
        found[one, vector] = other
        found[other, (-vector[0], -vector[1])] = one
    return found


def turned(layout: Layout) -> Layout:
    """The board after half a turn: Black's edge becomes White's; every piece takes its start along."""
    red, blue, yellow = (layout.image(start) for start in layout.starts)
    return replace(
        layout,
        spaces=frozenset(map(layout.image, layout.spaces)),
        lines=_images(layout, layout.lines),
        stars=frozenset(map(layout.image, layout.stars)),
        starts=(red, blue, yellow),
    )


def _images(layout: Layout, lines: Iterable[Line]) -> frozenset[Line]:
    return frozenset(line_between(layout.image(one), layout.image(other)) for one, other in lines)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a layout cannot be played on.

    Attributes:
        what: the reason, a clause without a full stop.
        space: where to look, None for the board as a whole.
        expected: what would be right, a noun phrase; may be empty.
    """

    what: str
    space: Space | None = None
    expected: str = ""


def faults(layout: Layout) -> tuple[Fault, ...]:
    """Everything that keeps a layout from being a fair board, the most basic first.

    Implements the checks of 'Boards and decks': odd sides, half-turn symmetry with red and yellow exchanged
    and blue in the centre, all in one piece, every star within reach, no piece starting on a star.
    """
    found = _odd_sides(layout)
    if found:
        return found
    found += _starts(layout)
    found += _asymmetries(layout)
    if not layout.stars:
        found += (Fault(_("there is no star, so nobody could win"), None, _("at least one star '*'")),)
    return found + _unreachable(layout)


def _odd_sides(layout: Layout) -> tuple[Fault, ...]:
    sides = (
        (_("the board has {n} columns of spaces"), layout.width),
        (_("the board has {n} rows of spaces"), layout.height),
    )
    odd = _("an odd number from {least} to {most}").format(least=SMALLEST, most=LARGEST)
    return tuple(
        Fault(what.format(n=count), None, odd)
        for what, count in sides
        if count % 2 == 0 or not SMALLEST <= count <= LARGEST
    )


def _starts(layout: Layout) -> tuple[Fault, ...]:
    found = []
    centre = Space((layout.width - 1) // 2, (layout.height - 1) // 2)
    if layout.starts[BLUE] != centre:
        found.append(Fault(_("blue does not start in the centre"), layout.starts[BLUE], _place(centre)))
    image = layout.image(layout.starts[RED])
    if layout.starts[YELLOW] != image:
        found.append(Fault(_("yellow does not start opposite to red"), layout.starts[YELLOW], _place(image)))
    for piece, start in zip(PIECES, layout.starts, strict=True):
        if start in layout.stars:
            what = _("{piece} starts on a star").format(piece=piece_name(piece))
            found.append(Fault(what, start, _("a start without a star")))
    return tuple(found)


def _asymmetries(layout: Layout) -> tuple[Fault, ...]:
    fair = _("a board that half a turn does not change")
    found = []
    for space in sorted(layout.spaces):
        if layout.image(space) not in layout.spaces:
            what = _("there is a space, but none at {place}").format(place=_place(layout.image(space)))
            found.append(Fault(what, space, fair))
    for star in sorted(layout.stars):
        if layout.image(star) not in layout.stars:
            what = _("there is a star, but none at {place}").format(place=_place(layout.image(star)))
            found.append(Fault(what, star, fair))
    for one, other in sorted(layout.lines):
        image = line_between(layout.image(one), layout.image(other))
        if image not in layout.lines:
            what = _("a line leads to {place}, none from {one} to {other}")
            what = what.format(place=_place(other), one=_place(image[0]), other=_place(image[1]))
            found.append(Fault(what, one, fair))
    return tuple(found)


def _unreachable(layout: Layout) -> tuple[Fault, ...]:
    reached = reachable(layout, layout.starts[BLUE])
    found = [
        Fault(_("no lines lead from this star to the centre"), star, _("a star that pieces can reach"))
        for star in sorted(layout.stars - reached)
    ]
    found += [
        Fault(_("no lines lead from this space to the centre"), space, _("a board that hangs together"))
        for space in sorted(layout.spaces - layout.stars - reached)
    ]
    return tuple(found)


def reachable(layout: Layout, start: Space) -> frozenset[Space]:
    """The spaces to which lines lead from ``start``, itself included."""
    neighbours: dict[Space, list[Space]] = {}
    for one, other in layout.lines:
        neighbours.setdefault(one, []).append(other)
        neighbours.setdefault(other, []).append(one)
    reached, edge = {start}, [start]
    while edge:
        for space in neighbours.get(edge.pop(), ()):
            if space not in reached:
                reached.add(space)
                edge.append(space)
    return frozenset(reached)


def _place(space: Space) -> str:
    return place_name(space.x, space.y)
