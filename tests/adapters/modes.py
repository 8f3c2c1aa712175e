"""Options of all games for the tests of the adapters, with every value of every option at least once."""

from __future__ import annotations

from collections.abc import Iterator

from ruleboard.registry import GAMES

MAX_LENGTH = 80
"""The number of actions after which a game is cut off."""
IRRELEVANT_WARNINGS = ".*(probably should be gymnasium.spaces.box|Observation is not a NumPy array).*"
"""Warnings about observations with a mask; PettingZoo exempts its own environments from them by name."""


def iter_option_sets(id: str) -> Iterator[dict[str, str]]:
    """Yield options of a game that together contain each value of each option."""
    options = [option for option in GAMES[id].options if not option.is_rule]
    count = max((len(option.choices) for option in options), default=1)
    for number in range(count):
        yield {option.id: option.choices[number % len(option.choices)].value for option in options}


GAMES_WITH_OPTIONS = [(id, options) for id in GAMES for options in iter_option_sets(id)]
TEST_IDS = [f"{id} {' '.join(options.values())}".strip() for id, options in GAMES_WITH_OPTIONS]


def format_openspiel_name(id: str, options: dict[str, str], max_length: int | None = None) -> str:
    """Return the OpenSpiel name of a game with options."""
    values = {name: f"n{value}" if value.isdigit() and name != "players" else value for name, value in options.items()}
    if max_length is not None:
        values["max_length"] = str(max_length)
    parameters = ",".join(f"{name}={value}" for name, value in values.items())
    return f"ruleboard_{id.replace('-', '_')}({parameters})"
