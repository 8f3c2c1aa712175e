"""The current node of a study, and the nodes that steps reach. The author's and the reader's page share this code."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ruleboard.app.board.table import Table
from ruleboard.engine.study import ARROW, LABEL, RING, Note, Study
from ruleboard.engine.study_tree import OpenChapter, StudyNode
from ruleboard.scene.drawings import Drawing


@dataclass(frozen=True, slots=True)
class Cursor:
    """The current node of a study.

    Attributes:
        study: the study.
        number: the number of the chapter, from 0.
        chapter: the opened chapter.
        node: the index of the current node in its tree. If the board shows moves outside the study, this is the last
        node before them.
        table: the board at that node.
        is_flipped: True if the person has flipped the board.
        is_enlarged: True if the person has enlarged a small board, which then scrolls.
    """

    study: Study
    number: int
    chapter: OpenChapter
    node: int
    table: Table
    is_flipped: bool = False
    is_enlarged: bool = False

    @property
    def study_node(self) -> StudyNode:
        """The current node in the tree."""
        return self.chapter.nodes[self.node]

    @property
    def note(self) -> Note:
        """The author's note on the current node."""
        return self.study_node.note

    @property
    def is_outside_study(self) -> bool:
        """True if the board contains moves that are not in the study."""
        return self.table.timeline.ply > self.study_node.ply

    @property
    def seat(self) -> int:
        """The player at the bottom of the board, from 0."""
        timeline = self.table.timeline
        return (self.chapter.chapter.seat + self.is_flipped) % len(timeline.game.sides(timeline.state))

    @property
    def viewer(self) -> int | None:
        """The player whose hidden decision the person makes now, or None."""
        timeline = self.table.timeline
        return timeline.to_move if timeline.outcome is None and timeline.is_hidden() else None

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The arrows, rings and labels of the author's note while the board shows the current node, else empty."""
        marks = () if self.is_outside_study else self.note.marks
        drawn_marks = (mark for mark in marks if mark.kind in (ARROW, RING, LABEL))
        return tuple(Drawing(mark.kind, mark.targets, mark.color, mark.text) for mark in drawn_marks)

    @property
    def marked_targets(self) -> Iterator[tuple[str, str]]:
        """The targets that the author's note marks, as pairs of the kind of a mark and its target."""
        return ((mark.kind, target) for mark in self.note.marks for target in mark.targets)

    def is_stop(self, _node: int) -> bool:
        """Return True if a step stops at a node."""
        return True

    def is_open_task(self, _node: int) -> bool:
        """Return True if a node has an unsolved task, which hides the moves after the node."""
        return False


def _find_first_stop(cursor: Cursor, node: int) -> int:
    """Return the index of the first node, from a given one on, at which a step along the line stops."""
    while not cursor.is_stop(node):
        node = cursor.chapter.nodes[node].children[0]
    return node


def next_stop(cursor: Cursor) -> int | None:
    """Return the index of the node after one step forwards, or None at the end of the line."""
    children = cursor.study_node.children
    return _find_first_stop(cursor, children[0]) if children else None


def previous_stop(cursor: Cursor) -> int | None:
    """Return the index of the node after one step backwards, or None at the start."""
    node = cursor.study_node.parent
    while node is not None and not cursor.is_stop(node):
        node = cursor.chapter.nodes[node].parent
    return node


def branching_node(cursor: Cursor) -> int:
    """Return the index of the latest node in the last step that has alternatives, else of the current node."""
    node = cursor.node
    while len(cursor.chapter.alternatives(node)) == 1:
        parent = cursor.chapter.nodes[node].parent
        if parent is None or cursor.is_stop(parent):
            return cursor.node
        node = parent
    return node


def next_alternative(cursor: Cursor) -> int | None:
    """Return the index of the node after the next alternative to the last step, or None without alternatives."""
    node = branching_node(cursor)
    alternatives = cursor.chapter.alternatives(node)
    if len(alternatives) < 2:
        return None
    return _find_first_stop(cursor, alternatives[(alternatives.index(node) + 1) % len(alternatives)])


def line_end(cursor: Cursor) -> int:
    """Return the index of the last node of the line, or of the first unsolved task before it."""
    node = cursor.node
    while not cursor.is_open_task(node) and (children := cursor.chapter.nodes[node].children):
        node = children[0]
    return node
