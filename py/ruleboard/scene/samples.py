"""Samples of the marks that all boards of squares share, for legends."""

from __future__ import annotations

from typing import Final

from ruleboard.scene import highlights, ways
from ruleboard.scene.node import Node, el

_WAY: Final = "way-"


def sample(game: str, ground: str, size: float, mark: str, own: tuple[Node, ...] = ()) -> Node:
    """Return a square of a board with a mark, as a small ``<svg>``.

    Args:
        game: the class of the game's pictures.
        ground: the class of an empty square.
        size: the side of a square in the game's pictures.
        mark: a kind of ``highlights``; or ``way-`` and a kind of ``ways``, drawn on two squares.
        own: the nodes of a mark of the game's own, around (0, 0), instead.
    """
    width = size
    if own:
        drawn = el("g", own, transform=f"translate({size / 2:g} {size / 2:g})")
    elif mark.startswith(_WAY):
        width = 2 * size
        drawn = ways.way(mark.removeprefix(_WAY), [(0, size / 2), (width, size / 2)], size, mark)
    else:
        drawn = highlights.edging(mark, 0, 0, size, mark)
    return el(
        "svg",
        el("rect", cls=ground, width=width, height=size),
        drawn,
        cls=f"tray sample {game}",
        viewBox=f"0 0 {width:g} {size:g}",
        aria_hidden="true",
    )
