"""The reader of a study: the place in its tree, moves of the reader's own, and answers to tasks. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from glob import escape
from typing import Any

from ruleboard.app.lessons import exercise as exercises
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.play import gestures, history
from ruleboard.app.play import session as tables
from ruleboard.app.play.table import Table
from ruleboard.engine.action import Action
from ruleboard.engine.errors import IllegalAction
from ruleboard.engine.study import Note, Study, StudyTask
from ruleboard.engine.study_tree import OpenChapter, Place, open_chapter
from ruleboard.games.lessons import Task, Wrong
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.drawings import Drawing
from ruleboard.scene.marks import Marks

_ID = "study"


@dataclass(frozen=True, slots=True)
class Reader:
    """A study that is read.

    Attributes:
        study: the study.
        number: the number of the chapter, from 0.
        chapter: the chapter.
        place: the number of the place in its tree, the last one that the moves on the board have in common with it.
        table: the board; ``exercise.table``, if there is an exercise.
        exercise: the task of a place with the answers tried so far; None where none is set or left.
        done: the tasks that are solved or were given up: pairs of a chapter and a place.
        turned: True if the board was turned by hand.
        enlarged: True if a board too small to be read is enlarged and panned.
        flip: True if all boards are seen from the other side than the author has them.
    """

    study: Study
    number: int
    chapter: OpenChapter
    place: int
    table: Table
    exercise: Exercise | None = None
    done: frozenset[tuple[int, int]] = frozenset()
    turned: bool = False
    enlarged: bool = False
    flip: bool = False

    @property
    def here(self) -> Place:
        """The place in the tree."""
        return self.chapter.places[self.place]

    @property
    def note(self) -> Note:
        """The author's note on the place."""
        return self.here.note

    @property
    def off_line(self) -> bool:
        """True if the board shows moves of the reader's own, which the study does not have."""
        return self.table.timeline.at > self.here.at

    @property
    def seat(self) -> int:
        """The player whose side is nearest the reader, from 0."""
        timeline = self.table.timeline
        base = self.chapter.chapter.seat
        turned = self.turned != self.flip
        return (base + 1) % len(timeline.game.sides(timeline.state)) if turned else base

    @property
    def viewer(self) -> int | None:
        """The player who decides unseen, whose view is shown since the reader may decide for them; else None."""
        timeline = self.table.timeline
        return timeline.to_move if timeline.outcome is None and timeline.is_hidden() else None

    @property
    def marks(self) -> Marks:
        """The marks on the board: those of the table, and those of the note while the board shows its place."""
        marks = self.table.marks
        if self.exercise and self.exercise.still:
            marks = replace(marks, next={}, read_only=True)
        if self.exercise and self.exercise.hint_targets:
            marks = replace(marks, highlighted=marks.highlighted | self.exercise.hint_targets)
        if self.off_line or self.table.selected:
            return marks
        given: dict[str, set[str]] = {"shown": set(), "danger": set(), "last": set()}
        for mark in self.note.marks:
            given.setdefault(mark.kind, set()).update(mark.targets)
        return replace(
            marks,
            highlighted=marks.highlighted | given["shown"],
            danger=marks.danger | given["danger"],
            last=frozenset(given["last"]) or marks.last,
        )

    @property
    def drawings(self) -> tuple[Drawing, ...]:
        """The arrows, rings and labels of the note while the board shows its place."""
        if self.off_line:
            return ()
        drawn = (mark for mark in self.note.marks if mark.kind in ("arrow", "ring", "label"))
        return tuple(Drawing(mark.kind, mark.targets, mark.color, mark.text) for mark in drawn)

    @property
    def position(self) -> str:
        """The text of the position on the board, as everybody may know it."""
        timeline = self.table.timeline
        return timeline.game.format_position(timeline.public_state())

    def is_open_task(self, place: int) -> bool:
        """Return True if a task is set at a place that is neither solved nor given up: what follows is not shown."""
        return self.chapter.places[place].note.task is not None and (self.number, place) not in self.done


def open_study(
    study: Study, chapter: int = 1, start: int = 0, *, flip: bool = False, opened: OpenChapter | None = None
) -> Reader:
    """Return the reader of a study.

    Args:
        study: the study.
        chapter: the number of the chapter that is shown first, from 1; the last one for a number beyond it.
        start: the number of entries before the place of its main line that is shown first; the last one beyond it.
        flip: see ``Reader``.
        opened: that chapter, if it has been opened already.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
    """
    reader = replace(_at_chapter(study, min(chapter, len(study.chapters)) - 1, opened), flip=flip)
    place = reader.chapter.on_main_line(start)
    before = frozenset((reader.number, one) for one in _ancestors(reader.chapter, place))
    return go(replace(reader, done=before), place)


def _at_chapter(study: Study, number: int, opened: OpenChapter | None = None) -> Reader:
    chapter = opened or open_chapter(study.chapters[number], GAMES, f"chapters[{number + 1}]")
    return go(Reader(study, number, chapter, 0, tables.open_table(_ID, chapter.timeline(0))), 0)


def _ancestors(chapter: OpenChapter, place: int) -> Iterator[int]:
    parent = chapter.places[place].parent
    while parent is not None:
        yield parent
        parent = chapter.places[parent].parent


def choose_chapter(reader: Reader, number: int) -> Reader:
    """Return the reader at the start of a chapter; a number that no chapter has changes nothing.

    Raises:
        StudyError: the rules do not allow a move of the chapter.
    """
    if not 0 <= number < len(reader.study.chapters):
        return reader
    fresh = _at_chapter(reader.study, number)
    return go(replace(fresh, done=reader.done, enlarged=reader.enlarged, flip=reader.flip), 0)


# --- going through the tree ------------------------------------------------------------------------------------------


def go(reader: Reader, place: int) -> Reader:
    """Return the reader at a place of the chapter, with its task if that is open."""
    timeline = reader.chapter.timeline(place)
    task = reader.chapter.places[place].note.task
    if task and reader.is_open_task(place) and timeline.outcome is None:
        exercise = exercises.begin(timeline, _task(task), id=_ID)
        return replace(reader, place=place, table=exercise.table, exercise=exercise)
    table = replace(tables.open_table(_ID, timeline), curtain=False, shows_whole_board=True)
    return replace(reader, place=place, table=table, exercise=None)


def _task(task: StudyTask) -> Task:
    wrong = tuple(Wrong(escape(answer.move), answer.comment) for answer in task.wrong)
    return Task(task.ask, task.accept, hint=task.hint, praise=task.praise, wrong=wrong)


def _is_stop(reader: Reader, place: int) -> bool:
    """Return True if stepping halts at a place: something is said or branches there, or an item of the list ends."""
    found = reader.chapter.places[place]
    if found.parent is None or len(found.children) != 1 or found.note != Note():
        return True
    turns = reader.chapter.lines[found.line].timeline.turns()
    return any(ply == found.at - 1 for turn in turns for ply, _text in turn.items)


def next_place(reader: Reader) -> int | None:
    """Return the number of the place one step on; None at the end of a line or while a task is open."""
    place = reader.place
    if reader.is_open_task(place):
        # Where the answer to one task leads to the next, that comes once the praise is read.
        return place if reader.exercise and reader.exercise.solved else None
    children = reader.chapter.places[place].children
    if not children:
        return None
    place = children[0]
    while not _is_stop(reader, place):
        place = reader.chapter.places[place].children[0]
    return place


def step(reader: Reader, by: int) -> Reader:
    """Return the reader one step on or back; moves of the reader's own are taken back one by one."""
    if by > 0:
        place = next_place(reader)
        return reader if place is None else go(reader, place)
    if reader.off_line:
        table = replace(history.undo(replace(reader.table, replay=None)), curtain=False)
        after = replace(reader, table=table, exercise=None)
        return after if after.off_line and table is not reader.table else go(reader, reader.place)
    parent = reader.here.parent
    while parent is not None and not _is_stop(reader, parent):
        parent = reader.chapter.places[parent].parent
    return reader if parent is None else go(reader, parent)


def branch(reader: Reader) -> int:
    """Return the number of the place to which the last step went where the tree branches; that of the place if not."""
    place = reader.place
    while len(reader.chapter.alternatives(place)) == 1:
        parent = reader.chapter.places[place].parent
        if parent is None or _is_stop(reader, parent):
            return reader.place
        place = parent
    return place


def vary(reader: Reader) -> Reader:
    """Return the reader after the next move that is possible in place of the one shown."""
    if reader.off_line:
        return back_to_study(reader)
    place = branch(reader)
    others = reader.chapter.alternatives(place)
    if len(others) < 2:
        return reader
    place = others[(others.index(place) + 1) % len(others)]
    while not _is_stop(reader, place):
        place = reader.chapter.places[place].children[0]
    return go(reader, place)


def to_start(reader: Reader) -> Reader:
    """Return the reader at the first position of the chapter."""
    return go(reader, 0)


def to_end(reader: Reader) -> Reader:
    """Return the reader at the end of the line, or at the first open task before it."""
    place = reader.place
    while not reader.is_open_task(place) and (children := reader.chapter.places[place].children):
        place = children[0]
    return go(reader, place)


def can_go(reader: Reader, place: int) -> bool:
    """Return True if a place exists and no open task lies before it."""
    if not 0 <= place < len(reader.chapter.places):
        return False
    return not any(reader.is_open_task(one) for one in _ancestors(reader.chapter, place))


def back_to_study(reader: Reader) -> Reader:
    """Return the reader where they left the study."""
    return go(reader, reader.place)


# --- the board -------------------------------------------------------------------------------------------------------


def touch(reader: Reader, target: str) -> Reader:
    """Return the reader after a touch."""
    reader = _after_praise(reader)
    if reader.exercise:
        return _answered(reader, exercises.touch(reader.exercise, target))
    return _moved(reader, *gestures.touch(reader.table, target))


def begin_drag(reader: Reader, target: str) -> Reader:
    """Return the reader after a drag has begun on a target."""
    reader = _after_praise(reader)
    if reader.exercise:
        return _answered(reader, exercises.begin_drag(reader.exercise, target))
    return replace(reader, table=gestures.begin_drag(reader.table, target))


def drop(reader: Reader, target: str) -> Reader:
    """Return the reader after a drag has ended on a target."""
    if reader.exercise:
        return _answered(reader, exercises.drop(reader.exercise, target))
    return _moved(reader, *gestures.drop(reader.table, target))


def choose(reader: Reader, text: str) -> Reader:
    """Return the reader after one of several complete actions was chosen by its text."""
    if reader.exercise:
        return _answered(reader, exercises.choose(reader.exercise, text))
    return _moved(reader, *gestures.choose(reader.table, text))


def cancel(reader: Reader) -> Reader:
    """Return the reader with nothing taken up, as after Escape."""
    table = gestures.cancel(reader.table)
    exercise = exercises.with_table(reader.exercise, table) if reader.exercise else None
    return replace(reader, table=table, exercise=exercise)


def play(reader: Reader, text: str) -> Reader:
    """Return the reader after an action was played by its text, as a message asks for it.

    Raises:
        ActionError: the text cannot be read.
        IllegalAction: the action is not allowed, or the game is over.
    """
    reader = _after_praise(reader)
    if reader.exercise and reader.exercise.missed:
        reader = restart(reader)
    timeline = reader.table.timeline
    if timeline.outcome:
        raise IllegalAction(_("the game is over"))
    action: Action[Any] = timeline.game.parse_action(timeline.state, text)
    table = replace(reader.table, selected=action.targets[:-1])
    if reader.exercise is None:
        return _moved(reader, tables.play(table, action), action)
    exercise = exercises.with_table(reader.exercise, table)
    after = exercises.touch(exercise, action.targets[-1])
    return _answered(reader, after if after.played != exercise.played else exercises.choose(exercise, action.text))


def restart(reader: Reader) -> Reader:
    """Return the reader with the task as it was at first; without one, at the start of the chapter."""
    if reader.exercise and not reader.exercise.solved:
        return _answered(reader, exercises.restart(reader.exercise))
    return to_start(reader)


def show_hint(reader: Reader) -> Reader:
    """Return the reader with the hint of the task."""
    return replace(reader, exercise=exercises.show_hint(reader.exercise)) if reader.exercise else reader


def show_answer(reader: Reader) -> Reader:
    """Return the reader after the task was given up: at the study's next move, or with the first answer played."""
    task = reader.note.task
    if task is None or not reader.is_open_task(reader.place):
        return reader
    after = go(replace(reader, done=reader.done | {(reader.number, reader.place)}), reader.place)
    if after.here.children:
        return step(after, 1)
    for text in task.accept[0]:
        after = play(after, text)
    return after


def turn(reader: Reader) -> Reader:
    """Return the reader with the board seen from the other side."""
    return replace(reader, turned=not reader.turned)


def toggle_enlarged(reader: Reader) -> Reader:
    """Return the reader with the board enlarged, or as a whole again."""
    return replace(reader, enlarged=not reader.enlarged)


def _after_praise(reader: Reader) -> Reader:
    """Return the reader ready for the next move once a task is solved."""
    if reader.exercise is None or not reader.exercise.solved:
        return reader
    return replace(reader, exercise=None) if reader.off_line else go(reader, reader.place)


def _moved(reader: Reader, table: Table, action: Action[Any] | None) -> Reader:
    """Return the reader after a touch: at the study's own place if that has the action, else off its line."""
    if action is None:
        return replace(reader, table=table)
    if not reader.off_line:
        following = reader.chapter.following(reader.place, table.timeline.texts[-1])
        if following is not None:
            return go(reader, following)
    return replace(reader, table=replace(table, curtain=False, replay=None))


def _answered(reader: Reader, exercise: Exercise) -> Reader:
    """Return the reader after something was done at a task; once it is solved, where the study has the answer."""
    after = replace(reader, exercise=exercise, table=exercise.table)
    if not exercise.solved or (reader.exercise and reader.exercise.solved):
        return after
    place: int | None = reader.place
    for text in exercise.played:
        place = None if place is None else reader.chapter.following(place, text)
    done = reader.done | {(reader.number, reader.place)}
    return replace(after, done=done, place=reader.place if place is None else place)
