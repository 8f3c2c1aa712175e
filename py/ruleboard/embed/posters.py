"""Pictures of the games' start positions, written by the build, for pages where Python is not started."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.ui.thumbnails import board_at_start
from ruleboard.games.registry import GAMES
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg


def svgs(styles: Mapping[str, str]) -> dict[str, str]:
    """Return the pictures as SVG texts, by the game's id.

    Args:
        styles: the style sheets, by the game's id; a game without one gets none.
    """
    return {game: to_svg(_without_data(board_at_start(game)), styles.get(game, "")) for game in GAMES}


def _without_data(node: Node) -> Node:
    """Return a node without its ``data-`` attributes, which only scripts read."""
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith("data-")}
    return node._replace(attrs=attrs, children=tuple(map(_without_data, node.children)))
