"""What a person has chosen for all games: theme, flipping, animation, language; and what is remembered beside it."""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import Any

from ruleboard.app.languages import LANGUAGES
from ruleboard.app.storage.json_object import named
from ruleboard.engine.record import LONGEST_NAME

KEY = "ruleboard/1/settings"

CHOICES: dict[str, tuple[str, ...]] = {
    "language": ("system", *LANGUAGES),
    "theme": ("system", "light", "dark"),
    "flip": ("never", "turn", "face"),
    "motion": ("on", "off"),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings; every field has its default.

    Attributes:
        theme: "system", "light" or "dark".
        flip: "never" turns the board, after each "turn", or "face": the far player's side reads from theirs.
        motion: "on" or "off"; pieces travel or are simply there. Reduced motion asked of the system also counts.
        names: the players' names used last, to be offered again.
        asked: whether the browser was asked already to keep the games for good: the page does so by itself but once.
        language: the code of one of ``LANGUAGES``, or "system" for the one the browser asks for.
    """

    theme: str = "system"
    flip: str = "never"
    motion: str = "on"
    names: tuple[str, ...] = ()
    language: str = "system"
    asked: bool = False

    def with_choice(self, name: str, value: str) -> Settings:
        """These settings with one choice changed; unknown names and values change nothing."""
        if value not in CHOICES.get(name, ()):
            return self
        changed: dict[str, Any] = {name: value}
        return replace(self, **changed)


def parse_settings(text: str | None) -> Settings:
    """The settings a text holds; whatever in it cannot be understood keeps its default."""
    data, settings = named(text) or {}, Settings()
    for name in CHOICES:
        settings = settings.with_choice(name, _text(data.get(name)))
    names = data.get("names")
    if isinstance(names, list):
        settings = replace(settings, names=tuple(_text(name)[:LONGEST_NAME] for name in names[:4]))
    return replace(settings, asked=data.get("asked") is True)


def _text(value: object) -> str:
    """The value if it is a text, else no text: what is nobody's name must not be offered as one."""
    return value if isinstance(value, str) else ""


def format_settings(settings: Settings, over: str | None = None) -> str:
    """The settings as text, to be kept in place of another.

    What that one says besides, or in words that are not understood, stays until something else is chosen instead.
    """
    said, before = named(over) or {}, asdict(parse_settings(over))
    chosen = {name: value for name, value in asdict(settings).items() if name not in said or value != before[name]}
    return json.dumps({**said, **chosen}, ensure_ascii=False)
