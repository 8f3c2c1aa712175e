"""Studies: games with comments, variations, drawings and tasks, as plain values.

``study_text`` reads and writes studies. ``study_tree`` checks that their moves are legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

GLYPHS: Final = ("!", "?", "!!", "??", "!?", "?!")
"""The annotation glyphs of moves, such as "!" for a good move."""

ARROW, RING, LABEL = "arrow", "ring", "label"
MARK_KINDS: Final = (ARROW, RING, LABEL, "shown", "danger", "last")
"""The kinds of marks: the author's drawings, and the highlights that every board has."""
COLORS: Final = ("green", "red", "blue", "yellow")
"""The colours of drawings. Each colour also has its own line style. The first is the default."""


@dataclass(frozen=True, slots=True)
class StudyMark:
    """A mark that the author drew on the board at one node of a study.

    Attributes:
        kind: one of ``MARK_KINDS``.
        targets: one square or piece; for an arrow two or more targets, from its start to its head.
        color: one of ``COLORS``, for drawings.
        text: the characters of a label; otherwise empty.
    """

    kind: str
    targets: tuple[str, ...]
    color: str = COLORS[0]
    text: str = ""


@dataclass(frozen=True, slots=True)
class WrongAnswer:
    """A wrong answer that the author expects, with the comment that follows it."""

    move: str
    comment: str


@dataclass(frozen=True, slots=True)
class StudyTask:
    """A task for the reader: find the next move.

    Attributes:
        accepted_answers: the accepted answers, at least one. Each is a sequence of action texts. The page plays the
            actions of the other sides in it.
        prompt: the question; may be empty.
        hint: the hint; may be empty.
        praise: the message after a correct answer; may be empty.
        wrong_answers: the wrong answers with comments.
    """

    accepted_answers: tuple[tuple[str, ...], ...]
    prompt: str = ""
    hint: str = ""
    praise: str = ""
    wrong_answers: tuple[WrongAnswer, ...] = ()


@dataclass(frozen=True, slots=True)
class Note:
    """The author's comment, marks and task for one position.

    Attributes:
        comment: plain text, which may contain line breaks.
        marks: the marks on the board.
        glyph: the annotation of the move that leads to the position, one of ``GLYPHS`` or empty.
        task: the task at this position, or None.
        has_diagram: True if the printed study shows the board here.
        extras: glyphs such as ``$18`` and other programs' commands such as ``[%clk 0:05:00]``, which Ruleboard
            preserves for PGN.
    """

    comment: str = ""
    marks: tuple[StudyMark, ...] = ()
    glyph: str = ""
    task: StudyTask | None = None
    has_diagram: bool = False
    extras: tuple[str, ...] = ()


NO_NOTE: Final = Note()


@dataclass(frozen=True, slots=True)
class StudyMove:
    """A move of a line.

    Attributes:
        text: the text of the action, or of an ending that is not a move.
        note: the author's note on the position after the move.
        variations: other lines that start from the position before the move.
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
        options: the values of the game's options.
        seed: the seed of the random setup.
        start: the position text of the first state, or None for the game's initial state.
        seat: the player (0-based) at the bottom of the board.
        note: the author's note on the starting position.
        moves: the main line.
        tags: the PGN tags that no other attribute contains, such as ``Date``, ``White`` or ``Result``.
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
    """A study: one or more games with an author's notes.

    Attributes:
        title: its title.
        author: the author's name; may be empty.
        language: the language code of its texts; empty if unknown.
        chapters: its chapters, at least one.
    """

    title: str
    author: str = ""
    language: str = ""
    chapters: tuple[Chapter, ...] = ()


def count_moves(moves: tuple[StudyMove, ...]) -> int:
    """Count the moves of a line and of all its variations."""
    return sum(1 + sum(map(count_moves, move.variations)) for move in moves)


def iter_notes(chapter: Chapter) -> Iterator[Note]:
    """Yield all notes of a chapter, in the order in which a reader sees them."""
    yield chapter.note
    yield from _iter_line_notes(chapter.moves)


def _iter_line_notes(moves: tuple[StudyMove, ...]) -> Iterator[Note]:
    for move in moves:
        yield move.note
        for line in move.variations:
            yield from _iter_line_notes(line)
