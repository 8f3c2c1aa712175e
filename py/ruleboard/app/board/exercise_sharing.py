"""Sharing an exercise: the state of the dialog, and the picture of the board for other pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ruleboard import diagram
from ruleboard.app.board.exercise_update import ExerciseSession
from ruleboard.app.board.exercise_view import exercise_board
from ruleboard.scene.css import StyleSheet

SNIPPET_WIDTH: Final = 480
"""The maximum width of an exercise in another page, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class ExerciseSharing:
    """The open dialog for sharing an exercise.

    Attributes:
        picture: the picture of the board before the first attempt, as SVG; empty until it is drawn.
    """

    picture: str = ""


def with_poster(
    start: ExerciseSession,
    sheets: Mapping[str, StyleSheet],
    highlighted: frozenset[str] = frozenset(),
    *,
    shows_hidden: bool = False,
) -> ExerciseSharing:
    """Return the dialog with the picture of an exercise.

    Args:
        start: the page before the first attempt.
        sheets: the stylesheets by look.
        highlighted: the targets to highlight.
        shows_hidden: True to show hidden decisions on the board.
    """
    board = exercise_board(
        start.exercise, start.seat, start.board_view, highlighted, shows_hidden=shows_hidden, read_only=True
    )
    picture = diagram.themed_picture(board, sheets[diagram.LIGHT], SNIPPET_WIDTH, "system")
    return ExerciseSharing(diagram.poster_svg(picture))
