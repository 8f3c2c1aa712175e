"""The marks on a board's picture, and the animated moves between two pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from ruleboard.i18n import N_, _

Path: TypeAlias = tuple[tuple[float, float], ...]
"""A path in picture units, including its corners."""


@dataclass(frozen=True)
class Marks:
    """The marks on a board's picture.

    Attributes:
        selected: the targets selected so far.
        next_targets: the possible next targets with their mark classes ("go", "capture", "special …").
        last: the targets at the start and the end of the last action.
        danger: the threatened targets, such as a king in check.
        refused_target: the target that a player touched last although the rules did not allow it; may be empty.
        correct_targets: the targets of the correct answer, once the question has been answered: the place that it
            names, or the places that it counts.
        described_target: the target that a person touched to read about it, which is also in ``highlighted``; may be
            empty.
        highlighted: the targets to which an outcome or a lesson draws attention.
        paths: the paths of the last turn, in picture units, from ``BaseView.action_paths``.
        hints: the paths of the actions that a hint recommends, in picture units.
        threats: the paths of threats, each as the targets along it.
        reply_paths: the paths of a harmful reply, in picture units. They look like the paths of threats.
        shows_path_numbers: True to number several paths of the last turn or of a hint, as steps of a turn.
        hides_next_targets: True to hide the marks of possible next targets after the first touch, as in a task.
        hides_warnings: True to omit the warnings and previews that the picture itself contains, as in a quiz.
        hides_facts: True to describe only what the picture shows, as in a quiz: without facts that people work out from
            it, and without an invitation to touch a piece.
        read_only: True if the picture has no touchable targets.
        result: the result of a finished game as a sentence, such as a resignation; otherwise empty.
    """

    selected: tuple[str, ...] = ()
    next_targets: Mapping[str, str] = field(default_factory=dict)
    last: frozenset[str] = frozenset()
    danger: frozenset[str] = frozenset()
    refused_target: str = ""
    correct_targets: frozenset[str] = frozenset()
    described_target: str = ""
    highlighted: frozenset[str] = frozenset()
    paths: tuple[Path, ...] = ()
    hints: tuple[Path, ...] = ()
    threats: tuple[tuple[str, ...], ...] = ()
    reply_paths: tuple[Path, ...] = ()
    shows_path_numbers: bool = False
    hides_next_targets: bool = False
    hides_warnings: bool = False
    hides_facts: bool = False
    read_only: bool = False
    result: str = ""

    @cached_property
    def marked_targets(self) -> frozenset[str]:
        """All targets that may have a mark."""
        verdicts = self.correct_targets.union((self.refused_target,))
        return self.last.union(self.selected, self.next_targets, self.danger, self.highlighted, verdicts)

    def classes(self, target: str) -> str:
        """Return the CSS classes for the marks of a target: ``taken``, ``may go``, ``last``, …"""
        if target not in self.marked_targets:  # most targets of a picture
            return ""
        classes = []
        if target in self.selected:
            classes.append("taken")
        if target in self.next_targets and not self._are_next_targets_hidden:
            classes.append(f"may {self.next_targets[target]}")
        if target in self.last:
            classes.append("last")
        if target in self.danger:
            classes.append("danger")
        if target in self.highlighted:
            classes.append("shown")
        if target == self.refused_target:
            classes.append("refused")
        if target in self.correct_targets:
            classes.append("correct")
        return " ".join(classes)

    @property
    def _are_next_targets_hidden(self) -> bool:
        return self.hides_next_targets and bool(self.selected)

    @property
    def visible_next_targets(self) -> Mapping[str, str]:
        """The possible next targets whose marks are visible, with their mark classes."""
        return {} if self._are_next_targets_hidden or not self.selected else self.next_targets


_MARK_NAMES: Final = {
    "may": N_("possible"),
    "last": N_("last move"),
    "danger": N_("attacked"),
    "shown": N_("marked"),
    "refused": N_("not allowed"),
}
"""The names of marks, by their CSS classes."""


def label_with_marks(label: str, classes: str, *, shows_next_targets: bool, danger_name: str = "") -> str:
    """Return the label of a target together with its marks: "e4, white pawn; possible, last move".

    Args:
        label: a description of the target.
        classes: the classes of its marks, from ``Marks.classes``.
        shows_next_targets: True if the picture shows the possible next targets. Otherwise the label would answer tasks.
        danger_name: the name of the mark "danger" in this game, if it is not "attacked".
    """
    if not classes:
        return label
    marks = ", ".join(
        danger_name if danger_name and name == "danger" else _(_MARK_NAMES[name])
        for name in classes.split()
        if name in _MARK_NAMES and (shows_next_targets or name != "may")
    )
    return f"{label}; {marks}" if marks else label


@dataclass(frozen=True, slots=True)
class Motion:
    """The animation of a piece that moves between two pictures.

    Attributes:
        start: the piece's key in the old picture.
        end: the piece's key in the new picture.
        points: the path in picture units, including its corners.
    """

    start: str
    end: str
    points: Path
