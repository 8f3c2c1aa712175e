"""The drawings of pieces, stars and cards, centred on the origin."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import cos, pi, sin

from ruleboard.games.tensor_cards.board import BLUE, PIECE_NAMES, RED
from ruleboard.games.tensor_cards.cards import Card
from ruleboard.scene.geometry import Box, Point
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
    """Draw the arrows of a card at a size, with the centre of their drawing on the origin.

    A card with two parts has an arrow for each part that can come first, followed by a dotted line for the other
    part.
    """
    box, step_length = _arrows_box(steps), size * _step_length(steps)
    start = (-box.centre[0] * size, -box.centre[1] * size)
    nodes: list[Node] = []
    if len(steps) == 2:
        corner = start
        for count, direction in steps:
            corner = _point_along(corner, direction, count * step_length)
        for count, direction in steps:
            bend_point = _point_along(start, direction, count * step_length)
            nodes.append(el("polyline", cls="arrow either", points=points_text([bend_point, corner])))
    for count, direction in steps:
        nodes += _arrow(start, count, direction, step_length, size)
    nodes.append(el("circle", cls="arrow-start", cx=start[0], cy=start[1], r=size * _START_RADIUS))
    return tuple(nodes)


_START_RADIUS = 0.105
_HEAD_LENGTH = 0.2
_HEAD_TIP, _HEAD_HALF_WIDTH = 0.45, 0.72
"""The measures of an arrow at size 1. The tip and half the width of its head are multiples of the head's length."""
_STROKE_WIDTH = 5.0
"""The width of an arrow's line at every size."""


def _step_length(steps: Steps) -> float:
    """Return the length of one step at size 1: shorter on a card with many steps."""
    x_values, y_values = _offsets(steps)
    return min(0.46, 0.8 / max(max(x_values) - min(x_values), max(y_values) - min(y_values), 1))


def _offsets(steps: Steps) -> tuple[list[int], list[int]]:
    """Return the x and y values, in steps, of the start of a card's arrows and of their ends."""
    return [0, *(count * x for count, (x, _y) in steps)], [0, *(count * y for count, (_x, y) in steps)]


@lru_cache(maxsize=64)
def _arrows_box(steps: Steps) -> Box:
    """Return the box around the arrows of a card at size 1, if the arrows start on the origin."""
    step_length = _step_length(steps)
    x_values, y_values = ([value * step_length for value in values] for values in _offsets(steps))
    tip_length, half_width = _HEAD_LENGTH * _HEAD_TIP, _HEAD_LENGTH * _HEAD_HALF_WIDTH
    corner_points = [
        (-_START_RADIUS, -_START_RADIUS),
        (_START_RADIUS, _START_RADIUS),
        (sum(x_values), sum(y_values)),
    ]
    for count, direction in steps:
        tip = _point_along((0, 0), direction, count * step_length + tip_length)
        corner_points += [_point_along(tip, direction[::-1], sign * half_width) for sign in (1, -1)]
    left, top = (min(values) for values in zip(*corner_points, strict=True))
    right, bottom = (max(values) for values in zip(*corner_points, strict=True))
    return Box(left, top, right - left, bottom - top)


def _arrows_size(steps: Steps, width: float, height: float) -> float:
    """Return the largest size at which the arrows of a card fit into a width and a height."""
    box = _arrows_box(steps)
    return min((width - _STROKE_WIDTH) / box.width, (height - _STROKE_WIDTH) / box.height)


def _point_along(point: Point, direction: tuple[int, int], distance: float) -> Point:
    return (point[0] + distance * direction[0], point[1] + distance * direction[1])


def _arrow(start: Point, count: int, direction: tuple[int, int], step_length: float, size: float) -> Iterator[Node]:
    """Yield the nodes of an arrow with ``count`` steps, and a dot after each step except the last."""
    head_length = size * _HEAD_LENGTH
    end = _point_along(start, direction, count * step_length)
    yield el("polyline", cls="arrow", points=points_text([start, _point_along(end, direction, -head_length * 0.5)]))
    for step in range(1, count):
        x, y = _point_along(start, direction, step * step_length)
        yield el("circle", cls="arrow-step", cx=x, cy=y, r=min(size * 0.12, step_length * 0.45))
    head_base, perpendicular_direction = _point_along(end, direction, -head_length * 0.6), (-direction[1], direction[0])
    corners = [
        _point_along(end, direction, head_length * _HEAD_TIP),
        *(
            _point_along(head_base, perpendicular_direction, wing_offset * head_length)
            for wing_offset in (_HEAD_HALF_WIDTH, -_HEAD_HALF_WIDTH)
        ),
    ]
    yield el("polygon", cls="arrow-head", points=points_text(corners))


_CARD_INSET, _FACE_GAP = 4.0, 4.0
"""The distance from a card's edge to its number and arrows, and between these two."""
_DIGIT_WIDTH, _DIGIT_HEIGHT = 0.7, 0.73
"""The size of a digit at font size 1, in the widest of the usual fonts."""


@lru_cache(maxsize=128)
def draw_card_face(
    card: int, steps: Steps, width: float, height: float, *, has_dashed_frame: bool = False
) -> tuple[Node, ...]:
    """Draw a card face up. Its arrows are next to its number, or below it where there is clearly more room.

    A dashed frame means that the card does not come from the rulebook.
    """
    half_x, half_y = width / 2, height / 2
    number_size = min(width, height) * 0.52 * (0.76 if card > 9 else 1)
    inner_width, inner_height = width - 2 * _CARD_INSET, height - 2 * _CARD_INSET
    number_width = max(number_size * _DIGIT_WIDTH * len(str(card)) + _FACE_GAP, inner_width * 0.4)
    number_height = number_size * _DIGIT_HEIGHT + _FACE_GAP
    max_size = height * 0.76
    size_beside = min(max_size, _arrows_size(steps, inner_width - number_width, inner_height))
    size_below = min(max_size, _arrows_size(steps, inner_width, inner_height - number_height))
    if size_below > size_beside * 1.1:
        size = size_below
        number_centre, arrow_centre = (0.0, (number_height - _FACE_GAP - inner_height) / 2), (0.0, number_height / 2)
    else:
        size = size_beside
        number_centre, arrow_centre = ((number_width - _FACE_GAP - inner_width) / 2, 0.0), (number_width / 2, 0.0)
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
            y=number_centre[1] + number_size * _DIGIT_HEIGHT / 2,
            font_size=number_size,
            text=str(card),
        ),
        el("g", draw_arrows(steps, size), transform=translate(*arrow_centre)),
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
