"""The drawings of tiles, tokens, cards and gears, as flat shapes that are softly lit from above."""

from __future__ import annotations

from functools import lru_cache
from math import cos, pi, sin

from ruleboard.games.equilibrium.numbers import Card
from ruleboard.kit.hex_board import hexagon
from ruleboard.kit.hexgrid import corners
from ruleboard.scene.node import Node, el
from ruleboard.scene.shapes import points_text, translate

OPERATION_SIGNS = {"sub": "−", "div": "÷", "add": "+", "mul": "×"}

_MIN_TITLE_WIDTH = 180
"""The minimum width, in picture units, of a low card with a title."""

_PIP_POSITIONS: tuple[tuple[tuple[float, float], ...], ...] = (
    ((0, 0),),
    ((-0.36, 0), (0.36, 0)),
    ((0, -0.38), (-0.38, 0.3), (0.38, 0.3)),
    ((-0.36, -0.36), (0.36, -0.36), (-0.36, 0.36), (0.36, 0.36)),
)


@lru_cache(maxsize=1024)
def draw_label(x: float, y: float, text: str, cls: str, size: float) -> Node:
    """Draw a text centred on a point."""
    return el("text", cls=cls, x=x, y=y + size * 0.35, font_size=size, text=text)


def draw_caption(x: float, y: float, text: str) -> Node:
    """Draw a heading above a part of the table. The text starts at the given point."""
    return el("text", cls="caption", x=x, y=y, text=text)


@lru_cache(maxsize=1024)
def draw_tile(x: float, y: float, size: float, letter: str, *, key: str = "", cls: str = "") -> Node:
    """Draw a tile. A lowercase letter stands for a tile that is face down."""
    kind = letter.upper()
    is_face_down = letter.islower()
    rim_corners = corners(0, 0, size * 0.8)
    classes = f"piece tile t-{kind.lower()}{' down' if is_face_down else ''}{' ' + cls if cls else ''}"
    return el(
        "g",
        hexagon(0, size * 0.09, size * 0.93, "shadow"),
        hexagon(0, 0, size * 0.93, "rim"),
        hexagon(0, 0, size * 0.8, "body"),
        el(
            "polyline",
            cls="light",
            points=points_text((rim_corners[5], rim_corners[0], rim_corners[1])),
            stroke_width=size * 0.053,
        ),
        _type_shape(kind, size * 0.46),
        _tile_letter(kind, size * 0.46),
        key=key,
        cls=classes,
        transform=translate(x, y),
    )


def _type_shape(kind: str, radius: float) -> Node:
    """Draw the shape on the tiles of a type: a square, page, disc, triangle or star."""
    if kind == "I":
        return el(
            "rect",
            cls="plate",
            x=-radius * 0.9,
            y=-radius * 0.9,
            width=radius * 1.8,
            height=radius * 1.8,
            rx=radius * 0.2,
        )
    if kind == "T":
        return el(
            "rect",
            cls="plate",
            x=-radius * 1.15,
            y=-radius * 0.66,
            width=radius * 2.3,
            height=radius * 1.32,
            rx=radius * 0.64,
        )
    if kind == "A":
        return el("circle", cls="plate", cx=0, cy=0, r=radius)
    if kind == "V":
        return el(
            "polygon",
            cls="plate",
            points=points_text(((-radius * 0.85, -radius * 1.12), (radius * 1.25, 0), (-radius * 0.85, radius * 1.12))),
        )
    star = tuple(
        (
            radius * (1.22 if step % 2 == 0 else 0.72) * sin(pi * step / 4),
            -radius * (1.22 if step % 2 == 0 else 0.72) * cos(pi * step / 4),
        )
        for step in range(8)
    )
    return el("polygon", cls="plate", points=points_text(star))


def _tile_letter(kind: str, radius: float) -> Node:
    offset_x = -radius * 0.22 if kind == "V" else 0
    return draw_label(offset_x, 0, kind, "letter", radius * (1.12 if kind == "V" else 1.25))


@lru_cache(maxsize=1024)
def draw_player_token(x: float, y: float, radius: float, player: int, *, key: str = "", cls: str = "") -> Node:
    """Draw a player's token, a disc in the player's colour.

    The token has one pip for the first player, two for the second, and so on.
    """
    return el(
        "g",
        el("circle", cls="shadow", cx=0, cy=radius * 0.14, r=radius),
        el("circle", cls="own", cx=0, cy=0, r=radius),
        el("circle", cls="glint", cx=0, cy=0, r=radius * 0.84, stroke_width=radius * 0.09),
        [
            el("circle", cls="pip", cx=pip_x * radius, cy=pip_y * radius, r=radius * 0.2)
            for pip_x, pip_y in _PIP_POSITIONS[player]
        ],
        key=key,
        cls=f"piece token p{player + 1}{' ' + cls if cls else ''}",
        transform=translate(x, y),
    )


@lru_cache(maxsize=1024)
def draw_weight_token(x: float, y: float, radius: float, kind: str, *, key: str) -> Node:
    """Draw the weight token of a type, with the colour and the letter of the type."""
    return el(
        "g",
        el("circle", cls="shadow", cx=0, cy=radius * 0.16, r=radius),
        el("circle", cls="rim", cx=0, cy=0, r=radius),
        el("circle", cls="body", cx=0, cy=0, r=radius * 0.82),
        draw_label(0, 0, kind, "letter ink", radius * 1.15),
        key=key,
        cls=f"piece weight t-{kind.lower()}",
        transform=translate(x, y),
    )


@lru_cache(maxsize=1024)
def draw_gear(x: float, y: float, radius: float) -> Node:
    """Draw a gear, the sign for GPU cycles."""
    teeth = []
    for step in range(32):
        distance = radius if step % 4 in (0, 1) else radius * 0.8
        angle = pi * (step - 0.5) / 16
        teeth.append((distance * cos(angle), distance * sin(angle)))
    return el("g", el("polygon", cls="gear", points=points_text(tuple(teeth))), transform=translate(x, y))


@lru_cache(maxsize=1024)
def draw_operation_card(
    x: float,
    y: float,
    width: float,
    height: float,
    card: str,
    card_values: Card,
    title: str,
    *,
    key: str = "",
    is_covered: bool = False,
) -> Node:
    """Draw an Operation card with its sign, cost, tweaks and title, or an empty card if ``is_covered``.

    A wide card has its title along the lower edge, which people can read on a phone. A small card has no title.
    """
    is_flat_card = height < width * 0.9
    is_wide_card = is_flat_card and width >= _MIN_TITLE_WIDTH
    small_size = min(width * 0.15, height * (0.22 if is_wide_card else 0.24), 26.0)
    title_size = min(22.0, height * 0.31) if is_wide_card else width * 0.11
    if is_wide_card:
        sign_y, sign_size = (height - title_size * 1.1) / 2, min(height * 0.5, 64.0)
        tweaks_y, title_y = small_size * 1.15, height - title_size * 0.75
    else:
        sign_y, sign_size = height * (0.5 if is_flat_card else 0.44), height * (0.62 if is_flat_card else 0.42)
        tweaks_y, title_y = height - small_size, height * 0.7
    face_nodes = [
        draw_label(width * 0.5, sign_y, OPERATION_SIGNS[card], "sign", sign_size),
        draw_gear(width - small_size * 1.15, small_size * 1.15, small_size * 0.95),
        draw_label(width - small_size * 1.15, small_size * 1.15, str(card_values.cost), "cost", small_size * 1.05),
        draw_label(small_size * 1.3, tweaks_y, f"+{card_values.tweaks}", "tweaks", small_size * 1.25),
        draw_label(width / 2, title_y, title, "title", title_size) if is_wide_card or not is_flat_card else None,
    ]
    return el(
        "g",
        el("rect", cls="shadow", x=0, y=2.5, width=width, height=height, rx=7),
        el("rect", cls="paper", x=0, y=0, width=width, height=height, rx=7),
        el("rect", cls="light", x=1.5, y=1.5, width=width - 3, height=height - 3, rx=6),
        [] if is_covered else face_nodes,
        key=key,
        cls=f"piece op op-{card}",
        transform=translate(x, y),
    )
