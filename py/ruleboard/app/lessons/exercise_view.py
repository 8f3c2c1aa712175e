"""Views of an exercise: its board and the feedback on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play import history
from ruleboard.app.play.animation import last_paths
from ruleboard.app.ui.components import drags
from ruleboard.games.view import BaseView
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def exercise_board(
    exercise: Exercise,
    seat: int,
    board_view: BaseView[Any, Any],
    notice: frozenset[str] = frozenset(),
    *,
    open: bool = False,
) -> Node:
    """Return the board of an exercise.

    Args:
        exercise: the exercise.
        seat: the player whose side is nearest.
        board_view: the view of the board, perhaps of a part of it only.
        notice: the targets pointed out.
        open: True if secret decisions are shown.
    """
    table = exercise.table
    if table.replay:
        return history.frames(table, seat)[table.replay.step].picture._replace(key="picture")
    timeline, marks, read = table.timeline, table.marks, exercise.read
    marks = replace(
        marks,
        paths=last_paths(table, seat, board_view),
        highlighted=(exercise.hint_targets or notice or marks.highlighted) | ({read} if read else set()),
        last=frozenset() if notice else marks.last,
        refused="" if read else marks.refused,
        read=read,
        unmarked=not exercise.places,
        read_only=exercise.solved or marks.read_only,
    )
    state = timeline.state
    if not open:
        state = timeline.state_for(timeline.to_move if timeline.is_hidden() else None)
    picture = board_view.picture(state, seat, marks)
    draggable = frozenset() if marks.read_only else exercises.take_back(exercise).table.draggable
    return picture._replace(attrs={**picture.attrs, "tabindex": "0", **drags(draggable)}, key="picture")


def exercise_feedback(exercise: Exercise) -> tuple[Node | None, ...]:
    """Return the feedback: on the last action, on a touch that was refused, and the hint."""
    table = exercise.table
    outcome = table.timeline.outcome
    selection = table.selection
    ambiguous = len(selection.complete) > 1 or bool(selection.complete and selection.next)
    hint = "" if exercise.still or table.refusal else table.hint
    return (
        el("p", text=exercise.feedback, cls="praise" if exercise.praised else "miss", key="said")
        if exercise.feedback
        else None,
        el("p", text=table.refusal.sentence, cls="read" if exercise.read else "miss", key="refused")
        if table.refusal
        else None,
        el("p", text=outcome.reason, key="outcome") if outcome and not exercise.feedback else None,
        el("p", text=_("Which of these?"), key="which") if ambiguous and not exercise.still else None,
        el("p", text=hint, cls="small", key="next") if hint else None,
        el("p", text=exercise.hint, cls="hint", key="hint") if exercise.hint else None,
    )
