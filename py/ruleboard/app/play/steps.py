"""Actions of several touches: the step that comes next, and the touch that would drop the steps made so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ruleboard.engine import selection as selections
from ruleboard.engine.action import Action
from ruleboard.engine.errors import Refusal
from ruleboard.i18n import _

_MANY = 3
"""The number of touches from which on an action has steps: up to two, one takes a thing up and touches a place."""


def has_begun(actions: Sequence[Action[Any]], touched: Sequence[str]) -> bool:
    """Return True if the touches have begun an action of several steps."""
    return bool(touched) and selections.progress(actions, touched).most >= _MANY


def numbered(actions: Sequence[Action[Any]], touched: Sequence[str], hint: str) -> str:
    """Return a game's ``hint`` what to touch next, with the number of that step if the steps have an order."""
    way = selections.progress(actions, touched)
    if not hint or not way.ordered or way.done >= way.least:
        return hint
    return _("{n} of {all} · {hint}").format(n=way.done + 1, all=way.least, hint=hint)


def drops(actions: Sequence[Action[Any]], touched: Sequence[str], target: str) -> bool:
    """Return True if a touch would begin another action and drop one of several steps, of which two are made."""
    if len(touched) < 2 or target == touched[0] or not has_begun(actions, touched):
        return False
    found = selections.touch(actions, touched, target)
    return found is not None and found.touched == (target,)


def drop_refusal(thing: str) -> Refusal:
    """Return the refusal of the first touch of a ``thing`` that begins another action."""
    return Refusal(_("“{thing}” begins another action. Touch it again to drop the one begun.").format(thing=thing))
