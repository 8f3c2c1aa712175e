"""Boards on paper: a sheet to draw on, the same to be printed at true size, and cards to be looked up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ruleboard.games.tensor_cards import artwork
from ruleboard.games.tensor_cards.cards import BLACK, DIRECTIONS, WHITE, Card, vector
from ruleboard.games.tensor_cards.layout import PIECE_NAMES, PIECES, Layout, Line, Space
from ruleboard.games.tensor_cards.names import piece_name, place_name, side_name
from ruleboard.games.tensor_cards.workbench import joints, line_target, space_target
from ruleboard.i18n import _
from ruleboard.scene.geometry import Point
from ruleboard.scene.node import Node, el, number

CELL = 100.0
"""From space to space, in picture units."""
_RIM = 84.0
_FOOT = 64.0
_CARD = (124.0, 92.0)


def _at(space: Space) -> Point:
    return (_RIM + space.x * CELL, _RIM + space.y * CELL)


def _size(layout: Layout) -> Point:
    return (2 * _RIM + (layout.width - 1) * CELL, 2 * _RIM + (layout.height - 1) * CELL)


def on_bench(layout: Layout) -> Node:
    """The sheet to draw on: every place of the grid and every joint can be touched. Black's edge is on the left."""
    width, height = _size(layout)
    return el(
        "svg",
        el("rect", cls="sheet-paper", x=2, y=2, width=width - 4, height=height - 4, rx=18),
        (_number(str(x + 1), (_RIM + x * CELL, 26)) for x in range(layout.width)),
        (_number(str(y + 1), (22, _RIM + y * CELL + 8)) for y in range(layout.height)),
        _drawn(layout, pieces=True),
        el("g", _hits(layout), cls="hits"),
        cls="board tensor-cards sheet-board",
        viewBox=f"0 0 {number(width)} {number(height)}",
        data_game="tensor-cards-board",
        role="group",
        aria_label=_("The board, {columns} columns by {rows} rows, Black on the left").format(
            columns=layout.width, rows=layout.height
        ),
    )


def _number(text: str, at: Point) -> Node:
    return el("text", cls="sheet-number", x=at[0], y=at[1], text=text)


def _drawn(layout: Layout, *, pieces: bool) -> Node:
    empty = (Space(x, y) for x in range(layout.width) for y in range(layout.height))
    return el(
        "g",
        (_dot(space) for space in empty if space not in layout.spaces) if pieces else None,
        (_line(line) for line in sorted(layout.lines)),
        (_space(layout, space) for space in sorted(layout.spaces)),
        (_start(layout, piece, token=pieces) for piece in PIECES),
        aria_hidden="true",
    )


def _dot(space: Space) -> Node:
    x, y = _at(space)
    return el("circle", cls="sheet-dot", cx=x, cy=y, r=5)


def _line(line: Line) -> Node:
    (x1, y1), (x2, y2) = map(_at, line)
    return el("line", cls="line", x1=x1, y1=y1, x2=x2, y2=y2)


def _space(layout: Layout, space: Space) -> Node:
    x, y = _at(space)
    if space in layout.stars:
        return el("g", el("polygon", cls="star", points=artwork.star(38, x, y)), cls="star-space any")
    return el("circle", cls="space", cx=x, cy=y, r=15)


def _start(layout: Layout, piece: int, *, token: bool) -> Node:
    x, y = _at(layout.starts[piece])
    if token:
        return el(
            "g", artwork.token(piece, 30), transform=f"translate({number(x)} {number(y)})", cls=PIECE_NAMES[piece]
        )
    return el(
        "g",
        el("circle", cls=f"start {PIECE_NAMES[piece]}", cx=x, cy=y, r=24),
        el("text", cls="sheet-letter", x=x, y=y + 10, text=PIECE_NAMES[piece][0].upper()),
    )


def _hits(layout: Layout) -> Iterator[Node]:
    for line in joints(layout):
        (x1, y1), (x2, y2) = map(_at, line)
        label = _("{one} to {other}: a line") if line in layout.lines else _("{one} to {other}: no line")
        label = label.format(one=place_name(*line[0]), other=place_name(*line[1]))
        yield _hit(line_target(line), label, ((x1 + x2) / 2, (y1 + y2) / 2), 22)
    for x in range(layout.width):
        for y in range(layout.height):
            space = Space(x, y)
            label = _("{place}: {what}").format(place=place_name(x, y), what=_words(layout, space))
            yield _hit(space_target(space), label, _at(space), 27)


def _hit(target: str, label: str, at: Point, radius: float) -> Node:
    attributes: dict[str, Any] = {"data_target": target, "role": "button", "aria_label": label, "tabindex": "-1"}
    return el("circle", cls="cell sheet-hit", cx=at[0], cy=at[1], r=radius, **attributes)


def _words(layout: Layout, space: Space) -> str:
    if space in layout.starts:
        return _("{piece} starts here").format(piece=piece_name(layout.starts.index(space)))
    if space in layout.stars:
        return _("a star")
    return _("a space") if space in layout.spaces else _("nothing")


def printed(layout: Layout, title: str, millimetres: int) -> Node:
    """The board to be printed, ``millimetres`` from space to space, and a scale that shows whether it came out so."""
    width, height = _size(layout)
    height += _FOOT
    per_unit = millimetres / CELL
    scale = 50 / per_unit
    foot = height - 30
    return el(
        "svg",
        _drawn(layout, pieces=False),
        _edge(side_name(BLACK), (30, (height - _FOOT) / 2), -90),
        _edge(side_name(WHITE), (width - 30, (height - _FOOT) / 2), 90),
        el("text", cls="sheet-title", x=_RIM - 24, y=foot, text=title),
        el("line", cls="sheet-scale", x1=width - _RIM - scale, y1=foot, x2=width - _RIM, y2=foot),
        el("text", cls="sheet-note", x=width - _RIM - scale / 2, y=foot - 10, text=_("5 cm")),
        cls="board tensor-cards sheet-board",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=f"{number(width * per_unit)}mm",
        height=f"{number(height * per_unit)}mm",
        role="img",
        aria_label=_("The board {title}, to be printed").format(title=title),
    )


def measures(layout: Layout, millimetres: int) -> tuple[int, int]:
    """How wide and high the printed sheet is, in millimetres, rounded up."""
    width, height = _size(layout)
    return (-int(-width * millimetres // CELL), -int(-(height + _FOOT) * millimetres // CELL))


def _edge(text: str, at: Point, angle: int) -> Node:
    return el(
        "text", cls="sheet-side", transform=f"translate({number(at[0])} {number(at[1])}) rotate({angle})", text=text
    )


def face(card: Card, number_: int, *, printed: bool) -> Node:
    """One card, as it lies before its player."""
    width, height = _CARD
    # White's directions, on a table with White's edge below.
    turned = {}
    for direction in DIRECTIONS:
        x, y = vector(WHITE, direction)
        turned[direction] = (-y, x)
    return el(
        "svg",
        el(
            "g",
            artwork.card_face(number_, artwork.steps_of(card, turned), width, height, printed=printed),
            cls="card",
            transform=f"translate({number(width / 2 + 2)} {number(height / 2 + 2)})",
        ),
        cls="board tensor-cards one-card",
        viewBox=f"0 0 {number(width + 4)} {number(height + 8)}",
        aria_hidden="true",
    )
