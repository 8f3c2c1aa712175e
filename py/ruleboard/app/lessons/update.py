"""What is done in a lesson, and which lessons were gone through."""

from __future__ import annotations

from collections.abc import Mapping

from ruleboard.app.context import Desk, Handler
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.exercise import Exercise
from ruleboard.app.lessons.session import Learning
from ruleboard.app.play import announcements as announcing
from ruleboard.app.runtime.documents_reader import read
from ruleboard.app.storage.progress import KEY, Progress, format_progress, parse_progress, with_done, without


def read_progress(desk: Desk) -> None:
    """Take over what is stored."""
    desk.change(progress=parse_progress(read(desk, KEY, "unreadable-progress")))


def keep_progress(desk: Desk, progress: Progress) -> None:
    """Let this be the progress."""
    desk.change(progress=progress)
    desk.keep(KEY, format_progress(progress, desk.shelf.last_known(KEY)))


class LessonHandlers:
    """Takes over lessons; one whose last step is done is gone through."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self.handlers: Mapping[str, Handler] = {
            "choose": lambda value: self.do("choose", value),
            "show-step": lambda value: self.do("show-step", value),
            "show-skip": lambda value: self.do("show-skip", value),
            "unlearn": lambda game: self._keep(without(desk.model.progress, game)),
        }

    def take(self, learning: Learning) -> None:
        """Take over a lesson."""
        before = self._desk.model.learning
        self._desk.change(learning=learning)
        board = learning.exercise
        said = " ".join(filter(None, (board.said or board.table.said.sentence, board.hint)))
        if not said and before and before.step is learning.step:
            said = announcing.touched(before.exercise.table, board.table)
        if said:
            self._desk.announce(said)
        if before and any(_told(board)) and _told(board) != _told(before.exercise):
            self._desk.reveal(".lesson-task")  # on a phone it may lie below the screen
        if learning.is_done:
            self._keep(with_done(self._desk.model.progress, learning.game, learning.lesson.id))

    def do(self, what: str, value: str) -> None:
        """Do what a button of the lesson says."""
        if learning := self._desk.model.learning:
            self.take(learnings.done(learning, what, value))

    def put_down(self) -> None:
        """Put down what was taken up."""
        if learning := self._desk.model.learning:
            self.take(learnings.put_down(learning))

    def _keep(self, progress: Progress) -> None:
        if progress != self._desk.model.progress or not self._desk.shelf.exists(KEY):
            keep_progress(self._desk, progress)


def _told(board: Exercise) -> tuple[object, ...]:
    """What a board tells of what was done on it."""
    return board.said, board.hint, board.table.said, board.table.showing
