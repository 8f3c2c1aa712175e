"""Sharing an exercise: the dialog, and the picture of the board for other pages."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from ruleboard import diagram
from ruleboard.app.board.exercise_choices import ExerciseChoices, choices_form
from ruleboard.app.board.exercise_update import ExerciseSession
from ruleboard.app.board.exercise_view import exercise_board
from ruleboard.app.context import Context, Services
from ruleboard.app.messages import Input, Update
from ruleboard.scene.css import StyleSheet

_SHARE_FORM: Final = choices_form("")


def toggle_sharing(session: Any, message: Input, context: Context, _services: Services) -> Update[Any]:
    """Open the dialog for sharing an exercise if the value is "open", otherwise close the dialog."""
    shared_picture = "" if message.value == "open" else None
    return Update(replace(session, shared_picture=shared_picture), context.shared).without_copied_field()


def change_share_choice(session: Any, message: Input, context: Context, _services: Services) -> Update[Any]:
    """Change one of the author's choices, whose name is the message's argument."""
    share_choices = _SHARE_FORM.update(session.share_choices, message.argument, message.value)
    return Update(replace(session, share_choices=share_choices), context.shared).without_copied_field()


def exercise_picture(
    session: ExerciseSession,
    choices: ExerciseChoices,
    sheets: Mapping[str, StyleSheet],
    highlighted_targets: frozenset[str] = frozenset(),
    *,
    shows_hidden: bool = False,
) -> str:
    """Return the picture of an exercise as SVG.

    Args:
        session: the session, before the first attempt.
        choices: the author's choices.
        sheets: the stylesheets by look.
        highlighted_targets: the targets to highlight.
        shows_hidden: True to show hidden decisions on the board.
    """
    side_count = len(session.exercise.start.record.players)
    board = exercise_board(
        session.exercise,
        (session.seat + choices.is_flipped) % side_count,
        session.board_view,
        highlighted_targets,
        shows_hidden=shows_hidden,
        read_only=True,
    )
    board = diagram.with_coordinates(board) if choices.coordinates else board
    picture = diagram.themed_picture(board, sheets[diagram.LIGHT], choices.width, choices.theme)
    return diagram.poster_svg(picture)
