"""The settings for all games, such as the theme, the board's orientation and the language."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum

from ruleboard.app.languages import LANGUAGES
from ruleboard.engine.clock import TimeControl, parse_control
from ruleboard.engine.decoding import ErrorStyle, Value, decode_object
from ruleboard.engine.errors import RecordError
from ruleboard.engine.limits import MAX_PLAYERS
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
    """The rotation of the board: never, or before each turn of another player.

    ``FACE`` is for players who sit opposite each other: the board stays, and the far player's parts of the page are
    upside down.
    """

    NEVER = "never"
    TURN = "turn"
    FACE = "face"


SETTING_CHOICES: Mapping[str, tuple[str | bool, ...]] = {
    "language": ("system", *LANGUAGES),
    "theme": tuple(Theme),
    "flip": tuple(Flip),
    "motion": (True, False),
    "resign": (True, False),
    "hints": (True, False),
    "sounds": (False, True),
    "haptics": (False, True),
    "coordinates": (False, True),
    "figurines": (False, True),
}
"""The values of the settings with a list of choices, by name. The default is first."""


def choice_text(value: str | bool) -> str:
    """Format a value for storage and messages."""
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


@dataclass(frozen=True, slots=True)
class GameChoices:
    """The choices for the last new game of a kind, which the page for a new game suggests.

    Attributes:
        options: the chosen values, by option id.
        seats: the players' seats, ``PERSON`` or the level of a bot.
        level: the level of the last opponent.
        clock: the time control, None for a game without a clock.
        armies: the texts of the armies that the players built last, by player; empty for a player without an army.
        side: the last side of a person against opponents, from 0.
    """

    options: Mapping[str, str] = field(default_factory=dict)
    seats: tuple[int, ...] = ()
    level: int = min(LEVELS)
    clock: TimeControl | None = None
    armies: tuple[str, ...] = ()
    side: int = 0


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
        figurines: True to write chess pieces as small figures in moves.
        language: a code of ``LANGUAGES``, or "system" for the language that the browser prefers.
        has_requested_persistence: True if the page has requested persistent storage, which it does automatically only
            once.
        new_games: the choices for the last new game of each kind, by the game's id.
    """

    theme: Theme = Theme.SYSTEM
    flip: Flip = Flip.NEVER
    motion: bool = True
    names: tuple[str, ...] = ()
    language: str = "system"
    has_requested_persistence: bool = False
    seats: tuple[int, ...] = ()
    resign: bool = True
    hints: bool = True
    sounds: bool = False
    haptics: bool = False
    coordinates: bool = False
    figurines: bool = False
    new_games: Mapping[str, GameChoices] = field(default_factory=dict)

    @property
    def choices(self) -> dict[str, str]:
        """The texts of the settings in ``SETTING_CHOICES``, by name."""
        return {name: choice_text(getattr(self, name)) for name in SETTING_CHOICES}

    def with_new_game(self, game: str, choices: GameChoices) -> Settings:
        """Return the settings with new choices for the next game of a kind."""
        return replace(self, new_games={**self.new_games, game: choices})

    def with_choice(self, name: str, text: object) -> Settings:
        """Return the settings with a new value of a setting in ``SETTING_CHOICES``. Ignore unknown names and texts."""
        for value in SETTING_CHOICES.get(name, ()):
            if choice_text(value) == text:
                return replace(self, **{name: value})  # type: ignore[arg-type]
        return self


def parse_settings(text: str | None) -> Settings:
    """Parse stored settings. Use the default for each missing or invalid field."""
    stored_value, settings = Value(decode_object(text or "{}") or {}, ErrorStyle(RecordError)), Settings()
    for name, text in stored_value.members().items():
        settings = settings.with_choice(name, text)
    return replace(
        settings,
        names=tuple(name[:MAX_NAME_LENGTH] for name in _parse_texts(stored_value.field("names", []))),
        seats=_parse_seats(stored_value.field("seats", [])),
        new_games=_parse_new_games(stored_value.field("new_games")),
        has_requested_persistence=stored_value.field("asked").data is True,
    )


def _parse_seats(value: Value) -> tuple[int, ...]:
    """Parse the seats of at most four players. An invalid seat becomes a person's."""
    return tuple(seat.read_or(PERSON, _parse_level) for seat in _read_player_items(value))


def _parse_texts(value: Value) -> tuple[str, ...]:
    """Parse a text for each of at most four players. A value of another type becomes an empty text."""
    return tuple(text.read_or("", Value.text) for text in _read_player_items(value))


def _parse_new_games(value: Value) -> dict[str, GameChoices]:
    """Parse the choices for new games, by the game's id. Drop invalid entries."""
    games: dict[str, object] = {}
    choices_by_game = {
        game: value.field(game).read_or(None, _parse_choices) for game in value.read_or(games, Value.members)
    }
    return {game: choices for game, choices in choices_by_game.items() if choices is not None}


def _parse_level(value: Value) -> int:
    return value.integer(min(LEVELS), max(LEVELS))


def _parse_choices(value: Value) -> GameChoices:
    """Parse the choices for a new game. Use the default for each missing or invalid field.

    Raises:
        RecordError: the value is not an object.
    """
    value.members()
    return GameChoices(
        value.field("options", {}).read_or({}, Value.texts_by_name),
        _parse_seats(value.field("seats", [])),
        value.field("level").read_or(min(LEVELS), _parse_level),
        value.field("clock").read_or(None, parse_control),
        _parse_texts(value.field("armies", [])),
        value.field("side").read_or(0, lambda side: side.integer(0, MAX_PLAYERS - 1)),
    )


def _read_player_items(value: Value) -> list[Value]:
    """Return the items of a list for at most four players, or an empty list if the value is not a list."""
    items: list[Value] = []
    return value.read_or(items, lambda value: value.items())[:MAX_PLAYERS]


def _fields(settings: Settings) -> dict[str, object]:
    """Return the fields of stored settings, by stored name."""
    fields = {**asdict(settings), **settings.choices}
    return {"asked": fields.pop("has_requested_persistence"), **fields}


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
