"""Static pictures of boards: thumbnails in lists, and previews of a start position."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from ruleboard.app.ui.diagrams import as_image, as_thumbnail
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.timeline import Timeline, new_timeline
from ruleboard.i18n import cached_by_language
from ruleboard.learning.courses import problem
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
def small_board_at(game: str, position: str, seat: int = 0) -> Node | None:
    """Draw a thumbnail of a board at a position, as seen from a seat; return None if the position text is invalid."""
    timeline = _timeline_at(game, position)
    return as_thumbnail(VIEWS[game].thumbnail(timeline.public_state(), seat)) if timeline else None


@lru_cache(maxsize=8)
def small_board(game: str) -> Node:
    """Draw a thumbnail of a board before the first action."""
    timeline = _start_timeline(game, ())
    return as_thumbnail(VIEWS[game].thumbnail(timeline.public_state(), 0))


def cover(game: str) -> Node:
    """Draw a thumbnail of a tense position in a game, or of its start if the game has no such position."""
    cover_problem = problem(game, VIEWS[game].cover)
    return (cover_problem and problem_board(game, cover_problem)) or small_board(game)


def problem_board(game: str, problem: Problem) -> Node | None:
    """Draw a thumbnail of a problem as its solver sees it."""
    timeline = _timeline_at(game, problem.position)
    seat = (timeline.to_move if timeline else None) or 0
    return small_board_at(game, problem.position, seat)


def _timeline_at(game: str, position: str) -> Timeline[Any] | None:
    try:
        return new_timeline(GAMES[game], GAMES[game].parse_position(position))
    except RuleboardError:
        return None


def _start_timeline(game: str, options: tuple[tuple[str, str], ...]) -> Timeline[Any]:
    return new_timeline(GAMES[game], GAMES[game].initial(dict(options), 0))


def _picture(timeline: Timeline[Any]) -> Node:
    return VIEWS[timeline.game.id].picture(timeline.public_state(), 0, _STATIC_MARKS)
