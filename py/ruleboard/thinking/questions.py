"""The questions to a bot in a game, with the knowledge of its past."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, Final

from ruleboard.engine.search.thinking import Question, mixed
from ruleboard.engine.timeline import Timeline

_DAY: Final = -1
"""The number that stands for the day where seeds of decisions have their places in the game, from 0 up."""


def question_at(timeline: Timeline[Any], player: int, level: int, seed: int | None = None) -> Question:
    """Return the question for the next actions of a player at the current place of a game.

    Args:
        timeline: the game.
        player: the player to move.
        level: the level that is asked.
        seed: the seed of what is drawn by lot; by default one that depends on the game and the place in it.
    """
    drawn = mixed(timeline.record.seed, timeline.at) if seed is None else seed
    return Question(player, level, drawn, earlier(timeline, player), mixed(timeline.record.seed, _DAY))


def earlier(timeline: Timeline[Any], player: int) -> Mapping[Hashable, int]:
    """Return the number of occurrences of each position so far, in keys of the states as a player may see them."""
    game, repetition = timeline.game, timeline.game.repetition
    if not repetition.claim and not repetition.draw:
        return {}
    keys = (
        key if key is None or (seen := timeline.state_for(player, at)) is timeline.states[at] else game.key(seen)
        for at, key in enumerate(timeline.keys[: timeline.at + 1])
    )
    return Counter(key for key in keys if key is not None)
