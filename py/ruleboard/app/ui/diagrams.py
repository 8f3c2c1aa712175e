"""Static pictures of boards: the diagrams of lessons, and interactive pictures turned into images."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.selection import select
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import lesson, shown, view_of
from ruleboard.games.lessons import Step
from ruleboard.games.view import BaseView
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_TOUCHED = frozenset({"data-target", "data-legal", "tabindex", "data-key"})
"""The attributes by which parts of a picture are touched or animated."""
_INTERACTIVE = _TOUCHED | {"role", "aria-label"}
"""Those, and the ones by which the parts are read one by one."""


def diagram(game: str, id: str, at: int) -> Node:
    """Return the diagram of a lesson's step as an ``<svg>`` that cannot be touched.

    Args:
        game: the game's id.
        id: the lesson's.
        at: the number of the step, from 0.

    Raises:
        KeyError: there is no such lesson or step.
    """
    found = lesson(game, id)
    if found is None or not 0 <= at < len(found.steps):
        raise KeyError(f"{id} {at + 1}")
    timeline, seat = shown(game, id, at)
    return as_image(_picture(view_of(game, id, at), timeline, seat, found.steps[at]))


def as_image(picture: Node) -> Node:
    """Return a picture as one image: nothing in it can be touched, and screen readers read its name alone."""
    image = _without_interaction(picture)
    return image._replace(attrs={**image.attrs, "role": "img", "aria-label": picture.attrs["aria-label"]})


def to_be_read(picture: Node) -> Node:
    """Return a picture that cannot be touched, whose parts screen readers read one by one."""
    attrs = {name: value for name, value in picture.attrs.items() if name not in _TOUCHED}
    if attrs.get("role") == "button":
        attrs["role"] = "img"
    return picture._replace(attrs=attrs, key="", children=tuple(map(to_be_read, picture.children)))


def _without_interaction(node: Node) -> Node:
    attrs = {name: value for name, value in node.attrs.items() if name not in _INTERACTIVE}
    return node._replace(attrs=attrs, key="", children=tuple(_without_interaction(child) for child in node.children))


def _picture(view: BaseView[Any, Any], timeline: Timeline[Any], seat: int, step: Step) -> Node:
    game, state = timeline.game, timeline.state
    following = select(game.legal_actions(state), step.touched).next if step.touched else {}
    outcome = timeline.outcome
    marks = Marks(
        selected=step.touched,
        next={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in following.items()},
        highlighted=frozenset(step.notice) or (frozenset(outcome.squares) if outcome else frozenset()),
        read_only=True,
    )
    return view.picture(state if step.open else timeline.public_state(), seat, marks)
