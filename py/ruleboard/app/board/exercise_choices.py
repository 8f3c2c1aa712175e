"""An author's choices for a lesson or a puzzle on another page."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from ruleboard import diagram
from ruleboard.app.languages import LANGUAGES
from ruleboard.app.ui.choices import Form, LineField, RadioField, SwitchField
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import N_
from ruleboard.scene.node import Node, el

WIDTHS: Final = (320, 480, 720)
"""The widths of boards on other pages, in CSS pixels."""


@dataclass(frozen=True, slots=True)
class ExerciseChoices:
    """The choices.

    Attributes:
        theme: "system", "light" or "dark".
        width: the maximum width of the board, in CSS pixels.
        language: the code of the language; empty for the language of the page around.
        caption: the line under the board; may be empty.
        is_flipped: True if another side is nearest. Lessons choose the side themselves.
        coordinates: True to show the coordinates of a game that hides them by default.
    """

    theme: str = "system"
    width: int = WIDTHS[1]
    language: str = ""
    caption: str = ""
    is_flipped: bool = False
    coordinates: bool = False

    def attributes(self, *, is_flipped: bool = False) -> dict[str, str]:
        """Return the attributes of the ``<rule-board>`` element that differ from their defaults, without its width.

        Args:
            is_flipped: True if the board is seen from the second side without the choice.
        """
        values = {
            "flip": "yes" if self.is_flipped != is_flipped else "",
            "coordinates": "yes" if self.coordinates else "",
            "caption": self.caption,
            "theme": "" if self.theme == "system" else self.theme,
            "lang": self.language,
        }
        return {name: value for name, value in values.items() if value}


def choices_form(message: str) -> Form:
    """Return the form for the choices, whose fields send a message."""
    themes = {"system": N_("same as the device"), "light": N_("light"), "dark": N_("dark")}
    return Form(
        message,
        "exercise",
        {
            "theme": RadioField(N_("Appearance"), themes),
            "width": RadioField(N_("Width in pixels"), {width: str(width) for width in WIDTHS}),
            "language": RadioField(N_("Language"), {"": N_("same as the page"), **LANGUAGES}),
            "flipped": SwitchField(N_("Flipped"), "is_flipped"),
            "coordinates": SwitchField(N_("Coordinates")),
            "caption": LineField(N_("Caption under the board")),
        },
    )


def choice_fields(form: Form, choices: ExerciseChoices, start: Timeline[Any], *, can_flip: bool) -> Iterable[Node]:
    """Yield the fields that make sense for an exercise.

    Args:
        form: the form, from ``choices_form``.
        choices: the current choices.
        start: the game at the start of the exercise.
        can_flip: True if the author can choose the nearest side.
    """
    yield from (form.node(choices, name) for name in ("theme", "width", "language"))
    names = ["flipped"] if can_flip else []
    names += ["coordinates"] if diagram.has_optional_coordinates(start.game, start.public_state()) else []
    if names:
        yield el("div", (form.node(choices, name) for name in names), cls="segments", key="board")
    yield form.node(choices, "caption")
