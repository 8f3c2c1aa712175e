"""Selections: the legal actions narrowed by the targets touched so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ruleboard.engine.action import Action


@dataclass(frozen=True, slots=True)
class Pick:
    """The targets touched so far, and the actions they can lead to.

    Attributes:
        touched: the targets touched so far, in order.
        next: the targets that may be touched next, each with the kinds of the actions it leads to.
        complete: the actions that these touches make; more than one is an ambiguity that the player resolves.
    """

    touched: tuple[str, ...]
    next: dict[str, tuple[str, ...]]
    complete: tuple[Action[Any], ...]

    @property
    def decided(self) -> Action[Any] | None:
        """The action that is unambiguous: the only complete one, with no target that could follow."""
        return self.complete[0] if len(self.complete) == 1 and not self.next else None

    @property
    def alive(self) -> bool:
        """True if any action begins with these touches."""
        return bool(self.next or self.complete)


def pick(actions: Sequence[Action[Any]], touched: Sequence[str] = ()) -> Pick:
    """Return the selection of the actions whose targets (or other ways) begin with ``touched``."""
    prefix = tuple(touched)
    length = len(prefix)
    following: dict[str, dict[str, None]] = {}
    complete: dict[str, Action[Any]] = {}
    for action in actions:
        for way in (action.targets, *action.ways):
            if way[:length] != prefix:
                continue
            if len(way) == length:
                complete[action.text] = action
            else:
                kind = action.kind if len(way) == length + 1 else "go"
                following.setdefault(way[length], {})[kind] = None
    return Pick(prefix, {target: tuple(kinds) for target, kinds in following.items()}, tuple(complete.values()))


def touch(actions: Sequence[Action[Any]], touched: Sequence[str], target: str) -> Pick | None:
    """Return the selection after one more touch, None if the touch is refused.

    A target that may follow extends the selection. A target touched before is deselected: the last one, or one of
    several that may be touched in any order. Any other target that may begin an action begins a new selection.
    """
    before = tuple(touched)
    longer = pick(actions, (*before, target))
    if longer.alive:
        return longer
    if before and target == before[-1]:
        return pick(actions, before[:-1])
    if target in before:
        others = list(before)
        others.remove(target)
        if _begun(actions, before) == _begun(actions, (*others, target)):
            return pick(actions, others)
    anew = pick(actions, (target,))
    return anew if before and anew.alive else None


def _begun(actions: Sequence[Action[Any]], touched: tuple[str, ...]) -> set[str]:
    """Return the texts of the actions that begin with these touches."""
    return {
        action.text for action in actions for way in (action.targets, *action.ways) if way[: len(touched)] == touched
    }
