"""The drawings of figures: bases, pieces, and the positions of pieces on a base.

A figure fills a square 90 units wide, centred at (0, 0). Its base is a square, a circle or a triangle. A triangle
points in the direction in which its side advances. The pieces are on the base, below the crown or star.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, TypeAlias

from ruleboard.games.tesulda.figures import CROWN, LEADER_PIECES, PIECE_NAMES, STAR, traits
from ruleboard.scene.node import Node, el, format_number

_PIECE_CORNERS: Final = {
    "d": ((0, -1.18), (0.92, 0), (0, 1.18), (-0.92, 0)),
    "z": ((-0.52, -0.78), (0.52, -0.78), (1.08, 0.78), (-1.08, 0.78)),
    "h": ((-0.56, -0.97), (0.56, -0.97), (1.12, 0), (0.56, 0.97), (-0.56, 0.97), (-1.12, 0)),
    "t": (
        (0, -1.2),
        (0.34, -0.4),
        (1.18, -0.34),
        (0.54, 0.2),
        (0.76, 1.04),
        (0, 0.58),
        (-0.76, 1.04),
        (-0.54, 0.2),
        (-1.18, -0.34),
        (-0.34, -0.4),
    ),
    "k": ((-1, 0.8), (-1.16, -0.62), (-0.52, 0.06), (0, -1), (0.52, 0.06), (1.16, -0.62), (1, 0.8)),
}
"""The corners of the angular pieces with half a width of 1."""

PieceSpot: TypeAlias = tuple[float, float, float]
"""The position (x, y) of a piece on its base, and half its width."""

_BROAD_BASE_SPOTS: Final[tuple[tuple[PieceSpot, ...], ...]] = (
    (),
    ((0, 0, 19),),
    ((-17, 0, 15), (17, 0, 15)),
    ((0, -17, 13.5), (-16, 13, 13.5), (16, 13, 13.5)),
    ((-15, -15, 12.5), (15, -15, 12.5), (-15, 15, 12.5), (15, 15, 12.5)),
    ((0, -22, 11), (-21, -6, 11), (21, -6, 11), (-13, 19, 11), (13, 19, 11)),
)
_BROAD_BASE_SPOTS_WITH_LEADER: Final[tuple[tuple[PieceSpot, ...], ...]] = (
    (),
    ((0, 16, 16),),
    ((-16, 15, 14), (16, 15, 14)),
    ((-15, 5, 11), (15, 5, 11), (0, 25, 11)),
    ((-14, 4, 10.5), (14, 4, 10.5), (-14, 26, 10.5), (14, 26, 10.5)),
)
_TRIANGLE_SPOTS: Final[tuple[tuple[PieceSpot, ...], ...]] = (
    (),
    ((0, 10, 16),),
    ((-14.5, 17, 13), (14.5, 17, 13)),
    ((0, -10, 11.5), (-15, 18, 12), (15, 18, 12)),
    ((0, -11, 10.5), (-23, 21, 10), (0, 21, 10), (23, 21, 10)),
    ((-11, -3, 9.5), (11, -3, 9.5), (-23, 21, 10), (0, 21, 10), (23, 21, 10)),
)
_TRIANGLE_SPOTS_WITH_LEADER: Final[tuple[tuple[PieceSpot, ...], ...]] = (
    (),
    ((0, 18, 13),),
    ((-14, 18, 12), (14, 18, 12)),
    ((-22, 20, 10), (0, 20, 10), (22, 20, 10)),
    ((-11, 2, 9), (11, 2, 9), (-13, 23, 9), (13, 23, 9)),
)
_DOWN_TRIANGLE_SPOTS_WITH_LEADER: Final[tuple[tuple[PieceSpot, ...], ...]] = (
    (),
    ((0, 12, 14),),
    ((-13, 8, 12), (13, 8, 12)),
    ((-13, 4, 10.5), (13, 4, 10.5), (0, 26, 9.5)),
    ((-20, 2, 9.5), (0, 2, 9.5), (20, 2, 9.5), (0, 23, 9.5)),
)


def _upside_down_spots(spots: tuple[tuple[PieceSpot, ...], ...]) -> tuple[tuple[PieceSpot, ...], ...]:
    return tuple(tuple((x, -y, half_width) for x, y, half_width in row) for row in spots)


def _plain_piece_spots(base: str, count: int, has_leader: bool, points_up: bool) -> tuple[PieceSpot, ...]:
    """Return the positions of the plain pieces, which are all pieces except the crown and the star.

    Args:
        base: the upper-case letter of the base.
        count: the number of plain pieces.
        has_leader: True to leave room for a crown or star.
        points_up: True if a triangle points upwards.
    """
    if base != "T":
        return (_BROAD_BASE_SPOTS_WITH_LEADER if has_leader else _BROAD_BASE_SPOTS)[count]
    if has_leader:
        return (_TRIANGLE_SPOTS_WITH_LEADER if points_up else _DOWN_TRIANGLE_SPOTS_WITH_LEADER)[count]
    return (_TRIANGLE_SPOTS if points_up else _upside_down_spots(_TRIANGLE_SPOTS))[count]


def piece_node(letter: str, x: float, y: float, half_width: float, key: str = "") -> Node:
    """Draw a piece centred at a point. ``half_width`` is half the piece's width in units."""
    cls = f"piece {PIECE_NAMES[letter]}"
    if letter == "c":
        return el("circle", key=key, cls=cls, cx=x, cy=y, r=half_width * 1.02)
    if letter == "s":
        half_edge = half_width * 0.92
        return el(
            "rect",
            key=key,
            cls=cls,
            x=x - half_edge,
            y=y - half_edge,
            width=2 * half_edge,
            height=2 * half_edge,
            rx=half_width * 0.12,
        )
    corners = [(x + half_width * corner_x, y + half_width * corner_y) for corner_x, corner_y in _PIECE_CORNERS[letter]]
    return el("path", key=key, cls=cls, d=_closed_path(corners))


def _closed_path(points: list[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{format_number(x)} {format_number(y)}" for x, y in points) + "Z"


def base_outline(base: str, points_up: bool, extra_width: float = 0, cls: str = "", offset: float = 0) -> Node:
    """Draw the outline of a base.

    Args:
        base: the letter of the base.
        points_up: True if a triangle points upwards.
        extra_width: the width, in units, to add on all sides.
        cls: the CSS class of the outline.
        offset: the distance, in units, to move the outline downwards.
    """
    transform = f"translate(0 {format_number(offset)})" if offset else None
    if base == "C":
        return el("circle", cls=cls, r=39.5 + extra_width, transform=transform)
    if base == "S":
        half_edge, corner_radius = 36 + extra_width, max(3, 8 + extra_width)
        return el(
            "rect",
            cls=cls,
            x=-half_edge,
            y=-half_edge,
            width=2 * half_edge,
            height=2 * half_edge,
            rx=corner_radius,
            transform=transform,
        )
    direction_sign = 1 if points_up else -1
    corners = [
        (0.0, -41 - 2.1 * extra_width),
        (41.5 + 1.7 * extra_width, 34 + extra_width),
        (-41.5 - 1.7 * extra_width, 34 + extra_width),
    ]
    return el(
        "path", cls=f"{cls} corner", d=_closed_path([(x, direction_sign * y) for x, y in corners]), transform=transform
    )


@lru_cache(maxsize=1024)
def base_nodes(base: str, side: int, points_up: bool) -> tuple[Node, ...]:
    """Draw a base without pieces: a shadow, an edge, a face, and a rim in the style of the side."""
    return (
        base_outline(base, points_up, 0.5, "shade", offset=3.5),
        base_outline(base, points_up, 0, "plate"),
        base_outline(base, points_up, -3.2, "face", offset=-1.3),
        base_outline(base, points_up, -6.5, "rim"),
    )


def piece_spots(figure: str, points_up: bool) -> tuple[tuple[str, PieceSpot], ...]:
    """Return pairs of a piece's name (``"c2"``) and its position on the base. Crown and star come last."""
    abilities = traits(figure)
    leaders = [letter for letter in abilities.pieces if letter in LEADER_PIECES]
    other_pieces = [letter for letter in abilities.pieces if letter not in LEADER_PIECES]
    count = min(len(other_pieces), 4) if leaders else len(other_pieces)
    spots = (*_plain_piece_spots(abilities.base, count, bool(leaders), points_up), *_leader_spots(leaders))
    letters = (*other_pieces[:count], *leaders)
    return tuple(
        (f"{letter}{letters[:index].count(letter) + 1}", spot)
        for index, (letter, spot) in enumerate(zip(letters, spots, strict=True))
    )


def figure_nodes(figure: str, points_up: bool, key: str) -> tuple[Node, ...]:
    """Draw a figure.

    Args:
        figure: the figure.
        points_up: True if the figure's side advances upwards in the picture.
        key: the prefix of the node keys of the figure's pieces.
    """
    abilities = traits(figure)
    pieces = [piece_node(name[0], *spot, f"{key}-{name}") for name, spot in piece_spots(figure, points_up)]
    return (*base_nodes(abilities.base, abilities.side, points_up), *pieces)


def _leader_spots(letters: list[str]) -> list[PieceSpot]:
    """Return the positions of crown and star at the upper edge of the base.

    Crown and star are larger than other pieces.
    """
    half_widths = {CROWN: 21.0, STAR: 19.0}
    if len(letters) == 1:
        return [(0, -24, half_widths[letters[0]])]
    width = 76 / max(len(letters), 1)
    return [
        (width * (index - (len(letters) - 1) / 2), -26, 0.75 * half_widths[letter] * min(1, width / 30))
        for index, letter in enumerate(letters)
    ]


def piece_icon(letter: str) -> Node:
    """Draw a piece as a small ``<svg>`` for a button that has its own label."""
    node = piece_node(letter, 0, 0, 21)
    return el("svg", node, cls="tray tesulda", viewBox="-26 -26 52 52", aria_hidden="true", focusable="false")


def base_icon(base: str) -> Node:
    """Draw a base as a small ``<svg>`` for a button that has its own label.

    A lower-case letter means a base of Dark.
    """
    side = int(base.islower())
    node = el("g", base_nodes(base.upper(), side, side == 0), cls=f"figure {('light', 'dark')[side]}")
    return el("svg", node, cls="tray tesulda", viewBox="-47 -47 94 94", aria_hidden="true", focusable="false")
