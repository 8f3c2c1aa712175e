"""An author's choices for a board on another page that do not depend on the content of the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.ui.choices import Field, LineField, RadioField, SwitchField
from ruleboard.i18n import N_

BOARD_WIDTHS: Final = (320, 480, 720)
"""The widths of boards on other pages, in CSS pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardChoices:
    """An author's choices that apply to every board on another page.

    Attributes:
        theme: "system", "light" or "dark".
        language: the code of the language of buttons and messages; empty for the language of the page around.
        caption: the line under the board; may be empty.
        is_flipped: True if another side is at the bottom.
        coordinates: True to show the coordinates of a game that hides them by default.
    """

    theme: str = "system"
    language: str = ""
    caption: str = ""
    is_flipped: bool = False
    coordinates: bool = False

    def board_attributes(self) -> dict[str, str]:
        """Return the attributes of the ``<rule-board>`` element for these choices, except those with default values."""
        values = {
            "flip": "yes" if self.is_flipped else "",
            "coordinates": "yes" if self.coordinates else "",
            "caption": self.caption,
            "lang": self.language,
            "theme": "" if self.theme == "system" else self.theme,
        }
        return {name: value for name, value in values.items() if value}


BOARD_FIELDS: Final[Mapping[str, Field]] = {
    "theme": RadioField(
        N_("Appearance"), {"system": N_("same as the device"), "light": N_("light"), "dark": N_("dark")}
    ),
    "language": RadioField(N_("Language"), {"": N_("same as the page"), **LANGUAGES}),
    "flipped": SwitchField(N_("Flipped"), "is_flipped"),
    "coordinates": SwitchField(N_("Coordinates")),
    "caption": LineField(N_("Caption under the board")),
}
"""The fields of a form for ``BoardChoices``."""
