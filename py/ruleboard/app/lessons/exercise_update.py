"""Updates of an exercise: its gestures, and the effects of a change of its board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from ruleboard.app.effects import Animate, Announce, Effect, Later, Place, Reveal
from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play import animation, announcements, history
from ruleboard.app.play.table import Table
from ruleboard.games.view import BaseView
from ruleboard.wording import sentence

Change: TypeAlias = Callable[[Exercise, str], Exercise]
"""The change of an exercise by a message with a value, or by a gesture on a target."""

SEEN_MS = 1800
"""The time after which a wrong answer is taken back by itself, in milliseconds."""

STEP_MS = 700
"""The time before each action that plays itself, in milliseconds."""

GESTURES: Mapping[str, Change] = {
    "touch": exercises.touch,
    "take": exercises.begin_drag,
    "drop": exercises.drop,
    "point": exercises.point,
}
"""The gestures on the board; a drop outside of it has no meaning in an exercise."""


def _on_table(change: Callable[[Table, str], Table]) -> Change:
    """Return the change of an exercise by a change of its table without an action."""
    return lambda exercise, value: exercises.with_table(exercise, change(exercise.table, value))


DEMONSTRATION: Mapping[str, Change] = {
    "show_step": _on_table(
        lambda table, value: history.advance_replay(table, int(value)) if value in ("1", "-1") else table
    ),
    "show_skip": _on_table(lambda table, _value: history.skip_replay(table)),
    "show_again": _on_table(lambda table, _value: history.show_replay(table)),
}
"""The messages of the buttons that step through a demonstration."""


def changed(
    before: Exercise, after: Exercise, seat: int, board_view: BaseView[Any, Any], feature: str
) -> tuple[Effect, ...]:
    """Return the effects of a change of the board: new feedback is announced, and scrolled into view.

    A wrong answer is taken back after a while, so that the next touch finds the board as it was: by the message
    ``take_back`` of the feature, with the number of misses as its value; after its demonstration, if it has one.
    Actions that play themselves do so one by one, each by the message ``play_on``, with the number of actions made as
    its value; the last one of a shown solution is told before the feedback on it.
    """
    is_new = any(_feedback(after)) and _feedback(after) != _feedback(before)
    told = after.table.replay.step if after.table.replay else None
    text = feedback_text(after) if is_new or told is None else ""
    if text and after.revealed and len(after.played) > len(before.played):
        text = " ".join((sentence(announcements.described(after.table.timeline, after.table.timeline.at - 1)), text))
    text = text or _told(before, after, seat)
    reveal = (Reveal(Place.FEEDBACK),) if is_new else ()
    if told is not None:
        reveal = (Reveal(Place.CURRENT_MOVE),)
    later: tuple[Effect, ...] = ()
    if after.pending:
        later = (Later(f"{feature}.play_on", str(after.table.timeline.at), STEP_MS),)
    elif after.missed and not after.table.replay and (not before.missed or before.pending or before.table.replay):
        later = (Later(f"{feature}.take_back", str(after.misses), SEEN_MS),)
    moved = Animate(animation.between(before.table, after.table, seat, board_view))
    return moved, *announcement(text), *reveal, *later


def announcement(text: str) -> tuple[Effect, ...]:
    """Return the effect that announces a text; none if it is empty."""
    return (Announce(text),) if text else ()


def feedback_text(exercise: Exercise) -> str:
    """Return the feedback as screen readers read it; may be empty."""
    return " ".join(filter(None, (exercise.feedback or exercise.table.refusal.sentence, exercise.hint)))


def _feedback(exercise: Exercise) -> tuple[object, ...]:
    """Return the parts of the feedback, to compare them and to see if there is any."""
    return exercise.feedback, exercise.hint, exercise.table.refusal


def _told(before: Exercise, after: Exercise, seat: int) -> str:
    """Return the announcement of a change without feedback: what was touched or played, or a demonstration's frame."""
    shown = after.table.replay
    if shown is not None:
        return history.frames(after.table, seat)[shown.step].words if shown != before.table.replay else ""
    timeline = after.table.timeline
    if len(after.played) > len(before.played):
        return announcements.situation(after.table, announcements.described(timeline, timeline.at - 1))
    if before.preselected and not after.preselected and after.table == before.table:
        return announcements.selection(after.table, places=after.places)
    return announcements.touched(before.table, after.table, places=after.places)
