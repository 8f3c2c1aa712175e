"""Sharing an exercise: the dialog, and the picture of the board for other pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ruleboard import diagram
from ruleboard.app.board.exercise_update import ExerciseSession
from ruleboard.app.board.exercise_view import exercise_board
from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Input, Update
from ruleboard.scene.css import StyleSheet

SNIPPET_WIDTH: Final = 480
"""The maximum width of an exercise in another page, in CSS pixels."""


def toggle_sharing(session: Any, message: Input, context: Context, _services: Services) -> Update[Any]:
    """Open the dialog for sharing an exercise if the value is "open", otherwise close the dialog."""
    shared_picture = "" if message.value == "open" else None
    return Update(replace(session, shared_picture=shared_picture), context.shared).without_copied_field()


def exercise_picture(
    session: ExerciseSession,
    sheets: Mapping[str, StyleSheet],
    highlighted_targets: frozenset[str] = frozenset(),
    *,
    shows_hidden: bool = False,
) -> str:
    """Return the picture of an exercise as SVG.

    Args:
        session: the session, before the first attempt.
        sheets: the stylesheets by look.
        highlighted_targets: the targets to highlight.
        shows_hidden: True to show hidden decisions on the board.
    """
    board = exercise_board(
        session.exercise,
        session.seat,
        session.board_view,
        highlighted_targets,
        shows_hidden=shows_hidden,
        read_only=True,
    )
    picture = diagram.themed_picture(board, sheets[diagram.LIGHT], SNIPPET_WIDTH, "system")
    return diagram.poster_svg(picture)
