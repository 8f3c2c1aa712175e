"""The history of a game, to be read afterwards: every revealed turn, event by event, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.games.tensor_cards import rules
from ruleboard.games.tensor_cards.resolve import Event, resolution
from ruleboard.games.tensor_cards.state import State
from ruleboard.games.tensor_cards.words import story


@dataclass(frozen=True, slots=True)
class Chapter:
    """One turn.

    Attributes:
        hand: the hand it belongs to, from 1.
        turn: the turn of the hand, from 1.
        ply: the last action that contributed to it, counted from 0.
        events: what happened, as far as it is revealed.
        words: the same, a text an event.
    """

    hand: int
    turn: int
    ply: int
    events: tuple[Event, ...]
    words: tuple[str, ...]


def events_of(before: State, action: Action[Any]) -> tuple[Event, ...]:
    """What a legal action set off: the events that were not known before it.

    Empty unless cards were revealed, and where ``before`` is a view that hides them.
    """
    verb, _space, rest = action.text.partition(" ")
    if verb == "order":
        known = len(resolution(before).events)
        chosen = (*before.choices, rest.removesuffix("-first"))
        return resolution(replace(before, choices=chosen)).events[known:]
    if verb == "lay" and len(before.laid) == 1:
        return resolution(rules.with_lay(before, action)).events
    return ()


def chapters(states: Sequence[State], actions: Sequence[Action[Any]]) -> tuple[Chapter, ...]:
    """The turns of a game that were revealed, at least in part.

    ``states[i]`` is the state before ``actions[i]``, as a timeline keeps them.
    """
    told: list[Chapter] = []
    events: tuple[Event, ...] = ()
    for ply, (before, action) in enumerate(zip(states, actions, strict=False)):
        fresh = events_of(before, action)
        if not fresh:
            continue
        if before.laying is None:
            events += fresh
            told.pop()
        else:
            events = fresh
        told.append(Chapter(before.hand, before.turn, ply, events, story(before, events)))
    return tuple(told)
