"""Questions to a bot. They contain no information that is hidden from its player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import Record
from ruleboard.engine.search.thinking import Question, hash_mix
from ruleboard.engine.timeline import Timeline

_GAME_SEED: Final = -1
"""A number for the seed of the whole game. The seeds of decisions use the ply, from 0 up."""


def question_at(timeline: Timeline[Any], player: int, level: int, seed: int | None = None) -> Question:
    """Create the question for a player's next actions at the current ply.

    Args:
        timeline: the game.
        player: the player to move.
        level: the bot's level.
        seed: the seed of random choices; by default one that depends on the game and its ply.
    """
    decision_seed = seed_at(timeline, player) if seed is None else seed
    return Question(
        player, level, decision_seed, count_occurrences(timeline, player), hash_mix(timeline.record.seed, _GAME_SEED)
    )


def seed_at(timeline: Timeline[Any], player: int) -> int:
    """Return the seed of a bot's random choices at the current ply.

    The seed depends on the number of entries. All hidden entries of another player's decision count as one entry, since
    their number is hidden, too.
    """
    first = _last_open_ply(timeline)
    hidden = [ply for ply in range(first, timeline.ply) if _is_hidden_from(timeline, ply, player)]
    decisions = sum(ply + 1 not in hidden for ply in hidden)
    return hash_mix(timeline.record.seed, timeline.ply - len(hidden) + decisions)


def record_for(timeline: Timeline[Any], player: int) -> Record:
    """Return the record of a game up to the current ply, without information hidden from a player.

    While something is hidden, the record starts with the player's view. If a position text cannot express the view,
    the record starts with the last state that all players knew, and has other actions in place of the hidden ones. The
    seed of the game stays.
    """
    game = timeline.game
    record = replace(timeline.without_undone().to_record(), clock=None)  # the clock has no influence on the position
    if not game.hides(timeline.state) and not timeline.is_hidden():
        return record
    view = timeline.state_for(player)
    short = replace(record, actions=())
    try:
        text = game.format_position(view)
        if game.parse_position(text) == view:
            return replace(short, start=text)
        first = _last_open_ply(timeline)
        text = game.format_position(timeline.states[first])
        state, actions = game.parse_position(text), list[str]()
        for ply in range(first, timeline.ply):
            entry: Action[Any] | str | None = timeline.entries[ply]
            if isinstance(entry, Action) and _is_hidden_from(timeline, ply, player):
                entry = game.stand_in(state, entry, view)
            if isinstance(entry, Action):
                actions.append(game.format_action(state, entry))
                state = game.apply(state, entry)
    except RuleboardError:  # the game's texts cannot express the view
        return record
    return replace(short, start=text, actions=tuple(actions)) if game.view(state, player) == view else record


def _last_open_ply(timeline: Timeline[Any]) -> int:
    """Return the ply of the last state between turns, or 0."""
    ply = timeline.ply
    while ply and timeline.keys[ply] is None:
        ply -= 1
    return ply


def _is_hidden_from(timeline: Timeline[Any], ply: int, player: int) -> bool:
    """Return True if the entry at a ply is a hidden decision of another player."""
    return timeline.is_hidden(ply) and timeline.game.to_move(timeline.states[ply]) != player


def count_occurrences(timeline: Timeline[Any], player: int) -> Mapping[Hashable, int]:
    """Count the occurrences of each position so far, by the key of the player's view."""
    game, repetition = timeline.game, timeline.game.repetition
    if not repetition.claim and not repetition.draw:
        return {}
    keys = (
        key if key is None or (view := timeline.state_for(player, ply)) is timeline.states[ply] else game.key(view)
        for ply, key in enumerate(timeline.keys[: timeline.ply + 1])
    )
    return Counter(key for key in keys if key is not None)
