"""Imported files: detect the format of a text, and read the study or the games in it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from ruleboard.engine.decoding import decode_or_none
from ruleboard.engine.errors import RecordError, RuleboardError, StudyError
from ruleboard.engine.limits import check_record_length, check_study_length
from ruleboard.engine.pgn_notation import AnyGame, MoveTokens
from ruleboard.engine.pgn_records import read_records_steps
from ruleboard.engine.pgn_tokens import looks_like_json, looks_like_pgn, with_line_feeds
from ruleboard.engine.record import Record, parse_record, read_record, record_omissions
from ruleboard.engine.steps import Steps
from ruleboard.engine.study import Study
from ruleboard.engine.study_pgn import read_study_pgn_steps
from ruleboard.engine.study_text import parse_study, read_study_data_steps
from ruleboard.i18n import _

_STUDY_TAG_PATTERN: Final = re.compile(r'[\s>]*+\[\s*+(?:StudyName|ChapterName)\s++"')
_MAX_TAG_LINES: Final = 40
"""The first lines of a PGN text, which may contain the tags of a study."""


@dataclass(frozen=True, slots=True)
class StudyFile:
    """The study in a file, with notices about omitted and changed parts."""

    study: Study
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GamesFile:
    """The games in a file, with notices about omitted and changed parts.

    Each item is a record, an error, or decoded JSON that is not validated yet.
    """

    items: tuple[object, ...]
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class UnsupportedFile:
    """A JSON file in another format, which its member ``format`` names."""

    format: str


AnyFile = StudyFile | GamesFile | UnsupportedFile


def read_file_steps(
    text: str,
    games: Mapping[str, AnyGame],
    notations: Mapping[str, MoveTokens],
    *,
    as_study: bool = False,
    is_pgn: bool = False,
) -> Steps[AnyFile]:
    """Read a study or games from JSON or PGN, in steps.

    Args:
        text: the text of the file.
        games: the games, keyed by id.
        notations: the PGN move notations, keyed by the id of the game.
        as_study: True to read any PGN as a study and to report errors as errors in a study. False to read PGN as a
            study only if it has the tags of a study.
        is_pgn: True if the text is PGN even if it does not begin like PGN, such as moves without numbers.

    Raises:
        RecordError, StudyError: the text is invalid.
    """
    error_type: type[RuleboardError] = StudyError if as_study else RecordError
    check_record_length(text)
    if not text.strip("\ufeff \t\r\n"):
        raise error_type(_("the file is empty"), expected=_("a study") if as_study else _("a game"))
    if is_pgn or looks_like_pgn(text) or (as_study and not looks_like_json(text)):
        if as_study or is_study_pgn(text):
            study_pgn = yield from read_study_pgn_steps(text, games, notations)
            return StudyFile(study_pgn.study, study_pgn.notices)
        records = yield from read_records_steps(text, games, notations)
        return GamesFile(records.items, records.notices)
    data = decode_or_none(text.removeprefix("\ufeff"))
    if data is None and not as_study:
        data = _decode_lines(text)
    if data is None:
        parse_study(text) if as_study else parse_record(text)  # raises the error that says what is wrong
    yield 0
    return (yield from _read_data_steps(text, data, as_study))


def _decode_lines(text: str) -> list[Any] | None:
    """Decode a text that has a JSON object on each line; return None for other texts."""
    lines = [line for line in with_line_feeds(text).split("\n") if line.strip()]
    if len(lines) < 2 or not all(line.lstrip().startswith("{") and line.rstrip().endswith("}") for line in lines):
        return None
    items = [decode_or_none(line) for line in lines]
    return None if None in items else items


def _read_data_steps(text: str, data: Any, as_study: bool) -> Steps[AnyFile]:
    """Read a study or games from decoded JSON, in steps."""
    format = str(data.get("format", "")) if isinstance(data, dict) else ""
    items = data.get("games") if isinstance(data, dict) else data
    if isinstance(items, list):
        if not items:
            raise (StudyError if as_study else RecordError)(_("there are no games in the file"))
        return GamesFile(tuple(items), _omission_notices(items))
    if format.startswith("ruleboard-study"):
        check_study_length(text)
        return StudyFile((yield from read_study_data_steps(data)))
    if format.startswith("ruleboard/") and format.count("/") > 1:
        return UnsupportedFile(format)
    if as_study and not format.startswith("ruleboard/"):
        check_study_length(text)
        return StudyFile((yield from read_study_data_steps(data)))
    return GamesFile((data,), _omission_notices((data,)))


def _omission_notices(items: Sequence[object]) -> tuple[str, ...]:
    """Return notices about fields in the decoded games that a record cannot contain."""
    notices = []
    for number, item in enumerate(items, 1):
        for what in record_omissions(item):
            where = _("game {number}").format(number=number)
            notices.append(_("{where}: {what}").format(where=where, what=what) if len(items) > 1 else what)
    return tuple(notices)


def is_study_pgn(text: str) -> bool:
    """Return True if a PGN text has the tags of a study."""
    lines = text[:10_000].replace("\r\n", "\n").replace("\r", "\n").split("\n", _MAX_TAG_LINES)
    return any(_STUDY_TAG_PATTERN.match(line) for line in lines[:_MAX_TAG_LINES])


def as_record(item: object) -> Record:
    """Convert an item of a ``GamesFile`` to a validated record.

    Raises:
        RecordError: the item is an error, or is not a valid record.
    """
    if isinstance(item, RuleboardError):
        raise item
    return item if isinstance(item, Record) else read_record(item)
