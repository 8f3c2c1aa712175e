"""The JSON text of a study, in the format ``ruleboard-study/1`` (docs/formats.md)."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any, Final

from ruleboard.engine.decoding import ErrorStyle, Value, decode_as
from ruleboard.engine.errors import NewerStudy, StudyError
from ruleboard.engine.limits import (
    MAX_ACTION_LENGTH,
    MAX_STUDY_LENGTH,
    MAX_STUDY_MOVES,
    check_study_length,
    max_count_phrase,
    max_length_phrase,
)
from ruleboard.engine.plain_text import escape_surrogates
from ruleboard.engine.steps import Steps, run_to_end, scale_progress
from ruleboard.engine.study import (
    ARROW,
    COLORS,
    GLYPHS,
    LABEL,
    MARK_KINDS,
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

STUDY_FORMAT: Final = "ruleboard-study/1"
_NEWER_FORMAT_PATTERN = re.compile(r"ruleboard-study/([2-9]|[1-9][0-9]{1,2})")
_LANGUAGE_CODE_PATTERN = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8}){0,3}")

MAX_TITLE_LENGTH: Final = 200
"""Maximum number of characters of a title or a name."""
MAX_COMMENT_LENGTH: Final = 4_000
"""Maximum number of characters of a comment."""
MAX_SENTENCE_LENGTH: Final = 400
"""Maximum number of characters of each text of a task."""
MAX_LABEL_LENGTH: Final = 3
"""Maximum number of characters of a label on the board."""
MAX_START_LENGTH: Final = 8_000
"""Maximum number of characters of a position. Each game has a stricter limit."""
MAX_CHAPTERS: Final = 64
MAX_MARKS: Final = 64
"""Maximum number of marks on one board."""
MAX_ANSWERS: Final = 64
"""Maximum number of accepted answers to a task, and also of its wrong answers."""
MAX_ARROW_TARGETS: Final = 12
"""Maximum number of targets of one arrow."""
MAX_VARIATION_DEPTH: Final = 16
"""Maximum depth of variations within variations."""

MAX_EXTRAS_PER_POSITION: Final = 64
"""Maximum number of glyphs and commands of other programs at one position."""
MAX_TAGS: Final = 100
"""Maximum number of PGN tags of a chapter."""
MAX_TAG_LENGTH: Final = 1_000
"""Maximum number of characters of the value of a PGN tag."""
TAG_NAME_PATTERN: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_+#=:-]{0,99}")
EXTRA_PATTERN: Final = re.compile(r"\$[0-9]{1,4}|\[%[^\]{}]{1,400}\]")
"""The pattern of each item of ``Note.extras``."""

_NOTE_FIELDS: Final = ("comment", "marks", "glyph", "task", "diagram", "extras")
_DRAWING_KINDS: Final = (ARROW, RING, LABEL)

STUDY_ERRORS: Final = ErrorStyle(StudyError)
"""The form of errors in the data of a study."""


# --- writing ---------------------------------------------------------------------------------------------------------


def format_study(study: Study, *, is_indented: bool = True) -> str:
    """Format a study as JSON without lone surrogates. The function does not check the length.

    Args:
        study: the study.
        is_indented: True for JSON that people can read, False for one line, which is faster.
    """
    if not is_indented:
        return _compact_json(study_data(study))
    return escape_surrogates(json.dumps(study_data(study), ensure_ascii=False, indent=1) + "\n")


def format_compact_study(study: Study) -> str:
    """Return a study as JSON on one line, for storage in the browser."""
    return run_to_end(format_compact_study_steps(study))


def format_compact_study_steps(study: Study) -> Steps[str]:
    """Format a study like ``format_compact_study``, one chapter per step.

    Raises:
        StudyError: the text is longer than the limit for studies.
    """
    texts = []
    remaining_length = MAX_STUDY_LENGTH
    for number, chapter in enumerate(study.chapters):
        texts.append(_compact_json(_chapter_data(chapter)))
        remaining_length -= len(texts[-1])
        if remaining_length < 0:
            raise StudyError(_("this is too long to be a study"), expected=max_length_phrase(MAX_STUDY_LENGTH))
        yield number / len(study.chapters)
    head = _compact_json(study_data(replace(study, chapters=())))
    return f"{head.removesuffix(']}')}{','.join(texts)}]}}"


def _compact_json(data: object) -> str:
    return escape_surrogates(json.dumps(data, ensure_ascii=False, separators=(",", ":")))


def study_data(study: Study) -> dict[str, Any]:
    """Return a study as a JSON value."""
    data: dict[str, Any] = {"format": STUDY_FORMAT, "title": study.title}
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
    if note.has_diagram:
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
    data: dict[str, Any] = {"accept": [line[0] if len(line) == 1 else list(line) for line in task.accepted_answers]}
    for name, value in (("ask", task.prompt), ("hint", task.hint), ("praise", task.praise)):
        if value:
            data[name] = value
    if task.wrong_answers:
        data["wrong"] = [{"move": answer.move, "comment": answer.comment} for answer in task.wrong_answers]
    return data


def _move_data(move: StudyMove) -> str | dict[str, Any]:
    data = note_data(move.note)
    if move.variations:
        data["variations"] = [list(map(_move_data, line)) for line in move.variations]
    return {"move": move.text, **data} if data else move.text


def is_language(code: str) -> bool:
    """Return True if a text has the form of a language code, such as "de-CH"."""
    return _LANGUAGE_CODE_PATTERN.fullmatch(code) is not None


# --- reading ---------------------------------------------------------------------------------------------------------


def parse_study(text: str) -> Study:
    """Parse a study from JSON. The function does not check the moves; ``study_tree.open_chapter`` does.

    Raises:
        NewerStudy: a newer version of the program wrote the text.
        StudyError: the text is too long or not JSON, or a field is missing, unknown or invalid; the error names its
            path.
    """
    return run_to_end(read_study_steps(text))


def read_study_steps(text: str) -> Steps[Study]:
    """Read a study like ``parse_study``, but in steps.

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
    study = Value(data, STUDY_ERRORS)
    if not isinstance(data, dict):
        raise study.error(_("this isn’t a study"), _("a JSON object"))
    if data.get("format") != STUDY_FORMAT:
        if _NEWER_FORMAT_PATTERN.fullmatch(str(data.get("format"))):
            raise NewerStudy(_("this study needs a newer version of Ruleboard"), where="format")
        raise study.field("format").error(_("this isn’t a study that this version can read"), f'"{STUDY_FORMAT}"')
    study.check_names(("format", "title", "author", "language", "chapters"))
    language = study.field("language", "").text(MAX_TITLE_LENGTH)
    if language and not is_language(language):
        raise study.field("language").error(
            _("this isn’t a language code"), _("such as {example}").format(example="en")
        )
    items = study.field("chapters").items(MAX_CHAPTERS)
    if not items:
        raise study.field("chapters").error(_("is missing or empty"), _("at least one chapter"))
    chapters = []
    for index, item in enumerate(items):
        chapter = yield from scale_progress(_read_chapter_steps(item), index / len(items), 1 / len(items))
        chapters.append(chapter)
    return Study(
        study.field("title").nonempty_text(MAX_TITLE_LENGTH),
        study.field("author", "").text(MAX_TITLE_LENGTH),
        language,
        tuple(chapters),
    )


class _MoveCounter:
    """A counter for the moves of a chapter, which raises an error when they exceed the limit."""

    def __init__(self, moves: Value) -> None:
        self._value = moves
        self._moves = 0

    def add(self) -> None:
        """Count one more move.

        Raises:
            StudyError: the chapter has too many moves.
        """
        self._moves += 1
        if self._moves > MAX_STUDY_MOVES:
            raise self._value.error(_("there are too many moves"), max_count_phrase(MAX_STUDY_MOVES))


def _read_chapter_steps(chapter: Value) -> Steps[Chapter]:
    chapter.check_names(("title", "game", "options", "seed", "start", "side", *_NOTE_FIELDS, "tags", "moves"))
    if chapter.has("glyph"):
        raise chapter.field("glyph").error(_("no move leads to the first position, so it can’t have a glyph"))
    options = chapter.field("options", {}).texts_by_name()
    items = chapter.field("moves", []).items(MAX_STUDY_MOVES)
    counter = _MoveCounter(chapter.field("moves"))
    moves = []
    for number, item in enumerate(items, 1):
        moves.append((yield from _read_move_steps(item, MAX_VARIATION_DEPTH, counter)))
        yield number / len(items)
    return Chapter(
        game=chapter.field("game").nonempty_text(MAX_TITLE_LENGTH),
        title=chapter.field("title", "").text(MAX_TITLE_LENGTH),
        options=options,
        seed=chapter.field("seed", 0).integer(),
        start=chapter.field("start").text(MAX_START_LENGTH) if chapter.has("start") else None,
        seat=chapter.field("side", 1).integer(1) - 1,
        note=_read_note(chapter),
        moves=tuple(moves),
        tags=_read_tags(chapter.field("tags", {})),
    )


def _read_tags(tags: Value) -> dict[str, str]:
    members = tags.members()
    if len(members) > MAX_TAGS:
        raise tags.error(_("it’s too long"), max_count_phrase(MAX_TAGS))
    for name in members:
        tag = tags.field(name)
        if not TAG_NAME_PATTERN.fullmatch(name):
            raise tag.error(_("isn’t a tag name"), _("letters and digits"))
        text = tag.nonempty_text(MAX_TAG_LENGTH)
        if " ".join(text.split()) != text:
            raise tag.error(_("isn’t a single line of text"), _("single spaces between words"))
    return dict(members)


def _read_note(data: Value) -> Note:
    """Read the note of a chapter or a move from its JSON object. Ignore fields that do not belong to a note.

    Raises:
        StudyError: a field is invalid.
    """
    note = Note(
        data.field("comment", "").text(MAX_COMMENT_LENGTH),
        tuple(map(read_mark, data.field("marks", []).items(MAX_MARKS))),
        data.field("glyph").one_of(GLYPHS) if data.field("glyph", "").data != "" else "",
        read_task(data.field("task")) if data.has("task") else None,
        data.field("diagram", False).flag(),
        tuple(map(_read_extra, data.field("extras", []).items(MAX_EXTRAS_PER_POSITION))),
    )
    return NO_NOTE if note == NO_NOTE else note


def _read_extra(extra: Value) -> str:
    if not isinstance(extra.data, str) or not EXTRA_PATTERN.fullmatch(extra.data):
        raise extra.error(_("is neither a PGN glyph nor a PGN command"), '"$18", "[%clk 0:05:00]"')
    return extra.data


def _read_move_steps(move: Value, max_depth: int, counter: _MoveCounter) -> Steps[StudyMove]:
    """Read a move from decoded JSON, one variation per step."""
    counter.add()
    if isinstance(move.data, str):
        return StudyMove(_read_action(move))
    move.check_names(("move", *_NOTE_FIELDS, "variations"), _("a move in quotes, or an object that contains a move"))
    if move.has("variations") and not max_depth:
        raise move.error(_("variations are nested too deeply"), max_count_phrase(MAX_VARIATION_DEPTH))
    variations = []
    for line in move.field("variations", []).items(MAX_STUDY_MOVES):
        items = line.items(MAX_STUDY_MOVES)
        if not items:
            raise line.error(_("is missing or empty"), _("a list of moves"))
        moves = []
        for item in items:
            moves.append((yield from _read_move_steps(item, max_depth - 1, counter)))
        variations.append(tuple(moves))
        yield 0
    return StudyMove(_read_action(move.field("move")), _read_note(move), tuple(variations))


def read_mark(mark: Value) -> StudyMark:
    """Read a mark from decoded JSON.

    Raises:
        StudyError: a field is missing, unknown or invalid.
    """
    kind = mark.field("kind").one_of(MARK_KINDS)
    name = "path" if kind == ARROW else "at"
    mark.check_names(
        ("kind", name, *(("color",) if kind in _DRAWING_KINDS else ()), *(("text",) if kind == LABEL else ()))
    )
    if kind == ARROW:
        targets = tuple(map(_read_action, mark.field("path").items(MAX_ARROW_TARGETS)))
        if len(targets) < 2:
            raise mark.field("path").error(_("an arrow needs a start and an end"), _("a list of places"))
    else:
        targets = (_read_action(mark.field("at")),)
    return StudyMark(
        kind,
        targets,
        mark.field("color", COLORS[0]).one_of(COLORS),
        mark.field("text").nonempty_text(MAX_LABEL_LENGTH) if kind == LABEL else "",
    )


def read_task(task: Value) -> StudyTask:
    """Read a task from decoded JSON.

    Raises:
        StudyError: a field is missing, unknown or invalid.
    """
    task.check_names(("accept", "ask", "hint", "praise", "wrong"))
    answers = tuple(map(_read_answer, task.field("accept", []).items(MAX_ANSWERS)))
    if not answers or not all(answers):
        raise task.field("accept").error(_("is missing or empty"), _("at least one answer"))
    return StudyTask(
        answers,
        prompt=task.field("ask", "").text(MAX_SENTENCE_LENGTH),
        hint=task.field("hint", "").text(MAX_SENTENCE_LENGTH),
        praise=task.field("praise", "").text(MAX_SENTENCE_LENGTH),
        wrong_answers=tuple(map(_read_wrong_answer, task.field("wrong", []).items(MAX_ANSWERS))),
    )


def _read_answer(answer: Value) -> tuple[str, ...]:
    """Read an answer, which is a list of actions or the text of a single action."""
    if isinstance(answer.data, str):
        return (_read_action(answer),)
    return tuple(map(_read_action, answer.items(MAX_STUDY_MOVES)))


def _read_wrong_answer(answer: Value) -> WrongAnswer:
    answer.check_names(("move", "comment"))
    return WrongAnswer(_read_action(answer.field("move")), answer.field("comment").nonempty_text(MAX_COMMENT_LENGTH))


def _read_action(value: Value) -> str:
    return value.nonempty_text(MAX_ACTION_LENGTH)
