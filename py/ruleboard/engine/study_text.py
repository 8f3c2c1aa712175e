"""The text of a study: JSON, ``ruleboard-study/1``, described in docs/formats.md."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from typing import Any, Final, TypeVar

from ruleboard.engine.errors import NewerStudy, StudyError, printable
from ruleboard.engine.json_input import decode_as
from ruleboard.engine.limits import LONGEST_ACTION, MOST_STUDY_MOVES, at_most, check_study
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
    count_moves,
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

_NOTE_FIELDS: Final = ("comment", "marks", "glyph", "task", "diagram")
_DRAWN: Final = (ARROW, RING, LABEL)

T = TypeVar("T")


# --- writing ---------------------------------------------------------------------------------------------------------


def format_study(study: Study) -> str:
    """Return a study as indented JSON text, in characters that any file can hold."""
    return _holdable(json.dumps(study_data(study), ensure_ascii=False, indent=1) + "\n")


def compact_study(study: Study) -> str:
    """Return a study as JSON text on one line, as it is stored: it is written after every change."""
    return _holdable(json.dumps(study_data(study), ensure_ascii=False, separators=(",", ":")))


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
    return {**data, **_note(chapter.note), "moves": list(map(_move, chapter.moves))}


def _note(note: Note) -> dict[str, Any]:
    data: dict[str, Any] = {}
    if note.glyph:
        data["glyph"] = note.glyph
    if note.comment:
        data["comment"] = note.comment
    if note.marks:
        data["marks"] = list(map(_mark, note.marks))
    if note.task:
        data["task"] = task_data(note.task)
    if note.diagram:
        data["diagram"] = True
    return data


def _mark(mark: StudyMark) -> dict[str, Any]:
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
    data = _note(move.note)
    if move.variations:
        data["variations"] = [list(map(_move, line)) for line in move.variations]
    return {"move": move.text, **data} if data else move.text


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study(text: str) -> Study:
    """Return the study in a JSON text; ``study_tree.open_chapter`` checks its moves.

    Raises:
        NewerStudy: it was written for a newer version.
        StudyError: the text is too long or not JSON, or a field is missing, unknown or not as expected; the error
            names its place.
    """
    check_study(text)
    data = decode_as(text, StudyError, _("a study"), _("a JSON object"))
    return read_study(data)


def read_study(data: object) -> Study:
    """Return the study in decoded JSON.

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
    if language and not _LANGUAGE.fullmatch(language):
        raise StudyError(
            _("this is not a language code"), where="language", expected=_("such as {example}").format(example="en")
        )
    chapters = _list(data, "chapters", "", MOST_CHAPTERS, _read_chapter)
    if not chapters:
        raise StudyError(_("is missing or empty"), where="chapters", expected=_("at least one chapter"))
    return Study(
        _text(data, "title", "", LONGEST_TITLE, needed=True),
        _text(data, "author", "", LONGEST_TITLE),
        language,
        chapters,
    )


def _read_chapter(data: object, where: str) -> Chapter:
    chapter = _object(data, where)
    _check_fields(chapter, ("title", "game", "options", "seed", "start", "side", *_NOTE_FIELDS, "moves"), where)
    if "glyph" in chapter:
        raise StudyError(_("no move leads to the first position"), where=_at(where, "glyph"))
    options = _object(chapter.get("options", {}), _at(where, "options"))
    if not all(isinstance(value, str) for value in options.values()):
        raise StudyError(
            _("is not a set of named texts"), where=_at(where, "options"), expected=_("an object of texts")
        )
    moves = _list(chapter, "moves", where, MOST_STUDY_MOVES, lambda item, place: _read_move(item, place, DEEPEST))
    if count_moves(moves) > MOST_STUDY_MOVES:
        raise StudyError(
            _("there are too many moves"),
            where=_at(where, "moves"),
            expected=_("{n} at most").format(n=MOST_STUDY_MOVES),
        )
    return Chapter(
        game=_text(chapter, "game", where, LONGEST_TITLE, needed=True),
        title=_text(chapter, "title", where, LONGEST_TITLE),
        options=options,
        seed=_whole(chapter, "seed", where, 0),
        start=_text(chapter, "start", where, LONGEST_START) if "start" in chapter else None,
        seat=_whole(chapter, "side", where, 1) - 1,
        note=_read_note(chapter, where),
        moves=moves,
    )


def _read_note(data: dict[str, Any], where: str) -> Note:
    glyph = _text(data, "glyph", where, LONGEST_TITLE)
    if glyph:
        _one_of(GLYPHS, glyph, _at(where, "glyph"))
    note = Note(
        _text(data, "comment", where, LONGEST_COMMENT),
        _list(data, "marks", where, MOST_MARKS, _read_mark),
        glyph,
        read_task(data["task"], _at(where, "task")) if "task" in data else None,
        _flag(data, "diagram", where),
    )
    return NO_NOTE if note == NO_NOTE else note


def _read_move(data: object, where: str, deepest: int) -> StudyMove:
    if isinstance(data, str):
        return StudyMove(_action(data, where))
    move = _object(data, where, _("a move in quotes, or an object with one"))
    _check_fields(move, ("move", *_NOTE_FIELDS, "variations"), where)
    if "variations" in move and not deepest:
        raise StudyError(
            _("variations are nested too deeply"), where=where, expected=_("{n} at most").format(n=DEEPEST)
        )

    def line(data: object, where: str) -> tuple[StudyMove, ...]:
        moves = _items(data, where, MOST_STUDY_MOVES, lambda item, place: _read_move(item, place, deepest - 1))
        if not moves:
            raise StudyError(_("is missing or empty"), where=where, expected=_("a list of moves"))
        return moves

    return StudyMove(
        _action(move.get("move"), _at(where, "move")),
        _read_note(move, where),
        _list(move, "variations", where, MOST_STUDY_MOVES, line),
    )


def _read_mark(data: object, where: str) -> StudyMark:
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
