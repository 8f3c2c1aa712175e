"""The marks on the board of a table."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ruleboard.app.board import advice, guide, review
from ruleboard.app.board.last_turn import last_turn_targets
from ruleboard.app.board.review import REVIEW_NOTE
from ruleboard.app.board.side_notes import recent_event_targets
from ruleboard.app.board.table import Table
from ruleboard.scene.marks import Marks


def highlighted_targets(table: Table) -> frozenset[str]:
    """Return the targets that the current hint, threat, review or note refers to."""
    return (
        advice.advice_targets(table)
        or guide.consequence(table).targets
        or frozenset(target for action in review.better_actions(table) for target in action.targets)
        or recent_event_targets(table)
    )


def board_marks(table: Table) -> Marks:
    """Return the marks on the board."""
    outcome, targets = table.viewed_timeline.outcome, highlighted_targets(table)
    return Marks(
        selected=table.touches.targets,
        next_targets={
            target: kinds[0] if len(kinds) == 1 else "special" for target, kinds in table.selection.next_targets.items()
        },
        last=frozenset() if targets else last_turn_targets(table),
        refused_target=table.touches.refused_target,
        highlighted=targets
        or (frozenset() if table.notes.open_note == REVIEW_NOTE or not outcome else frozenset(outcome.squares)),
        threats=advice.threat_paths(table) or guide.threat_paths(table),
        read_only=table.read_only,
        result=outcome.reason_for(table.only_person) if outcome else "",
    )


def with_marked_targets(marks: Marks, marked_targets: Iterable[tuple[str, str]]) -> Marks:
    """Add an author's marks to the marks of a table.

    Args:
        marks: the marks of the table.
        marked_targets: pairs of the kind of a mark and its target. Only the kinds "shown", "danger" and "last" change
        the marks.
    """
    targets_by_kind: dict[str, set[str]] = {"shown": set(), "danger": set(), "last": set()}
    for kind, target in marked_targets:
        targets_by_kind.setdefault(kind, set()).add(target)
    return replace(
        marks,
        highlighted=marks.highlighted | targets_by_kind["shown"],
        danger=marks.danger | targets_by_kind["danger"],
        last=frozenset(targets_by_kind["last"]) or marks.last,
    )
