"""The public API for Python programs: games by name, playable positions, pictures, and files.

`import ruleboard` offers the same names. Players are numbered from 0. Actions and positions are texts as in the
project's files. Invalid input raises a `RuleboardError` that names the mistake.
"""

from ruleboard.api.loading import load, load_all
from ruleboard.api.position import Position, View
from ruleboard.api.rules import Rules, game, game_ids, play
from ruleboard.engine.errors import ActionError, IllegalAction, PositionError, RecordError, RuleboardError
from ruleboard.engine.game import Outcome
from ruleboard.version import VERSION

__version__ = VERSION
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
