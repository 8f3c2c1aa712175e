"""Actions that take several touches: the number of the next step, and touches that would abandon the action."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.i18n import _

_MIN_STEPS = 3
"""An action has steps from this number of touches on. With two, a person picks a piece and touches its destination."""


def is_mid_action(actions: Sequence[Action[Any]], touches: Sequence[str]) -> bool:
    """Return True if the touches are the first steps of an action with several steps."""
    return bool(touches) and selections.progress(actions, touches).maximum >= _MIN_STEPS


def numbered_hint(actions: Sequence[Action[Any]], touches: Sequence[str], hint: str) -> str:
    """Return a hint about what to touch next, preceded by the number of the step if the steps have an order."""
    progress = selections.progress(actions, touches)
    if not hint or not progress.is_ordered or progress.touch_count >= progress.minimum:
        return hint
    return _("{n} of {all} · {hint}").format(n=progress.touch_count + 1, all=progress.minimum, hint=hint)


def would_drop_action(actions: Sequence[Action[Any]], touches: Sequence[str], target: str) -> bool:
    """Return True if a touch would begin another action and abandon one of which two steps or more are done."""
    if len(touches) < 2 or target == touches[0] or not is_mid_action(actions, touches):
        return False
    selection = selections.touch(actions, touches, target)
    return selection is not None and selection.targets == (target,)


def drop_refusal(label: str) -> Refusal:
    """Return the refusal of a first touch that would abandon the action and begin another one.

    Args:
        label: the name of the touched target.
    """
    return Refusal(_("“{thing}” begins another action. Touch it again to drop the one begun.").format(thing=label))
