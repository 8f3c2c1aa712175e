"""Pictures that cannot be touched: the diagrams of lessons and rules."""

from __future__ import annotations

from typing import Any

from ruleboard.engine.selection import pick
from ruleboard.engine.timeline import Timeline
from ruleboard.games.courses import face_of, lesson, shown
from ruleboard.games.lessons import Step
from ruleboard.games.view import BaseView
from ruleboard.scene.marks import Marks
from ruleboard.scene.node import Node

_LIVE = frozenset({"data-target", "data-legal", "tabindex", "data-key", "role", "aria-label"})
"""Attributes that make the parts of a picture interactive or animated."""


def diagram(game: str, id: str, at: int) -> Node:
    """Return the diagram of a lesson's step (numbered from 0), as an ``<svg>`` that cannot be touched.

    Raises:
        KeyError: there is no such lesson or step.
    """
    found = lesson(game, id)
    if found is None or not 0 <= at < len(found.steps):
        raise KeyError(f"{id} {at + 1}")
    timeline, seat = shown(game, id, at)
    return still(_picture(face_of(game, id, at), timeline, seat, found.steps[at]))


def still(picture: Node) -> Node:
    """Return a picture that cannot be touched: for screen readers it is one image with one name."""
    found = inert(picture)
    return found._replace(attrs={**found.attrs, "role": "img", "aria-label": picture.attrs["aria-label"]})


def inert(node: Node) -> Node:
    """Return a part of a picture that cannot be touched."""
    attrs = {name: value for name, value in node.attrs.items() if name not in _LIVE}
    return node._replace(attrs=attrs, key="", children=tuple(inert(child) for child in node.children))


def _picture(face: BaseView[Any, Any], timeline: Timeline[Any], seat: int, step: Step) -> Node:
    game, state = timeline.game, timeline.state
    following = pick(game.legal_actions(state), step.touched).next if step.touched else {}
    outcome = timeline.outcome
    marks = Marks(
        taken=step.touched,
        go={target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in following.items()},
        shown=frozenset(step.notice) or (frozenset(outcome.squares) if outcome else frozenset()),
        still=True,
    )
    return face.picture(state if step.open else timeline.public_state(), seat, marks)
