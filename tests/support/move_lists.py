"""Move lists for tests that have a starting state and actions, but not the states in between."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.game import Game
from ruleboard.engine.move_text import Turn


def move_list(game: Game[Any, Any], start: Any, actions: Sequence[Action]) -> tuple[Turn, ...]:
    """Return the turns of the move list for actions that are played from a starting state."""
    return game.format_moves(tuple(accumulate(actions, game.apply, initial=start)), actions)
