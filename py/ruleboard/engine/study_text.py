"""The JSON text of a study, in the format ``ruleboard-study/1`` (docs/formats.md)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection
from dataclasses import replace
from typing import Any, Final, TypeVar

from ruleboard.engine.errors import NewerStudy, StudyError, escape_unprintable
from ruleboard.engine.json_input import decode_as
from ruleboard.engine.limits import (
    MAX_ACTION_LENGTH,
    MAX_STUDY_LENGTH,
    MAX_STUDY_MOVES,
    check_study_length,
    max_length_phrase,
)
from ruleboard.engine.steps import Steps, run_to_end, scale_progress
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
_LONE_SURROGATES = re.compile("[\ud800-\udfff]")
"""Lone surrogates: JSON can escape them, but a UTF-8 file cannot contain them."""
_LANGUAGE_CODE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")

MAX_TITLE_LENGTH: Final = 200
"""Maximum number of characters of a title or a name."""
MAX_COMMENT_LENGTH: Final = 4_000
"""Maximum number of characters of a comment."""
MAX_SENTENCE_LENGTH: Final = 400
"""Maximum number of characters of each text of a task."""
MAX_LABEL_LENGTH: Final = 3
"""Maximum number of characters of a label on the board."""
MAX_START_LENGTH: Final = 8_000
"""Maximum number of characters of a position; the games have narrower limits."""
MAX_CHAPTERS: Final = 64
MAX_MARKS: Final = 64
"""Maximum number of marks on one board."""
MAX_ANSWERS: Final = 64
"""Maximum number of accepted and of wrong answers to one task."""
MAX_ARROW_TARGETS: Final = 12
"""Maximum number of targets of one arrow."""
MAX_VARIATION_DEPTH: Final = 16
"""Maximum depth of variations within variations."""

MAX_EXTRAS: Final = 64
"""Maximum number of glyphs and commands of other programs at one position."""
MAX_TAGS: Final = 100
"""Maximum number of PGN tags of a chapter."""
MAX_TAG_LENGTH: Final = 1_000
"""Maximum number of characters of the value of a PGN tag."""
TAG_NAME_PATTERN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+#=:-]{0,99}")
EXTRA_PATTERN: Final = re.compile(r"\$[0-9]{1,4}|\[%[^\]{}]{1,400}\]")
"""The form of each item of ``Note.extras``."""

_NOTE_FIELDS: Final = ("comment", "marks", "glyph", "task", "diagram", "extras")
_DRAWING_KINDS: Final = (ARROW, RING, LABEL)

T = TypeVar("T")


# --- writing ---------------------------------------------------------------------------------------------------------


def format_study(study: Study) -> str:
    """Return a study as indented JSON, without lone surrogates."""
    return _escape_surrogates(json.dumps(study_data(study), ensure_ascii=False, indent=1) + "\n")


def format_compact_study(study: Study) -> str:
    """Return a study as JSON on one line, for storage in the browser."""
    return run_to_end(compact_study_steps(study))


def compact_study_steps(study: Study) -> Steps[str]:
    """Format a study like ``format_compact_study``, one chapter per step.

    Raises:
        StudyError: the text is longer than the limit for studies.
    """
    texts = []
    remaining = MAX_STUDY_LENGTH
    for number, chapter in enumerate(study.chapters):
        texts.append(_compact_json(_chapter_data(chapter)))
        remaining -= len(texts[-1])
        if remaining < 0:
            raise StudyError(_("this is too long to be a study"), expected=max_length_phrase(MAX_STUDY_LENGTH))
        yield number / len(study.chapters)
    head = _compact_json(study_data(replace(study, chapters=())))
    return f"{head.removesuffix(']}')}{','.join(texts)}]}}"


def _compact_json(data: object) -> str:
    return _escape_surrogates(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def _escape_surrogates(text: str) -> str:
    """Escape the lone surrogates in a JSON text, since UTF-8 files cannot contain them."""
    return text if text.isascii() else _LONE_SURROGATES.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def study_data(study: Study) -> dict[str, Any]:
    """Return a study as a JSON value."""
    data: dict[str, Any] = {"format": FORMAT, "title": study.title}
    if study.author:
        data["author"] = study.author
    if study.language:
        data["language"] = study.language
    data["chapters"] = list(map(_chapter_data, study.chapters))
    return data


def _chapter_data(chapter: Chapter) -> dict[str, Any]:
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
    return {**data, "moves": list(map(_move_data, chapter.moves))}


def note_data(note: Note) -> dict[str, Any]:
    """Return a note as a JSON value."""
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
    """Return a mark as a JSON value."""
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
    """Return a task as a JSON value."""
    data: dict[str, Any] = {"accept": [line[0] if len(line) == 1 else list(line) for line in task.accept]}
    for name, value in (("ask", task.ask), ("hint", task.hint), ("praise", task.praise)):
        if value:
            data[name] = value
    if task.wrong_answers:
        data["wrong"] = [{"move": wrong.move, "comment": wrong.comment} for wrong in task.wrong_answers]
    return data


def _move_data(move: StudyMove) -> str | dict[str, Any]:
    data = note_data(move.note)
    if move.variations:
        data["variations"] = [list(map(_move_data, line)) for line in move.variations]
    return {"move": move.text, **data} if data else move.text


def is_language(code: str) -> bool:
    """Return True if a text has the form of a language code, such as "de-CH"."""
    return _LANGUAGE_CODE.fullmatch(code) is not None


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study(text: str) -> Study:
    """Parse a study from JSON. The moves are not checked; ``study_tree.open_chapter`` does that.

    Raises:
        NewerStudy: a newer version of the program wrote the text.
        StudyError: the text is too long or not JSON, or a field is missing, unknown or invalid; the error names its
            path.
    """
    return run_to_end(read_study_steps(text))


def read_study_steps(text: str) -> Steps[Study]:
    """Read a study in steps, otherwise like ``parse_study``.

    Raises:
        NewerStudy, StudyError: see ``parse_study``.
    """
    check_study_length(text)
    data = decode_as(text, StudyError, _("a study"), _("a JSON object"))
    yield 0
    return (yield from read_study_data_steps(data))


def read_study_data_steps(data: object) -> Steps[Study]:
    """Validate decoded JSON and return it as a study, one move or variation per step.

    Raises:
        NewerStudy, StudyError: see ``parse_study``.
    """
    if not isinstance(data, dict):
        raise StudyError(_("this is not a study"), expected=_("a JSON object"))
    if data.get("format") != FORMAT:
        if _NEWER.fullmatch(str(data.get("format"))):
            raise NewerStudy(_("this study was written for a newer version of Ruleboard"), where="format")
        raise StudyError(_("this is not a study this version can read"), where="format", expected=f'"{FORMAT}"')
    _check_fields(data, ("format", "title", "author", "language", "chapters"), "")
    language = _read_text(data, "language", "", MAX_TITLE_LENGTH)
    if language and not is_language(language):
        raise StudyError(
            _("this is not a language code"), where="language", expected=_("such as {example}").format(example="en")
        )
    items = _read_list(data, "chapters", "", MAX_CHAPTERS, _unchanged)
    if not items:
        raise StudyError(_("is missing or empty"), where="chapters", expected=_("at least one chapter"))
    chapters = []
    for number, item in enumerate(items, 1):
        chapter = yield from scale_progress(
            _read_chapter_steps(item, f"chapters[{number}]"), (number - 1) / len(items), 1 / len(items)
        )
        chapters.append(chapter)
    return Study(
        _read_text(data, "title", "", MAX_TITLE_LENGTH, is_required=True),
        _read_text(data, "author", "", MAX_TITLE_LENGTH),
        language,
        tuple(chapters),
    )


class _MoveCounter:
    """A counter for the moves of a chapter, which raises an error at the limit."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._moves = 0

    def add(self) -> None:
        """Count one more move.

        Raises:
            StudyError: the chapter has too many moves.
        """
        self._moves += 1
        if self._moves > MAX_STUDY_MOVES:
            raise StudyError(
                _("there are too many moves"), where=self._path, expected=_("{n} at most").format(n=MAX_STUDY_MOVES)
            )


def _read_chapter_steps(data: object, path: str) -> Steps[Chapter]:
    chapter = _check_object(data, path)
    fields = ("title", "game", "options", "seed", "start", "side", *_NOTE_FIELDS, "tags", "moves")
    _check_fields(chapter, fields, path)
    if "glyph" in chapter:
        raise StudyError(_("no move leads to the first position"), where=_field_path(path, "glyph"))
    options = _check_object(chapter.get("options", {}), _field_path(path, "options"))
    if not all(isinstance(value, str) for value in options.values()):
        raise StudyError(
            _("is not a set of named texts"), where=_field_path(path, "options"), expected=_("an object of texts")
        )
    moves_path = _field_path(path, "moves")
    items = _read_list(chapter, "moves", path, MAX_STUDY_MOVES, _unchanged)
    counter = _MoveCounter(moves_path)
    moves = []
    for number, item in enumerate(items, 1):
        moves.append((yield from _read_move_steps(item, f"{moves_path}[{number}]", MAX_VARIATION_DEPTH, counter)))
        yield number / len(items)
    return Chapter(
        game=_read_text(chapter, "game", path, MAX_TITLE_LENGTH, is_required=True),
        title=_read_text(chapter, "title", path, MAX_TITLE_LENGTH),
        options=options,
        seed=_whole(chapter, "seed", path, 0),
        start=_read_text(chapter, "start", path, MAX_START_LENGTH) if "start" in chapter else None,
        seat=_whole(chapter, "side", path, 1) - 1,
        note=read_note(chapter, path),
        moves=tuple(moves),
        tags=_read_tags(chapter.get("tags", {}), _field_path(path, "tags")),
    )


def _read_tags(data: object, path: str) -> dict[str, str]:
    tags = _check_object(data, path)
    if len(tags) > MAX_TAGS:
        raise StudyError(_("it is too long"), where=path, expected=_("{n} at most").format(n=MAX_TAGS))
    for name, value in tags.items():
        tag_path = _field_path(path, escape_unprintable(name[:30]))
        if not TAG_NAME_PATTERN.fullmatch(name):
            raise StudyError(_("is no name of a tag"), where=tag_path, expected=_("letters and digits"))
        if " ".join(_read_text(tags, name, path, MAX_TAG_LENGTH, is_required=True).split()) != value:
            raise StudyError(_("is not a text on one line"), where=tag_path, expected=_("single blanks between words"))
    return dict(tags)


def read_note(data: dict[str, Any], path: str) -> Note:
    """Validate decoded JSON and return it as a note. Fields that do not belong to a note are ignored.

    Args:
        data: the object that contains the fields of the note.
        path: its JSON path, for errors.

    Raises:
        StudyError: a field is invalid.
    """
    glyph = _read_text(data, "glyph", path, MAX_TITLE_LENGTH)
    if glyph:
        _check_value(GLYPHS, glyph, _field_path(path, "glyph"))
    note = Note(
        _read_text(data, "comment", path, MAX_COMMENT_LENGTH),
        _read_list(data, "marks", path, MAX_MARKS, read_mark),
        glyph,
        read_task(data["task"], _field_path(path, "task")) if "task" in data else None,
        _read_flag(data, "diagram", path),
        _read_list(data, "extras", path, MAX_EXTRAS, _read_extra),
    )
    return NO_NOTE if note == NO_NOTE else note


def _read_extra(data: object, path: str) -> str:
    if not isinstance(data, str) or not EXTRA_PATTERN.fullmatch(data):
        raise StudyError(_("is neither a glyph nor a command of PGN"), where=path, expected='"$18", "[%clk 0:05:00]"')
    return data


def _read_move_steps(data: object, path: str, max_depth: int, counter: _MoveCounter) -> Steps[StudyMove]:
    """Validate decoded JSON and return it as a move, one variation per step."""
    counter.add()
    if isinstance(data, str):
        return StudyMove(_action(data, path))
    move = _check_object(data, path, _("a move in quotes, or an object with one"))
    _check_fields(move, ("move", *_NOTE_FIELDS, "variations"), path)
    if "variations" in move and not max_depth:
        raise StudyError(
            _("variations are nested too deeply"), where=path, expected=_("{n} at most").format(n=MAX_VARIATION_DEPTH)
        )

    variations = []
    variations_path = _field_path(path, "variations")
    lines = _read_items(move.get("variations", []), variations_path, MAX_STUDY_MOVES, _unchanged)
    for number, line in enumerate(lines, 1):
        line_path = f"{variations_path}[{number}]"
        items = _read_items(line, line_path, MAX_STUDY_MOVES, _unchanged)
        if not items:
            raise StudyError(_("is missing or empty"), where=line_path, expected=_("a list of moves"))
        moves = []
        for index, item in enumerate(items, 1):
            moves.append((yield from _read_move_steps(item, f"{line_path}[{index}]", max_depth - 1, counter)))
        variations.append(tuple(moves))
        yield 0
    return StudyMove(_action(move.get("move"), _field_path(path, "move")), read_note(move, path), tuple(variations))


def _unchanged(item: object, _path: str) -> object:
    return item


def read_mark(data: object, path: str) -> StudyMark:
    """Validate decoded JSON and return it as a mark.

    Args:
        data: the JSON value.
        path: its JSON path, for errors.

    Raises:
        StudyError: a field is missing, unknown or invalid.
    """
    mark = _check_object(data, path)
    kind = _check_value(KINDS, mark.get("kind"), _field_path(path, "kind"))
    field = "path" if kind == ARROW else "at"
    _check_fields(
        mark,
        ("kind", field, *(("color",) if kind in _DRAWING_KINDS else ()), *(("text",) if kind == LABEL else ())),
        path,
    )
    if kind == ARROW:
        targets = _read_list(mark, "path", path, MAX_ARROW_TARGETS, _action)
        if len(targets) < 2:
            raise StudyError(
                _("an arrow needs a start and an end"), where=_field_path(path, "path"), expected=_("a list of places")
            )
    else:
        targets = (_action(mark.get("at"), _field_path(path, "at")),)
    return StudyMark(
        kind,
        targets,
        _check_value(COLORS, mark.get("color", COLORS[0]), _field_path(path, "color")),
        _read_text(mark, "text", path, MAX_LABEL_LENGTH, is_required=kind == LABEL),
    )


def read_task(data: object, path: str) -> StudyTask:
    """Validate decoded JSON and return it as a task.

    Args:
        data: the JSON value.
        path: its JSON path, for errors.

    Raises:
        StudyError: a field is missing, unknown or invalid.
    """
    task = _check_object(data, path)
    _check_fields(task, ("accept", "ask", "hint", "praise", "wrong"), path)

    def answer(data: object, path: str) -> tuple[str, ...]:
        return (_action(data, path),) if isinstance(data, str) else _read_items(data, path, MAX_STUDY_MOVES, _action)

    accept = _read_list(task, "accept", path, MAX_ANSWERS, answer)
    if not accept or not all(accept):
        raise StudyError(_("is missing or empty"), where=_field_path(path, "accept"), expected=_("at least one answer"))
    return StudyTask(
        accept,
        ask=_read_text(task, "ask", path, MAX_SENTENCE_LENGTH),
        hint=_read_text(task, "hint", path, MAX_SENTENCE_LENGTH),
        praise=_read_text(task, "praise", path, MAX_SENTENCE_LENGTH),
        wrong_answers=_read_list(task, "wrong", path, MAX_ANSWERS, _read_wrong_answer),
    )


def _read_wrong_answer(data: object, path: str) -> WrongAnswer:
    wrong = _check_object(data, path)
    _check_fields(wrong, ("move", "comment"), path)
    move = _action(wrong.get("move"), _field_path(path, "move"))
    return WrongAnswer(move, _read_text(wrong, "comment", path, MAX_COMMENT_LENGTH, is_required=True))


# --- single values ---------------------------------------------------------------------------------------------------


def _field_path(path: str, name: str) -> str:
    """Return the JSON path of a field, given the path of the object that contains it."""
    return f"{path}.{name}" if path else name


def _check_fields(data: dict[str, Any], names: Collection[str], path: str) -> None:
    for name in data:
        if name not in names:
            raise StudyError(
                _("there is no such field"),
                where=_field_path(path, escape_unprintable(name[:30])),
                expected=_("one of {names}").format(names=", ".join(names)),
            )


def _check_object(data: object, path: str, expected: str = "") -> dict[str, Any]:
    if not isinstance(data, dict):
        raise StudyError(_("is not an object"), where=path, expected=expected or _("a JSON object"))
    return data


def _read_text(data: dict[str, Any], name: str, path: str, max_length: int, *, is_required: bool = False) -> str:
    value = data.get(name, "")
    if not isinstance(value, str) or (is_required and not value):
        raise StudyError(_("is missing or not a text"), where=_field_path(path, name), expected=_("a text in quotes"))
    if len(value) > max_length:
        raise StudyError(_("it is too long"), where=_field_path(path, name), expected=max_length_phrase(max_length))
    return value


def _action(data: object, path: str) -> str:
    if not isinstance(data, str) or not data:
        raise StudyError(_("is missing or not a text"), where=path, expected=_("a text in quotes"))
    if len(data) > MAX_ACTION_LENGTH:
        raise StudyError(_("it is too long"), where=path, expected=max_length_phrase(MAX_ACTION_LENGTH))
    return data


def _whole(data: dict[str, Any], name: str, path: str, minimum: int) -> int:
    value = data.get(name, minimum)
    if not isinstance(value, int) or isinstance(value, bool) or not minimum <= value < 1 << 53:
        raise StudyError(
            _("is not a whole number"),
            where=_field_path(path, name),
            expected=_("a number from {n} up").format(n=minimum),
        )
    return value


def _read_flag(data: dict[str, Any], name: str, path: str) -> bool:
    value = data.get(name, False)
    if not isinstance(value, bool):
        raise StudyError(_("is neither true nor false"), where=_field_path(path, name), expected="true, false")
    return value


def _check_value(values: Collection[str], value: object, path: str) -> str:
    if not isinstance(value, str) or value not in values:
        message = _("there is no {value}").format(value=repr(value)[:32])
        raise StudyError(message, where=path, expected=_("one of {names}").format(names=", ".join(values)))
    return value


def _read_list(
    data: dict[str, Any], name: str, path: str, max_items: int, read: Callable[[object, str], T]
) -> tuple[T, ...]:
    return _read_items(data.get(name, []), _field_path(path, name), max_items, read)


def _read_items(data: object, path: str, max_items: int, read: Callable[[object, str], T]) -> tuple[T, ...]:
    """Validate a list, and convert each item by calling ``read`` with its value and path."""
    if not isinstance(data, list):
        raise StudyError(_("is not a list"), where=path, expected=_("a list"))
    if len(data) > max_items:
        raise StudyError(_("it is too long"), where=path, expected=_("{n} at most").format(n=max_items))
    return tuple(read(item, f"{path}[{number}]") for number, item in enumerate(data, 1))
