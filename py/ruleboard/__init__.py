"""Ruleboard: five tabletop games to learn, play and share, as a web page and as a Python package.

The public names are `game`, `play`, `load`, `load_all`, `game_ids`, `Position`, `Rules`, `View` and the errors; see
`ruleboard.api`. They are imported when they are first used, since the page does not need them.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ruleboard.api import (
        ActionError,
        IllegalAction,
        Outcome,
        Position,
        PositionError,
        RecordError,
        RuleboardError,
        Rules,
        View,
        game,
        game_ids,
        load,
        load_all,
        play,
    )

    __version__: str

__all__ = [
    "ActionError",
    "IllegalAction",
    "Outcome",
    "Position",
    "PositionError",
    "RecordError",
    "RuleboardError",
    "Rules",
    "View",
    "game",
    "game_ids",
    "load",
    "load_all",
    "play",
]


def __getattr__(name: str) -> Any:
    if name in __all__ or name == "__version__":
        from ruleboard import api

        return getattr(api, name)
    raise AttributeError(f"module 'ruleboard' has no attribute {name!r}")
