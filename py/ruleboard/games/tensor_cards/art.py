"""The drawings of pieces, stars and cards, centred on the origin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from ruleboard.games.tensor_cards.board import BLUE, PIECE_NAMES, RED
from ruleboard.games.tensor_cards.cards import Card
from ruleboard.scene.geometry import Point
from ruleboard.scene.node import Node, el
from ruleboard.scene.shapes import points_text, translate

_PIECE_LETTERS = "RBY"

Steps = tuple[tuple[int, tuple[int, int]], ...]
"""The parts of a card in a drawing: the number of steps, and the change of x and y for one step."""


def star_points(radius: float, x: float = 0, y: float = 0) -> str:
    """Return the SVG ``points`` attribute of a five-pointed star with one point at the top."""
    corners = []
    for corner in range(10):
        distance = radius if corner % 2 == 0 else radius * 0.45
        angle = -pi / 2 + corner * pi / 5
        corners.append((x + distance * cos(angle), y + distance * sin(angle)))
    return points_text(corners)


@lru_cache(maxsize=64)
def draw_piece(piece: int, size: float) -> tuple[Node, ...]:
    """Draw a piece with its letter. ``size`` is half the width of the piece.

    The red piece is a triangle, the blue piece a disc, and the yellow piece a square.
    """
    letter = el(
        "text",
        cls="letter",
        y=size * (0.42 if piece == RED else 0.3),
        font_size=size * 0.85,
        text=_PIECE_LETTERS[piece],
    )
    return (
        _piece_layer(piece, size, "shadow", 0, size * 0.16),
        _piece_layer(piece, size, "body", 0, 0),
        _piece_layer(piece, size * 0.8, "sheen", 0, -size * 0.05),
        _piece_layer(piece, size * 0.76, "face", 0, size * 0.03),
        letter,
    )


def draw_start_mark(piece: int, size: float, x: float, y: float) -> Node:
    """Draw a mark on the start space of a piece, in the shape and colour of the piece."""
    return _piece_outline(piece, size, f"start {PIECE_NAMES[piece]}", x, y)


def draw_end_outline(piece: int, size: float, x: float, y: float, *, keeps_space_visible: bool) -> Node:
    """Draw the outline of a piece on the space where it would end, filled unless ``keeps_space_visible``."""
    return _piece_outline(piece, size, f"ghost {'clear ' if keeps_space_visible else ''}{PIECE_NAMES[piece]}", x, y)


def _piece_layer(piece: int, size: float, cls: str, x: float, y: float) -> Node:
    return _piece_outline(piece, size, f"token {cls} {PIECE_NAMES[piece]}", x, y)


def _piece_outline(piece: int, size: float, cls: str, x: float, y: float) -> Node:
    if piece == BLUE:
        return el("circle", cls=cls, cx=x, cy=y, r=size * 0.96)
    if piece == RED:
        top_offset, side_offset, foot_offset = size * 1.12, size * 1.1, size * 0.82
        return el(
            "polygon",
            cls=cls,
            points=points_text(
                [(x, y - top_offset), (x + side_offset, y + foot_offset), (x - side_offset, y + foot_offset)]
            ),
        )
    half_width = size * 0.88
    return el(
        "rect", cls=cls, x=x - half_width, y=y - half_width, width=2 * half_width, height=2 * half_width, rx=size * 0.16
    )


def draw_arrows(steps: Steps, size: float) -> tuple[Node, ...]:
    """Draw the arrows of a card inside a square with sides of ``size``, centred on the origin.

    A card with two parts has an arrow for each part that can come first, followed by a dotted line for the other
    part.
    """
    x_values = [0, *(count * x for count, (x, _y) in steps)]
    y_values = [0, *(count * y for count, (_x, y) in steps)]
    step_length = min(size * 0.46, size * 0.8 / max(max(x_values) - min(x_values), max(y_values) - min(y_values), 1))
    start = (-(min(x_values) + max(x_values)) / 2 * step_length, -(min(y_values) + max(y_values)) / 2 * step_length)
    nodes: list[Node] = []
    if len(steps) == 2:
        corner = (start[0] + sum(x_values) * step_length, start[1] + sum(y_values) * step_length)
        for count, direction in steps:
            bend_point = _point_along(start, direction, count * step_length)
            nodes.append(el("polyline", cls="arrow either", points=points_text([bend_point, corner])))
    for count, direction in steps:
        nodes += _arrow(start, count, direction, step_length, size)
    nodes.append(el("circle", cls="arrow-start", cx=start[0], cy=start[1], r=size * 0.105))
    return tuple(nodes)


def _point_along(point: Point, direction: tuple[int, int], distance: float) -> Point:
    return (point[0] + distance * direction[0], point[1] + distance * direction[1])


def _arrow(start: Point, count: int, direction: tuple[int, int], step_length: float, size: float) -> Iterator[Node]:
    """Yield the nodes of an arrow with ``count`` steps, and a dot after each step except the last."""
    head_length = size * 0.2
    end = _point_along(start, direction, count * step_length)
    yield el("polyline", cls="arrow", points=points_text([start, _point_along(end, direction, -head_length * 0.5)]))
    for step in range(1, count):
        x, y = _point_along(start, direction, step * step_length)
        yield el("circle", cls="arrow-step", cx=x, cy=y, r=size * 0.12)
    head_base, perpendicular_direction = _point_along(end, direction, -head_length * 0.6), (-direction[1], direction[0])
    corners = [
        _point_along(end, direction, head_length * 0.45),
        *(_point_along(head_base, perpendicular_direction, wing_offset * head_length) for wing_offset in (0.72, -0.72)),
    ]
    yield el("polygon", cls="arrow-head", points=points_text(corners))


@lru_cache(maxsize=128)
def draw_card_face(
    card: int, steps: Steps, width: float, height: float, *, has_dashed_frame: bool = False
) -> tuple[Node, ...]:
    """Draw a card face up.

    A dashed frame means that the card does not come from the rulebook.
    """
    half_x, half_y = width / 2, height / 2
    is_tall_card = height > width
    arrow_size = min(width * 0.82, height * 0.58) if is_tall_card else min(height * 0.76, width * 0.43)
    number_size = (min(width * 0.48, height * 0.36) if is_tall_card else height * 0.54) * (0.76 if card > 9 else 1)
    number_centre = (0.0, -height * 0.28) if is_tall_card else (-width * 0.26, 0.0)
    arrow_centre = (0.0, height * 0.17) if is_tall_card else (width * 0.225, 0.0)
    corner = min(width, height) * 0.11
    frame = (_frame(half_x - 5, half_y - 5),) if has_dashed_frame else ()
    return (
        el("rect", cls="card-shadow", x=-half_x, y=-half_y + 3, width=width, height=height, rx=corner),
        el("rect", cls="card-paper", x=-half_x, y=-half_y, width=width, height=height, rx=corner),
        *frame,
        el(
            "text",
            cls="figure",
            x=number_centre[0],
            y=number_centre[1] + number_size * 0.36,
            font_size=number_size,
            text=str(card),
        ),
        el("g", draw_arrows(steps, arrow_size), transform=translate(*arrow_centre)),
    )


def _frame(x: float, y: float) -> Node:
    return el("rect", cls="card-frame", x=-x, y=-y, width=2 * x, height=2 * y, rx=6)


@lru_cache(maxsize=8)
def draw_card_back(width: float, height: float) -> tuple[Node, ...]:
    """Draw a card face down."""
    half_x, half_y = width / 2, height / 2
    inset = height * 0.09
    return (
        el("rect", cls="card-shadow", x=-half_x, y=-half_y + 3, width=width, height=height, rx=height * 0.11),
        el("rect", cls="card-back", x=-half_x, y=-half_y, width=width, height=height, rx=height * 0.11),
        el(
            "rect",
            cls="card-back-frame",
            x=-half_x + inset,
            y=-half_y + inset,
            width=width - 2 * inset,
            height=height - 2 * inset,
            rx=height * 0.07,
        ),
        el("polygon", cls="card-back-star", points=star_points(height * 0.26)),
    )


def steps_in_picture(card: Card, vectors: dict[str, tuple[int, int]]) -> Steps:
    """Convert the parts of a card to steps in the picture, for ``draw_arrows``.

    ``vectors`` maps each direction to the change of x and y in one step.
    """
    return tuple((part.steps, vectors[part.direction]) for part in card)
