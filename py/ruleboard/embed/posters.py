"""The games' start boards as files of their own, made by the build: what is seen where Python is not started."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.ui.thumbnails import board_at_start
from ruleboard.games.registry import GAMES
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg


def svgs(styles: Mapping[str, str]) -> dict[str, str]:
    """The start boards as SVG texts, by game; ``styles`` has their style sheets."""
    return {game: to_svg(_bare(board_at_start(game)), styles.get(game, "")) for game in GAMES}


def _bare(node: Node) -> Node:
    """A node without what only scripts look at."""
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith("data-")}
    return node._replace(attrs=attrs, children=tuple(map(_bare, node.children)))
