"""The notes next to the board: the game's notes, the recent events, and the lesson that explains a refusal."""

from __future__ import annotations

from typing import Any

from ruleboard.app.board.opponents_note import opponents_note
from ruleboard.app.board.table import Table
from ruleboard.app.ui.diagrams import diagram
from ruleboard.app.ui.prose import prose
from ruleboard.contract.view import SideNote, SideNoteStep
from ruleboard.engine.action import Action
from ruleboard.engine.seats import PERSON, person_players, seat_of
from ruleboard.engine.timeline import Timeline
from ruleboard.i18n import _, cached_by_language
from ruleboard.learning.courses import find_lesson
from ruleboard.registry import VIEWS
from ruleboard.scene.node import el

LESSON_NOTE = "rule"
"""The id of the lesson about a refusal among the notes next to the board."""

MOVE_LIST_NOTE = "moves"
"""The id of the move list among the notes next to the board."""

_MAX_RECENT_ACTIONS = 24
"""The maximum number of actions that a note about recent events covers."""


@cached_by_language(4)
def state_notes(id: str, state: object) -> tuple[SideNote, ...]:
    """Return the game's notes about a state. They are cached, since a page needs them many times.

    Args:
        id: the id of the game.
        state: the public state.
    """
    return VIEWS[id].side_notes(state)


def recent_events(timeline: Timeline[Any]) -> SideNote | None:
    """Return the game's note about the events before the current state, or None.

    Against bots, the note covers everything from the person's last action on. Otherwise the bots, which move
    immediately, would replace a note before the person has read it.
    """
    first_ply = max(0, timeline.ply - _MAX_RECENT_ACTIONS)
    actions = [entry for entry in timeline.entries[first_ply : timeline.ply] if isinstance(entry, Action)]
    if not actions or len(actions) != timeline.ply - first_ply:
        return None
    states = [timeline.public_state(ply) for ply in range(first_ply, timeline.ply + 1)]
    events_note = VIEWS[timeline.game.id].recent_events
    last_person_ply = _last_person_ply(timeline, first_ply)
    notes = (
        events_note(states[: count + 1], actions[:count])
        for count in range(len(actions), last_person_ply - first_ply, -1)
    )
    return next((note for note in notes if note), None)


def _last_person_ply(timeline: Timeline[Any], first_ply: int) -> int:
    """Return the ply of the last action by a person, or by any player in a game without persons."""
    seats, game = timeline.record.seats, timeline.game
    last_ply = timeline.ply - 1
    if not person_players(seats, len(timeline.record.players)):
        return last_ply
    for ply in range(last_ply, first_ply, -1):
        player = game.to_move(timeline.states[ply])
        if player is None or seat_of(seats, player) == PERSON:
            return ply
    return first_ply


def lesson_note(game: str, lesson_id: str) -> SideNote | None:
    """Return a lesson as a note next to the board, or None if the lesson is unknown."""
    rules_lesson = find_lesson(game, lesson_id) if lesson_id else None
    if rules_lesson is None:
        return None
    steps = tuple(
        SideNoteStep(el("div", *prose(step.text), el("div", diagram(game, lesson_id, index), cls="plate"), cls="prose"))
        for index, step in enumerate(rules_lesson.steps)
    )
    return SideNote(LESSON_NOTE, _(rules_lesson.title), steps)


def side_notes(table: Table) -> tuple[SideNote, ...]:
    """Return the notes next to the board, except the move list.

    The game's notes, which are there from turn to turn, come before those that come and go, so that their tabs stay
    in place.
    """
    timeline = table.viewed_timeline
    has_no_notes = table.display.awaits_handover or timeline.outcome
    game_notes = () if has_no_notes else state_notes(timeline.game.id, timeline.public_state())
    lesson = lesson_note(timeline.game.id, table.notes.lesson)
    opponents = None if table.display.awaits_handover else opponents_note(table)
    return game_notes + tuple(note for note in (table.notes.recent_events, lesson, opponents) if note)


def has_no_open_note(table: Table) -> bool:
    """Return True if no note is open, so that the screen shows as many notes as fit."""
    notes = table.notes
    return not notes.open_note and not (notes.open_note is None and notes.recent_events)


def current_side_note(table: Table) -> SideNote | None:
    """Return the visible note, or None if the move list is visible."""
    events, open_note = table.notes.recent_events, table.notes.open_note
    if open_note is None and events:
        return events
    notes = (note for note in side_notes(table) if (note.id == open_note if open_note else note is not events))
    return next(notes, None)


def current_note_step(table: Table) -> int:
    """Return the current step of the visible note, from 0."""
    note = current_side_note(table)
    return max(0, min(table.notes.step, len(note.steps) - 1)) if note else 0


def recent_event_targets(table: Table) -> frozenset[str]:
    """Return the targets that the note about recent events refers to while the note is visible."""
    events = table.notes.recent_events
    if events is None or table.touches.targets or has_no_open_note(table) or current_side_note(table) is not events:
        return frozenset()
    return frozenset(events.steps[current_note_step(table)].highlighted_targets)
