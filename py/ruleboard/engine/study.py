"""Studies: games with comments, variations, drawings and tasks, as plain values.

``study_text`` reads and writes them; ``study_tree`` checks their moves by the rules.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""The verdicts on a move."""

ARROW, RING, LABEL = "arrow", "ring", "label"
KINDS: Final = (ARROW, RING, LABEL, "shown", "danger", "last")
"""The kinds of marks: drawn ones, then those that all boards have."""
COLORS: Final = ("green", "red", "blue", "yellow")
"""The colours of drawn marks; each has a line of its own, too. The first is the default."""


@dataclass(frozen=True, slots=True)
class StudyMark:
    """A mark on the board of one place of a study.

    Attributes:
        kind: one of ``KINDS``.
        targets: the marked place; of an arrow two or more, from its start to its head.
        color: one of ``COLORS``, for drawn marks.
        text: a few characters, for a label.
    """

    kind: str
    targets: tuple[str, ...]
    color: str = COLORS[0]
    text: str = ""


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A wrong answer that the author foresaw: the text of the action, and a comment on it."""

    move: str
    comment: str


@dataclass(frozen=True, slots=True)
class StudyTask:
    """A task for the reader: to find the next move.

    Attributes:
        accept: the accepted answers, at least one. Each is a line of action texts; the actions of the other sides in it
            are played by themselves.
        ask: the task as a sentence; may be empty.
        hint: the hint; may be empty.
        praise: the answer to a right one; may be empty.
        wrong: the wrong answers foreseen.
    """

    accept: tuple[tuple[str, ...], ...]
    ask: str = ""
    hint: str = ""
    praise: str = ""
    wrong: tuple[WrongAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """All that an author says about one position.

    Attributes:
        comment: plain text, with line ends.
        marks: the marks on the board.
        glyph: the verdict on the move that led here, one of ``GLYPHS`` or empty.
        task: the task that is set here, None for none.
        diagram: True if the board is drawn here where the study is printed.
        extras: what other programs wrote here in PGN and this one only keeps, as it was written: glyphs such as
            ``$18``, and commands such as ``[%clk 0:05:00]``.
    """

    comment: str = ""
    marks: tuple[StudyMark, ...] = ()
    glyph: str = ""
    task: StudyTask | None = None
    diagram: bool = False
    extras: tuple[str, ...] = ()


NO_NOTE: Final = Note()


@dataclass(frozen=True, slots=True)
class StudyMove:
    """A move of a line.

    Attributes:
        text: the text of the action, or of an ending that is no move.
        note: the author's note on the position after it.
        variations: the lines that might be played instead of it.
    """

    text: str
    note: Note = NO_NOTE
    variations: tuple[tuple[StudyMove, ...], ...] = ()


@dataclass(frozen=True, slots=True)
class Chapter:
    """A game of a study.

    Attributes:
        game: the game's id.
        title: its title; may be empty.
        options: the values chosen before the game.
        seed: the seed of its random generator.
        start: the position text it begins from, None for the game's own start.
        seat: the player whose side is nearest the reader, 0-based.
        note: the author's note on the first position.
        moves: the main line.
        tags: the tags of PGN that have no field here, such as ``Date``, ``White`` or ``Result``.
    """

    game: str
    title: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int = 0
    start: str | None = None
    seat: int = 0
    note: Note = NO_NOTE
    moves: tuple[StudyMove, ...] = ()
    tags: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Study:
    """A study.

    Attributes:
        title: its title.
        author: the author's name; may be empty.
        language: the code of the language of its texts; empty if unknown.
        chapters: its chapters, at least one.
    """

    title: str
    author: str = ""
    language: str = ""
    chapters: tuple[Chapter, ...] = ()


def count_moves(moves: tuple[StudyMove, ...]) -> int:
    """Return the number of moves of a line and of all its variations."""
    return sum(1 + sum(map(count_moves, move.variations)) for move in moves)


def notes(chapter: Chapter) -> Iterator[Note]:
    """Yield all notes of a chapter, in the order of its text."""
    yield chapter.note
    yield from _notes(chapter.moves)


def _notes(moves: tuple[StudyMove, ...]) -> Iterator[Note]:
    for move in moves:
        yield move.note
        for line in move.variations:
            yield from _notes(line)
