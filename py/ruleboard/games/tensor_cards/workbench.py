"""A board under the pencil: what a touch with each tool makes of a layout. Pure; fairness is judged elsewhere."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleboard.games.tensor_cards.layout import (
    BLUE,
    PIECE_NAMES,
    RED,
    YELLOW,
    Layout,
    Line,
    Space,
    line_between,
)

GRID, STAR = "grid", "star"
SIZES = (3, 5, 7, 9, 11, 13, 15)
"""How many columns or rows a fair board may have: odd, so that blue starts in the centre."""
_AROUND = ((1, 0), (-1, 0), (0, 1), (0, -1))


def space_target(space: Space) -> str:
    """What is touched to name a place of the grid, space or not."""
    return str(space)


def line_target(line: Line) -> str:
    """What is touched to name a joint between two places, line or not."""
    return f"{line[0]}-{line[1]}"


def fresh() -> Layout:
    """A board to begin with: seven by seven spaces, all lines, four stars, the pieces on their usual starts."""
    stars = (Space(6, 0), Space(6, 4), Space(0, 6), Space(0, 2))
    starts = (Space(4, 1), Space(3, 3), Space(2, 5))
    return _filled(Layout("board", 7, 7, frozenset(), frozenset(), frozenset(stars), starts))


def _filled(layout: Layout, kept: frozenset[Space] = frozenset()) -> Layout:
    """The layout with a space everywhere but where ``kept`` says what stood there, and lines to all of them."""
    every = {Space(x, y) for x in range(layout.width) for y in range(layout.height)}
    new = every - kept
    lines = {line_between(space, other) for space in new for other in _neighbours(space) if other in every}
    spaces = layout.spaces | new
    lines = {line for line in lines if line[0] in spaces and line[1] in spaces}
    return replace(layout, spaces=spaces, lines=layout.lines | lines)


def _neighbours(space: Space) -> Iterable[Space]:
    return map(space.step, _AROUND)


def joints(layout: Layout) -> list[Line]:
    """All places for lines: between neighbours that are both spaces."""
    return sorted(
        (space, other)
        for space in layout.spaces
        for other in (space.step((1, 0)), space.step((0, 1)))
        if other in layout.spaces
    )


def touched(layout: Layout, target: str, tool: str, *, mirrored: bool) -> Layout:
    """The layout after a touch; with ``mirrored`` the same is done on the other side. Unknown targets do nothing."""
    for line in joints(layout):
        if target == line_target(line):
            return _with_line(layout, line, line not in layout.lines, mirrored)
    places = (Space(x, y) for x in range(layout.width) for y in range(layout.height))
    space = next((place for place in places if target == space_target(place)), None)
    if space is None:
        return layout
    if tool in PIECE_NAMES:
        return _with_start(layout, PIECE_NAMES.index(tool), space, mirrored)
    if tool == STAR:
        return _with_star(layout, space, space not in layout.stars, mirrored)
    return _with_space(layout, space, space not in layout.spaces, mirrored)


def _both(layout: Layout, space: Space, mirrored: bool) -> tuple[Space, ...]:
    return (space, layout.image(space)) if mirrored else (space,)


def _with_line(layout: Layout, line: Line, there: bool, mirrored: bool) -> Layout:
    image = line_between(layout.image(line[0]), layout.image(line[1]))
    lines = {line, image} if mirrored and image in joints(layout) else {line}
    return replace(layout, lines=layout.lines | lines if there else layout.lines - lines)


def _with_star(layout: Layout, space: Space, there: bool, mirrored: bool) -> Layout:
    found = layout.stars
    for place in _both(layout, space, mirrored):
        if not there:
            found -= {place}
        elif place in layout.spaces and place not in layout.starts:
            found |= {place}
    return replace(layout, stars=found)


def _with_space(layout: Layout, space: Space, there: bool, mirrored: bool) -> Layout:
    """A new space is joined to its neighbours; where a piece starts, the space stays."""
    for place in _both(layout, space, mirrored):
        if there:
            lines = {line_between(place, other) for other in _neighbours(place) if other in layout.spaces}
            layout = replace(layout, spaces=layout.spaces | {place}, lines=layout.lines | lines)
        elif place not in layout.starts:
            layout = replace(
                layout,
                spaces=layout.spaces - {place},
                lines=frozenset(line for line in layout.lines if place not in line),
                stars=layout.stars - {place},
            )
    return layout


def _with_start(layout: Layout, piece: int, space: Space, mirrored: bool) -> Layout:
    """The start of a piece moved to a space; red and yellow face each other, and blue keeps the centre."""
    starts = list(layout.starts)
    starts[piece] = space
    if mirrored:
        if piece == BLUE:
            return layout
        starts[RED + YELLOW - piece] = layout.image(space)
        starts[BLUE] = _centre(layout)
    if len(set(starts)) < len(starts) or not set(starts) <= layout.spaces or layout.stars & set(starts):
        return layout
    return replace(layout, starts=(starts[RED], starts[BLUE], starts[YELLOW]))


def _centre(layout: Layout) -> Space:
    return Space((layout.width - 1) // 2, (layout.height - 1) // 2)


def sized(layout: Layout, width: int, height: int) -> Layout:
    """The layout on a grid of another size, its centre where it was: new places are filled, others cut off."""
    shift = ((width - layout.width) // 2, (height - layout.height) // 2)

    def inside(space: Space) -> bool:
        return 0 <= space.x < width and 0 <= space.y < height

    def moved(spaces: Iterable[Space]) -> frozenset[Space]:
        return frozenset(filter(inside, (space.step(shift) for space in spaces)))

    lines = {(one.step(shift), other.step(shift)) for one, other in layout.lines}
    before = moved(Space(x, y) for x in range(layout.width) for y in range(layout.height))
    starts = [space.step(shift) for space in layout.starts]
    grown = replace(
        layout,
        width=width,
        height=height,
        spaces=moved(layout.spaces),
        lines=frozenset(line for line in lines if inside(line[0]) and inside(line[1])),
        stars=moved(layout.stars),
        starts=(starts[RED], starts[BLUE], starts[YELLOW]),
    )
    grown = _filled(grown, before)
    if all(map(inside, starts)):
        return grown
    centre = _centre(grown)
    red, yellow = centre.step((1, -1)), centre.step((-1, 1))
    spaces = {red, centre, yellow}
    grown = replace(grown, starts=(red, centre, yellow), stars=grown.stars - spaces)
    for space in spaces - grown.spaces:
        grown = _with_space(grown, space, True, False)
    return grown
