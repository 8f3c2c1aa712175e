"""Views of an exercise: its board and the feedback."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ruleboard.app.board import changes as tables
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import history
from ruleboard.app.board.action_buttons import choice_buttons
from ruleboard.app.board.animation import last_turn_paths, motion_paths
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.marks import board_marks
from ruleboard.app.board.prompts import choice_question, draggable_targets, touch_hint
from ruleboard.app.board.replay_view import frame_list, replay_buttons
from ruleboard.app.board.table import Table
from ruleboard.app.message_names import ExerciseMessages
from ruleboard.app.ui.components import button, drag_attributes
from ruleboard.contract.view import BaseView, ReplayFrame
from ruleboard.i18n import _
from ruleboard.registry import VIEWS
from ruleboard.scene.node import Node, el


def exercise_board(
    exercise: Exercise,
    seat: int,
    board_view: BaseView[Any, Any],
    highlighted_targets: frozenset[str] = frozenset(),
    *,
    shows_hidden: bool = False,
    read_only: bool = False,
) -> Node:
    """Return the board of an exercise.

    Args:
        exercise: the exercise.
        seat: the player at the bottom of the board.
        board_view: the view of the board, which may show only a part of it.
        highlighted_targets: the targets to highlight.
        shows_hidden: True to show hidden decisions on the board.
        read_only: True for a board that ignores touches.
    """
    table = exercise.table
    if table.display.replay:
        return history.replay_frames(table, seat)[table.display.replay.step].picture._replace(key="picture")
    timeline, marks, described_target = table.timeline, board_marks(table), exercise.described_target
    marks = replace(
        marks,
        paths=last_turn_paths(table, seat, board_view),
        hints=motion_paths(timeline, max(exercise.start.ply, timeline.ply - 1), seat)
        if exercise.is_solution_requested
        else (),
        shows_path_numbers=bool(board_view.turn_end),
        highlighted=(exercise.hint_targets or highlighted_targets or marks.highlighted)
        | ({described_target} if described_target else set()),
        last=frozenset() if highlighted_targets else marks.last,
        refused_target="" if described_target else marks.refused_target,
        described_target=described_target,
        hides_next_targets=not exercise.shows_targets,
        read_only=read_only or exercise.is_solved or marks.read_only,
    )
    state = timeline.state
    if not shows_hidden:
        state = timeline.state_for(timeline.to_move if timeline.is_hidden() else None)
    picture = board_view.picture(state, seat, marks)
    drag_sources = frozenset() if marks.read_only else draggable_targets(exercises.take_back(exercise).table)
    attributes = {**picture.attrs, "tabindex": "0", **drag_attributes(drag_sources)}
    if exercise.shows_wrong_answer and not read_only:
        attributes["data-outdated"] = ""  # a touch outside all targets may mean one that the answer has hidden
    return picture._replace(attrs=attributes, key="picture")


def exercise_feedback(exercise: Exercise, seat: int) -> tuple[Node | None, ...]:
    """Return the feedback on the last action, the reason for refusing a touch, and the hint.

    Args:
        exercise: the exercise.
        seat: the player at the bottom of the board.
    """
    table = exercise.table
    outcome = table.timeline.outcome
    selection = table.selection
    is_ambiguous = len(selection.complete_actions) > 1 or bool(selection.complete_actions and selection.next_targets)
    hint = "" if exercise.is_locked or table.touches.refusal else touch_hint(table)
    is_replaying = (
        table.display.replay is not None and table.display.replay.step < len(history.replay_frames(table, seat)) - 1
    )
    # The result of a finished game addresses the reader only if the reader has played.
    shows_actions = exercise.has_changed or table.display.replay is not None
    return (
        el("p", text=exercise.feedback, cls=_feedback_class(exercise), key="said")
        # Praise waits until the person has seen the outcome.
        if exercise.feedback and not (exercise.is_solved and (is_replaying or exercise.pending_actions))
        else None,
        el("p", text=table.touches.refusal.sentence, cls="read" if exercise.described_target else "miss", key="refused")
        if table.touches.refusal
        else None,
        el("p", text=outcome.reason_for(seat if shows_actions else None), key="outcome")
        if outcome and not exercise.feedback and not is_replaying
        else None,
        el("p", text=choice_question(table), key="which") if is_ambiguous and not exercise.is_locked else None,
        el("p", text=hint, cls="small", key="next") if hint else None,
        el("p", text=exercise.hint, cls="hint", key="hint") if exercise.hint else None,
    )


def task_paragraph(exercise: Exercise, text: str) -> Node:
    """Return the paragraph with the task. Once the task is solved, the paragraph is less prominent than the praise."""
    return el("p", text=text, cls="ask solved" if exercise.is_solved else "ask")


def solution_list(exercise: Exercise, seat: int) -> Node | None:
    """Return the requested solution as a list with the current action marked, or None without a request."""
    if not exercise.is_solution_requested:
        return None
    count = len(exercise.action_texts)
    items = (
        el("li", text=text, cls="now" if number == count else "", key=str(number))
        for number, text in enumerate(exercises.solution_sentences(exercise, seat), 1)
    )
    steps = el("ol", items, cls="list told")
    return el("div", steps, cls="moves show", role="group", aria_label=_("The solution"), key="solution")


def _feedback_class(exercise: Exercise) -> str:
    """Return the CSS class of the feedback. After the app has shown the solution, this is not the class for praise."""
    if exercise.has_praise:
        return "praise"
    return "read" if exercise.is_solved else "miss"


def board_class(exercise: Exercise, seat: int) -> str:
    """Return the CSS classes of the element around the board. The board's rim lights up when a task is solved."""
    return f"lesson-board{' lit' if exercise.is_solved and exercise.has_praise else ''} p{seat}"


def demonstration_text(table: Table, frames: tuple[ReplayFrame, ...]) -> Node:
    """Return the texts of a demonstration up to its current frame."""
    return el("div", frame_list(table, frames), cls="moves show", role="group", aria_label=_("What happens"))


def next_frame_button(exercise: Exercise, messages: ExerciseMessages, frames: tuple[ReplayFrame, ...]) -> Node | None:
    """Return the button for the next frame of a demonstration, or None if the page shows another button.

    The page shows another button without a demonstration, and at the last frame unless the task still needs the board.

    Args:
        exercise: the exercise.
        messages: the names of its messages.
        frames: the frames of the demonstration; may be empty.
    """
    if not frames:
        return None
    *_others, next_button = replay_buttons(
        exercise.table, frames, messages.step_replay, messages.skip_replay, _("Next")
    )
    replay = exercise.table.display.replay
    is_last_frame = replay is not None and replay.step == len(frames) - 1
    return None if is_last_frame and (exercise.task is None or exercise.is_solved) else next_button


def exercise_buttons(
    exercise: Exercise, messages: ExerciseMessages, frames: tuple[ReplayFrame, ...]
) -> tuple[Node | None, ...]:
    """Return the buttons of a demonstration or, without one, the game's buttons and the buttons for help.

    The button for the next frame is not among them: see ``next_frame_button``.

    A board without a task shows no buttons of the game before the first touch, because its text does not mention them,
    and never the button that ends a turn, because the course goes on with another button.

    Args:
        exercise: the exercise.
        messages: the names of its messages.
        frames: the frames of the demonstration; may be empty.
    """
    table, is_locked, is_problem = exercise.table, exercise.is_locked, exercise.solution is not None
    if next_frame_button(exercise, messages, frames):
        back_button, count, skip_button, _step = replay_buttons(
            table, frames, messages.step_replay, messages.skip_replay, ""
        )
        return back_button, count, skip_button
    is_task_open = exercise.task is not None and not is_locked
    has_started = exercise.task or exercise.has_changed or exercise.initial_selection or table.touches.targets
    emphasizes_likely_choice = not is_task_open or is_problem
    excluded_targets = {*tables.dialog_targets(table)}
    if exercise.task is None:
        excluded_targets.add(VIEWS[table.timeline.game.id].turn_end)
    return (
        *(
            choice_buttons(
                table, messages.choose_action, excluded_targets, emphasizes_likely_choice=emphasizes_likely_choice
            )
            if has_started and not is_locked
            else ()
        ),
        # A wrong answer or the hint itself disables the button, so that the next button does not move under the finger.
        button(_("A hint"), messages.show_hint, cls="quiet", picture="hint", disabled=is_locked or bool(exercise.hint))
        if exercise.task is not None and not exercise.is_solved
        else None,
        button(_("Show the solution"), messages.show_solution, cls="quiet", picture="start")
        if is_problem and not exercise.is_solved
        else None,
        *_solution_buttons(exercise, messages),
        button(_("Start over"), messages.start_again, cls="quiet", picture="undo")
        if exercise.has_changed and not exercise.is_solved and not exercise.pending_actions
        else None,
        # Before a touch the button is disabled, since a new row of buttons would move the others.
        button(
            _("Show where it can go"),
            messages.show_targets,
            cls="quiet",
            picture="target",
            disabled=is_locked or exercise.shows_targets or not table.touches.targets,
        )
        if exercise.hides_targets and not exercise.is_solved
        else None,
        button(
            _("Try it yourself") if exercise.is_solution_requested else _("Do it again"),
            messages.start_again,
            cls="quiet",
            picture="undo",
        )
        if exercise.is_solved
        else None,
        button(_("Replay the last turn"), messages.start_replay, cls="quiet", picture="again")
        if (exercise.is_solved or not is_problem) and history.latest_replay(table)
        else None,
    )


def _solution_buttons(exercise: Exercise, messages: ExerciseMessages) -> tuple[Node, ...]:
    """Return the buttons that step through the requested solution."""
    if not exercise.is_solution_requested:
        return ()
    count, last_count = len(exercise.action_texts), len(exercise.solution_line)
    return (
        button(_("Step back"), messages.step_solution, "-1", picture="previous", icon_only=True, disabled=not count),
        el("span", text=_("{at} of {end}").format(at=count, end=last_count), cls="small count"),
        button(
            _("Step forward"), messages.step_solution, "1", picture="next", icon_only=True, disabled=count == last_count
        ),
    )
