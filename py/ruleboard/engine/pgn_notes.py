"""PGN comments: parse their text, drawings and commands, and build the notes of a study from them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import unquote

from ruleboard.engine.decoding import Value, decode_or_none
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import StudyError
from ruleboard.engine.limits import max_count_phrase, max_length_phrase
from ruleboard.engine.study import ARROW, COLORS, GLYPHS, MARK_KINDS, NO_NOTE, RING, Note, StudyMark, StudyTask
from ruleboard.engine.study_text import (
    EXTRA_PATTERN,
    MAX_COMMENT_LENGTH,
    MAX_EXTRAS_PER_POSITION,
    MAX_MARKS,
    STUDY_ERRORS,
    mark_data,
    read_mark,
    read_task,
)
from ruleboard.i18n import _

_COLORS_BY_LETTER: Final = {color[0].upper(): color for color in COLORS}
_RING_PATTERN: Final = re.compile(r"([GRBY])([a-z][0-9]{1,2})", re.ASCII)
_ARROW_PATTERN: Final = re.compile(r"([GRBY])([a-z][0-9]{1,2})([a-z][0-9]{1,2})", re.ASCII)
_DIAGRAM_SIGN: Final = "[#]"
"""The sign with which ChessBase asks for a diagram. The glyphs ``$220`` and ``$221`` have the same meaning."""
_DIAGRAM_GLYPHS: Final = ("$220", "$221")
_COMMAND_START: Final = "[%"


@dataclass(slots=True)
class NoteBuilder:
    """A builder for the note on one position, which enforces the size limits of notes."""

    texts: list[str] = field(default_factory=list)
    marks: list[StudyMark] = field(default_factory=list)
    glyph: str = ""
    task: StudyTask | None = None
    has_diagram: bool = False
    extras: list[str] = field(default_factory=list)
    length: int = 0
    """The total number of characters of the texts."""

    def build(self) -> Note:
        """Return the finished note."""
        if not (self.texts or self.marks or self.glyph or self.task or self.has_diagram or self.extras):
            return NO_NOTE
        extras = sorted(self.extras, key=lambda extra: extra[0] != "$")  # PGN writes glyphs before commands
        return Note("\n".join(self.texts), tuple(self.marks), self.glyph, self.task, self.has_diagram, tuple(extras))

    def add_text(self, text: str, get_location: Callable[[], str]) -> None:
        """Add a paragraph to the comment.

        Raises:
            StudyError: the comment becomes too long.
        """
        self.length += len(text) + bool(self.texts)
        if self.length > MAX_COMMENT_LENGTH:
            raise StudyError(
                _("the comment is too long"), where=get_location(), expected=max_length_phrase(MAX_COMMENT_LENGTH)
            )
        self.texts.append(text)

    def add_glyph(self, glyph: str, get_location: Callable[[], str], *, follows_move: bool = True) -> None:
        """Add a glyph. The first glyph that judges the move becomes the note's glyph; any other becomes an extra.

        Args:
            glyph: a dollar sign and a number.
            get_location: returns the location in the text, for errors.
            follows_move: False for the note on the starting position, which no move precedes.

        Raises:
            StudyError: the note has too many extras.
        """
        number = glyph[1:]
        if follows_move and not self.glyph and number in tuple("123456"):
            self.glyph = GLYPHS[int(number) - 1]
        elif glyph in _DIAGRAM_GLYPHS:
            self.has_diagram = True
        else:
            self.add_extra(glyph, get_location)

    def add_extra(self, extra: str, get_location: Callable[[], str]) -> None:
        """Add the text of a glyph, or of a command that belongs to another program.

        Raises:
            StudyError: the note has too many extras.
        """
        if len(self.extras) == MAX_EXTRAS_PER_POSITION:
            raise StudyError(
                _("there are too many commands and glyphs"),
                where=get_location(),
                expected=max_count_phrase(MAX_EXTRAS_PER_POSITION),
            )
        self.extras.append(extra)

    def add_mark(self, mark: StudyMark, get_location: Callable[[], str]) -> None:
        """Add a mark, such as a ring or an arrow.

        Raises:
            StudyError: the note has too many marks.
        """
        if len(self.marks) == MAX_MARKS:
            raise StudyError(_("there are too many marks"), where=get_location(), expected=max_count_phrase(MAX_MARKS))
        self.marks.append(mark)


def is_study_command(name: str, value: str) -> bool:
    """Return True if a command is part of a study, such as a drawing or a task, and not data of another program."""
    return name in ("csl", "cal", "diagram", "text", "task") or (
        name == "mark" and value.partition(",")[0] in MARK_KINDS
    )


def split_comment(comment: str) -> Iterator[tuple[str, str]]:
    """Yield the parts of a comment: (name, value) for a command, ("", text) for text."""
    index = 0
    while index < len(comment):
        start = comment.find(_COMMAND_START, index)
        end = comment.find("]", start) if start >= 0 else -1
        if end < 0:
            yield "", comment[index:]
            return
        if start > index:
            yield "", comment[index:start]
        name, _blank, value = comment[start + 2 : end].partition(" ")
        yield name or " ", value.strip()
        index = end + 1


def read_comment(
    comment: str,
    get_note: Callable[[], NoteBuilder],
    get_drawing_note: Callable[[], NoteBuilder],
    add_ending: Callable[[str], None],
    get_location: Callable[[], str],
    replace_entities: Callable[[str], str],
) -> None:
    """Parse a comment, and add its parts to notes.

    Args:
        comment: the comment without its braces.
        get_note: returns the note for the text.
        get_drawing_note: returns the note for drawings and the task: the note on the current position.
        add_ending: adds the text of an ending to the line.
        get_location: returns the location in the text, for errors.
        replace_entities: replaces the HTML entities in a text by characters.

    Raises:
        StudyError: the comment contains something invalid, or is too long.
    """
    texts: list[str] = []

    def add_texts() -> None:
        if text := " ".join(filter(None, texts)):
            get_note().add_text(text, get_location)
        texts.clear()

    for name, value in split_comment(comment):
        if not name:
            texts.append(replace_entities(_extract_diagram_signs(value, get_drawing_note).strip()))
        elif name == "end" and is_ending(value):
            add_texts()
            add_ending(value)
        elif name == "text":
            add_texts()
            get_note().add_text(unquote(value), get_location)
        else:
            _read_command(name, value, get_note, get_drawing_note, get_location)
    add_texts()


def _extract_diagram_signs(text: str, get_drawing_note: Callable[[], NoteBuilder]) -> str:
    if _DIAGRAM_SIGN not in text:
        return text
    get_drawing_note().has_diagram = True
    return text.replace(_DIAGRAM_SIGN, "")


def _read_command(
    name: str,
    value: str,
    get_note: Callable[[], NoteBuilder],
    get_drawing_note: Callable[[], NoteBuilder],
    get_location: Callable[[], str],
) -> None:
    match name:
        case "csl" | "cal":
            unknown_marks = _add_simple_marks(name, value, get_drawing_note(), get_location)
            if unknown_marks:
                add_command(name, unknown_marks, get_note(), get_location)
        case "mark" if value.partition(",")[0] in MARK_KINDS:
            kind, color, text, *targets = [*map(unquote, value.split(",", 99)), "", ""][: max(3, value.count(",") + 1)]
            mark = StudyMark(kind, tuple(targets) or ("",), color, text)
            try:
                get_drawing_note().add_mark(read_mark(Value(mark_data(mark), STUDY_ERRORS)), get_location)
            except StudyError as error:
                raise error.within(get_location()) from None
        case "diagram" if not value:
            get_drawing_note().has_diagram = True
        case "task":
            _read_task(value, get_drawing_note(), get_location)
        case _:
            add_command(name, value, get_note(), get_location)


def _add_simple_marks(name: str, value: str, note: NoteBuilder, get_location: Callable[[], str]) -> str:
    """Add the rings or arrows in lichess syntax to a note, and return the remaining parts of ``value``."""
    pattern = _RING_PATTERN if name == "csl" else _ARROW_PATTERN
    unknown_parts = []
    index = 0
    while index <= len(value):
        end = value.find(",", index)
        end = len(value) if end < 0 else end
        part = value[index:end].strip()
        index = end + 1
        if parts := pattern.fullmatch(part):
            color, *targets = parts.groups()
            note.add_mark(
                StudyMark(RING if name == "csl" else ARROW, tuple(targets), _COLORS_BY_LETTER[color]), get_location
            )
        elif part:
            unknown_parts.append(part)
    return ",".join(unknown_parts)


def _read_task(value: str, note: NoteBuilder, get_location: Callable[[], str]) -> None:
    data = decode_or_none(unquote(value))
    if data is None:
        raise StudyError(_("the task can’t be read"), where=get_location())
    try:
        task = read_task(Value(data, STUDY_ERRORS))
    except StudyError as error:
        raise error.within(get_location()) from None
    if note.task is not None and note.task != task:
        raise StudyError(_("this position already has a task"), where=get_location(), expected=_("one task"))
    note.task = task


def add_command(name: str, value: str, note: NoteBuilder, get_location: Callable[[], str]) -> None:
    """Add another program's command to a note as an extra, or as text if it is too long for an extra.

    Args:
        name: the name of the command.
        value: the value of the command; may be empty.
        note: the note.
        get_location: returns the location in the text, for errors.

    Raises:
        StudyError: the note has too many extras, or its comment becomes too long.
    """
    command = " ".join(f"[%{name} {value}".split()) + "]"
    if EXTRA_PATTERN.fullmatch(command):
        note.add_extra(command, get_location)
    else:
        note.add_text(command, get_location)
