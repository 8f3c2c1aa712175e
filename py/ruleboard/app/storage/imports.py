"""Imports of files: games and studies, each into the store it belongs to, wherever the file was offered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from ruleboard.app.storage.games import READ_AT_ONCE, GameStore, ImportResult
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_files import GamesFile, StudyFile, reading_file
from ruleboard.engine.limits import check_record
from ruleboard.engine.pgn_tokens import looks_like_pgn
from ruleboard.engine.steps import Steps, scaled
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import compacting_study
from ruleboard.games.registry import GAMES, TOKENS
from ruleboard.i18n import _

GAMES_PLACE, STUDIES_PLACE = "games", "studies"
"""The places at which files are offered."""

_PGN_AT_ONCE = 1_500
"""Characters of PGN that are read at once: some two hundred moves, which the rules check."""


class FileText(NamedTuple):
    """The text of a chosen file.

    Attributes:
        text: the text; None if the browser could not read the file.
        encoding: the name of its encoding, if that had to be guessed; else empty.
    """

    text: str | None
    encoding: str = ""


def read_file(text: str | None) -> str:
    """Return the text of a chosen file.

    Raises:
        RecordError: the browser could not read the file, or it is longer than any text that is read.
    """
    if text is None:
        raise RecordError(_("the browser could not read the file; choose it again, or copy it onto this device first"))
    check_record(text)
    return text


@dataclass(frozen=True, slots=True)
class StudyImport:
    """The outcome for studies: as ``ImportResult`` for games, with pairs of ids and titles."""

    added: tuple[tuple[str, str], ...] = ()
    duplicates: tuple[tuple[str, str], ...] = ()
    full: int = 0


@dataclass(slots=True)
class Imports:
    """The outcome of an import.

    Attributes:
        place: the place at which the files were offered.
        files: their number.
        games: the outcome for the games in them.
        studies: the outcome for the studies in them.
        sheets: the formats of those that belong into the workshop.
        refused: the errors of the files that could not be read, as clauses.
        notices: what was left out or changed, as clauses.
    """

    place: str
    files: int
    games: ImportResult = field(default_factory=ImportResult)
    studies: StudyImport = field(default_factory=StudyImport)
    sheets: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def is_short(files: Sequence[FileText]) -> bool:
    """Return True if files are imported so fast that no slices are needed."""
    length = sum(len(file.text or "") for file in files)
    is_pgn = any(looks_like_pgn(file.text or "") for file in files)
    return length <= (_PGN_AT_ONCE if is_pgn else READ_AT_ONCE)


def importing(files: Sequence[FileText], place: str, games: GameStore, studies: StudyStore) -> Steps[Imports]:
    """Import the games and studies in the texts of files, in steps. What was saved before it is given up stays."""
    result = Imports(place, len(files))
    for number, file in enumerate(files):
        name = _("file {number}").format(number=number + 1) if len(files) > 1 else ""
        try:
            yield from scaled(_importing(file, result, games, studies), number / len(files), 1 / len(files))
        except RuleboardError as error:
            result.refused += (str(error.within(name) if name else error),)
    return result


def _importing(file: FileText, result: Imports, games: GameStore, studies: StudyStore) -> Steps[None]:
    """Import one file, and add what became of it to a result."""
    text = read_file(file.text)
    if file.encoding:
        result.notices += (
            _("the file is no UTF-8: it was read as {encoding}, check its names and comments").format(
                encoding=file.encoding
            ),
        )
    content = yield from scaled(reading_file(text, GAMES, TOKENS, as_study=result.place == STUDIES_PLACE), 0, 0.7)
    match content:
        case StudyFile(study, notices):
            result.notices += notices
            yield from _adding(study, result, studies)
        case GamesFile(items, notices):
            result.notices += notices
            result.games += yield from scaled(games.importing_items(items), 0.7, 0.3)
        case _:
            result.sheets += (content.format,)


def _adding(study: Study, result: Imports, studies: StudyStore) -> Steps[None]:
    """Store a study, unless it is there already."""
    text = yield from scaled(compacting_study(study), 0.7, 0.3)
    before = result.studies
    if id := studies.find_text(text):
        duplicates = (*before.duplicates, (id, study.title))
        result.studies = StudyImport(before.added, duplicates, before.full)
        return
    id, full = studies.new_id(), before.full
    try:
        studies.save_text(id, study, text)
    except StoreFull:
        full += 1
    result.studies = StudyImport((*before.added, (id, study.title)), before.duplicates, full)
