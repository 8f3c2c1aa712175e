"""A chapter of a study, opened: its tree of moves with all positions, checked by the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from ruleboard.engine.action import Action
from ruleboard.engine.endings import is_ending
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.game import Game
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, finished
from ruleboard.engine.study import Chapter, Note, StudyMove, StudyTask, WrongAnswer
from ruleboard.engine.timeline import Timeline, as_recorded, starting_at
from ruleboard.i18n import _

AnyGame = Game[Any, Any]


@dataclass(frozen=True, slots=True)
class Place:
    """A position of the tree.

    Attributes:
        line: the number of its line in ``OpenChapter.lines``.
        at: the number of entries before it, from the first position of the chapter.
        parent: the number of the place before it, None for the first.
        note: the author's note on it; the texts of its task are in the game's own spelling.
        children: the numbers of the places after it, the main continuation first.
    """

    line: int
    at: int
    parent: int | None
    note: Note
    children: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Line:
    """A line of moves.

    Attributes:
        timeline: the game from the first position of the chapter to the end of the line.
        first: the number of entries after which the line leaves the line that it varies; 0 for the main line.
        places: the numbers of its own places: after ``first + 1`` entries, after ``first + 2``, …
        variations: the numbers of the lines that vary it, in order.
    """

    timeline: Timeline[Any]
    first: int
    places: tuple[int, ...]
    variations: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class OpenChapter:
    """A chapter whose moves the rules allow.

    Attributes:
        chapter: the chapter.
        places: all positions; the first is 0, and those of the main line follow it in order.
        lines: all lines; the first is the main line.
    """

    chapter: Chapter
    places: tuple[Place, ...]
    lines: tuple[Line, ...]

    def timeline(self, number: int) -> Timeline[Any]:
        """Return the game up to a place."""
        place = self.places[number]
        return self.lines[place.line].timeline.jump(place.at).cut()

    def texts(self, number: int) -> tuple[str, ...]:
        """Return the texts of the entries before a place, from the first position of the chapter."""
        place = self.places[number]
        return self.lines[place.line].timeline.texts[: place.at]

    def find(self, texts: Sequence[str]) -> int:
        """Return the number of the place after some entries; of the last one before it if the tree has none."""
        number = 0
        for text in texts:
            following = self.following(number, text)
            if following is None:
                break
            number = following
        return number

    def on_main_line(self, at: int) -> int:
        """Return the number of the place of the main line after ``at`` entries; of its last one if it is shorter."""
        return (0, *self.lines[0].places)[max(0, min(at, len(self.lines[0].places)))]

    def alternatives(self, number: int) -> tuple[int, ...]:
        """Return the places to which the moves lead that are possible in place of the one to a place, with that place.

        The main continuation is first; there are none for the first position.
        """
        parent = self.places[number].parent
        return () if parent is None else self.places[parent].children

    def following(self, number: int, text: str) -> int | None:
        """Return the number of the place to which an entry leads from a place; None if the tree has none."""
        for child in self.places[number].children:
            place = self.places[child]
            if self.lines[place.line].timeline.texts[place.at - 1] == text:
                return child
        return None


class _Tree:
    """The tree of a chapter while it is being made."""

    def __init__(self, game: AnyGame, start: Timeline[Any], played: Sequence[Timeline[Any]] = ()) -> None:
        """``played``: lines from the same start, of which nothing has to be played again."""
        self.game = game
        self.played = played
        self.places: list[Place] = []
        self.lines: list[Line] = []
        self.children: dict[int, list[int]] = {}
        self.start = start

    def add_place(self, place: Place) -> int:
        number = len(self.places)
        self.places.append(place)
        self.children[number] = []
        if place.parent is not None:
            self.children[place.parent].append(number)
        return number

    def adding_line(self, before: Timeline[Any], parent: int, moves: Sequence[StudyMove], where: str) -> Steps[int]:
        """Add a line and all its variations, in steps of a move; return its number.

        Args:
            before: the game up to the line's first move.
            parent: the place before that.
            moves: the line.
            where: its place in the text, for errors.

        Raises:
            StudyError: a move or an answer is not allowed.
        """
        number = len(self.lines)
        self.lines.append(Line(before, before.at, (), ()))
        timeline = before
        played = self._played(before, moves)
        known: list[int] = []
        branches: list[tuple[Timeline[Any], tuple[int, Sequence[StudyMove], str]]] = []
        for index, move in enumerate(moves, 1):
            place = f"{where}[{index}]"
            for turn, variation in enumerate(move.variations, 1):
                branches.append((timeline, (parent, variation, f"{place}.variations[{turn}]")))
            if played and index <= played.at - before.at:
                timeline = played.jump(before.at + index)
            else:
                timeline = _with_entry(timeline.cut() if played else timeline, move.text, place)
                played = None
            note = yield from _checking_note(timeline, move.note, place)
            yield len(self.places)
            parent = self.add_place(Place(number, timeline.at, parent, note))
            known.append(parent)
        timeline = timeline.cut() if played else timeline
        variations = []
        for leaving, rest in branches:
            variations.append((yield from self.adding_line(leaving.cut(), *rest)))
        self.lines[number] = Line(timeline, before.at, tuple(known), tuple(variations))
        return number

    def _played(self, before: Timeline[Any], moves: Sequence[StudyMove]) -> Timeline[Any] | None:
        """Return a known line at the last entry that it has in common with a line; None if it has none of its moves."""
        best: Timeline[Any] | None = None
        for line in self.played:
            if line.texts[: before.at] != before.texts[: before.at]:
                continue
            pairs = zip(line.texts[before.at :], moves, strict=False)
            common = before.at + sum(1 for _pair in takewhile(lambda pair: pair[0] == pair[1].text, pairs))
            if common > (best.at if best else before.at):
                best = line.jump(common)
        return best


def open_chapter(
    chapter: Chapter, games: Mapping[str, AnyGame], where: str = "", before: OpenChapter | None = None
) -> OpenChapter:
    """Return a chapter with all its positions.

    Args:
        chapter: the chapter.
        games: the games by their ids.
        where: its place in the study's text, for errors.
        before: the chapter before it was edited: the lines that it has in common with it are not played again.

    Raises:
        StudyError: the game or an option is unknown, the start cannot be read, or a move or an answer is not allowed;
            the error names its place.
    """
    return finished(opening_chapter(chapter, games, where, before))


def opening_chapter(
    chapter: Chapter, games: Mapping[str, AnyGame], where: str = "", before: OpenChapter | None = None
) -> Steps[OpenChapter]:
    """Open a chapter as ``open_chapter`` does, in steps; the progress is the number of its positions so far.

    Raises:
        StudyError: as ``open_chapter``.
    """
    inside = f"{where}." if where else ""
    start = chapter_start(chapter, games, inside)
    known = before.lines if before and _has_same_start(before.chapter, chapter) else ()
    tree = _Tree(start.game, start, tuple(line.timeline for line in known))
    note = yield from _checking_note(start, chapter.note, inside.removesuffix("."))
    tree.add_place(Place(0, 0, None, note))
    yield from tree.adding_line(start, 0, chapter.moves, f"{inside}moves")
    places = tuple(
        Place(place.line, place.at, place.parent, place.note, tuple(tree.children[at]))
        for at, place in enumerate(tree.places)
    )
    return OpenChapter(chapter, places, tuple(tree.lines))


def noted(opened: OpenChapter, chapter: Chapter, place: int, note: Note) -> OpenChapter:
    """Return an opened chapter after an edit that has changed nothing but the note on a place, and not its task.

    Args:
        opened: the chapter before the edit.
        chapter: the edited chapter.
        place: the place.
        note: the new note.
    """
    changed = replace(opened.places[place], note=note)
    return replace(opened, chapter=chapter, places=(*opened.places[:place], changed, *opened.places[place + 1 :]))


def _has_same_start(one: Chapter, other: Chapter) -> bool:
    return (one.game, one.options, one.seed, one.start) == (other.game, other.options, other.seed, other.start)


def chapter_start(chapter: Chapter, games: Mapping[str, AnyGame], inside: str = "") -> Timeline[Any]:
    """Return the game of a chapter at its first position.

    Args:
        chapter: the chapter.
        games: the games by their ids.
        inside: the words before the names of fields, for errors.

    Raises:
        StudyError: the game or an option is unknown, the start cannot be read, or there is no such side.
    """
    if chapter.game not in games:
        what = _("there is no game {name}").format(name=repr(chapter.game[:30]))
        raise StudyError(what, where=f"{inside}game", expected=_("one of {names}").format(names=", ".join(games)))
    game = games[chapter.game]
    if chapter.options:  # as of a record: one from before a rule was added does not name it
        game = as_recorded(game, chapter.options)
    try:
        state = game.initial(chapter.options, chapter.seed)
    except RuleboardError as error:
        raise StudyError(error.what, where=f"{inside}options", expected=error.expected) from error
    if chapter.start is not None:
        try:
            state = game.parse_position(chapter.start)
        except RuleboardError as error:
            inner = error.within(f"{inside}start")
            raise StudyError(inner.what, where=inner.where, expected=inner.expected) from error
    sides = len(game.sides(state))
    if chapter.seat >= sides:
        raise StudyError(_("there is no such side"), where=f"{inside}side", expected=_("{n} at most").format(n=sides))
    record = Record(game.id, dict(chapter.options), chapter.seed, ("",) * sides, start=chapter.start)
    return starting_at(game, state, record)


def _with_entry(timeline: Timeline[Any], text: str, where: str) -> Timeline[Any]:
    """Return the timeline after one more move, or an ending that is none.

    Raises:
        StudyError: the move cannot be read, or is not allowed.
    """
    try:
        if is_ending(text):
            return timeline.end(text)
        return timeline.play(timeline.game.parse_action(timeline.state, text))
    except RuleboardError as error:
        what = _("{action} cannot be played: {why}").format(action=repr(text[:40]), why=error.what)
        raise StudyError(what, where=where, expected=error.expected) from error


def _checking_note(timeline: Timeline[Any], note: Note, where: str) -> Steps[Note]:
    """Return a note whose task has its answers in the game's own spelling.

    Raises:
        StudyError: an answer is not allowed.
    """
    if note.task is None:
        return note
    timeline = timeline.cut()
    task, inside = note.task, f"{where}.task" if where else "task"
    accept, wrong = [], []
    for number, line in enumerate(task.accept, 1):
        accept.append((yield from _playing(timeline, line, f"{inside}.accept[{number}]")))
    for number, answer in enumerate(task.wrong, 1):
        (text,) = yield from _playing(timeline, (answer.move,), f"{inside}.wrong[{number}]")
        wrong.append(WrongAnswer(text, answer.comment))
    return replace(note, task=StudyTask(tuple(accept), task.ask, task.hint, task.praise, tuple(wrong)))


def _playing(timeline: Timeline[Any], line: Sequence[str], where: str) -> Steps[tuple[str, ...]]:
    """Return the texts of a line's actions in the game's own spelling."""
    after = timeline
    for text in line:
        if is_ending(text):
            raise StudyError(_("this is not a move"), where=where, expected=_("an action of the game"))
        after = _with_entry(after, text, where)
        yield 0
    return tuple(entry.text for entry in after.entries[timeline.at :] if isinstance(entry, Action))
