"""Pictures for pages where Python is not started, written by the build: of the games' starts, and of any position."""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Mapping
from typing import Any

from ruleboard.app.ui.thumbnails import board_at_start
from ruleboard.games.courses import course, shown, view_of
from ruleboard.games.registry import GAMES, VIEWS
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

    ``reader`` names the script that reads the game's positions, and ``lessons`` has those of the game's lessons.
    """
    found = {game: _poster(type(GAMES[game]).__module__.rpartition(".")[0]) for game in GAMES}
    return {
        game: {"reader": poster.reader, "lessons": lessons(game), **as_data(poster)}
        for game, poster in found.items()
        if poster
    }


def lessons(game: str) -> dict[str, list[tuple[str, int] | None]]:
    """Return what each step of a game's lessons shows, by the lesson's id: its position, as everybody may know it, and
    the seat from which it is seen; None for a step that shows a part of the table only.
    """
    return {lesson.id: [_shown(game, lesson.id, at) for at in range(len(lesson.steps))] for lesson in course(game)}


def _shown(game: str, id: str, at: int) -> tuple[str, int] | None:
    if view_of(game, id, at) is not VIEWS[game]:
        return None
    timeline, seat = shown(game, id, at)
    return timeline.game.format_position(timeline.public_state()), seat


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
