"""Imports of files with games and studies into their stores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleboard.app.storage.games import MAX_CHARACTERS_AT_ONCE, GameStore, ImportResult
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_files import GamesFile, StudyFile, read_file_steps
from ruleboard.engine.limits import check_record_length
from ruleboard.engine.pgn_tokens import looks_like_pgn
from ruleboard.engine.steps import Steps, scale_progress
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import compact_study_steps
from ruleboard.games.registry import GAMES, MOVE_TOKENS
from ruleboard.i18n import _

GAMES_LIST, STUDIES_LIST = "games", "studies"
"""The lists from which a person can import files."""

_MAX_PGN_CHARACTERS_AT_ONCE = 1_500
"""Characters of PGN that the app reads at once: about two hundred moves."""


class FileText(NamedTuple):
    """The text of a chosen file.

    Attributes:
        text: the text; None if the browser could not read the file.
        encoding: the name of an encoding that the app guessed; empty for UTF-8.
    """

    text: str | None
    encoding: str = ""


def read_file(text: str | None) -> str:
    """Check the text of a chosen file, and return it.

    Raises:
        RecordError: the browser could not read the file, or its text is too long.
    """
    if text is None:
        raise RecordError(_("the browser could not read the file; choose it again, or copy it onto this device first"))
    check_record_length(text)
    return text


@dataclass(frozen=True, slots=True)
class StudyImport:
    """The studies in the result of an import.

    Attributes:
        new_studies: the ids and titles of the new studies.
        duplicates: the ids and titles of the stored studies with the same text.
        without_room: the number of studies for which the storage had no room.
    """

    new_studies: tuple[tuple[str, str], ...] = ()
    duplicates: tuple[tuple[str, str], ...] = ()
    without_room: int = 0


@dataclass(slots=True)
class Imports:
    """The result of an import.

    Attributes:
        list_name: the list from which the person imported the files, ``GAMES_LIST`` or ``STUDIES_LIST``.
        files: the number of files.
        games: the imported games.
        studies: the imported studies.
        other_formats: the formats of files with custom boards, which the board editor imports.
        errors: the errors in invalid files, as clauses.
        notices: the omissions and changes, as clauses.
    """

    list_name: str
    files: int
    games: ImportResult = field(default_factory=ImportResult)
    studies: StudyImport = field(default_factory=StudyImport)
    other_formats: tuple[str, ...] = ()
    errors: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def is_short(files: Sequence[FileText]) -> bool:
    """Return True if the app can import files at once, without slices."""
    length = sum(len(file.text or "") for file in files)
    is_pgn = any(looks_like_pgn(file.text or "") for file in files)
    return length <= (_MAX_PGN_CHARACTERS_AT_ONCE if is_pgn else MAX_CHARACTERS_AT_ONCE)


def import_file_steps(
    files: Sequence[FileText], list_name: str, games: GameStore, studies: StudyStore
) -> Steps[Imports]:
    """Import the games and studies in files, in steps; a cancelled import keeps the items that it has saved."""
    result = Imports(list_name, len(files))
    for number, file in enumerate(files):
        name = _("file {number}").format(number=number + 1) if len(files) > 1 else ""
        try:
            yield from scale_progress(
                _import_file_steps(file, result, games, studies), number / len(files), 1 / len(files)
            )
        except RuleboardError as error:
            result.errors += (str(error.within(name) if name else error),)
    return result


def _import_file_steps(file: FileText, result: Imports, games: GameStore, studies: StudyStore) -> Steps[None]:
    """Import one file, and update the result."""
    text = read_file(file.text)
    if file.encoding:
        result.notices += (
            _("the file is no UTF-8: it was read as {encoding}, check its names and comments").format(
                encoding=file.encoding
            ),
        )
    content = yield from scale_progress(
        read_file_steps(text, GAMES, MOVE_TOKENS, as_study=result.list_name == STUDIES_LIST), 0, 0.7
    )
    match content:
        case StudyFile(study, notices):
            result.notices += notices
            yield from _add_study_steps(study, result, studies)
        case GamesFile(items, notices):
            result.notices += notices
            result.games += yield from scale_progress(games.import_item_steps(items), 0.7, 0.3)
        case _:
            result.other_formats += (content.format,)


def _add_study_steps(study: Study, result: Imports, studies: StudyStore) -> Steps[None]:
    """Save a study, unless the store contains the same text."""
    text = yield from scale_progress(compact_study_steps(study), 0.7, 0.3)
    old_result = result.studies
    if id := studies.find_text(text):
        duplicates = (*old_result.duplicates, (id, study.title))
        result.studies = StudyImport(old_result.new_studies, duplicates, old_result.without_room)
        return
    id, full = studies.new_id(), old_result.without_room
    try:
        studies.save_text(id, study, text)
    except StoreFull:
        full += 1
    result.studies = StudyImport((*old_result.new_studies, (id, study.title)), old_result.duplicates, full)
