"""Views of an exercise: its board and the feedback on it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play import history
from ruleboard.app.play.animation import last_paths
from ruleboard.app.play.table import Table
from ruleboard.app.ui.components import button, drags
from ruleboard.games.view import BaseView, ReplayFrame
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


def exercise_feedback(exercise: Exercise, seat: int) -> tuple[Node | None, ...]:
    """Return the feedback: on the last action, on a touch that was refused, and the hint.

    Args:
        exercise: the exercise.
        seat: the player whose side is nearest.
    """
    table = exercise.table
    outcome = table.timeline.outcome
    selection = table.selection
    ambiguous = len(selection.complete) > 1 or bool(selection.complete and selection.next)
    hint = "" if exercise.still or table.refusal else table.hint
    runs = table.replay is not None and table.replay.step < len(history.frames(table, seat)) - 1
    return (
        el("p", text=exercise.feedback, cls="praise" if exercise.praised else "miss", key="said")
        # praise for an outcome waits until it is seen
        if exercise.feedback and not (exercise.solved and (runs or exercise.pending))
        else None,
        el("p", text=table.refusal.sentence, cls="read" if exercise.read else "miss", key="refused")
        if table.refusal
        else None,
        el("p", text=outcome.reason, key="outcome") if outcome and not exercise.feedback and not runs else None,
        el("p", text=table.question, key="which") if ambiguous and not exercise.still else None,
        el("p", text=hint, cls="small", key="next") if hint else None,
        el("p", text=exercise.hint, cls="hint", key="hint") if exercise.hint else None,
    )


def demonstration_text(table: Table, told: tuple[ReplayFrame, ...]) -> Node:
    """Return the texts of a demonstration up to the frame that is shown."""
    step = table.replay.step if table.replay else 0
    lines = (
        el("li", text=frame.words, cls="now" if at == step else "", key=str(at))
        for at, frame in enumerate(told[: step + 1])
    )
    return el("div", el("ol", lines, cls="list told"), cls="moves show", role="group", aria_label=_("What happens"))


def demonstration_buttons(table: Table, count: int, feature: str) -> tuple[Node | None, ...]:
    """Return the buttons that step through a demonstration; each always has the same place.

    Args:
        table: the table that shows it.
        count: the number of its frames.
        feature: the feature that answers the buttons.
    """
    step = table.replay.step if table.replay else 0
    last = step == count - 1
    return (
        button(_("One back"), f"{feature}.show_step", "-1", picture="previous", bare=True, disabled=step == 0),
        el("span", cls="small count", text=_("{n} of {all}").format(n=step + 1, all=count)),
        button(_("Done") if last else _("Go on"), f"{feature}.show_step", "1", cls="primary", key="show-on"),
        button(_("Skip"), f"{feature}.show_skip", cls="quiet", disabled=last),
    )
