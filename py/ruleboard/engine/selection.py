"""Selections: the legal actions narrowed by the targets touched so far."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ruleboard.engine.action import Action


@dataclass(frozen=True, slots=True)
class Selection:
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


@dataclass(frozen=True, slots=True)
class Progress:
    """The way that touches have come.

    Attributes:
        done: the number of touches so far.
        least: the number of touches of the shortest action that begins with them.
        most: that of the longest.
        ordered: False if after each touch all that may follow could be touched before it as well, so that no touch is
            a certain step. Two things in any order within an action that begins with another have a certain place.
    """

    done: int
    least: int
    most: int
    ordered: bool


def progress(actions: Sequence[Action[Any]], touched: Sequence[str]) -> Progress:
    """Return the way that touches have come; without any action that begins with them, it ends where they are."""
    prefix = tuple(touched)
    ways = [way for action in actions for way in (action.targets, *action.ways)]
    lengths = {len(way) for way in ways if way[: len(prefix)] == prefix} or {len(prefix)}
    ordered = any(_is_certain(actions, ways, prefix[:count]) for count in range(1, len(prefix) + 1))
    return Progress(len(prefix), min(lengths), max(lengths), ordered)


def _is_certain(actions: Sequence[Action[Any]], ways: Sequence[tuple[str, ...]], touched: tuple[str, ...]) -> bool:
    """Return True if something may follow the last touch that could not be touched before it."""
    *others, last = touched
    begun = {way[: len(touched) + 1] for way in ways}
    return any((*others, target, last) not in begun for target in select(actions, touched).next)


def select(actions: Sequence[Action[Any]], touched: Sequence[str] = ()) -> Selection:
    """Return the selection of the actions whose targets (or other ways) begin with ``touched``."""
    prefix = tuple(touched)
    length = len(prefix)
    following: dict[str, dict[str, None]] = {}
    complete: dict[str, Action[Any]] = {}
    first = prefix[0] if prefix else ""
    for action in actions:
        for way in (action.targets, *action.ways) if action.ways else (action.targets,):
            if length and (way[0] != first or way[:length] != prefix):  # most ways differ in the first target
                continue
            if len(way) == length:
                complete[action.text] = action
            else:
                kind = action.kind if len(way) == length + 1 else "go"
                following.setdefault(way[length], {})[kind] = None
    return Selection(prefix, {target: tuple(kinds) for target, kinds in following.items()}, tuple(complete.values()))


def touch(actions: Sequence[Action[Any]], touched: Sequence[str], target: str) -> Selection | None:
    """Return the selection after one more touch, None if the touch is refused.

    A target that may follow extends the selection. A target touched before is deselected: the last one, or one of
    several that may be touched in any order. Any other target that may begin an action begins a new selection.
    """
    before = tuple(touched)
    longer = select(actions, (*before, target))
    if longer.alive:
        return longer
    if before and target == before[-1]:
        return select(actions, before[:-1])
    if target in before:
        others = list(before)
        others.remove(target)
        if _begun(actions, before) == _begun(actions, (*others, target)):
            return select(actions, others)
    anew = select(actions, (target,))
    return anew if before and anew.alive else None


def draggable(actions: Sequence[Action[Any]], touched: Sequence[str] = ()) -> frozenset[str]:
    """Return the targets on which a drag may begin: each leads on to a further target that is no button."""
    prefix = tuple(touched)
    length = len(prefix)
    found = set(prefix[-1:])
    for action in actions:
        for way in (action.targets, *action.ways):
            if _leads_on(way, 0):
                found.add(way[0])
            if length and way[:length] == prefix and _leads_on(way, length):
                found.add(way[length])
    return frozenset(target for target in found if not target.startswith("do:"))


def begin_drag(
    actions: Sequence[Action[Any]], touched: Sequence[str], target: str, *, bound: bool = False
) -> Selection | None:
    """Return the selection when a drag begins on a target, None if nothing can be dragged from there.

    The last target touched stays selected; so does one of several that may be touched in any order, and another such
    joins them. Every other target begins a new selection, since people touch things to read about them before they
    drag something else; only if no action begins with it does it extend the selection.

    Args:
        actions: the legal actions.
        touched: the targets touched so far.
        target: the target under the finger.
        bound: True if the target belongs to what was touched, so that it cannot be meant alone.
    """
    before = tuple(touched)
    if before and target == before[-1]:
        return select(actions, before)
    if target not in draggable(actions, before):
        return None
    others = tuple(other for other in before if other != target)
    if target in before and _begun(actions, (*others, target)) == _begun(actions, before):
        return select(actions, before)
    longer, anew = select(actions, (*before, target)), select(actions, (target,))
    together = _begun(actions, longer.touched)
    joins = bool(before) and bool(longer.next) and together == _begun(actions, (target, *before))
    return longer if longer.next and (bound or joins or not anew.next) else anew if anew.next else None


def drop(actions: Sequence[Action[Any]], touched: Sequence[str], target: str) -> Selection | None:
    """Return the selection after a drop on a target, None if the drop is refused.

    Unlike a touch, a drop never begins a new selection.
    """
    longer = select(actions, (*touched, target))
    return longer if touched and longer.alive else None


def _leads_on(way: Sequence[str], at: int) -> bool:
    """Return True if a way goes on from its target at an index to one that is no button."""
    return len(way) > at + 1 and not way[at + 1].startswith("do:")


def _begun(actions: Sequence[Action[Any]], touched: tuple[str, ...]) -> set[str]:
    """Return the texts of the actions that begin with these touches."""
    return {
        action.text for action in actions for way in (action.targets, *action.ways) if way[: len(touched)] == touched
    }
