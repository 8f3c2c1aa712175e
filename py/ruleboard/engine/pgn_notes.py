"""Comments of PGN: text, drawings and commands, collected bit by bit into the note on a position, within its limits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from ruleboard.engine.bounded_json import decode
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import StudyError
from ruleboard.engine.limits import at_most
from ruleboard.engine.study import ARROW, COLORS, GLYPHS, NO_NOTE, RING, Note, StudyMark, StudyTask
from ruleboard.engine.study_text import (
    EXTRA,
    LONGEST_COMMENT,
    MAX_EXTRAS,
    MOST_MARKS,
    mark_data,
    read_mark,
    read_task,
)
from ruleboard.i18n import _

_COLORS: Final = {color[0].upper(): color for color in COLORS}
_RING: Final = re.compile(r"([GRBY])([a-z][0-9]{1,2})", re.ASCII)
_ARROW: Final = re.compile(r"([GRBY])([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII)
_DIAGRAM: Final = "[#]"
"""ChessBase's command to draw the board; ``$220`` and ``$221`` are its glyphs."""
_DIAGRAM_GLYPHS: Final = ("$220", "$221")
_COMMAND: Final = "[%"


@dataclass(slots=True)
class NoteBuilder:
    """The note on a position while it is read."""

    texts: list[str] = field(default_factory=list)
    marks: list[StudyMark] = field(default_factory=list)
    glyph: str = ""
    task: StudyTask | None = None
    diagram: bool = False
    extras: list[str] = field(default_factory=list)
    length: int = 0
    """The characters of the texts."""

    def note(self) -> Note:
        """Return the note."""
        if not (self.texts or self.marks or self.glyph or self.task or self.diagram or self.extras):
            return NO_NOTE
        extras = sorted(self.extras, key=lambda extra: extra[0] != "$")  # as they are written
        return Note("\n".join(self.texts), tuple(self.marks), self.glyph, self.task, self.diagram, tuple(extras))

    def say(self, text: str, where: Callable[[], str]) -> None:
        """Add a paragraph to the comment.

        Raises:
            StudyError: the comment becomes too long.
        """
        self.length += len(text) + bool(self.texts)
        if self.length > LONGEST_COMMENT:
            raise StudyError(_("the comment is too long"), where=where(), expected=at_most(LONGEST_COMMENT))
        self.texts.append(text)

    def judge(self, glyph: str, where: Callable[[], str], *, of_move: bool = True) -> None:
        """Add a glyph: the first verdict on a move is the note's own, all others are extras.

        Args:
            glyph: a dollar sign and a number.
            where: the place in the text, for errors.
            of_move: False where no move leads to the position.

        Raises:
            StudyError: there are too many.
        """
        number = glyph[1:]
        if of_move and not self.glyph and number in tuple("123456"):
            self.glyph = GLYPHS[int(number) - 1]
        elif glyph in _DIAGRAM_GLYPHS:
            self.diagram = True
        else:
            self.keep(glyph, where)

    def keep(self, extra: str, where: Callable[[], str]) -> None:
        """Add a glyph or a command of another program, as it is written.

        Raises:
            StudyError: there are too many.
        """
        if len(self.extras) == MAX_EXTRAS:
            raise StudyError(
                _("there are too many commands and glyphs"),
                where=where(),
                expected=_("{n} at most").format(n=MAX_EXTRAS),
            )
        self.extras.append(extra)

    def mark(self, mark: StudyMark, where: Callable[[], str]) -> None:
        """Add a mark.

        Raises:
            StudyError: there are too many.
        """
        if len(self.marks) == MOST_MARKS:
            raise StudyError(
                _("there are too many marks"), where=where(), expected=_("{n} at most").format(n=MOST_MARKS)
            )
        self.marks.append(mark)


def pieces(comment: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a comment: pairs of a command (empty for text) and its value or the text."""
    at = 0
    while at < len(comment):
        begin = comment.find(_COMMAND, at)
        end = comment.find("]", begin) if begin >= 0 else -1
        if end < 0:
            yield "", comment[at:]
            return
        if begin > at:
            yield "", comment[at:begin]
        name, _blank, value = comment[begin + 2 : end].partition(" ")
        yield name or " ", value.strip()
        at = end + 1


def read_comment(
    comment: str,
    target: Callable[[], NoteBuilder],
    drawn: Callable[[], NoteBuilder],
    end: Callable[[str], None],
    where: Callable[[], str],
) -> None:
    """Read a comment.

    Args:
        comment: the comment without its braces.
        target: returns the note that has the text.
        drawn: returns the note that has the drawings and the task: that on the position in which the comment stands.
        end: adds an ending that is no move to the line.
        where: the place in the text, for errors.

    Raises:
        StudyError: something in it cannot be read, or there is too much of it.
    """
    words: list[str] = []

    def say() -> None:
        if text := " ".join(filter(None, words)):
            target().say(text, where)
        words.clear()

    for name, value in pieces(comment):
        if not name:
            words.append(_without_diagrams(value, drawn).strip())
        elif name == "end" and is_ending(value):
            say()
            end(value)
        elif name == "text":
            say()
            target().say(unquote(value), where)
        else:
            _command(name, value, target, drawn, where)
    say()


def _without_diagrams(text: str, drawn: Callable[[], NoteBuilder]) -> str:
    if _DIAGRAM not in text:
        return text
    drawn().diagram = True
    return text.replace(_DIAGRAM, "")


def _command(
    name: str,
    value: str,
    target: Callable[[], NoteBuilder],
    drawn: Callable[[], NoteBuilder],
    where: Callable[[], str],
) -> None:
    match name:
        case "csl" | "cal":
            unread = _simple_marks(name, value, drawn(), where)
            if unread:
                keep_command(name, unread, target(), where)
        case "mark":
            kind, color, text, *targets = [*map(unquote, value.split(",", 99)), "", ""][: max(3, value.count(",") + 1)]
            mark = StudyMark(kind, tuple(targets) or ("",), color, text)
            try:
                drawn().mark(read_mark(mark_data(mark), ""), where)
            except StudyError as error:
                raise error.within(where()) from None
        case "diagram" if not value:
            drawn().diagram = True
        case "task":
            _task(value, drawn(), where)
        case _:
            keep_command(name, value, target(), where)


def _simple_marks(name: str, value: str, note: NoteBuilder, where: Callable[[], str]) -> str:
    """Add rings or arrows as lichess writes them; return those that are not understood."""
    pattern = _RING if name == "csl" else _ARROW
    unread = []
    at = 0
    while at <= len(value):
        end = value.find(",", at)
        end = len(value) if end < 0 else end
        part = value[at:end].strip()
        at = end + 1
        if parts := pattern.fullmatch(part):
            color, *targets = parts.groups()
            note.mark(StudyMark(RING if name == "csl" else ARROW, tuple(targets), _COLORS[color]), where)
        elif part:
            unread.append(part)
    return ",".join(unread)


def _task(value: str, note: NoteBuilder, where: Callable[[], str]) -> None:
    try:
        task = read_task(decode(unquote(value)), "")
    except StudyError as error:
        raise error.within(where()) from None
    except (ValueError, RecursionError):
        raise StudyError(_("the task cannot be read"), where=where()) from None
    if note.task is not None and note.task != task:
        raise StudyError(_("a second task is set on the same position"), where=where(), expected=_("one task"))
    note.task = task


def keep_command(name: str, value: str, note: NoteBuilder, where: Callable[[], str]) -> None:
    """Keep a command that only other programs understand; one that is too long to be a command is text.

    Args:
        name: its name.
        value: its value; may be empty.
        note: the note that has it.
        where: the place in the text, for errors.

    Raises:
        StudyError: there are too many, or the comment becomes too long.
    """
    command = " ".join(f"[%{name} {value}".split()) + "]"
    if EXTRA.fullmatch(command):
        note.keep(command, where)
    else:
        note.say(command, where)
