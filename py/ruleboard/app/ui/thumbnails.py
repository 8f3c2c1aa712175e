"""Static pictures of boards: thumbnails in lists, and previews of a start position."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ruleboard.app.ui.diagrams import as_image, as_thumbnail
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.i18n import cached_by_language
from ruleboard.learning.courses import find_problem
from ruleboard.learning.problems import Problem
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_STATIC_MARKS = Marks(read_only=True)


@cached_by_language(16)
def board_at(game: str, position: str) -> Node | None:
    """Draw a board at a position; return None if the position text is invalid, as in a damaged saved game."""
    timeline = _timeline_at(game, position)
    return as_image(_picture(timeline)) if timeline else None


@cached_by_language(16)
def board_at_start(game: str, options: tuple[tuple[str, str], ...] = ()) -> Node:
    """Draw a board before the first action."""
    return as_image(_picture(_start_timeline(game, options)))


@lru_cache(maxsize=128)
def small_board_at(game: str, position: str, *, rotates_to_mover: bool = False) -> Node | None:
    """Draw a thumbnail of a board at a position; return None if the position text is invalid.

    Args:
        game: the game's id.
        position: the position text.
        rotates_to_mover: True to draw it as the player to move sees it, False for the first player.
    """
    timeline = _timeline_at(game, position)
    return _thumbnail(timeline, (rotates_to_mover and timeline.to_move) or 0) if timeline else None


@lru_cache(maxsize=8)
def small_board(game: str) -> Node:
    """Draw a thumbnail of a board before the first action."""
    return _thumbnail(_start_timeline(game, ()), 0)


def cover(game: str) -> Node:
    """Draw a thumbnail of a game's ``cover`` position, or of its start if the game has no cover."""
    cover_problem = find_problem(game, VIEWS[game].cover)
    return (cover_problem and problem_board(game, cover_problem)) or small_board(game)


def problem_board(game: str, problem: Problem) -> Node | None:
    """Draw a thumbnail of a problem as its solver sees it."""
    return small_board_at(game, problem.position, rotates_to_mover=True)


def _timeline_at(game: str, position: str) -> Timeline[Any] | None:
    try:
        return new_timeline(GAMES[game], GAMES[game].parse_position(position))
    except RuleboardError:
        return None


def _start_timeline(game: str, options: tuple[tuple[str, str], ...]) -> Timeline[Any]:
    return new_timeline(GAMES[game], GAMES[game].initial(dict(options), 0))


def _thumbnail(timeline: Timeline[Any], seat: int) -> Node:
    return as_thumbnail(VIEWS[timeline.game.id].thumbnail(timeline.public_state(), seat))


def _picture(timeline: Timeline[Any]) -> Node:
    return VIEWS[timeline.game.id].picture(timeline.public_state(), 0, _STATIC_MARKS)
