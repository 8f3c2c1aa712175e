"""The drawings of the pieces, in squares of 45 units. CSS adds the colours of each side.

Most drawings are symmetric. A profile describes the right half of a symmetric drawing.
"""

from __future__ import annotations

from typing import TypeAlias

from ruleboard.scene.geometry import Point
from ruleboard.scene.node import Node, el, format_number

SQUARE_SIZE = 45
_CENTRE_X = SQUARE_SIZE / 2

Curve: TypeAlias = tuple[float, float, float, float, float, float]
Profile: TypeAlias = tuple[Point | Curve, ...]
"""The right half of a piece's outline, from top to foot.

An item is the end of a straight line, or a cubic Bézier curve as two control points and the end. The x coordinates
count from the middle of the piece to the right.
"""


def _path_down(profile: Profile, width: float) -> str:
    """Return SVG path data that follows the profile from top to foot, with each x multiplied by ``width``."""
    return "".join(
        ("M" if not index else "L" if len(step) == 2 else "C") + _format_coordinates(step, width)
        for index, step in enumerate(profile)
    )


def _path_up(profile: Profile, width: float) -> str:
    """Return SVG path data that continues a path up the profile, from foot to top, and closes it."""
    path_parts = ["L" + _format_coordinates(profile[-1][-2:], width)]
    for previous_point, step in zip(profile[-2::-1], profile[:0:-1], strict=True):
        if len(step) == 2:
            path_parts.append("L" + _format_coordinates(previous_point[-2:], width))
        else:
            path_parts.append("C" + _format_coordinates((*step[2:4], *step[:2], *previous_point[-2:]), width))
    return "".join(path_parts) + "Z"


def _format_coordinates(values: tuple[float, ...], width: float) -> str:
    coordinates = (_CENTRE_X + width * value if not index % 2 else value for index, value in enumerate(values))
    return " ".join(format_number(value) for value in coordinates)


def _draw_symmetric(profile: Profile, shaded_profile: Profile = ()) -> tuple[Node, Node]:
    """Draw a symmetric piece from a profile of its right half, with a shade on the right side.

    Args:
        profile: the outline of the right half.
        shaded_profile: the outline of the shade, if it differs from the profile.
    """
    shaded_profile = shaded_profile or profile
    return (
        _draw_body(_path_down(profile, 1) + _path_up(profile, -1)),
        el("path", cls="shade", d=_path_down(shaded_profile, 1) + _path_up(shaded_profile, 0.35)),
    )


def _draw_body(path: str) -> Node:
    return el("path", cls="body", d=path)


def _draw_line(path: str) -> Node:
    return el("path", cls="line", d=path)


def _draw_bead(x: float, y: float, radius: float) -> Node:
    return el("circle", cls="body", cx=x, cy=y, r=radius)


def _draw_eye(path: str) -> Node:
    return el("path", cls="eye", d=path)


_FOOT_NODES = _draw_symmetric(((0, 35.4), (10, 35.4), (12.2, 35.4, 13, 37, 13, 39.6), (0, 39.6)))
_STEM_PROFILE: Profile = (
    (6.9, 22.2),
    (7.9, 22.4, 7.9, 24.8, 6.9, 25),
    (5.2, 25),
    (5.3, 29.5, 7, 32.6, 10.6, 35.4),
    (0, 35.4),
)
_COLLAR_NODE = _draw_line("M17.6 25H27.4")

_KING_NODES = (
    _draw_body("M21 2.6h3v2.9h3v3h-3v3.6h-3V8.5h-3v-3h3z"),
    *_draw_symmetric(((0, 10.4), (4, 10.4, 7.6, 11, 10.4, 12.8), (8.8, 16.6, 7, 19.4, 5.6, 22.2), *_STEM_PROFILE)),
    _draw_line("M14.5 16.1C19 14.5 26 14.5 30.5 16.1"),
    _COLLAR_NODE,
    *_FOOT_NODES,
)

_QUEEN_NODES = (
    *_draw_symmetric(
        (
            (0, 12.2),
            (2.7, 17.4),
            (6.1, 10.4),
            (7.4, 17),
            (12.4, 12),
            (10.6, 16.4, 7.2, 19.2, 6, 22.2),
            *_STEM_PROFILE,
        ),
        ((0, 18.4), (8.3, 18.4), (7.2, 19.8, 6.6, 21, 6, 22.2), *_STEM_PROFILE),
    ),
    _draw_bead(22.5, 9.6, 2.4),
    _draw_bead(15.6, 8.4, 2.1),
    _draw_bead(29.4, 8.4, 2.1),
    _draw_bead(9.6, 10.6, 2.1),
    _draw_bead(35.4, 10.6, 2.1),
    _COLLAR_NODE,
    *_FOOT_NODES,
)

_ROOK_NODES = (
    *_draw_symmetric(
        (
            (0, 7.6),
            (2.6, 7.6),
            (2.6, 11),
            (6.2, 11),
            (6.2, 7.6),
            (10.6, 7.6),
            (10.6, 15),
            (7.6, 18.2),
            (7.6, 22, 8.4, 28, 9.6, 31.8),
            (11, 35.4),
            (0, 35.4),
        )
    ),
    _draw_line("M15.4 18.2H29.6"),
    _draw_line("M13.4 31.8H31.6"),
    *_FOOT_NODES,
)

_BISHOP_NODES = (
    _draw_bead(22.5, 6.6, 2.5),
    *_draw_symmetric(((0, 8.6), (4, 11, 7.4, 14.6, 7.4, 18.4), (7.4, 20, 6.6, 21.2, 5.6, 22.2), *_STEM_PROFILE)),
    _draw_line("M27.2 12.2L23 17.4"),
    _COLLAR_NODE,
    *_FOOT_NODES,
)

_PAWN_NODES = (
    *_draw_symmetric(
        (
            (0, 10),
            (3.4, 10, 5.6, 12.4, 5.6, 15.4),
            (5.6, 17.4, 4.7, 19, 3.4, 20),
            (6.2, 20.3),
            (7.2, 20.5, 7.2, 22.7, 6.2, 22.9),
            (4, 22.9),
            (4.2, 28.6, 6, 32, 9.6, 35.4),
            (0, 35.4),
        )
    ),
    _draw_line("M18.8 22.9H26.2"),
    *_FOOT_NODES,
)

_KNIGHT_NODES = (
    _draw_body(
        "M33.2 35.4C34.6 24.6 33.4 13.6 23.4 9.4L21.6 5.4L18.2 9.6C15.4 11 14.2 13.8 12.8 16.8"
        "C11.4 19.6 8.4 21.6 7.8 24.6C7.3 27.2 9.4 28.8 11.2 28.2C12.4 27.8 12.8 26.8 14.2 26.4"
        "C17 25.8 19.4 25.4 21 23.2C20.8 27.8 13.4 29.4 12.6 35.4Z"
    ),
    el("path", cls="shade", d="M33.2 35.4C34.6 24.6 33.4 13.6 23.4 9.4C29.8 16 30.4 25 28.4 35.4Z"),
    _draw_line("M24.6 13.4C29.4 17.4 30.2 25.6 29.6 32.6"),
    _draw_eye("M15.6 16.2a1.3 1.3 0 1 0 2.6 0a1.3 1.3 0 1 0 -2.6 0z"),
    _draw_line("M10.2 25.2L11 24.2"),
    *_FOOT_NODES,
)

_BEAST_NODES = (
    *_draw_symmetric(((0, 20), (8.4, 23.6, 10.2, 28, 11, 35.4), (0, 35.4))),
    *_draw_symmetric(
        (
            (0, 13.8),
            (1.8, 12.6, 3.4, 12.6, 4.8, 13.4),
            (9.6, 14, 12.6, 11.2, 12.4, 5),
            (17.2, 10.4, 15.6, 18.2, 7.8, 19.4),
            (7.6, 23.2, 6, 25.4, 5.2, 28),
            (5.4, 31, 3, 32.6, 0, 32.6),
        ),
        ((0, 19.4), (7.8, 19.4), (7.6, 23.2, 6, 25.4, 5.2, 28), (5.4, 31, 3, 32.6, 0, 32.6)),
    ),
    _draw_line("M14.7 19.8C14.9 23.2 16.5 25.4 17.3 28C17.1 31 19.5 32.6 22.5 32.6"),
    _draw_line("M30.3 19.8C30.1 23.2 28.5 25.4 27.7 28C27.9 31 25.5 32.6 22.5 32.6"),
    _draw_eye("M16.4 19.6L21 21.6L20.2 23L17 22.4z"),
    _draw_eye("M28.6 19.6L24 21.6L24.8 23L28 22.4z"),
    _draw_line("M20.4 29.2L20.9 28.4M24.6 29.2L24.1 28.4"),
    *_FOOT_NODES,
)

DRAWINGS: dict[str, tuple[Node, ...]] = {
    "K": _KING_NODES,
    "Q": _QUEEN_NODES,
    "R": _ROOK_NODES,
    "B": _BISHOP_NODES,
    "N": _KNIGHT_NODES,
    "T": _BEAST_NODES,
    "P": _PAWN_NODES,
}
"""The shapes of each piece by its capital letter. T is the beast."""
