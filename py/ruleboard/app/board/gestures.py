"""Touches, drags and choices on the board of a game in play, and the reasons for refusing a touch or a drag.

All functions are pure. Each returns a new table and, if the gesture can complete an action, the action or None.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, assert_never

from ruleboard.app.board import attack_query
from ruleboard.app.board import situation as situations
from ruleboard.app.board.changes import play_action
from ruleboard.app.board.history import can_continue, continues_in_copy, continues_in_study
from ruleboard.app.board.prompts import abandons_steps
from ruleboard.app.board.table import Table
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.ui.names import player_names
from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.engine.selection import Selection
from ruleboard.i18n import _
from ruleboard.registry import VIEWS


def handle_gesture(table: Table, gesture: Gesture) -> tuple[Table, Action[Any] | None]:
    """Return the table after a gesture, and the action that the gesture completed, or None.

    A drop outside of all targets changes nothing.
    """
    target = gesture.target
    match gesture.kind:
        case GestureKind.TOUCH:
            return touch(table, target)
        case GestureKind.TAKE:
            return begin_drag(table, target), None
        case GestureKind.DROP:
            return drop(table, target)
        case GestureKind.POINT:
            return explain_drag(table, target), None
        case GestureKind.CHOOSE:
            return choose_action(table, target)
        case GestureKind.CANCEL:
            return cancel_touch(table), None
        case GestureKind.AWAY:
            return table, None


def touch(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a touch, and the action that the touch completed, or None.

    A refused touch keeps the selection, as does a second touch of the same piece. If nothing is selected, the table
    remembers the refused piece. After the next touch, it explains why that piece cannot move there.
    """
    if table.touches.attack_query is not None:
        return attack_query.query_attacks(table, target), None
    match situations.without_offer(table.situation):
        case situations.LookingBack(awaits_handover=False):
            return replace(table, message=_past_state_message(table)), None
        case situations.OpponentToMove(has_persons=True):
            return replace(table, message=bot_turn_message(table)), None
        case situations.PersonToMove():
            return _touch_to_play(table, target)
        case (
            situations.Replaying()
            | situations.InOtherTab()
            | situations.InReplayHistory()
            | situations.DrawOffered()
            | situations.LookingBack()
            | situations.GameOver()
            | situations.HandOver()
            | situations.MistakeMade()
            | situations.OpponentToMove()
        ):
            return table, None
        case situation:
            assert_never(situation)


def _touch_to_play(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a touch by the player to move, and the action that the touch completed, or None."""
    touches, target = table.touches, _touched_target(table, target)
    is_repeated = touches.refused_target == target
    if (touches.refused_target or touches.was_dropped) and touches.targets[-1:] == (target,):
        return replace(table, touches=touches.with_selection(touches.targets)), None
    if not is_repeated and abandons_steps(table, target) and not _rejects_new_selection(table, target):
        text = _("You haven’t finished your other choice. To choose “{thing}” instead, touch it again.")
        refusal = Refusal(text.format(thing=_target_name(table, target)))
        return replace(table, touches=touches.with_refusal(target, refusal)), None
    selection = selections.touch(table.actions, touches.targets, target)
    if not selection and VIEWS[table.timeline.game.id].board_choices.intersection(table.selection.next_targets):
        return cancel_touch(table), None  # a touch outside a choice closes it
    if selection and touches.targets and selection.targets == (target,):  # it would begin another action
        if _rejects_new_selection(table, target):
            selection = None  # the game explains why the target cannot follow
        elif not is_repeated and _rejects_first_time(table, target):
            extra_sentence = _("Touch {square} again to pick up that piece.").format(square=target)
            return _with_refusal(table, ((*touches.targets, target),), extra_sentence), None
    new_table, action = _with_selection(table, selection, _touches_to_explain(table, target))
    return (_with_repeated_selection(new_table, touches.targets) if action else new_table), action


def _with_repeated_selection(table: Table, targets: tuple[str, ...]) -> Table:
    """Return the table after an action, with the earlier selection if the player may repeat the action.

    Args:
        table: the table after the action.
        targets: the targets of the action, except the last one.
    """
    game, state = table.timeline.game, table.timeline.state
    if not targets or table.display.covers_board or not VIEWS[game.id].repeats_selection(state, targets):
        return table
    is_possible = selections.select(table.actions, targets).is_possible
    return replace(table, touches=table.touches.with_selection(targets)) if is_possible else table


def _past_state_message(table: Table) -> str:
    """Return the message that says what a person can do while the board shows a past state."""
    if not can_continue(table):
        return _("This is an earlier turn. Go back to the game to play.")
    if continues_in_study(table):
        return _("This is an earlier turn. Go back to the game, or play a different move here as a variation.")
    if table.display.ply is not None and table.display.ply > table.timeline.ply:
        return _("These moves were undone. Go back to the game, or play on from here.")
    if continues_in_copy(table):
        return _("This is an earlier turn. Go back to the game, or play on from here as a new game.")
    return _("This is an earlier turn. Go back to the game, or undo all later moves.")


def bot_turn_message(table: Table) -> str:
    """Return the message that explains why a person cannot play during a bot's turn."""
    to_move = table.timeline.to_move
    if table.bots.are_paused or to_move is None:
        return _("The game is paused. Choose “{button}” first.").format(button=_("Go on"))
    return _("Not yet. Wait for {player}.").format(player=player_names(table.timeline.record)[to_move])


def begin_drag(table: Table, target: str) -> Table:
    """Return the table after a person has begun to drag a target; see ``selection.begin_drag``.

    If the person cannot drag the target, the table has no selection and explains why.
    """
    if table.read_only or table.touches.attack_query is not None:
        return table
    selected_targets = table.touches.targets
    is_selected = bool(selected_targets) and _rejects_new_selection(table, target)
    selection = selections.begin_drag(table.actions, selected_targets, target, is_selected=is_selected)
    if selection:
        return replace(table, touches=table.touches.with_selection(selection.targets))
    if any(
        selections.select(table.actions, touches).is_possible for touches in ((*selected_targets, target), (target,))
    ):
        return table  # a person may touch it, though not drag it
    return _with_refusal(replace(table, touches=replace(table.touches, targets=())), ((target,),))


def explain_drag(table: Table, target: str) -> Table:
    """Return the table with the reason why a dragged piece cannot move to a target."""
    if table.read_only or table.touches.targets or not table.touches.refused_target:
        return table
    return _with_refusal(table, ((table.touches.refused_target,), (table.touches.refused_target, target)))


def drop(table: Table, target: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a drop on a target, and the action that the drop completed, or None.

    A refused drop keeps the selection. If a drop completes no action, the next touch of its target keeps the selection.
    """
    if table.read_only or not table.touches.targets:
        return table, None
    target = _touched_target(table, target)
    touches, selection = table.touches.targets, selections.drop(table.actions, table.touches.targets, target)
    new_table, action = _with_selection(table, selection, ((*touches, target),))
    is_incomplete = selection is not None and action is None
    return replace(new_table, touches=replace(new_table.touches, was_dropped=is_incomplete)), action


def _with_selection(
    table: Table, selection: Selection | None, touches: Sequence[tuple[str, ...]]
) -> tuple[Table, Action[Any] | None]:
    """Return the table with a new selection, and the action that the selection completes, or None.

    Args:
        table: the table before the gesture.
        selection: the selection, None if the target is refused.
        touches: the touches that the refusal explains; see ``_with_refusal``.
    """
    if selection is None:
        return _with_refusal(table, touches), None
    if selection.only_action:
        return play_action(table, selection.only_action), selection.only_action
    return replace(table, touches=table.touches.with_selection(selection.targets)), None


def _touches_to_explain(table: Table, target: str) -> tuple[tuple[str, ...], ...]:
    """Return the sequences of touches whose refusals explain why a target is refused; see ``_with_refusal``.

    The target may be the destination of the piece that was refused just before. Another piece of the player begins a
    new action, but may be the next target if the game rejects its first touch.
    """
    selected_targets, refused_target = table.touches.targets, table.touches.refused_target
    if not selected_targets:
        is_destination = refused_target and _is_destination(table, refused_target, target)
        return ((refused_target,), (refused_target, target)) if is_destination else ((target,),)
    is_other_piece = (
        len(selected_targets) == 1 and target != selected_targets[0] and _owner(table, target) == table.timeline.to_move
    )
    if is_other_piece and not selections.select(table.actions, (target,)).is_possible:
        piece_touches = ((target,),)
        return ((*selected_targets, target), *piece_touches) if _rejects_first_time(table, target) else piece_touches
    return ((*selected_targets, target),)


def _is_destination(table: Table, piece: str, target: str) -> bool:
    """Return True if a target touched after a refused piece is its destination, and not another piece of the player."""
    owner = _owner(table, piece)
    return owner is not None and owner == table.timeline.to_move and _owner(table, target) != owner


def _owner(table: Table, target: str) -> int | None:
    """Return the player who owns the piece on a target, or None if the target has no piece."""
    timeline = table.timeline
    return VIEWS[timeline.game.id].owner(timeline.state_for(timeline.to_move), target)


def _with_refusal(table: Table, touches: Sequence[tuple[str, ...]], extra_sentence: str = "") -> Table:
    """Return the table with the reasons why the board refuses sequences of touches.

    Args:
        table: the table before the gesture.
        touches: the sequences of targets, one for each reason. The board marks the last target of the first one.
        extra_sentence: a sentence to add to the reasons; may be empty.
    """
    game, state = table.timeline.game, table.timeline.state
    refusal, *further_refusals = (game.explain(state, targets) for targets in touches)
    sentences = [
        *(
            extra_refusal.sentence
            for extra_refusal in further_refusals
            if extra_refusal.sentence not in refusal.sentence
        ),
        *filter(None, (extra_sentence,)),
    ]
    if sentences:
        refusal = Refusal(" ".join((refusal.sentence, *sentences)), refusal.lesson)
    return replace(table, touches=table.touches.with_refusal(touches[0][-1], refusal))


def _touched_target(table: Table, target: str) -> str:
    """Return the target that a touch selects. For a square with a preview of a piece, this is the piece."""
    timeline = table.timeline
    state = timeline.state_for(timeline.to_move)
    return VIEWS[timeline.game.id].touched_target(state, table.touches.targets, target)


def _target_name(table: Table, target: str) -> str:
    """Return the name of a target, without information that is hidden from the player to move."""
    timeline = table.timeline
    return timeline.game.name(timeline.state_for(timeline.to_move), target)


def _rejects_new_selection(table: Table, target: str) -> bool:
    """Return True if the game refuses an impossible next target instead of beginning a new selection with it."""
    game, state = table.timeline.game, table.timeline.state
    return VIEWS[game.id].rejects_new_selection(state, table.touches.targets, target)


def _rejects_first_time(table: Table, target: str) -> bool:
    """Return True if the game refuses the first touch of an impossible next target, but accepts the second one."""
    game, state = table.timeline.game, table.timeline.state
    return VIEWS[game.id].rejects_first_time(state, table.touches.targets, target)


def choose_action(table: Table, text: str) -> tuple[Table, Action[Any] | None]:
    """Return the table after a person chose a possible action by its text, and the action.

    An unknown text changes nothing.
    """
    for action in table.selection.complete_actions:
        if action.text == text:
            return play_action(table, action), action
    return table, None


def cancel_touch(table: Table) -> Table:
    """Return the table without the last touch, its refusal and the message. A draw offer stays open."""
    return replace(
        table,
        message="",
        touches=table.touches.with_selection(table.touches.targets[:-1]),
    )


def clear_selection(table: Table) -> Table:
    """Return the table without a selection."""
    return replace(table, touches=table.touches.without_selection())
