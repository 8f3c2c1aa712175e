"""Test selections, in which each touch reduces the legal actions to those that continue with it."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ruleboard.engine.action import Action
from ruleboard.engine.selection import begin_drag, draggable_targets, drop, select, touch

STEP_ACTION = Action("a-b", ("a", "b"), None)
CAPTURE_ACTION = Action("axc", ("a", "c"), None, "capture")
HOP_ACTION = Action("a-b-d", ("a", "b", "d"), None, "special hop", alternative_targets=(("a", "e", "d"),))
OTHER_ACTION = Action("f-b", ("f", "b"), None)
END_ACTION = Action("end", ("do:end",), None)
ACTIONS = (STEP_ACTION, CAPTURE_ACTION, HOP_ACTION, OTHER_ACTION, END_ACTION)


def test_empty_selection_offers_all_initial_targets() -> None:
    """An empty selection marks the first target of every action, and completes no action."""
    first = select(ACTIONS)
    assert first.next_targets == {"a": ("go",), "f": ("go",), "do:end": ("go",)}
    assert first.complete_actions == ()
    assert first.is_possible
    assert first.only_action is None


def test_last_target_has_the_mark_of_its_kind() -> None:
    """An intermediate target has the mark "go", and a last target has the mark of its action's kind, or both marks."""
    assert select(ACTIONS, ("a",)).next_targets == {"b": ("go",), "c": ("capture",), "e": ("go",)}
    assert select(ACTIONS, ("a", "e")).next_targets == {"d": ("special hop",)}
    two_captures = (CAPTURE_ACTION, Action("axc-d", ("a", "c", "d"), None))
    assert select(two_captures, ("a",)).next_targets == {"c": ("capture", "go")}


def test_action_without_continuations_is_decided() -> None:
    """A complete action is decided if no longer action begins with the same targets."""
    assert select(ACTIONS, ("a", "c")).only_action is CAPTURE_ACTION
    undecided_selection = select(ACTIONS, ("a", "b"))
    assert undecided_selection.complete_actions == (STEP_ACTION,)
    assert undecided_selection.next_targets == {"d": ("special hop",)}
    assert undecided_selection.only_action is None


def test_alternative_targets_select_the_same_action() -> None:
    """Alternative targets select the same action, which is listed as complete only once."""
    assert select(ACTIONS, ("a", "b", "d")).only_action is HOP_ACTION
    assert select(ACTIONS, ("a", "e", "d")).only_action is HOP_ACTION
    action = Action("x", ("a", "b"), None, alternative_targets=(("a", "b"),))
    assert select((action,), ("a", "b")).complete_actions == (action,)


def test_actions_with_the_same_touches_are_ambiguous() -> None:
    """Two actions with the same targets are both complete, so that the app asks the player to choose one."""
    promotions = (Action("a8q", ("a7", "a8"), None), Action("a8n", ("a7", "a8"), None))
    selection = select(promotions, ("a7", "a8"))
    assert selection.complete_actions == promotions
    assert selection.only_action is None


def test_selection_without_actions_has_no_targets() -> None:
    """A selection with which no action begins has no next targets and no complete actions."""
    assert not select(ACTIONS, ("a", "x")).is_possible
    assert not select(ACTIONS, ("a", "c", "d")).is_possible
    assert not select((), ()).is_possible


def touch_targets(*touches: str) -> tuple[str, ...] | None:
    """Touch the targets in order. Return the selection, or None if a touch is refused."""
    selection: tuple[str, ...] = ()
    for target in touches:
        step = touch(ACTIONS, selection, target)
        if step is None:
            return None
        selection = step.targets
    return selection


def test_touches_change_the_selection() -> None:
    """A touch extends the selection, clears it, or starts a new one."""
    assert touch_targets("a") == ("a",)
    assert touch_targets("a", "b") == ("a", "b")
    assert touch_targets("a", "a") == ()
    assert touch_targets("a", "b", "b") == ("a",)
    assert touch_targets("a", "f") == ("f",)
    assert touch_targets("a", "do:end") == ("do:end",)
    assert touch_targets("a", "b", "a") == ("a",)
    assert touch_targets("x") is None
    assert touch_targets("a", "x") is None
    assert touch_targets("f", "c") is None


def test_repeated_touch_deselects_an_unordered_target() -> None:
    """Touching any selected target again deselects it if an action begins with the other targets."""
    pair = (
        Action("ab", ("a", "b", "z"), None, alternative_targets=(("b", "a", "z"),)),
        Action("b", ("b", "z"), None),
        Action("a", ("a", "z"), None),
    )
    for first, last in (("a", "b"), ("b", "a")):
        step = touch(pair, (first, last), first)
        assert step is not None
        assert step.targets == (last,)


def test_action_may_touch_a_target_twice() -> None:
    """Touching the last target again extends the selection if an action continues with it."""
    return_actions = (Action("there and back", ("a", "b", "b"), None), Action("there", ("a", "b"), None))
    step = touch(return_actions, ("a", "b"), "b")
    assert step is not None
    assert step.targets == ("a", "b", "b")


# --- dragging ---------------------------------------------------------------------------------------------------

AMBIGUOUS_ACTIONS = (
    Action("ab", ("a", "b", "z"), None, alternative_targets=(("b", "a", "z"),)),
    Action("b", ("b", "z"), None),
    Action("a", ("a", "z"), None),
)
"""Two things that go to z, alone or together."""


def drag_targets(
    actions: Sequence[Action], touched_letters: str, target: str, *, is_bound: bool = False
) -> tuple[str, ...] | None:
    step = begin_drag(actions, tuple(touched_letters), target, is_selected=is_bound)
    return step and step.targets


def test_drag_restarts_from_the_target_under_the_finger() -> None:
    assert drag_targets(ACTIONS, "", "a") == ("a",)
    assert drag_targets(ACTIONS, "a", "f") == ("f",)
    assert drag_targets(ACTIONS, "ab", "f") == ("f",)
    assert drag_targets(ACTIONS, "ab", "a") == ("a",)


def test_drag_keeps_the_last_touched_target() -> None:
    """A drag from the last target keeps it selected, although a touch would deselect it."""
    assert drag_targets(ACTIONS, "a", "a") == ("a",)
    assert drag_targets(ACTIONS, "ab", "b") == ("a", "b")


def test_drag_continues_with_a_noninitial_target() -> None:
    assert drag_targets(ACTIONS, "a", "e") == ("a", "e")


def test_drag_prefers_to_start_a_new_action() -> None:
    """A drag starts a new action, since an earlier touch may have been only for reading a target.

    The game can say instead that the dragged target belongs to the selection.
    """
    two_captures = (Action("push", ("a", "f", "g"), None), Action("go", ("f", "g"), None))
    assert drag_targets(two_captures, "a", "f") == ("f",)
    assert drag_targets(two_captures, "a", "f", is_bound=True) == ("a", "f")


def test_drag_extends_an_unordered_selection() -> None:
    assert drag_targets(AMBIGUOUS_ACTIONS, "a", "b") == ("a", "b")
    assert drag_targets(AMBIGUOUS_ACTIONS, "ab", "a") == ("a", "b")
    actions = (*AMBIGUOUS_ACTIONS[1:], Action("ac", ("a", "c", "z"), None, alternative_targets=(("c", "a", "z"),)))
    assert drag_targets(actions, "a", "b") == ("b",)


@pytest.mark.parametrize("target", ["x", "b", "d", "do:end"])
def test_target_without_continuation_cannot_be_dragged(target: str) -> None:
    """A goal and a button cannot be dragged."""
    assert drag_targets(ACTIONS, "", target) is None
    assert drag_targets((*ACTIONS, Action("q", ("a", "d", "do:queen"), None)), "a", "d") is None


def test_drop_only_completes_the_dragged_selection() -> None:
    step = drop(ACTIONS, ("a",), "c")
    assert step is not None
    assert step.only_action is CAPTURE_ACTION
    assert drop(ACTIONS, ("a",), "f") is None
    assert drop(ACTIONS, ("a", "b"), "a") is None
    assert drop(ACTIONS, (), "a") is None


targets = st.sampled_from("abcd")
target_lists = st.lists(targets, min_size=1, max_size=3).map(tuple)


@st.composite
def draw_actions(draw: st.DrawFn) -> list[Action]:
    """Draw a few actions with distinct texts."""
    actions = draw(st.lists(st.tuples(target_lists, st.lists(target_lists, max_size=2)), max_size=6))
    return [
        Action(str(number), targets, None, alternative_targets=tuple(alternatives))
        for number, (targets, alternatives) in enumerate(actions)
    ]


@given(draw_actions(), st.lists(targets, max_size=4))
def test_indexed_selection_equals_plain_filter(actions: list[Action], touches: list[str]) -> None:
    """The index gives the same complete actions and next targets as filtering all actions."""
    selection = select(actions, touches)
    prefix = tuple(touches)
    complete_actions = [action for action in actions if prefix in (action.targets, *action.alternative_targets)]
    later_targets = {
        targets[len(prefix)]
        for action in actions
        for targets in (action.targets, *action.alternative_targets)
        if len(targets) > len(prefix) and targets[: len(prefix)] == prefix
    }
    assert list(selection.complete_actions) == complete_actions
    assert set(selection.next_targets) == later_targets
    assert selection.is_possible == bool(complete_actions or later_targets)


@given(draw_actions(), st.lists(targets, max_size=6))
def test_touches_never_leave_impossible_selection(actions: list[Action], touches: list[str]) -> None:
    """After any accepted touches, the selection is empty or an action begins with it."""
    selection: tuple[str, ...] = ()
    for target in touches:
        step = touch(actions, selection, target)
        if step is not None:
            assert step.targets == () or select(actions, step.targets).is_possible
            selection = step.targets


@given(draw_actions(), st.lists(targets, max_size=4), targets)
def test_drag_starts_where_the_board_allows(actions: list[Action], touches: list[str], target: str) -> None:
    """After the start of a drag, the dragged target is selected and an action begins with the selection."""
    if touches and not select(actions, touches).is_possible:
        return
    step = begin_drag(actions, touches, target)
    assert (step is not None) == (target in draggable_targets(actions, touches))
    if step is not None and target not in touches:
        assert step.targets[-1] == target
        assert step.next_targets


def test_selections_follow_the_actions() -> None:
    """Selections follow the given actions: the cache returns no results for other actions or for a changed list."""
    others = (Action("a-c", ("a", "c"), None),)
    for actions, targets in ((ACTIONS, {"b", "c", "e"}), (others, {"c"}), (ACTIONS, {"b", "c", "e"})):
        assert select(actions, ("a",)).next_targets.keys() == targets
    actions = [STEP_ACTION]
    assert draggable_targets(actions) == {"a"}
    actions[0] = OTHER_ACTION
    assert draggable_targets(actions) == {"f"}
