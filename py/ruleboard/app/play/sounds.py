"""The sounds for changes at a table. ``effects.PlaySounds`` names them, the browser plays them."""

from __future__ import annotations

from typing import Any

from ruleboard.app.board.situation import GameOver, OpponentToMove
from ruleboard.app.board.table import Table
from ruleboard.app.effects import Effect, PlaySounds, Reveal
from ruleboard.app.effects import ScrollTarget as Show
from ruleboard.engine.action import Action

REFUSAL_EFFECTS: tuple[Effect, ...] = (PlaySounds(("refused",)), Reveal(Show.REFUSAL))
"""The effects of a refused touch."""


def change_sounds(before: Table, after: Table, action: Action[Any] | None) -> PlaySounds:
    """Return the sounds for a change at a table. Undo is silent.

    A hidden decision is silent until its end, since sounds would reveal the number of its actions.

    Args:
        before: the table before the change.
        after: the table after the change.
        action: the action that caused the change, or None.
    """
    old_timeline, new_timeline = before.timeline, after.timeline
    old_situation, new_situation = before.current_situation, after.current_situation
    if isinstance(new_situation, GameOver) and new_timeline.entries is not old_timeline.entries:
        return PlaySounds(("end",))
    if action is None:
        return PlaySounds(())
    has_turn_passed = new_timeline.to_move != old_timeline.to_move
    if old_timeline.is_hidden():
        return PlaySounds(("turn",) if has_turn_passed else ())
    is_on_board = not all(target.startswith("do:") for target in action.targets)
    sounds = ("capture" if action.kind.startswith("capture") else "piece",) if is_on_board else ()
    was_long_turn = (
        old_timeline.ply > 0
        and old_timeline.game.to_move(old_timeline.states[old_timeline.ply - 1]) == old_timeline.to_move
    )
    has_opponent_finished = isinstance(old_situation, OpponentToMove) and not isinstance(new_situation, OpponentToMove)
    return PlaySounds(
        (*sounds, "turn") if has_turn_passed and (was_long_turn or has_opponent_finished or not is_on_board) else sounds
    )
