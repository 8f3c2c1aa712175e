"""The questions to a bot in a game, with the earlier positions of the game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any, Final

from ruleboard.engine.search.thinking import Question, mixed
from ruleboard.engine.timeline import Timeline

_GAME_SEED: Final = -1
"""A number for the seed of the whole game. The seeds of decisions use the ply, from 0 up."""


def question_at(timeline: Timeline[Any], player: int, level: int, seed: int | None = None) -> Question:
    """Return the question for the next actions of a player at the current ply of a game.

    Args:
        timeline: the game.
        player: the player to move.
        level: the level of the bot.
        seed: the seed of random choices; by default one that depends on the game and its ply.
    """
    decision_seed = mixed(timeline.record.seed, timeline.at) if seed is None else seed
    return Question(
        player, level, decision_seed, count_occurrences(timeline, player), mixed(timeline.record.seed, _GAME_SEED)
    )


def count_occurrences(timeline: Timeline[Any], player: int) -> Mapping[Hashable, int]:
    """Return the number of occurrences of each position so far, by keys of the states that a player may see."""
    game, repetition = timeline.game, timeline.game.repetition
    if not repetition.claim and not repetition.draw:
        return {}
    keys = (
        key if key is None or (view := timeline.state_for(player, ply)) is timeline.states[ply] else game.key(view)
        for ply, key in enumerate(timeline.keys[: timeline.at + 1])
    )
    return Counter(key for key in keys if key is not None)
