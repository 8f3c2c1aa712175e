"""The settings for all games, such as the theme, the board's orientation and the language."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from enum import StrEnum

from ruleboard.app.languages import LANGUAGES
from ruleboard.engine.decoding import ErrorStyle, Value, decode_object
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import MAX_NAME_LENGTH
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON

STORAGE_KEY = "ruleboard/1/settings"


class Theme(StrEnum):
    """A colour theme of the page."""

    SYSTEM = "system"
    LIGHT = "light"
    DARK = "dark"


class Flip(StrEnum):
    """The times at which the board rotates: never, or before each turn of another player.

    ``FACE`` is for players who sit opposite each other: the board stays, and the far player's parts of the page are
    upside down.
    """

    NEVER = "never"
    TURN = "turn"
    FACE = "face"


CHOICES: dict[str, tuple[str, ...]] = {
    "language": ("system", *LANGUAGES),
    "theme": tuple(theme.value for theme in Theme),
    "flip": tuple(flip.value for flip in Flip),
    "motion": ("on", "off"),
    "resign": ("on", "off"),
    "hints": ("on", "off"),
    "sounds": ("off", "on"),
    "haptics": ("off", "on"),
    "coordinates": ("off", "on"),
}
"""The stored texts of the settings with a list of choices, by name. The default is first."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, with defaults.

    Attributes:
        theme: the colours.
        flip: the rotation of the board.
        motion: True to animate pieces, unless the system requests reduced motion.
        names: the last player names, which the page for a new game suggests.
        seats: the last seats, ``PERSON`` or the level of a bot, which the page for a new game suggests.
        resign: True if bots resign games that are certainly lost.
        hints: True if the app offers hints during a game.
        sounds: True if actions make sounds.
        haptics: True if the device vibrates after actions, where the device supports it.
        coordinates: True to show coordinates on boards that hide them by default.
        language: a code of ``LANGUAGES``, or "system" for the language that the browser prefers.
        asked: True if the page has requested persistent storage, which it does automatically only once.
    """

    theme: Theme = Theme.SYSTEM
    flip: Flip = Flip.NEVER
    motion: bool = True
    names: tuple[str, ...] = ()
    language: str = "system"
    asked: bool = False
    seats: tuple[int, ...] = ()
    resign: bool = True
    hints: bool = True
    sounds: bool = False
    haptics: bool = False
    coordinates: bool = False

    @property
    def choices(self) -> dict[str, str]:
        """The stored texts of the settings in ``CHOICES``, by name."""
        return {
            "language": self.language,
            "theme": self.theme.value,
            "flip": self.flip.value,
            "motion": _switch_text(self.motion),
            "resign": _switch_text(self.resign),
            "hints": _switch_text(self.hints),
            "sounds": _switch_text(self.sounds),
            "haptics": _switch_text(self.haptics),
            "coordinates": _switch_text(self.coordinates),
        }

    def with_choice(self, name: str, value: object) -> Settings:
        """Return the settings with another value of a setting in ``CHOICES``. Ignore unknown names and values."""
        if not isinstance(value, str) or value not in CHOICES.get(name, ()):
            return self
        is_on = value == "on"
        match name:
            case "language":
                return replace(self, language=value)
            case "theme":
                return replace(self, theme=Theme(value))
            case "flip":
                return replace(self, flip=Flip(value))
            case "motion":
                return replace(self, motion=is_on)
            case "resign":
                return replace(self, resign=is_on)
            case "hints":
                return replace(self, hints=is_on)
            case "sounds":
                return replace(self, sounds=is_on)
            case "haptics":
                return replace(self, haptics=is_on)
            case "coordinates":
                return replace(self, coordinates=is_on)
        raise AssertionError(f"a setting without a field: {name}")


def _switch_text(is_on: bool) -> str:
    """Return the stored text of a setting that is on or off."""
    return "on" if is_on else "off"


def parse_settings(text: str | None) -> Settings:
    """Parse stored settings. Use the default for each missing or invalid field."""
    stored, settings = Value(decode_object(text or "{}") or {}, ErrorStyle(RecordError)), Settings()
    for name in CHOICES:
        settings = settings.with_choice(name, stored.field(name).data)
    return replace(
        settings,
        names=tuple(name.read_or("", Value.text)[:MAX_NAME_LENGTH] for name in _first_items(stored.field("names", []))),
        seats=tuple(
            seat.read_or(PERSON, lambda seat: seat.integer(min(LEVELS), max(LEVELS)))
            for seat in _first_items(stored.field("seats", []))
        ),
        asked=stored.field("asked").data is True,
    )


def _first_items(value: Value) -> list[Value]:
    """Return the items of a list for at most four players, or an empty list if the value is not a list."""
    items: list[Value] = []
    return value.read_or(items, lambda value: value.items())[:4]


def _fields(settings: Settings) -> dict[str, object]:
    """Return the fields of stored settings, by name."""
    return {**asdict(settings), **settings.choices}


def format_settings(settings: Settings, previous_text: str | None = None) -> str:
    """Format settings for storage.

    Args:
        settings: the settings to store.
        previous_text: the stored text to replace. Its unknown fields stay, and an invalid value stays until the setting
            changes.
    """
    stored_fields, previous_values = decode_object(previous_text or "{}") or {}, _fields(parse_settings(previous_text))
    changed_fields = {
        name: value
        for name, value in _fields(settings).items()
        if name not in stored_fields or value != previous_values[name]
    }
    return json.dumps({**stored_fields, **changed_fields}, ensure_ascii=False)
