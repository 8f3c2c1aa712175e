"""Drawings of pieces from simple shapes, in colours that fit light and dark pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, get_args

from ruleboard.i18n import _
from ruleboard.kit.errors import BoardGameError
from ruleboard.scene.node import Node, el

Color: TypeAlias = Literal["ink", "light", "dark", "red", "blue", "green", "gold"]
"""The colours of pieces and of squares. The style sheet of boards defines them for light, dark and printed pages."""

COLORS: Final[tuple[Color, ...]] = get_args(Color)


@dataclass(frozen=True, slots=True, eq=False)
class Look:
    """The drawing of a piece.

    Attributes:
        shapes: the shapes of the drawing, in a square of 100 units with its centre at (0, 0).
    """

    shapes: tuple[Node, ...]

    def __add__(self, other: Look) -> Look:
        """Return the drawing with ``other`` on top of it."""
        return Look(self.shapes + other.shapes)


def check_color(color: str, where: str) -> str:
    """Return the name of a colour unchanged.

    Raises:
        BoardGameError: there is no such colour.
    """
    if color not in COLORS:
        raise BoardGameError(
            _("there’s no colour {name}").format(name=repr(color)[:20]), where=where, expected=", ".join(COLORS)
        )
    return color


def disc(color: Color = "light") -> Look:
    """Draw a disc."""
    return Look((el("circle", cls=_body(color, "disc"), r=36),))


def square(color: Color = "light") -> Look:
    """Draw a square with rounded corners."""
    return Look((el("rect", cls=_body(color, "square"), x=-30, y=-30, width=60, height=60, rx=6),))


def triangle(color: Color = "light") -> Look:
    """Draw a triangle that points up."""
    return Look((el("path", cls=_body(color, "triangle"), d="M0 -38L37 30H-37z"),))


def star(color: Color = "gold") -> Look:
    """Draw a star with five points."""
    points = "M0 -40L10 -13L38 -12L16 6L24 33L0 17L-24 33L-16 6L-38 -12L-10 -13z"
    return Look((el("path", cls=_body(color, "star"), d=points),))


def _body(color: Color, where: str) -> str:
    return f"body {check_color(color, where)}"


def cross(color: Color = "ink") -> Look:
    """Draw a cross of two strokes."""
    return Look((el("path", cls=f"stroke {check_color(color, 'cross')}", d="M-28 -28L28 28M28 -28L-28 28"),))


def ring(color: Color = "ink") -> Look:
    """Draw a ring."""
    return Look((el("circle", cls=f"stroke {check_color(color, 'ring')}", r=30),))


def letter(text: str, color: Color = "ink") -> Look:
    """Draw one or two letters. Put them on a shape with ``disc() + letter("Q")``.

    Raises:
        BoardGameError: there is no such colour, or the text does not fit.
    """
    if not isinstance(text, str) or not 1 <= len(text) <= 2:
        raise BoardGameError(
            _("{text} doesn’t fit on a piece").format(text=repr(text)[:20]),
            where="letter",
            expected=_("1 or 2 letters"),
        )
    return Look((el("text", cls=f"letter {check_color(color, 'letter')}", y=16, text=text),))
