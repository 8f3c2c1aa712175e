"""The marks a table puts on a picture, and the motions between two: one vocabulary for all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Road: TypeAlias = tuple[tuple[float, float], ...]
"""A way in picture units, corners included."""


@dataclass(frozen=True, slots=True)
class Marks:
    """What a picture points out, all by targets.

    Attributes:
        taken: the targets touched so far: taken up.
        go: the targets that may be touched next, with the class of the mark ("go", "capture", "special …").
        last: where the last action began and ended.
        danger: what is threatened (a king in check).
        refused: the target that was just refused.
        shown: the targets an outcome or a lesson points at.
        roads: the ways on which the last action moved things, in picture units, as ``Motion.points``.
        still: whether the picture is only looked at: nothing in it can be touched.
    """

    taken: tuple[str, ...] = ()
    go: Mapping[str, str] = field(default_factory=dict)
    last: frozenset[str] = frozenset()
    danger: frozenset[str] = frozenset()
    refused: str = ""
    shown: frozenset[str] = frozenset()
    roads: tuple[Road, ...] = ()
    still: bool = False

    def classes(self, target: str) -> str:
        """The mark classes of a target, separated by spaces: ``taken``, ``may go``, ``last``, …"""
        found = []
        if target in self.taken:
            found.append("taken")
        if target in self.go:
            found.append(f"may {self.go[target]}")
        if target in self.last:
            found.append("last")
        if target in self.danger:
            found.append("danger")
        if target in self.shown:
            found.append("shown")
        if target == self.refused:
            found.append("refused")
        return " ".join(found)

    def use(self, target: str) -> tuple[bool, bool]:
        """Whether a target may be touched next, and whether it can be touched at all."""
        return target in self.go and not self.still, not self.still


@dataclass(frozen=True, slots=True)
class Motion:
    """Something that travels between two pictures.

    Attributes:
        start: its key in the picture before.
        end: its key in the picture after.
        points: the way in picture units, from where it was to where it is, corners included.
    """

    start: str
    end: str
    points: Road
