"""The text of a study: JSON, ``ruleboard-study/1``, described in docs/formats.md."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final, TypeVar

from ruleboard.engine.errors import NewerStudy, StudyError, printable
from ruleboard.engine.json_input import decode_as
from ruleboard.engine.limits import LONGEST_ACTION, LONGEST_STUDY, MOST_STUDY_MOVES, at_most, check_study
from ruleboard.engine.steps import Steps, finished, scaled
from ruleboard.engine.study import (
    ARROW,
    COLORS,
    GLYPHS,
    KINDS,
    LABEL,
    NO_NOTE,
    RING,
    Chapter,
    Note,
    Study,
    StudyMark,
    StudyMove,
    StudyTask,
    WrongAnswer,
)
from ruleboard.i18n import _

FORMAT: Final = "ruleboard-study/1"
_NEWER = re.compile(r"ruleboard-study/([2-9]|[1-9][0-9]{1,2})")
_HALVES = re.compile("[\ud800-\udfff]")
"""Lone surrogates: JSON can escape them, but no file can hold them."""
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")

LONGEST_TITLE: Final = 200
"""Characters of a title or a name."""
LONGEST_COMMENT: Final = 4_000
"""Characters of a comment."""
LONGEST_SENTENCE: Final = 400
"""Characters of the texts of a task."""
LONGEST_LABEL: Final = 3
"""Characters of a label on the board."""
LONGEST_START: Final = 8_000
"""Characters of a position; the games have narrower limits."""
MOST_CHAPTERS: Final = 64
MOST_MARKS: Final = 64
"""Marks on one board."""
MOST_ANSWERS: Final = 64
"""Answers of each kind to one task."""
MOST_IN_ARROW: Final = 12
"""Places of one arrow."""
DEEPEST: Final = 16
"""Variations within variations."""

MAX_EXTRAS: Final = 64
"""Glyphs and commands of other programs on one place."""
MAX_TAGS: Final = 100
"""Tags of PGN in a chapter."""
MAX_TAG_LENGTH: Final = 1_000
"""Characters of the value of such a tag."""
TAG_NAME: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+#=:-]{0,99}")
EXTRA: Final = re.compile(r"\$[0-9]{1,4}|\[%[^\]{}]{1,400}\]")
"""What ``Note.extras`` may hold."""

_NOTE_FIELDS: Final = ("comment", "marks", "glyph", "task", "diagram", "extras")
_DRAWN: Final = (ARROW, RING, LABEL)

T = TypeVar("T")


# --- writing ---------------------------------------------------------------------------------------------------------


def format_study(study: Study) -> str:
    """Return a study as indented JSON text, in characters that any file can hold."""
    return _holdable(json.dumps(study_data(study), ensure_ascii=False, indent=1) + "\n")


def compact_study(study: Study) -> str:
    """Return a study as JSON text on one line, as it is stored: it is written after every change."""
    return finished(compacting_study(study))


def compacting_study(study: Study) -> Steps[str]:
    """Write a study as ``compact_study`` does, in steps of a chapter.

    Raises:
        StudyError: it is longer than any study may be.
    """
    texts = []
    room = LONGEST_STUDY
    for number, chapter in enumerate(study.chapters):
        texts.append(_compact(_chapter(chapter)))
        room -= len(texts[-1])
        if room < 0:
            raise StudyError(_("this is too long to be a study"), expected=at_most(LONGEST_STUDY))
        yield number / len(study.chapters)
    head = _compact(study_data(replace(study, chapters=())))
    return f"{head.removesuffix(']}')}{','.join(texts)}]}}"


def _compact(data: object) -> str:
    return _holdable(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def _holdable(text: str) -> str:
    """Return a JSON text without lone surrogates."""
    return text if text.isascii() else _HALVES.sub(lambda half: f"\\u{ord(half[0]):04x}", text)


def study_data(study: Study) -> dict[str, Any]:
    """Return a study as a value of JSON."""
    data: dict[str, Any] = {"format": FORMAT, "title": study.title}
    if study.author:
        data["author"] = study.author
    if study.language:
        data["language"] = study.language
    data["chapters"] = list(map(_chapter, study.chapters))
    return data


def _chapter(chapter: Chapter) -> dict[str, Any]:
    data: dict[str, Any] = {"title": chapter.title} if chapter.title else {}
    data["game"] = chapter.game
    if chapter.options:
        data["options"] = dict(chapter.options)
    if chapter.seed:
        data["seed"] = chapter.seed
    if chapter.start is not None:
        data["start"] = chapter.start
    if chapter.seat:
        data["side"] = chapter.seat + 1
    data |= note_data(chapter.note)
    if chapter.tags:
        data["tags"] = dict(chapter.tags)
    return {**data, "moves": list(map(_move, chapter.moves))}


def note_data(note: Note) -> dict[str, Any]:
    """Return a note as a value of JSON."""
    data: dict[str, Any] = {}
    if note.glyph:
        data["glyph"] = note.glyph
    if note.comment:
        data["comment"] = note.comment
    if note.marks:
        data["marks"] = list(map(mark_data, note.marks))
    if note.task:
        data["task"] = task_data(note.task)
    if note.diagram:
        data["diagram"] = True
    if note.extras:
        data["extras"] = list(note.extras)
    return data


def mark_data(mark: StudyMark) -> dict[str, Any]:
    """Return a mark as a value of JSON."""
    data: dict[str, Any] = {"kind": mark.kind}
    if mark.kind == ARROW:
        data["path"] = list(mark.targets)
    else:
        data["at"] = mark.targets[0]
    if mark.color != COLORS[0]:
        data["color"] = mark.color
    if mark.text:
        data["text"] = mark.text
    return data


def task_data(task: StudyTask) -> dict[str, Any]:
    """Return a task as a value of JSON."""
    data: dict[str, Any] = {"accept": [line[0] if len(line) == 1 else list(line) for line in task.accept]}
    for name, value in (("ask", task.ask), ("hint", task.hint), ("praise", task.praise)):
        if value:
            data[name] = value
    if task.wrong:
        data["wrong"] = [{"move": wrong.move, "comment": wrong.comment} for wrong in task.wrong]
    return data


def _move(move: StudyMove) -> str | dict[str, Any]:
    data = note_data(move.note)
    if move.variations:
        data["variations"] = [list(map(_move, line)) for line in move.variations]
    return {"move": move.text, **data} if data else move.text


def is_language(code: str) -> bool:
    """Return True if a text can be the code of a language."""
    return _LANGUAGE.fullmatch(code) is not None


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study(text: str) -> Study:
    """Return the study in a JSON text; ``study_tree.open_chapter`` checks its moves.

    Raises:
        NewerStudy: it was written for a newer version.
        StudyError: the text is too long or not JSON, or a field is missing, unknown or not as expected; the error
            names its place.
    """
    return finished(reading_study(text))


def reading_study(text: str) -> Steps[Study]:
    """Read a study as ``parse_study`` does, in steps.

    Raises:
        NewerStudy, StudyError: as ``parse_study``.
    """
    check_study(text)
    data = decode_as(text, StudyError, _("a study"), _("a JSON object"))
    yield 0
    return (yield from reading_study_data(data))


def reading_study_data(data: object) -> Steps[Study]:
    """Return the study in decoded JSON, in steps of a move or a variation.

    Raises:
        NewerStudy, StudyError: as ``parse_study``.
    """
    if not isinstance(data, dict):
        raise StudyError(_("this is not a study"), expected=_("a JSON object"))
    if data.get("format") != FORMAT:
        if _NEWER.fullmatch(str(data.get("format"))):
            raise NewerStudy(_("this study was written for a newer version of Ruleboard"), where="format")
        raise StudyError(_("this is not a study this version can read"), where="format", expected=f'"{FORMAT}"')
    _check_fields(data, ("format", "title", "author", "language", "chapters"), "")
    language = _text(data, "language", "", LONGEST_TITLE)
    if language and not is_language(language):
        raise StudyError(
            _("this is not a language code"), where="language", expected=_("such as {example}").format(example="en")
        )
    items = _list(data, "chapters", "", MOST_CHAPTERS, _same)
    if not items:
        raise StudyError(_("is missing or empty"), where="chapters", expected=_("at least one chapter"))
    chapters = []
    for number, item in enumerate(items, 1):
        chapter = yield from scaled(
            _reading_chapter(item, f"chapters[{number}]"), (number - 1) / len(items), 1 / len(items)
        )
        chapters.append(chapter)
    return Study(
        _text(data, "title", "", LONGEST_TITLE, needed=True),
        _text(data, "author", "", LONGEST_TITLE),
        language,
        tuple(chapters),
    )


class _Count:
    """The number of moves of a chapter that have been read, which stops the reading at the limit."""

    def __init__(self, where: str) -> None:
        self._where = where
        self._moves = 0

    def add(self) -> None:
        """Count one more move.

        Raises:
            StudyError: a chapter may not have so many.
        """
        self._moves += 1
        if self._moves > MOST_STUDY_MOVES:
            raise StudyError(
                _("there are too many moves"), where=self._where, expected=_("{n} at most").format(n=MOST_STUDY_MOVES)
            )


def _reading_chapter(data: object, where: str) -> Steps[Chapter]:
    chapter = _object(data, where)
    fields = ("title", "game", "options", "seed", "start", "side", *_NOTE_FIELDS, "tags", "moves")
    _check_fields(chapter, fields, where)
    if "glyph" in chapter:
        raise StudyError(_("no move leads to the first position"), where=_at(where, "glyph"))
    options = _object(chapter.get("options", {}), _at(where, "options"))
    if not all(isinstance(value, str) for value in options.values()):
        raise StudyError(
            _("is not a set of named texts"), where=_at(where, "options"), expected=_("an object of texts")
        )
    inside = _at(where, "moves")
    items = _list(chapter, "moves", where, MOST_STUDY_MOVES, _same)
    count = _Count(inside)
    moves = []
    for number, item in enumerate(items, 1):
        moves.append((yield from _reading_move(item, f"{inside}[{number}]", DEEPEST, count)))
        yield number / len(items)
    return Chapter(
        game=_text(chapter, "game", where, LONGEST_TITLE, needed=True),
        title=_text(chapter, "title", where, LONGEST_TITLE),
        options=options,
        seed=_whole(chapter, "seed", where, 0),
        start=_text(chapter, "start", where, LONGEST_START) if "start" in chapter else None,
        seat=_whole(chapter, "side", where, 1) - 1,
        note=read_note(chapter, where),
        moves=tuple(moves),
        tags=_read_tags(chapter.get("tags", {}), _at(where, "tags")),
    )


def _read_tags(data: object, where: str) -> dict[str, str]:
    tags = _object(data, where)
    if len(tags) > MAX_TAGS:
        raise StudyError(_("it is too long"), where=where, expected=_("{n} at most").format(n=MAX_TAGS))
    for name, value in tags.items():
        place = _at(where, printable(name[:30]))
        if not TAG_NAME.fullmatch(name):
            raise StudyError(_("is no name of a tag"), where=place, expected=_("letters and digits"))
        if " ".join(_text(tags, name, where, MAX_TAG_LENGTH, needed=True).split()) != value:
            raise StudyError(_("is not a text on one line"), where=place, expected=_("single blanks between words"))
    return dict(tags)


def read_note(data: dict[str, Any], where: str) -> Note:
    """Return the note in decoded JSON; other fields than those of a note are not looked at.

    Args:
        data: the object with the note's fields.
        where: its place, for errors.

    Raises:
        StudyError: a field is not as expected.
    """
    glyph = _text(data, "glyph", where, LONGEST_TITLE)
    if glyph:
        _one_of(GLYPHS, glyph, _at(where, "glyph"))
    note = Note(
        _text(data, "comment", where, LONGEST_COMMENT),
        _list(data, "marks", where, MOST_MARKS, read_mark),
        glyph,
        read_task(data["task"], _at(where, "task")) if "task" in data else None,
        _flag(data, "diagram", where),
        _list(data, "extras", where, MAX_EXTRAS, _read_extra),
    )
    return NO_NOTE if note == NO_NOTE else note


def _read_extra(data: object, where: str) -> str:
    if not isinstance(data, str) or not EXTRA.fullmatch(data):
        raise StudyError(_("is neither a glyph nor a command of PGN"), where=where, expected='"$18", "[%clk 0:05:00]"')
    return data


def _reading_move(data: object, where: str, deepest: int, count: _Count) -> Steps[StudyMove]:
    """Return the move in decoded JSON, in steps of a variation."""
    count.add()
    if isinstance(data, str):
        return StudyMove(_action(data, where))
    move = _object(data, where, _("a move in quotes, or an object with one"))
    _check_fields(move, ("move", *_NOTE_FIELDS, "variations"), where)
    if "variations" in move and not deepest:
        raise StudyError(
            _("variations are nested too deeply"), where=where, expected=_("{n} at most").format(n=DEEPEST)
        )

    variations = []
    place = _at(where, "variations")
    for number, line in enumerate(_items(move.get("variations", []), place, MOST_STUDY_MOVES, _same), 1):
        inside = f"{place}[{number}]"
        items = _items(line, inside, MOST_STUDY_MOVES, _same)
        if not items:
            raise StudyError(_("is missing or empty"), where=inside, expected=_("a list of moves"))
        moves = []
        for index, item in enumerate(items, 1):
            moves.append((yield from _reading_move(item, f"{inside}[{index}]", deepest - 1, count)))
        variations.append(tuple(moves))
        yield 0
    return StudyMove(_action(move.get("move"), _at(where, "move")), read_note(move, where), tuple(variations))


def _same(item: object, _where: str) -> object:
    return item


def read_mark(data: object, where: str) -> StudyMark:
    """Return the mark in decoded JSON.

    Args:
        data: the value.
        where: its place, for errors.

    Raises:
        StudyError: a field is missing, unknown or not as expected.
    """
    mark = _object(data, where)
    kind = _one_of(KINDS, mark.get("kind"), _at(where, "kind"))
    place = "path" if kind == ARROW else "at"
    _check_fields(
        mark, ("kind", place, *(("color",) if kind in _DRAWN else ()), *(("text",) if kind == LABEL else ())), where
    )
    if kind == ARROW:
        targets = _list(mark, "path", where, MOST_IN_ARROW, _action)
        if len(targets) < 2:
            raise StudyError(
                _("an arrow needs a start and an end"), where=_at(where, "path"), expected=_("a list of places")
            )
    else:
        targets = (_action(mark.get("at"), _at(where, "at")),)
    return StudyMark(
        kind,
        targets,
        _one_of(COLORS, mark.get("color", COLORS[0]), _at(where, "color")),
        _text(mark, "text", where, LONGEST_LABEL, needed=kind == LABEL),
    )


def read_task(data: object, where: str) -> StudyTask:
    """Return the task in decoded JSON.

    Args:
        data: the value.
        where: its place, for errors.

    Raises:
        StudyError: a field is missing, unknown or not as expected.
    """
    task = _object(data, where)
    _check_fields(task, ("accept", "ask", "hint", "praise", "wrong"), where)

    def answer(data: object, where: str) -> tuple[str, ...]:
        return (_action(data, where),) if isinstance(data, str) else _items(data, where, MOST_STUDY_MOVES, _action)

    accept = _list(task, "accept", where, MOST_ANSWERS, answer)
    if not accept or not all(accept):
        raise StudyError(_("is missing or empty"), where=_at(where, "accept"), expected=_("at least one answer"))
    return StudyTask(
        accept,
        ask=_text(task, "ask", where, LONGEST_SENTENCE),
        hint=_text(task, "hint", where, LONGEST_SENTENCE),
        praise=_text(task, "praise", where, LONGEST_SENTENCE),
        wrong=_list(task, "wrong", where, MOST_ANSWERS, _read_wrong),
    )


def _read_wrong(data: object, where: str) -> WrongAnswer:
    wrong = _object(data, where)
    _check_fields(wrong, ("move", "comment"), where)
    move = _action(wrong.get("move"), _at(where, "move"))
    return WrongAnswer(move, _text(wrong, "comment", where, LONGEST_COMMENT, needed=True))


# --- single values ---------------------------------------------------------------------------------------------------


def _at(where: str, name: str) -> str:
    """Return the place of a field in the object at a place, as in a path of JSON."""
    return f"{where}.{name}" if where else name


def _check_fields(data: dict[str, Any], known: Collection[str], where: str) -> None:
    for name in data:
        if name not in known:
            raise StudyError(
                _("there is no such field"),
                where=_at(where, printable(name[:30])),
                expected=_("one of {names}").format(names=", ".join(known)),
            )


def _object(data: object, where: str, expected: str = "") -> dict[str, Any]:
    if not isinstance(data, dict):
        raise StudyError(_("is not an object"), where=where, expected=expected or _("a JSON object"))
    return data


def _text(data: dict[str, Any], name: str, where: str, longest: int, *, needed: bool = False) -> str:
    value = data.get(name, "")
    if not isinstance(value, str) or (needed and not value):
        raise StudyError(_("is missing or not a text"), where=_at(where, name), expected=_("a text in quotes"))
    if len(value) > longest:
        raise StudyError(_("it is too long"), where=_at(where, name), expected=at_most(longest))
    return value


def _action(data: object, where: str) -> str:
    if not isinstance(data, str) or not data:
        raise StudyError(_("is missing or not a text"), where=where, expected=_("a text in quotes"))
    if len(data) > LONGEST_ACTION:
        raise StudyError(_("it is too long"), where=where, expected=at_most(LONGEST_ACTION))
    return data


def _whole(data: dict[str, Any], name: str, where: str, least: int) -> int:
    value = data.get(name, least)
    if not isinstance(value, int) or isinstance(value, bool) or not least <= value < 1 << 53:
        raise StudyError(
            _("is not a whole number"), where=_at(where, name), expected=_("a number from {n} up").format(n=least)
        )
    return value


def _flag(data: dict[str, Any], name: str, where: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise StudyError(_("is neither true nor false"), where=_at(where, name), expected="true, false")
    return value


def _one_of(known: Collection[str], value: object, where: str) -> str:
    if not isinstance(value, str) or value not in known:
        what = _("there is no {value}").format(value=repr(value)[:32])
        raise StudyError(what, where=where, expected=_("one of {names}").format(names=", ".join(known)))
    return value


def _list(data: dict[str, Any], name: str, where: str, most: int, read: Callable[[object, str], T]) -> tuple[T, ...]:
    return _items(data.get(name, []), _at(where, name), most, read)


def _items(data: object, where: str, most: int, read: Callable[[object, str], T]) -> tuple[T, ...]:
    """Return the items of a list, each read by a function that is given its place, too."""
    if not isinstance(data, list):
        raise StudyError(_("is not a list"), where=where, expected=_("a list"))
    if len(data) > most:
        raise StudyError(_("it is too long"), where=where, expected=_("{n} at most").format(n=most))
    return tuple(read(item, f"{where}[{number}]") for number, item in enumerate(data, 1))
