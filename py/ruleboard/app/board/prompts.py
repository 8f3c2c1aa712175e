"""Prompts about the next touch, and the targets that a person can drag or press."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.app.board.table import Table
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.i18n import _
from ruleboard.registry import VIEWS

_MIN_STEPS = 3
"""An action has steps from this number of touches on. With two, a person picks a piece and touches its destination."""


def draggable_targets(table: Table) -> frozenset[str]:
    """Return the targets that a person can drag."""
    return selections.draggable_targets(table.actions, table.touches.targets)


def button_targets(table: Table) -> tuple[str, ...]:
    """Return the buttons (targets such as ``do:end``) that a person can press now, regardless of the selection.

    Choices on the board are not included. Buttons for the selection come last, so that the other buttons keep their
    places.
    """
    board_choices = VIEWS[table.timeline.game.id].board_choices
    targets = dict.fromkeys((*selections.select(table.actions).next_targets, *table.selection.next_targets))
    return tuple(target for target in targets if target.startswith("do:") and target not in board_choices)


def touch_hint(table: Table) -> str:
    """Return the game's hint about what to touch next; empty if nothing is selected or the game has no hint.

    In an action with several steps, the hint begins with the number of the step and the total, if the total is certain
    from the first touch on: an optional step, such as a second piece, would change it.
    """
    timeline, selected_targets = table.timeline, table.touches.targets
    if table.read_only or not selected_targets:
        return ""
    text = VIEWS[timeline.game.id].touch_hint(timeline.state_for(timeline.to_move), selected_targets)
    first, progress = (selections.progress(table.actions, selected_targets[:count]) for count in (1, None))
    is_certain = first.minimum == first.maximum and progress.is_ordered and progress.touch_count < progress.minimum
    if not (text and is_certain and is_mid_action(table)):
        return text
    return _("Step {n} of {all} · {hint}").format(n=progress.touch_count + 1, all=progress.minimum, hint=text)


def guidance(table: Table) -> str:
    """Return the hint about what to touch next, or a list of the possible kinds of actions; may be empty."""
    hint, timeline = touch_hint(table), table.timeline
    if hint or table.read_only or not table.touches.targets:
        return hint
    return VIEWS[timeline.game.id].continuations_hint(timeline.state_for(timeline.to_move), table.touches.targets)


def choice_question(table: Table) -> str:
    """Return the question above the buttons for the actions that remain possible after the selection.

    If only one button remains, return a sentence that tells the person to touch it.
    """
    timeline, selection = table.timeline, table.selection
    state = timeline.state_for(timeline.to_move)
    if not selection.complete_actions and len(selection.next_targets) == 1:
        (target,) = selection.next_targets
        return _("Now touch “{button}”.").format(button=timeline.game.name(state, target))
    return VIEWS[timeline.game.id].choice_question(state, table.touches.targets) or _("Which of these?")


def is_mid_action(table: Table) -> bool:
    """Return True if a person has selected some targets of an action with several steps and can cancel it."""
    selected_targets, timeline = table.touches.targets, table.timeline
    if table.read_only or not selected_targets:
        return False
    commits_to_kind = VIEWS[timeline.game.id].commits_to_kind(timeline.state_for(timeline.to_move), selected_targets)
    return commits_to_kind or _has_steps(table.actions, selected_targets)


def _has_steps(actions: Sequence[Action[Any]], touches: Sequence[str]) -> bool:
    """Return True if the touches are the first steps of an action with several steps."""
    return selections.progress(actions, touches).maximum >= _MIN_STEPS


def repeats_selection(table: Table) -> bool:
    """Return True if the selection stays after an action, so that a drag can repeat the action on other squares."""
    timeline, selected_targets = table.timeline, table.touches.targets
    if table.read_only or not selected_targets:
        return False
    return VIEWS[timeline.game.id].repeats_selection(timeline.state_for(timeline.to_move), selected_targets)


def abandons_steps(table: Table, target: str) -> bool:
    """Return True if a touch would abandon an action with at least two completed steps and begin another action.

    A selection that stays after an action does not count as a step.
    """
    touches = table.touches.targets
    if len(touches) < 2 or repeats_selection(table) or not touch_hint(table):
        return False
    if target == touches[0] or not _has_steps(table.actions, touches):
        return False
    selection = selections.touch(table.actions, touches, target)
    return selection is not None and selection.targets == (target,)
