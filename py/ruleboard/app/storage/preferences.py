"""The settings for all games, such as theme, board orientation and language, and the names of the last players."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.storage.json_object import parse_object
from ruleboard.engine.record import MAX_NAME_LENGTH
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON

STORAGE_KEY = "ruleboard/1/settings"

CHOICES: dict[str, tuple[str, ...]] = {
    "language": ("system", *LANGUAGES),
    "theme": ("system", "light", "dark"),
    "flip": ("never", "turn", "face"),
    "motion": ("on", "off"),
    "resign": ("on", "off"),
    "hints": ("on", "off"),
    "sounds": ("off", "on"),
    "haptics": ("off", "on"),
    "coordinates": ("off", "on"),
}
"""The values of the settings with a list of choices, by name. The default is first."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, with defaults.

    Attributes:
        theme: "system", "light" or "dark".
        flip: the rotation of the board: "never", after each "turn", or "face" for players face to face. With "face"
            the board stays, and the far player's parts of the page are upside down.
        motion: "on" or "off": pieces are animated. If the system requests reduced motion, they never are.
        names: the last player names, which the page for a new game proposes.
        seats: the last seats, ``PERSON`` or the level of a bot, which the page for a new game proposes.
        resign: "on" or "off": bots resign games that are certainly lost.
        hints: "on" or "off": the app offers hints during a game.
        sounds: "on" or "off": actions make sounds.
        haptics: "on" or "off": the device vibrates after actions, if it can.
        coordinates: "on" or "off": boards with optional coordinates show them.
        language: a code of ``LANGUAGES``, or "system" for the language that the browser prefers.
        asked: True if the page has requested persistent storage. It requests it only once by itself.
    """

    theme: str = "system"
    flip: str = "never"
    motion: str = "on"
    names: tuple[str, ...] = ()
    language: str = "system"
    asked: bool = False
    seats: tuple[int, ...] = ()
    resign: str = "on"
    hints: str = "on"
    sounds: str = "off"
    haptics: str = "off"
    coordinates: str = "off"

    @property
    def choices(self) -> dict[str, str]:
        """The values of the settings in ``CHOICES``, by name."""
        return {
            "language": self.language,
            "theme": self.theme,
            "flip": self.flip,
            "motion": self.motion,
            "resign": self.resign,
            "hints": self.hints,
            "sounds": self.sounds,
            "haptics": self.haptics,
            "coordinates": self.coordinates,
        }

    def with_choice(self, name: str, value: str) -> Settings:
        """Change one of ``CHOICES``. Unknown names and values change nothing."""
        if value not in CHOICES.get(name, ()):
            return self
        match name:
            case "language":
                return replace(self, language=value)
            case "theme":
                return replace(self, theme=value)
            case "flip":
                return replace(self, flip=value)
            case "motion":
                return replace(self, motion=value)
            case "resign":
                return replace(self, resign=value)
            case "hints":
                return replace(self, hints=value)
            case "sounds":
                return replace(self, sounds=value)
            case "haptics":
                return replace(self, haptics=value)
            case "coordinates":
                return replace(self, coordinates=value)
        raise AssertionError(f"a setting without a field: {name}")


def parse_settings(text: str | None) -> Settings:
    """Parse stored settings. A missing or invalid field takes its default."""
    data, settings = parse_object(text) or {}, Settings()
    for name in CHOICES:
        settings = settings.with_choice(name, _text_or_empty(data.get(name)))
    names = data.get("names")
    if isinstance(names, list):
        settings = replace(settings, names=tuple(_text_or_empty(name)[:MAX_NAME_LENGTH] for name in names[:4]))
    seats = data.get("seats")
    if isinstance(seats, list):
        settings = replace(settings, seats=tuple(_seat_or_person(seat) for seat in seats[:4]))
    return replace(settings, asked=data.get("asked") is True)


def _text_or_empty(value: object) -> str:
    """Return the value if it is a text, otherwise an empty text."""
    return value if isinstance(value, str) else ""


def _seat_or_person(value: object) -> int:
    """Return the value if it is a level, otherwise the seat of a person."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value in LEVELS else PERSON


def format_settings(settings: Settings, previous_text: str | None = None) -> str:
    """Format settings for storage.

    Args:
        settings: the settings to store.
        previous_text: the text that they replace. Its unknown fields stay, and invalid values stay until the setting
            changes.
    """
    stored_fields, previous_values = parse_object(previous_text) or {}, asdict(parse_settings(previous_text))
    changed_fields = {
        name: value
        for name, value in asdict(settings).items()
        if name not in stored_fields or value != previous_values[name]
    }
    return json.dumps({**stored_fields, **changed_fields}, ensure_ascii=False)
