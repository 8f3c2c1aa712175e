"""Small pictures of marks on squares, for legends."""

from __future__ import annotations

from typing import Final

from ruleboard.scene import highlights
from ruleboard.scene.node import Node, el
from ruleboard.scene.path_lines import path_node

_PATH_PREFIX: Final = "way-"


def square_sample(game: str, square_class: str, size: float, mark: str, game_mark: tuple[Node, ...] = ()) -> Node:
    """Draw a square with a mark as a small ``<svg>``.

    Args:
        game: the CSS class of the game's pictures.
        square_class: the CSS class of an empty square.
        size: the side of a square in the game's pictures.
        mark: a kind of ``highlights``; or ``way-`` and a kind of ``path_lines``, drawn on two squares.
        game_mark: nodes around (0, 0) to draw instead of ``mark``, for a mark that only this game has.
    """
    width = size
    if game_mark:
        mark_node = el("g", game_mark, transform=f"translate({size / 2:g} {size / 2:g})")
    elif mark.startswith(_PATH_PREFIX):
        width = 2 * size
        mark_node = path_node(mark.removeprefix(_PATH_PREFIX), [(0, size / 2), (width, size / 2)], size, mark)
    else:
        mark_node = highlights.square_edge(mark, 0, 0, size, mark)
    return el(
        "svg",
        el("rect", cls=square_class, width=width, height=size),
        mark_node,
        cls=f"tray sample {game}",
        viewBox=f"0 0 {width:g} {size:g}",
        aria_hidden="true",
    )
