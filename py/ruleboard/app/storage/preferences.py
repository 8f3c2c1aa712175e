"""The settings for all games: theme, board orientation, animation, language; and the player names used last."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.storage.json_object import parse_object
from ruleboard.engine.record import LONGEST_NAME
from ruleboard.engine.search.thinking import LEVELS
from ruleboard.engine.seats import PERSON

KEY = "ruleboard/1/settings"

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
"""The values of the settings that are chosen from a list, by name, the default first."""


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings, with defaults.

    Attributes:
        theme: "system", "light" or "dark".
        flip: the turning of the board: "never", after each "turn", or "face" for players who sit face to face: the
            board stays, and the far player's parts of the page are upside down.
        motion: "on" or "off": the animation of pieces. Reduced motion set in the system turns it off, too.
        names: the player names used last, proposed for the next game.
        seats: the seats used last, ``PERSON`` or the level of an opponent, proposed for the next game.
        resign: "on" or "off": opponents resign games that are lost beyond doubt.
        hints: "on" or "off": hints are offered during a game.
        sounds: "on" or "off": what happens on the board is heard.
        haptics: "on" or "off": it is felt, on devices that can vibrate.
        coordinates: "on" or "off": boards whose games have coordinates on request only have them.
        language: a code of ``LANGUAGES``, or "system" for the language the browser prefers.
        asked: True if the browser was asked for persistent storage; the page asks unprompted only once.
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
        """Return the settings with one of ``CHOICES`` changed; unknown names and values change nothing."""
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
    """Return the settings in a stored text; a field that is missing or not valid keeps its default."""
    data, settings = parse_object(text) or {}, Settings()
    for name in CHOICES:
        settings = settings.with_choice(name, _text(data.get(name)))
    names = data.get("names")
    if isinstance(names, list):
        settings = replace(settings, names=tuple(_text(name)[:LONGEST_NAME] for name in names[:4]))
    seats = data.get("seats")
    if isinstance(seats, list):
        settings = replace(settings, seats=tuple(_seat(seat) for seat in seats[:4]))
    return replace(settings, asked=data.get("asked") is True)


def _text(value: object) -> str:
    """Return the value if it is a text, else an empty text."""
    return value if isinstance(value, str) else ""


def _seat(value: object) -> int:
    """Return the value if it is a level, else the seat of a person."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value in LEVELS else PERSON


def format_settings(settings: Settings, previous: str | None = None) -> str:
    """Return the text of the settings.

    Args:
        settings: the settings to be stored.
        previous: the text that they replace. Its unknown fields are preserved, and so is a value that is not valid
            here, until the setting is changed.
    """
    stored, before = parse_object(previous) or {}, asdict(parse_settings(previous))
    changed = {name: value for name, value in asdict(settings).items() if name not in stored or value != before[name]}
    return json.dumps({**stored, **changed}, ensure_ascii=False)
