"""Pictures for pages where Python is not started, written by the build: of the games' starts, and of any position."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from ruleboard.app.ui.thumbnails import board_at_start
from ruleboard.games.registry import GAMES
from ruleboard.scene.node import Node
from ruleboard.scene.serialize import to_svg
from ruleboard.scene.stencils import Poster, as_data


def svgs(styles: Mapping[str, str]) -> dict[str, str]:
    """Return pictures of the games' starts as SVG texts, by the game's id.

    Args:
        styles: the style sheets, by the game's id; a game without one gets none.
    """
    return {game: to_svg(_without_data(board_at_start(game)), styles.get(game, "")) for game in GAMES}


def in_parts() -> dict[str, dict[str, Any]]:
    """Return the posters in parts as JSON has them, by the game's id, of games that have a module ``poster``.

    ``reader`` names the script that reads the game's positions.
    """
    found = {game: _poster(type(GAMES[game]).__module__.rpartition(".")[0]) for game in GAMES}
    return {game: {"reader": poster.reader, **as_data(poster)} for game, poster in found.items() if poster}


def _poster(folder: str) -> Poster | None:
    """Return the poster of the game in a folder, if it has one in parts."""
    if importlib.util.find_spec(f"{folder}.poster") is None:
        return None
    made: Poster = importlib.import_module(f"{folder}.poster").poster()
    return made


def _without_data(node: Node) -> Node:
    """Return a node without its ``data-`` attributes, which only scripts read."""
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith("data-")}
    return node._replace(attrs=attrs, children=tuple(map(_without_data, node.children)))
