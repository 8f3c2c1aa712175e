"""The reader of a study: the current node, moves outside the study, and answers to tasks."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from glob import escape
from typing import Any

from ruleboard.app.board import changes as tables
from ruleboard.app.board import exercise as exercises
from ruleboard.app.board import gestures, history
from ruleboard.app.board.exercise import Exercise
from ruleboard.app.board.marks import board_marks, with_marked_targets
from ruleboard.app.board.table import Table
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.study.cursor import Cursor, next_alternative, next_stop, previous_stop
from ruleboard.app.study.opening import chapter_at
from ruleboard.app.study.paper import Paper
from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.study import Note, Study, StudyTask
from ruleboard.engine.study_tree import OpenChapter
from ruleboard.i18n import _
from ruleboard.learning.lessons import Task, WrongAction
from ruleboard.scene.marks import Marks

_TABLE_ID = "study"


@dataclass(frozen=True, slots=True)
class Reader(Cursor):
    """A study and its reader's current node. The reader may also play moves that are not in the study.

    Attributes:
        exercise: the open task of the node with the answers tried so far, or None. Its table is the cursor's table.
        closed_tasks: the tasks that the reader has solved or given up, as pairs of a chapter number and a node index.
        paper: the printable study if the frame shows it, else None.
        flips_boards: True if the embedding page shows all boards from the side opposite to the author's.
    """

    exercise: Exercise | None = None
    closed_tasks: frozenset[tuple[int, int]] = frozenset()
    flips_boards: bool = False
    paper: Paper | None = None

    @property
    def marks(self) -> Marks:
        """The marks of the table and, while the board shows the current node, those of the author's note."""
        marks = board_marks(self.table)
        if self.exercise and self.exercise.is_locked:
            marks = replace(marks, next_targets={}, read_only=True)
        if self.exercise:
            marks = replace(marks, highlighted=marks.highlighted | self.exercise.hint_targets)
        if self.is_outside_study or self.table.touches.targets:
            return marks
        return with_marked_targets(marks, self.marked_targets)

    @property
    def position(self) -> str:
        """The text of the position on the board, without hidden information."""
        timeline = self.table.timeline
        return timeline.game.format_position(timeline.public_state())

    def is_stop(self, node: int) -> bool:
        """Return True if a step stops at a node.

        The node has a note or branches, or is the last one of a button in the list.
        """
        study_node = self.chapter.nodes[node]
        if study_node.parent is None or len(study_node.children) != 1 or study_node.note != Note():
            return True
        turns = self.chapter.lines[study_node.line].timeline.turns()
        return any(ply == study_node.ply - 1 for turn in turns for ply, _text in turn.items)

    def is_open_task(self, node: int) -> bool:
        """Return True if a node has a task that the reader has neither solved nor given up.

        An open task hides the moves after its node.
        """
        return self.chapter.nodes[node].note.task is not None and (self.number, node) not in self.closed_tasks


def open_study(
    study: Study,
    chapter: int = 1,
    start: int = 0,
    *,
    flips_boards: bool = False,
    chapter_tree: OpenChapter | None = None,
) -> Reader:
    """Open a study for a reader.

    Args:
        study: the study.
        chapter: the number of the chapter to show first, from 1; a number above the last one means the last.
        start: the ply of the node to show first, on the main line; a ply above the last one means the last.
        flips_boards: see ``Reader``.
        chapter_tree: the opened chapter, or None to open it.

    Raises:
        StudyError: a move of the chapter is illegal.
        LongChapter: the chapter is long and has not been opened yet.
    """
    reader = _open_at_chapter(study, min(chapter, len(study.chapters)) - 1, flips_boards, chapter_tree)
    node = reader.chapter.main_line_node(start)
    earlier_tasks = frozenset((reader.number, ancestor) for ancestor in _ancestors(reader.chapter, node))
    return go_to_node(replace(reader, closed_tasks=earlier_tasks), node)


def _open_at_chapter(
    study: Study, chapter_number: int, flips_boards: bool, chapter_tree: OpenChapter | None = None
) -> Reader:
    chapter = chapter_tree or chapter_at(study, chapter_number)
    table = tables.open_board(_TABLE_ID, chapter.timeline(0))
    return go_to_node(
        Reader(study, chapter_number, chapter, 0, table, is_flipped=flips_boards, flips_boards=flips_boards), 0
    )


def _ancestors(chapter: OpenChapter, node: int) -> Iterator[int]:
    parent = chapter.nodes[node].parent
    while parent is not None:
        yield parent
        parent = chapter.nodes[parent].parent


def choose_chapter(reader: Reader, chapter_number: int) -> Reader:
    """Return the reader at the start of a chapter. A number out of range changes nothing.

    Raises:
        StudyError: a move of the chapter is illegal.
        LongChapter: the chapter is long and has not been opened yet.
    """
    if not 0 <= chapter_number < len(reader.study.chapters):
        return reader
    reader_at_chapter = _open_at_chapter(reader.study, chapter_number, reader.flips_boards)
    return go_to_node(replace(reader_at_chapter, closed_tasks=reader.closed_tasks, is_enlarged=reader.is_enlarged), 0)


# --- going through the tree ------------------------------------------------------------------------------------------


def go_to_node(reader: Reader, node: int) -> Reader:
    """Return the reader at a node of the chapter, with the node's task if it is open."""
    timeline = reader.chapter.timeline(node)
    task = reader.chapter.nodes[node].note.task
    if task and reader.is_open_task(node) and timeline.outcome is None:
        exercise = exercises.begin(timeline, _exercise_task(task), id=_TABLE_ID)
        return replace(reader, node=node, table=exercise.table, exercise=exercise)
    table = tables.open_board(_TABLE_ID, timeline)
    return replace(reader, node=node, table=table, exercise=None)


def _exercise_task(task: StudyTask) -> Task:
    wrong_actions = tuple(WrongAction(escape(answer.move), answer.comment) for answer in task.wrong_answers)
    return Task(task.prompt, task.accepted_answers, hint=task.hint, praise=task.praise, wrong_actions=wrong_actions)


def next_node(reader: Reader) -> int | None:
    """Return the index of the node after one step forwards, or None at the end of a line or at an open task."""
    node = reader.node
    if reader.is_open_task(node):
        # If the answer to a task leads to another task, that one opens after the reader has read the praise.
        return node if reader.exercise and reader.exercise.is_solved else None
    return next_stop(reader)


def step(reader: Reader, offset: int) -> Reader:
    """Return the reader after one step, forwards if ``offset`` is positive, otherwise backwards.

    If the board shows moves outside the study, the step undoes one of them.
    """
    if offset > 0:
        node = next_node(reader)
        return reader if node is None else go_to_node(reader, node)
    if reader.is_outside_study:
        table = tables.uncover(history.undo(history.skip_replay(reader.table)))
        new_reader = replace(reader, table=table, exercise=None)
        return (
            new_reader if new_reader.is_outside_study and table is not reader.table else go_to_node(reader, reader.node)
        )
    node = previous_stop(reader)
    return reader if node is None else go_to_node(reader, node)


def show_alternative(reader: Reader) -> Reader:
    """Return the reader at the next alternative to the last move, or back at the study's node."""
    node = reader.node if reader.is_outside_study else next_alternative(reader)
    return reader if node is None else go_to_node(reader, node)


def can_go_to(reader: Reader, node: int) -> bool:
    """Return True if a node exists and no open task hides it."""
    if not 0 <= node < len(reader.chapter.nodes):
        return False
    return not any(reader.is_open_task(ancestor) for ancestor in _ancestors(reader.chapter, node))


# --- the board -------------------------------------------------------------------------------------------------------


def handle_gesture(reader: Reader, gesture: Gesture) -> Reader:
    """Return the reader after a gesture on the board."""
    if gesture.kind in (GestureKind.TOUCH, GestureKind.TAKE):
        reader = _continue_after_praise(reader)
    if reader.exercise:
        return _with_exercise(reader, exercises.handle_gesture(reader.exercise, gesture))
    return _reader_after_touch(reader, *gestures.handle_gesture(reader.table, gesture))


def play(reader: Reader, text: str) -> Reader:
    """Return the reader after an action that the embedding page requests by its text.

    Raises:
        ActionError: the text is not an action of the game.
        IllegalAction: the rules do not allow the action, or the game is over.
    """
    reader = _continue_after_praise(reader)
    if reader.exercise and reader.exercise.shows_wrong_answer:
        reader = restart(reader)
    timeline = reader.table.timeline
    if timeline.outcome:
        raise IllegalAction(_("the game is over"))
    action: Action[Any] = timeline.game.parse_action(timeline.state, text)
    table = replace(reader.table, touches=replace(reader.table.touches, targets=action.targets[:-1]))
    if reader.exercise is None:
        return _reader_after_touch(reader, tables.play_action(table, action), action)
    exercise = exercises.with_table(reader.exercise, table)
    return _with_exercise(reader, exercises.complete_action(exercise, action))


def restart(reader: Reader) -> Reader:
    """Return the reader at the start of the open task, or at the start of the chapter if no task is open."""
    if reader.exercise and not reader.exercise.is_solved:
        return _with_exercise(reader, exercises.restart(reader.exercise))
    return go_to_node(reader, 0)


def show_hint(reader: Reader) -> Reader:
    """Return the reader with the task's hint."""
    return replace(reader, exercise=exercises.show_hint(reader.exercise)) if reader.exercise else reader


def show_answer(reader: Reader) -> Reader:
    """Return the reader after giving up the task, at the study's next move or at the first answer."""
    task = reader.note.task
    if task is None or not reader.is_open_task(reader.node):
        return reader
    new_reader = go_to_node(
        replace(reader, closed_tasks=reader.closed_tasks | {(reader.number, reader.node)}), reader.node
    )
    if new_reader.study_node.children:
        return step(new_reader, 1)
    for text in task.accepted_answers[0]:
        new_reader = play(new_reader, text)
    return new_reader


def _continue_after_praise(reader: Reader) -> Reader:
    """Return the reader after a solved task, ready for the next move."""
    if reader.exercise is None or not reader.exercise.is_solved:
        return reader
    return replace(reader, exercise=None) if reader.is_outside_study else go_to_node(reader, reader.node)


def _reader_after_touch(reader: Reader, table: Table, action: Action[Any] | None) -> Reader:
    """Return the reader after a touch.

    If the touch played an action, the reader moves to the action's node. Without such a node, the reader is outside the
    study.
    """
    if action is None:
        return replace(reader, table=table)
    if not reader.is_outside_study:
        child = reader.chapter.child_for(reader.node, table.timeline.plies[-1].text)
        if child is not None:
            return go_to_node(reader, child)
    return replace(reader, table=tables.uncover(history.skip_replay(table)))


def _with_exercise(reader: Reader, exercise: Exercise) -> Reader:
    """Return the reader with a changed exercise.

    If the task is solved, the reader moves to the node of the answer, unless the study has no such node.
    """
    new_reader = replace(reader, exercise=exercise, table=exercise.table)
    if not exercise.is_solved or (reader.exercise and reader.exercise.is_solved):
        return new_reader
    node: int | None = reader.node
    for text in exercise.action_texts:
        node = None if node is None else reader.chapter.child_for(node, text)
    closed_tasks = reader.closed_tasks | {(reader.number, reader.node)}
    return replace(new_reader, closed_tasks=closed_tasks, node=reader.node if node is None else node)
