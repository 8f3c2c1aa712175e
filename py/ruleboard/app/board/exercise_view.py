"""Views of an exercise: its board and the feedback."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import history
from ruleboard.app.board.animation import last_paths
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.prompts import choice_question, draggable_targets, touch_hint
from ruleboard.app.board.table import Table
from ruleboard.app.ui.components import button, drag_attributes
from ruleboard.games.view import BaseView, ReplayFrame
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def exercise_board(
    exercise: Exercise,
    seat: int,
    board_view: BaseView[Any, Any],
    highlighted: frozenset[str] = frozenset(),
    *,
    shows_hidden: bool = False,
) -> Node:
    """Return the board of an exercise.

    Args:
        exercise: the exercise.
        seat: the player whose side is nearest.
        board_view: the view of the board, perhaps of a part of it only.
        highlighted: the targets to highlight.
        shows_hidden: True to show hidden decisions on the board.
    """
    table = exercise.table
    if table.display.replay:
        return history.replay_frames(table, seat)[table.display.replay.step].picture._replace(key="picture")
    timeline, marks, read_target = table.timeline, board_marks(table), exercise.read_target
    marks = replace(
        marks,
        paths=last_paths(table, seat, board_view),
        highlighted=(exercise.hint_targets or highlighted or marks.highlighted)
        | ({read_target} if read_target else set()),
        last=frozenset() if highlighted else marks.last,
        refused_target="" if read_target else marks.refused_target,
        read_target=read_target,
        hides_next=not exercise.shows_targets,
        read_only=exercise.is_solved or marks.read_only,
    )
    state = timeline.state
    if not shows_hidden:
        state = timeline.state_for(timeline.to_move if timeline.is_hidden() else None)
    picture = board_view.picture(state, seat, marks)
    draggable = frozenset() if marks.read_only else draggable_targets(exercises.take_back(exercise).table)
    return picture._replace(attrs={**picture.attrs, "tabindex": "0", **drag_attributes(draggable)}, key="picture")


def exercise_feedback(exercise: Exercise, seat: int) -> tuple[Node | None, ...]:
    """Return the feedback on the last action, the reason why a touch was refused, and the hint.

    Args:
        exercise: the exercise.
        seat: the player whose side is nearest.
    """
    table = exercise.table
    outcome = table.timeline.outcome
    selection = table.selection
    ambiguous = len(selection.complete_actions) > 1 or bool(selection.complete_actions and selection.next_targets)
    hint = "" if exercise.is_locked or table.touches.refusal else touch_hint(table)
    is_replaying = (
        table.display.replay is not None and table.display.replay.step < len(history.replay_frames(table, seat)) - 1
    )
    return (
        el("p", text=exercise.feedback, cls="praise" if exercise.is_praise else "miss", key="said")
        # Praise waits until the person has seen the outcome.
        if exercise.feedback and not (exercise.is_solved and (is_replaying or exercise.pending))
        else None,
        el("p", text=table.touches.refusal.sentence, cls="read" if exercise.read_target else "miss", key="refused")
        if table.touches.refusal
        else None,
        el("p", text=outcome.reason_for(seat), key="outcome")
        if outcome and not exercise.feedback and not is_replaying
        else None,
        el("p", text=choice_question(table), key="which") if ambiguous and not exercise.is_locked else None,
        el("p", text=hint, cls="small", key="next") if hint else None,
        el("p", text=exercise.hint, cls="hint", key="hint") if exercise.hint else None,
    )


def demonstration_text(table: Table, frames: tuple[ReplayFrame, ...]) -> Node:
    """Return the texts of a demonstration up to its current frame."""
    step = table.display.replay.step if table.display.replay else 0
    lines = (
        el("li", text=frame.text, cls="now" if index == step else "", key=str(index))
        for index, frame in enumerate(frames[: step + 1])
    )
    return el("div", el("ol", lines, cls="list told"), cls="moves show", role="group", aria_label=_("What happens"))


def demonstration_buttons(table: Table, count: int, feature: str) -> tuple[Node | None, ...]:
    """Return the buttons that step through a demonstration. Each button keeps its place on the page.

    Args:
        table: the table with the demonstration.
        count: the number of its frames.
        feature: the feature that handles the messages of the buttons.
    """
    step = table.display.replay.step if table.display.replay else 0
    is_last = step == count - 1
    return (
        button(_("One back"), f"{feature}.show_step", "-1", picture="previous", icon_only=True, disabled=step == 0),
        el("span", cls="small count", text=_("{n} of {all}").format(n=step + 1, all=count)),
        button(_("Done") if is_last else _("Go on"), f"{feature}.show_step", "1", cls="primary", key="show-on"),
        button(_("Skip"), f"{feature}.show_skip", cls="quiet", disabled=is_last),
    )
