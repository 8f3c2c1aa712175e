"""Static pictures of boards: diagrams in lessons, and pictures without interaction."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from functools import lru_cache
from typing import Any

from ruleboard.contract.view import BaseView
from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.learning.courses import find_lesson, step_timeline, step_view
from ruleboard.learning.lessons import Step
from ruleboard.scene.crop import crop
from ruleboard.scene.geometry import Box
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_TOUCH_ATTRIBUTES = frozenset({"data-target", "data-legal", "tabindex", "data-key"})
"""The attributes that make parts of a picture touchable or animated."""
_INTERACTIVE_ATTRIBUTES = _TOUCH_ATTRIBUTES | {"role", "aria-label"}
"""The touch attributes, and the attributes that let screen readers read the parts of a picture one by one."""
_THUMBNAIL_ATTRIBUTES = ("aria-", "role", "data-key", "data-piece", "data-target")
"""The prefixes of attributes for screen readers, touches and motions, which thumbnails do not have."""


def diagram(game: str, id: str, step_index: int) -> Node:
    """Return the board of a lesson's step as a static ``<svg>`` element.

    Args:
        game: the game's id.
        id: the lesson's id.
        step_index: the index of the step, from 0.

    Raises:
        KeyError: the lesson or the step does not exist.
    """
    result = find_lesson(game, id)
    if result is None or not 0 <= step_index < len(result.steps):
        raise KeyError(f"{id} {step_index + 1}")
    timeline, seat = step_timeline(game, id, step_index)
    return as_image(_picture(step_view(game, id, step_index), timeline, seat, result.steps[step_index]))


_MIN_CROP_SHARE = 0.6
"""The smallest part of a board's shorter side that a thumbnail of a lesson shows."""
_CROP_MARGIN_FACTOR = 1.3
"""The size of a thumbnail relative to the box of the targets that matter."""


@lru_cache(maxsize=256)
def lesson_thumbnail(game: str, id: str) -> Node:
    """Draw the task of a lesson, or the first step of a lesson without a task, cropped to the important targets.

    These are the highlighted and selected targets, and the targets of the solution.
    """
    result = find_lesson(game, id)
    if result is None:
        raise KeyError(id)
    step_index = next((index for index, step in enumerate(result.steps) if step.task), 0)
    step = result.steps[step_index]
    timeline, seat = step_timeline(game, id, step_index)
    view = step_view(game, id, step_index)
    targets = {*step.highlighted, *step.selection, *_solving_targets(timeline, step)}
    drawing = _picture(view, timeline, seat, step, read_only=False)
    boxes = [box for node in drawing.children for box in _target_boxes(node, targets)]
    picture = as_thumbnail(_picture(view, timeline, seat, step))
    return crop(picture, _visible_box(picture.attrs["viewBox"], boxes)) if boxes else picture


def _solving_targets(timeline: Timeline[Any], step: Step) -> tuple[str, ...]:
    """Return the targets of the first action that solves a step's task; empty without such an action."""
    lines = step.task.accepted_lines if step.task else ()
    return timeline.game.parse_action(timeline.state, lines[0][0]).targets if lines else ()


def _target_boxes(node: Node, targets: Container[str]) -> Iterator[Box]:
    """Yield the boxes of targets that are rectangles or circles outside of moved groups."""
    attrs = node.attrs
    if "transform" in attrs:
        return
    if attrs.get("data-target") in targets:
        if node.tag == "rect":
            yield Box(*(float(attrs.get(name, "0")) for name in ("x", "y", "width", "height")))
        elif node.tag == "circle":
            x, y, r = (float(attrs.get(name, "0")) for name in ("cx", "cy", "r"))
            yield Box(x - r, y - r, 2 * r, 2 * r)
    for child in node.children:
        yield from _target_boxes(child, targets)


def _visible_box(view_box: str, boxes: Sequence[Box]) -> Box:
    """Return a square around boxes, inside a picture with this ``viewBox``."""
    picture = Box(*map(float, view_box.split()))
    start_x, start_y = min(box.x for box in boxes), min(box.y for box in boxes)
    width = max(box.x + box.width for box in boxes) - start_x
    height = max(box.y + box.height for box in boxes) - start_y
    shorter_side = min(picture.width, picture.height)
    side = min(max(_CROP_MARGIN_FACTOR * max(width, height), _MIN_CROP_SHARE * shorter_side), shorter_side)
    x = max(picture.x, min(start_x + (width - side) / 2, picture.x + picture.width - side))
    y = max(picture.y, min(start_y + (height - side) / 2, picture.y + picture.height - side))
    return Box(x, y, side, side)


def as_thumbnail(node: Node) -> Node:
    """Remove texts, accessible names and touch areas from a picture, so that it does not depend on the language.

    The texts would be too small to read, and browsers take longer to draw them than the rest. Touch areas without marks
    are invisible.
    """
    attrs = {name: value for name, value in node.attrs.items() if not name.startswith(_THUMBNAIL_ATTRIBUTES)}
    children = tuple(as_thumbnail(child) for child in node.children if not _is_omitted(child))
    return node._replace(attrs=attrs, children=tuple(child for child in children if child.tag != "g" or child.children))


def _is_omitted(node: Node) -> bool:
    return node.tag == "text" or (not node.children and "cell" in node.attrs.get("class", "").split())


def as_image(picture: Node) -> Node:
    """Turn a picture into a single image, so that screen readers read only the picture's name."""
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


def _picture(
    view: BaseView[Any, Any], timeline: Timeline[Any], seat: int, step: Step, *, read_only: bool = True
) -> Node:
    game, state = timeline.game, timeline.state
    next_targets = select(game.legal_actions(state), step.selection).next_targets if step.selection else {}
    outcome = timeline.outcome
    marks = Marks(
        selected=step.selection,
        next_targets={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in next_targets.items()},
        highlighted=frozenset(step.highlighted) or (frozenset(outcome.squares) if outcome else frozenset()),
        read_only=read_only,
    )
    return view.picture(state if step.shows_hidden else timeline.public_state(), seat, marks)
