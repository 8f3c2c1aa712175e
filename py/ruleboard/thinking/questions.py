"""The knowledge of the past that a question to a bot brings along."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from typing import Any

from ruleboard.engine.timeline import Timeline


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
