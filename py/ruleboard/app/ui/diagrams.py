"""Static pictures of boards: diagrams in lessons, and pictures without interaction."""

from __future__ import annotations

from typing import Any

from ruleboard.contract.view import BaseView
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.learning.courses import lesson, step_timeline, step_view
from ruleboard.learning.lessons import Step
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_TOUCH_ATTRIBUTES = frozenset({"data-target", "data-legal", "tabindex", "data-key"})
"""The attributes that make parts of a picture touchable or animated."""
_INTERACTIVE_ATTRIBUTES = _TOUCH_ATTRIBUTES | {"role", "aria-label"}
"""The touch attributes, and the attributes that let screen readers read the parts of a picture one by one."""


def diagram(game: str, id: str, step_index: int) -> Node:
    """Return the board of a lesson's step as a static ``<svg>`` element.

    Args:
        game: the game's id.
        id: the lesson's id.
        step_index: the index of the step, from 0.

    Raises:
        KeyError: the lesson or the step does not exist.
    """
    result = lesson(game, id)
    if result is None or not 0 <= step_index < len(result.steps):
        raise KeyError(f"{id} {step_index + 1}")
    timeline, seat = step_timeline(game, id, step_index)
    return as_image(_picture(step_view(game, id, step_index), timeline, seat, result.steps[step_index]))


def as_image(picture: Node) -> Node:
    """Turn a picture into a single image, so that screen readers read only its name."""
    image = _without_interaction(picture)
    return image._replace(attrs={**image.attrs, "role": "img", "aria-label": picture.attrs["aria-label"]})


def without_touch(picture: Node) -> Node:
    """Make a picture ignore touches. Screen readers can still read its parts."""
    attrs = {name: value for name, value in picture.attrs.items() if name not in _TOUCH_ATTRIBUTES}
    if attrs.get("role") == "button":
        attrs["role"] = "img"
    return picture._replace(attrs=attrs, key="", children=tuple(map(without_touch, picture.children)))


def _without_interaction(node: Node) -> Node:
    attrs = {name: value for name, value in node.attrs.items() if name not in _INTERACTIVE_ATTRIBUTES}
    return node._replace(attrs=attrs, key="", children=tuple(_without_interaction(child) for child in node.children))


def _picture(view: BaseView[Any, Any], timeline: Timeline[Any], seat: int, step: Step) -> Node:
    game, state = timeline.game, timeline.state
    next_targets = select(game.legal_actions(state), step.touched).next_targets if step.touched else {}
    outcome = timeline.outcome
    marks = Marks(
        selected=step.touched,
        next_targets={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in next_targets.items()},
        highlighted=frozenset(step.notice) or (frozenset(outcome.squares) if outcome else frozenset()),
        read_only=True,
    )
    return view.picture(state if step.open else timeline.public_state(), seat, marks)
