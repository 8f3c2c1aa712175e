"""The sounds of what happens at a table. Pure: ``effects.Signal`` names them, the browser makes them."""

from __future__ import annotations

from typing import Any

from ruleboard.app.effects import Effect, Reveal, Signal
from ruleboard.app.effects import Place as Show
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action

REFUSED: tuple[Effect, ...] = (Signal(("refused",)), Reveal(Show.REFUSAL))
"""The effects of a refused touch."""


def of(before: Table, after: Table, action: Action[Any] | None) -> Signal:
    """Return the sounds of a change of a table; none of what is taken back.

    Args:
        before: the table before it.
        after: the table after it.
        action: the action that was made, if it is one.
    """
    old, new = before.timeline, after.timeline
    if new.outcome and new.entries is not old.entries:
        return Signal(("end",))
    if action is None:
        return Signal(())
    on_board = not all(target.startswith("do:") for target in action.targets)
    sounds = ("capture" if action.kind.startswith("capture") else "piece",) if on_board else ()
    passes = new.to_move != old.to_move
    several = old.at > 0 and old.game.to_move(old.states[old.at - 1]) == old.to_move
    comes = before.level_to_move > 0 and not after.level_to_move
    return Signal((*sounds, "turn") if passes and (several or comes or not on_board) else sounds)
