"""The questions to a bot in a game, with what the player it decides for knows of the game, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import replace
from typing import Any, Final

from ruleboard.engine.action import Action
from ruleboard.engine.errors import RuleboardError
from ruleboard.engine.record import Record
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
    drawn = seed_at(timeline, player) if seed is None else seed
    return Question(player, level, drawn, earlier(timeline, player), mixed(timeline.record.seed, _DAY))


def seed_at(timeline: Timeline[Any], player: int) -> int:
    """Return the seed of what is drawn by lot while a player thinks at the current place of a game.

    It depends on the number of entries, of which those that others made unseen in one decision count as one: the
    player does not know their number.
    """
    first = _last_open_place(timeline)
    unseen = [at for at in range(first, timeline.at) if _is_unseen(timeline, at, player)]
    decisions = sum(at + 1 not in unseen for at in unseen)
    return mixed(timeline.record.seed, timeline.at - len(unseen) + decisions)


def record_for(timeline: Timeline[Any], player: int) -> Record:
    """Return the record of a game up to its current place, without what is hidden from a player there.

    While something is hidden, the record begins with the player's view; where no position text tells that, with the
    last state that everybody knew, and with other actions in place of the hidden ones. The seed of the game stays.
    """
    game, record = (
        timeline.game,
        replace(timeline.cut().to_record(), clock=None),
    )  # a clock tells nothing of the position
    if not game.hides(timeline.state) and not timeline.is_hidden():
        return record
    seen = timeline.state_for(player)
    short = replace(record, actions=())
    try:
        text = game.format_position(seen)
        if game.parse_position(text) == seen:
            return replace(short, start=text)
        first = _last_open_place(timeline)
        text = game.format_position(timeline.states[first])
        state, actions = game.parse_position(text), list[str]()
        for at in range(first, timeline.at):
            entry: Action[Any] | str | None = timeline.entries[at]
            if isinstance(entry, Action) and _is_unseen(timeline, at, player):
                entry = game.stand_in(state, entry, seen)
            if isinstance(entry, Action):
                actions.append(game.format_action(state, entry))
                state = game.apply(state, entry)
    except RuleboardError:  # a game whose texts cannot tell it is asked about whole
        return record
    return replace(short, start=text, actions=tuple(actions)) if game.view(state, player) == seen else record


def _last_open_place(timeline: Timeline[Any]) -> int:
    """Return the number of entries before the last state whose position is counted; 0 if none is."""
    at = timeline.at
    while at and timeline.keys[at] is None:
        at -= 1
    return at


def _is_unseen(timeline: Timeline[Any], at: int, player: int) -> bool:
    """Return True if another player made the entry after ``at`` entries unseen."""
    return timeline.is_hidden(at) and timeline.game.to_move(timeline.states[at]) != player


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
