"""The artwork of Sensei: sand, pits, stones and characters as flat shapes centred at (0, 0).

Lengths are in picture units, 100 per square. Light falls from above. CSS classes give the shapes their colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from ruleboard.scene import shapes
from ruleboard.scene.node import Node, el

SIDE_CLASSES: Final = ("green", "red")
"""The CSS class of each side."""

_RAKE_OFFSETS: Final = (-37.5, -25.0, -12.5, 0.0, 12.5, 25.0, 37.5)
_RAKE_LENGTH: Final = 86

_STONE_OUTLINES: Final = (
    # a round pebble, a little wider than high
    "M1 -33C23 -33 38 -19 38 -1C38 18 22 31 -1 31C-23 31 -38 18 -38 -2C-38 -20 -22 -33 1 -33Z",
    # a blunt, squarish pebble, slightly askew
    "M-2 -34C17 -36 31 -33 35 -16C38 -3 38 13 32 23C26 33 13 34 0 34C-15 34 -27 32 -33 21"
    "C-38 11 -37 -5 -35 -16C-31 -32 -18 -33 -2 -34Z",
)
_STONE_HIGHLIGHTS: Final = (
    "M-29 -8C-26 -21 -13 -28 2 -28C15 -28 26 -22 30 -13C22 -20 12 -23 1 -23C-13 -23 -23 -18 -29 -8Z",
    "M-31 -10C-29 -26 -19 -29 -2 -30C15 -31 27 -28 30 -15C24 -23 14 -25 0 -25C-14 -24 -25 -22 -31 -10Z",
)
_ENGRAVINGS: Final = (
    # a leaf with its rib
    ("M-20 12C-21 -8 -6 -20 20 -19C21 5 5 19 -20 12Z", "M-22 17C-14 4 -3 -6 12 -13"),
    # a flame with its heart
    (
        "M2 -24C5 -14 19 -8 18 8C17 19 9 25 0 25C-10 25 -18 18 -17 7C-16 -1 -10 -5 -9 -13C-3 -10 1 -15 2 -24Z",
        "M1 18C-5 17 -8 12 -6 7C-4 3 0 1 1 -4C5 1 8 5 7 11C6 15 4 18 1 18",
    ),
)


def draw_rake_marks(
    horizontal_centres: Iterable[tuple[float, float]], vertical_centres: Iterable[tuple[float, float]]
) -> tuple[Node, ...]:
    """Draw horizontal and vertical rake marks on squares, as grooves with light edges.

    Args:
        horizontal_centres: the centres of the squares with horizontal marks.
        vertical_centres: the centres of the squares with vertical marks.
    """
    horizontal_grooves = tuple(
        (x - _RAKE_LENGTH / 2, y + offset) for x, y in horizontal_centres for offset in _RAKE_OFFSETS
    )
    vertical_grooves = tuple(
        (x + offset, y - _RAKE_LENGTH / 2) for x, y in vertical_centres for offset in _RAKE_OFFSETS
    )

    def strokes_path(dx: float, dy: float) -> str:
        return "".join(
            [f"M{x + dx:g} {y + dy:g}h{_RAKE_LENGTH}" for x, y in horizontal_grooves]
            + [f"M{x + dx:g} {y + dy:g}v{_RAKE_LENGTH}" for x, y in vertical_grooves]
        )

    return (el("path", cls="groove", d=strokes_path(0, 0)), el("path", cls="ridge", d=strokes_path(1.6, 1.8)))


def draw_trail(x: float, y: float, height: float) -> tuple[Node, ...]:
    """Draw the trail of a stone in smooth sand, from (x, y) over ``height`` units down, or up if negative."""
    offsets = _RAKE_OFFSETS[1:-1]

    def strokes_path(dx: float) -> str:
        return "".join(f"M{x + offset + dx:g} {y:g}v{height:g}" for offset in offsets)

    return (
        el("path", cls="trail-sand", d=strokes_path(0)),
        el("path", cls="groove", d=strokes_path(0)),
        el("path", cls="ridge", d=strokes_path(1.6)),
    )


@cache
def draw_rake_rings(x: float, y: float, key: str) -> Node:
    """Draw rings of rake marks around a piece at (x, y)."""
    return el(
        "g",
        el("circle", cls="smooth", r=48),
        el("path", cls="ridge", d=shapes.circles_path([(0, 1.6)], 42.5, 47.5)),
        el("path", cls="groove", d=shapes.circles_path([(0, 0)], 42.5, 47.5)),
        key=key,
        cls="ripples",
        transform=svg_transform(x, y),
    )


def svg_transform(x: float, y: float, scale: float = 1) -> str:
    """Return an SVG transform that scales a drawing and moves it to a point."""
    return f"translate({x:g} {y:g})" + (f" scale({scale:g})" if scale != 1 else "")


@cache
def draw_pit() -> tuple[Node, ...]:
    """Draw a pit in the sand."""
    return (
        el("circle", cls="pit-slope", r=40),
        el("circle", cls="pit-lip", cy=1.5, r=35),
        el("circle", cls="pit-wall", r=34),
        el("ellipse", cls="pit-depth", cy=4, rx=30, ry=28.5),
        el("ellipse", cls="pit-floor", cy=8, rx=24, ry=21),
    )


@cache
def draw_stone(side: int) -> tuple[Node, ...]:
    """Draw a side's stone: a round one with a leaf, or a square one with a flame.

    The shapes differ so that players can tell the sides apart without colours.
    """
    outline, inner_line = _ENGRAVINGS[side]
    return (
        el("path", cls="shadow", d=_STONE_OUTLINES[side], transform="translate(0 8)"),
        el(
            "g",
            el("path", cls="flank", d=_STONE_OUTLINES[side], transform="translate(0 4)"),
            el("path", cls="top", d=_STONE_OUTLINES[side]),
            el("path", cls="sheen", d=_STONE_HIGHLIGHTS[side]),
            el("path", cls="engraved-light", d=outline, transform="translate(0 1.8)"),
            el("path", cls="engraved", d=outline),
            el("path", cls="engraved-line", d=inner_line),
            cls="body",
        ),
    )


@cache
def draw_figure(side: int) -> tuple[Node, ...]:
    """Draw a side's character: a wanderer with a straw hat and staff, or a courtier with a cap and wide sleeves."""
    outlines, figure_nodes = (_WANDERER_NODES, _COURTIER_NODES)[side]
    return (
        el("ellipse", cls="shadow", cy=21, rx=31, ry=10),
        el("g", [el("path", cls="halo", d=outline) for outline in outlines], figure_nodes, cls="body"),
    )


_WANDERER_ROBE_PATH: Final = "M-10 -23C-20 -17 -23 1 -26 21Q0 30 26 21C23 1 20 -17 10 -23Z"
_WANDERER_HAT_PATH: Final = "M-33 -28Q-12 -37 0 -58Q12 -37 33 -28Q0 -18 -33 -28Z"
_WANDERER_STAFF_PATH: Final = "M29 -36L27 24"
_WANDERER_NODES: Final = (
    (_WANDERER_ROBE_PATH, _WANDERER_HAT_PATH, _WANDERER_STAFF_PATH),
    (
        el("path", cls="robe", d=_WANDERER_ROBE_PATH),
        el(
            "path",
            cls="robe-shade",
            d="M4 6C8 12 10 19 10.5 25Q19 24 26 21C24 7 22 -7 17 -16C19 -6 14 2 4 6Z",
        ),
        el("path", cls="sash", d="M-23 2Q0 9 23 2L24 8.5Q0 15.5 -24 8.5Z"),
        el("path", cls="collar", d="M9 -22C6 -14 2 -6 -4 2M-9 -22C-7 -16 -4 -11 -1 -6"),
        el("path", cls="staff", d=_WANDERER_STAFF_PATH),
        el("path", cls="sleeve", d="M12 -20C21 -15 27 -9 31 -3L23 6C18 0 13 -5 8 -7Z"),
        el("circle", cls="skin", cx=28, cy=1, r=4.6),
        el("circle", cls="skin", cy=-26, r=9.5),
        el("path", cls="beard", d="M-8 -23C-8 -14 -4 -6 0 -2C4 -6 8 -14 8 -23C3 -20.5 -3 -20.5 -8 -23Z"),
        el("path", cls="hat", d=_WANDERER_HAT_PATH),
        el("path", cls="hat-shade", d="M0 -58Q12 -37 33 -28Q22 -24.6 10 -23.4Q9 -42 0 -58Z"),
        el("path", cls="hat-line", d="M-1 -56Q-6 -38 -18 -24.8M0 -56Q2 -38 -4 -23.2"),
    ),
)
_COURTIER_ROBE_PATH: Final = (
    "M-9 -22C-18 -20 -27 -15 -33 -9C-34 0 -33 8 -31 15C-26 15 -21 13 -18 10L-22 22Q0 30 22 22L18 10"
    "C21 13 26 15 31 15C33 8 34 0 33 -9C27 -15 18 -20 9 -22Z"
)
_COURTIER_CAP_PATH: Final = "M-10 -31C-10 -41 -12 -50 -8 -56C-3 -61 9 -60 11 -54C13 -48 9 -40 10 -31Q0 -36 -10 -31Z"
_COURTIER_NODES: Final = (
    (_COURTIER_ROBE_PATH, _COURTIER_CAP_PATH, "M-10 -28A10 10 0 0 0 10 -28Z"),
    (
        el("path", cls="robe", d=_COURTIER_ROBE_PATH),
        el("path", cls="robe-shade", d="M6 10L9 25.4Q16 24.3 22 22L18 10L16 -4L14 9Z"),
        el("path", cls="cuff", d="M-33 1C-33 6 -32 11 -31 15C-26 15 -21 13 -18 10L-19 5C-23 6 -29 4 -33 1Z"),
        el("path", cls="cuff", d="M33 1C33 6 32 11 31 15C26 15 21 13 18 10L19 5C23 6 29 4 33 1Z"),
        el("path", cls="sash", d="M-17.4 3Q0 9 17.4 3L18.6 10.5Q0 16.5 -18.6 10.5Z"),
        el("path", cls="collar", d="M9 -21C6 -14 2 -6 -3 3M-9 -21C-7 -16 -4 -11 -1 -6"),
        el("circle", cls="skin", cy=-28, r=10),
        el(
            "path",
            cls="calm",
            d="M-7 -27.4Q-4.4 -25 -1.8 -27.4M1.8 -27.4Q4.4 -25 7 -27.4M-2.6 -22.4Q0 -21.2 2.6 -22.4",
        ),
        el("path", cls="cap", d=_COURTIER_CAP_PATH),
        el(
            "path",
            cls="cap-light",
            d="M-6.6 -34.4C-6.6 -42 -8.4 -49 -5.4 -53.4Q-3 -56.4 2 -56.2C-3 -50 -3.4 -43 -2.8 -34.8Z",
        ),
    ),
)
