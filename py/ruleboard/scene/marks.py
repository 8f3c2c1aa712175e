"""The marks on a picture and the motions between two pictures: one vocabulary for all games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

Path: TypeAlias = tuple[tuple[float, float], ...]
"""A path in picture units, corners included."""


@dataclass(frozen=True, slots=True)
class Marks:
    """The marks of a picture, by targets.

    Attributes:
        selected: the targets selected so far.
        next: the targets that may be touched next, with the class of the mark ("go", "capture", "special …").
        last: the start and end of the last action.
        danger: the threatened targets (a king in check).
        refused: the target refused last.
        read: the target that was touched to be read, not to be played; it is among the highlighted ones.
        highlighted: the targets an outcome or a lesson points at.
        paths: the paths of the last turn, in picture units, as ``BaseView.trails`` gives them.
        hints: the paths of the actions that a hint recommends, likewise.
        threats: the ways of threats, each as the targets along it.
        answers: the paths of an answer that would do harm, in picture units; they look like the ways of threats.
        unmarked: True if the targets that may be touched next are not marked once something is selected, as in a task.
        read_only: True if nothing in the picture can be touched.
        result: the result, as a sentence, of a game that is over: the position does not tell it after a resignation.
    """

    selected: tuple[str, ...] = ()
    next: Mapping[str, str] = field(default_factory=dict)
    last: frozenset[str] = frozenset()
    danger: frozenset[str] = frozenset()
    refused: str = ""
    read: str = ""
    highlighted: frozenset[str] = frozenset()
    paths: tuple[Path, ...] = ()
    hints: tuple[Path, ...] = ()
    threats: tuple[tuple[str, ...], ...] = ()
    answers: tuple[Path, ...] = ()
    unmarked: bool = False
    read_only: bool = False
    result: str = ""

    def classes(self, target: str) -> str:
        """Return the mark classes of a target, separated by spaces: ``taken``, ``may go``, ``last``, …"""
        found = []
        if target in self.selected:
            found.append("taken")
        if target in self.next and not self._hides_next:
            found.append(f"may {self.next[target]}")
        if target in self.last:
            found.append("last")
        if target in self.danger:
            found.append("danger")
        if target in self.highlighted:
            found.append("shown")
        if target == self.refused:
            found.append("refused")
        return " ".join(found)

    @property
    def _hides_next(self) -> bool:
        return self.unmarked and bool(self.selected)

    @property
    def goals(self) -> Mapping[str, str]:
        """The targets that may follow the selected ones, with the class of the mark; those that are marked only."""
        return {} if self._hides_next or not self.selected else self.next

    def use(self, target: str) -> tuple[bool, bool]:
        """Return whether a target may be touched next, and whether it can be touched at all."""
        return target in self.next and not self.read_only, not self.read_only


@dataclass(frozen=True, slots=True)
class Motion:
    """A piece that travels between two pictures.

    Attributes:
        start: its key in the picture before.
        end: its key in the picture after.
        points: the path in picture units, from its old place to the new, corners included.
    """

    start: str
    end: str
    points: Path
