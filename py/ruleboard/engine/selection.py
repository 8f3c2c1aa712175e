"""Selections: the targets that a player has touched, and the legal actions that these targets can lead to."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any, Protocol, TypeVar

from ruleboard.engine.action import Action

T_co = TypeVar("T_co", covariant=True)


class _SelectionFunction(Protocol[T_co]):
    """A function that takes the legal actions and the targets touched so far."""

    def __call__(self, actions: Sequence[Action[Any]], touched_targets: Sequence[str] = ()) -> T_co: ...


_latest_results: tuple[Sequence[Action[Any]], dict[Any, Any]] = ((), {})
"""The latest actions for which a cached function was called, and the results for them."""


def _cache_for_latest_actions(
    function: Callable[[Sequence[Action[Any]], tuple[str, ...]], T_co],
) -> _SelectionFunction[T_co]:
    """Cache a function's results for the latest actions, since a page needs the same results many times.

    The cache recognizes the actions by their identity. It ignores lists, which can change.
    """

    @wraps(function)
    def cached_function(actions: Sequence[Action[Any]], touched_targets: Sequence[str] = ()) -> T_co:
        global _latest_results
        targets = tuple(touched_targets)
        if isinstance(actions, list):
            return function(actions, targets)
        latest_actions, results = _latest_results  # another thread may replace them
        if latest_actions is not actions:
            results = {}
            _latest_results = actions, results
        key = function, targets
        if key not in results:
            results[key] = function(actions, targets)
        result: T_co = results[key]
        return result

    return cached_function


@dataclass(frozen=True, slots=True)
class Selection:
    """The targets touched so far, and the actions that match them.

    Attributes:
        targets: the targets touched so far, in order.
        next_targets: the targets that a player may touch next, each with the kinds of the possible actions.
        complete_actions: the actions that consist of exactly these targets. If there are several, the player chooses.
    """

    targets: tuple[str, ...]
    next_targets: dict[str, tuple[str, ...]]
    complete_actions: tuple[Action[Any], ...]

    @property
    def only_action(self) -> Action[Any] | None:
        """The complete action if it is the only possible one and no target can follow; otherwise None."""
        return self.complete_actions[0] if len(self.complete_actions) == 1 and not self.next_targets else None

    @property
    def is_possible(self) -> bool:
        """True if at least one action begins with the selected targets."""
        return bool(self.next_targets or self.complete_actions)


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of a selection towards an action, in touches.

    Attributes:
        touch_count: the number of touches so far.
        minimum: the number of touches of the shortest action that begins with the touched targets.
        maximum: the number of touches of the longest such action.
        is_ordered: False if the player may touch the same targets in any order, so that no touch is a definite step.
            Actions that merely end with targets in any order count as ordered.
    """

    touch_count: int
    minimum: int
    maximum: int
    is_ordered: bool


@_cache_for_latest_actions
def progress(actions: Sequence[Action[Any]], touched_targets: tuple[str, ...]) -> Progress:
    """Return the progress of a selection. A selection that matches no action counts as complete."""
    paths = [path for action in actions for path in (action.targets, *action.alternative_targets)]
    lengths = {len(path) for path in paths if path[: len(touched_targets)] == touched_targets} or {len(touched_targets)}
    is_ordered = any(
        _has_certain_order(actions, paths, touched_targets[:count]) for count in range(1, len(touched_targets) + 1)
    )
    return Progress(len(touched_targets), min(lengths), max(lengths), is_ordered)


def _has_certain_order(
    actions: Sequence[Action[Any]], paths: Sequence[tuple[str, ...]], touched_targets: tuple[str, ...]
) -> bool:
    """Return True if the player could not have touched some possible next target before the last target."""
    *earlier_targets, last_target = touched_targets
    prefixes = {path[: len(touched_targets) + 1] for path in paths}
    return any(
        (*earlier_targets, target, last_target) not in prefixes
        for target in select(actions, touched_targets).next_targets
    )


@_cache_for_latest_actions
def select(actions: Sequence[Action[Any]], touched_targets: tuple[str, ...]) -> Selection:
    """Select the actions whose targets (or alternative targets) begin with ``touched_targets``."""
    length = len(touched_targets)
    following_targets: dict[str, dict[str, None]] = {}
    actions_by_text: dict[str, Action[Any]] = {}
    first_target = touched_targets[0] if touched_targets else ""
    for action in actions:
        for path in (action.targets, *action.alternative_targets) if action.alternative_targets else (action.targets,):
            if length and (path[0] != first_target or path[:length] != touched_targets):
                continue  # most paths differ in the first target
            if len(path) == length:
                actions_by_text[action.text] = action
            else:
                kind = action.kind if len(path) == length + 1 else "go"
                following_targets.setdefault(path[length], {})[kind] = None
    return Selection(
        touched_targets,
        {target: tuple(kinds) for target, kinds in following_targets.items()},
        tuple(actions_by_text.values()),
    )


def touch(actions: Sequence[Action[Any]], touched_targets: Sequence[str], target: str) -> Selection | None:
    """Return the selection after one more touch, or None if the touch is not allowed.

    A possible next target extends the selection. Touching a selected target again deselects it if it is the last one or
    if the order of touches is free. Any other target with which an action begins starts a new selection.
    """
    selected_targets = tuple(touched_targets)
    longer_selection = select(actions, (*selected_targets, target))
    if longer_selection.is_possible:
        return longer_selection
    if selected_targets and target == selected_targets[-1]:
        return select(actions, selected_targets[:-1])
    if target in selected_targets:
        remaining_targets = list(selected_targets)
        remaining_targets.remove(target)
        if _find_matching_texts(actions, selected_targets) == _find_matching_texts(
            actions, (*remaining_targets, target)
        ):
            return select(actions, remaining_targets)
    restarted_selection = select(actions, (target,))
    return restarted_selection if selected_targets and restarted_selection.is_possible else None


@_cache_for_latest_actions
def draggable_targets(actions: Sequence[Action[Any]], touched_targets: tuple[str, ...]) -> frozenset[str]:
    """Return the targets that a player may drag: in at least one action, a square follows the target."""
    length = len(touched_targets)
    targets = set(touched_targets[-1:])
    for action in actions:
        for path in (action.targets, *action.alternative_targets):
            if _has_next_square(path, 0):
                targets.add(path[0])
            if length and path[:length] == touched_targets and _has_next_square(path, length):
                targets.add(path[length])
    return frozenset(target for target in targets if not target.startswith("do:"))


def begin_drag(
    actions: Sequence[Action[Any]], touched_targets: Sequence[str], target: str, *, is_selected: bool = False
) -> Selection | None:
    """Return the selection when a drag begins on a target, or None if the player cannot drag it.

    A selected target stays selected if it is the last one or if the order of touches is free. If the order is free,
    another target joins the selection. Otherwise the target begins a new selection, since people often touch a target
    to read about it before they drag another one. The target extends the selection only if no action begins with it.

    Args:
        actions: the legal actions.
        touched_targets: the targets touched so far.
        target: the target on which the drag begins.
        is_selected: True if the target belongs to the current selection, so that it cannot begin a new one.
    """
    selected_targets = tuple(touched_targets)
    if selected_targets and target == selected_targets[-1]:
        return select(actions, selected_targets)
    if target not in draggable_targets(actions, selected_targets):
        return None
    remaining_targets = tuple(other_target for other_target in selected_targets if other_target != target)
    if target in selected_targets and _find_matching_texts(
        actions, (*remaining_targets, target)
    ) == _find_matching_texts(actions, selected_targets):
        return select(actions, selected_targets)
    longer_selection, restarted_selection = select(actions, (*selected_targets, target)), select(actions, (target,))
    texts = _find_matching_texts(actions, longer_selection.targets)
    joins_selection = (
        bool(selected_targets)
        and bool(longer_selection.next_targets)
        and texts == _find_matching_texts(actions, (target, *selected_targets))
    )
    return (
        longer_selection
        if longer_selection.next_targets and (is_selected or joins_selection or not restarted_selection.next_targets)
        else restarted_selection
        if restarted_selection.next_targets
        else None
    )


def drop(actions: Sequence[Action[Any]], touched_targets: Sequence[str], target: str) -> Selection | None:
    """Return the selection after a drop on a target, or None if the drop is not allowed.

    Unlike a touch, a drop never begins a new selection.
    """
    longer_selection = select(actions, (*touched_targets, target))
    return longer_selection if touched_targets and longer_selection.is_possible else None


def _has_next_square(path: Sequence[str], index: int) -> bool:
    """Return True if a target other than a button follows the target at ``index``."""
    return len(path) > index + 1 and not path[index + 1].startswith("do:")


def _find_matching_texts(actions: Sequence[Action[Any]], touched_targets: tuple[str, ...]) -> set[str]:
    """Return the texts of the actions whose targets begin with the touched ones."""
    return {
        action.text
        for action in actions
        for path in (action.targets, *action.alternative_targets)
        if path[: len(touched_targets)] == touched_targets
    }
