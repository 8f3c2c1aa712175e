"""The notes beside the board: the game's own, the one about recent events, and the lesson behind a refusal. Pure."""

from __future__ import annotations

from functools import lru_cache
from gettext import NullTranslations
from typing import Any

from ruleboard.app.ui.diagrams import diagram
from ruleboard.app.ui.prose import prose
from ruleboard.engine.action import Action
from ruleboard.engine.seats import PERSON, persons, seat_of
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson
from ruleboard.games.registry import VIEWS
from ruleboard.games.view import SideNote, SideNoteStep
from ruleboard.i18n import _
from ruleboard.scene.node import el

RULE = "rule"
"""The id of the lesson behind a refusal among the notes beside the board."""

MOVES = "moves"
"""The id of the move list among the notes beside the board."""

_RECENT = 24
"""The number of actions that a note about recent events may reach back."""


@lru_cache(maxsize=4)
def notes_about(id: str, state: object, _spoken: NullTranslations) -> tuple[SideNote, ...]:
    """Return the game's notes about a state; cached, since drawing a page needs them many times.

    Args:
        id: the game.
        state: the public state.
    """
    return VIEWS[id].side_notes(state)


def recent_events(timeline: Timeline[Any]) -> SideNote | None:
    """Return the game's note about the events before the current state, None if there is none.

    Among opponents a person is told of what has happened since their own last action, that action included: opponents
    act at once, and would put an end to a note before it is read.
    """
    first = max(0, timeline.at - _RECENT)
    actions = [entry for entry in timeline.entries[first : timeline.at] if isinstance(entry, Action)]
    if not actions or len(actions) != timeline.at - first:
        return None
    states = [timeline.public_state(at) for at in range(first, timeline.at + 1)]
    told = VIEWS[timeline.game.id].recent_events
    earliest = _last_of_a_person(timeline, first)
    notes = (told(states[: count + 1], actions[:count]) for count in range(len(actions), earliest - first, -1))
    return next((note for note in notes if note), None)


def _last_of_a_person(timeline: Timeline[Any], first: int) -> int:
    """Return the number of the last entry that was a person's, from ``first`` on; of the last one if nobody is."""
    seats, game = timeline.record.seats, timeline.game
    last = timeline.at - 1
    if not persons(seats, len(timeline.record.players)):
        return last
    for at in range(last, first, -1):
        player = game.to_move(timeline.states[at])
        if player is None or seat_of(seats, player) == PERSON:
            return at
    return first


def lesson_note(game: str, rule: str) -> SideNote | None:
    """Return a lesson as a note beside the board."""
    found = lesson(game, rule) if rule else None
    if found is None:
        return None
    steps = tuple(
        SideNoteStep(el("div", *prose(step.text), el("div", diagram(game, rule, at), cls="plate"), cls="prose"))
        for at, step in enumerate(found.steps)
    )
    return SideNote(RULE, _(found.title), steps)
