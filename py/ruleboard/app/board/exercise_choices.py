"""An author's choices for a lesson or a puzzle on another page."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ruleboard import diagram
from ruleboard.app.ui.board_choices import BOARD_FIELDS, BOARD_WIDTHS, BoardChoices
from ruleboard.app.ui.board_lines import ExerciseHtml
from ruleboard.app.ui.choices import Form, RadioField
from ruleboard.app.ui.components import CopyState, live_preview, more_choices
from ruleboard.app.ui.copying import copyable_text_area
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import N_, _
from ruleboard.scene.node import Node, el


@dataclass(frozen=True, slots=True)
class ExerciseChoices(BoardChoices):
    """An author's choices for an exercise on another page.

    Attributes:
        width: the maximum width of the board, in CSS pixels.
    """

    width: int = BOARD_WIDTHS[1]


def choices_form(message: str) -> Form:
    """Return the form in which an author changes the choices."""
    width_field = RadioField(N_("Width in pixels"), {width: str(width) for width in BOARD_WIDTHS})
    return Form(message, "exercise", {**BOARD_FIELDS, "width": width_field})


def embedding_fields(copy_state: CopyState, label: str, html: ExerciseHtml, choices: Node) -> tuple[Node, ...]:
    """Return the fields of the dialog for sharing that embed an exercise in another page, with a preview.

    Args:
        copy_state: the field whose text was copied last.
        label: the label of the field with the HTML.
        html: the HTML.
        choices: the choices, from ``choices_details``.
    """
    frame_label = _("As a plain iframe")
    return (
        copyable_text_area(copy_state, "exercise-snippet", label, html.lines, 4),
        copyable_text_area(copy_state, "exercise-frame", frame_label, html.frame, 2, summary=_("Show the code")),
        choices,
        live_preview(html.preview),
    )


def choices_details(message: str, choices: ExerciseChoices, start: Timeline[Any], *, can_flip: bool) -> Node:
    """Return the collapsed fields for the choices that apply to an exercise.

    Args:
        message: the message that the fields send.
        choices: the current choices.
        start: the game at the start of the exercise.
        can_flip: True if the author can choose the side at the bottom.
    """
    form = choices_form(message)
    switch_names = ["flipped"] if can_flip else []
    switch_names += ["coordinates"] if diagram.has_optional_coordinates(start.game, start.public_state()) else []
    switches = el("div", (form.node(choices, name) for name in switch_names), cls="segments", key="board")
    fields = (
        *(form.node(choices, name) for name in ("theme", "width", "language")),
        switches if switch_names else None,
        form.node(choices, "caption"),
    )
    return more_choices(fields)
