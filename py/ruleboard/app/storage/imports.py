"""Imports of files, which save the games and studies in the files.

They also recognize boards, positions and other texts, which the caller opens.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass, field
from typing import NamedTuple

from ruleboard.app.storage.games import MAX_CHARACTERS_AT_ONCE, GameStore, ImportResult
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_files import GamesFile, StudyFile, UnsupportedFile, read_file_steps
from ruleboard.engine.limits import check_record_length, max_length_phrase
from ruleboard.engine.move_lists import read_move_lists
from ruleboard.engine.options import new_record_options
from ruleboard.engine.pgn_tokens import looks_like_json, looks_like_pgn
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, scale_progress
from ruleboard.engine.study import Study
from ruleboard.engine.study_text import format_compact_study_steps
from ruleboard.i18n import _
from ruleboard.registry import GAMES, MOVE_TOKENS
from ruleboard.text_kinds import Kind, TextKind, kind_phrase, recognize

GAMES_LIST, STUDIES_LIST, BOARDS_LIST = "games", "studies", "boards"
"""The lists from which a person can import files."""
POSITION_FIELD, ARMIES_DIALOG = "positions", "armies"
"""The places where a person can paste a text."""
_MAX_MOVE_LIST_LENGTH = 100_000
"""The maximum number of characters of a move list, which the app reads at once."""

_MAX_PGN_CHARACTERS_AT_ONCE = 1_500
"""The maximum number of characters of PGN that the app reads at once: about two hundred moves."""


class FileText(NamedTuple):
    """The text of a chosen file.

    Attributes:
        text: the text; None if the browser could not read the file.
        encoding: the name of the encoding that the app guessed; empty for UTF-8.
    """

    text: str | None
    encoding: str = ""


def read_file(text: str | None) -> str:
    """Validate the text of a chosen file, and return it.

    Raises:
        RecordError: the browser could not read the file, or its text is too long.
    """
    if text is None:
        raise RecordError(_("the browser couldn’t read the file, so choose it again or copy it onto this device first"))
    check_record_length(text)
    return text


@dataclass(frozen=True, slots=True)
class StudyImport:
    """The studies in the result of an import.

    Attributes:
        new_studies: the ids and titles of the new studies.
        duplicates: the ids and titles of studies that were already stored.
        unsaved_count: the number of studies for which the store had no room.
    """

    new_studies: tuple[tuple[str, str], ...] = ()
    duplicates: tuple[tuple[str, str], ...] = ()
    unsaved_count: int = 0


class OtherText(NamedTuple):
    """A text in a file that is neither a game nor a study, such as a board or a position, with its kind."""

    kind: Kind
    game: str
    text: str


@dataclass(slots=True)
class Imports:
    """The result of an import.

    Attributes:
        place: the part of the app into which the person dropped or pasted the files, such as ``GAMES_LIST``.
        file_count: the number of files.
        games: the imported games.
        studies: the imported studies.
        other_texts: the boards, armies, positions and addresses.
        errors: the errors in invalid files, as clauses.
        notices: the omissions and changes in the imported items, as clauses.
    """

    place: str
    file_count: int
    games: ImportResult = field(default_factory=ImportResult)
    studies: StudyImport = field(default_factory=StudyImport)
    other_texts: tuple[OtherText, ...] = ()
    errors: tuple[str, ...] = ()
    notices: tuple[str, ...] = ()


def is_short(files: Sequence[FileText]) -> bool:
    """Return True if the files are so short that the app can import them at once, without slices."""
    length = sum(len(file.text or "") for file in files)
    is_pgn = any(looks_like_pgn(file.text or "") for file in files)
    return length <= (_MAX_PGN_CHARACTERS_AT_ONCE if is_pgn else MAX_CHARACTERS_AT_ONCE)


def import_file_steps(
    files: Sequence[FileText], list_name: str, games: GameStore, studies: StudyStore
) -> Steps[Imports]:
    """Import the games and studies in files, in steps. The items saved before a cancellation stay."""
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
    """Import one file in steps, and add its contents to the result."""
    text = read_file(file.text)
    if file.encoding:
        result.notices += (
            _("the file isn’t UTF-8 and was read as {encoding}, so check its names and comments").format(
                encoding=file.encoding
            ),
        )
    kind, game = astuple(recognize(text))
    match kind:
        case Kind.BOARD | Kind.ARMIES | Kind.POSITION | Kind.ADDRESS:
            result.other_texts += (OtherText(kind, game, text),)
        case Kind.MOVES:
            items, notices = _read_move_lists(game, text)
            result.notices += notices
            result.games += yield from games.import_item_steps(items)
        case Kind.PICTURE | Kind.APP_DATA:
            raise _unknown_text_error(kind_phrase(TextKind(kind)))
        case Kind.OTHER if not looks_like_json(text):
            raise _unknown_text_error(kind_phrase(TextKind(kind)))
        case _:
            yield from _add_content_steps(text, result, games, studies)


def _unknown_text_error(kind_text: str) -> RecordError:
    return RecordError(
        _("this is {thing}").format(thing=kind_text), expected=_("a game, a study, a board, an army or a position")
    )


def _read_move_lists(game: str, text: str) -> tuple[tuple[Record, ...], tuple[str, ...]]:
    """Parse the games in a text with move lists that begin at the usual start; return their records and notices.

    Raises:
        RuleboardError: the text is too long or invalid, or the game has no usual start.
    """
    rules, title = GAMES[game], _(GAMES[game].title)
    if len(text) > _MAX_MOVE_LIST_LENGTH:
        raise RecordError(_("this is too long to be a move list"), expected=max_length_phrase(_MAX_MOVE_LIST_LENGTH))
    if rules.initial({}, 0) != rules.initial({}, 1):
        raise RecordError(
            _("this move list of {game} doesn’t say where it starts").format(game=title), expected=_("an exported game")
        )
    options = new_record_options(rules.options, {})
    start = rules.initial(options, 0)
    names = ("",) * len(rules.sides(start))
    move_lists = read_move_lists(rules, start, text)
    records = (
        Record(game, options, 0, names, (*(action.text for action in moves.actions), *filter(None, [moves.ending])))
        for moves in move_lists.games
    )
    notice = _("this move list doesn’t name its game or options, so Ruleboard read it as {game} from the usual start")
    return tuple(records), (notice.format(game=title), *move_lists.notices)


def _add_content_steps(text: str, result: Imports, games: GameStore, studies: StudyStore) -> Steps[None]:
    """Parse and save a study or games in steps, and add them to the result."""
    is_pgn = bool(text.strip("\ufeff \t\r\n")) and not looks_like_json(text)
    content = yield from scale_progress(
        read_file_steps(text, GAMES, MOVE_TOKENS, as_study=result.place == STUDIES_LIST, is_pgn=is_pgn), 0, 0.7
    )
    match content:
        case StudyFile(study, notices):
            result.notices += notices
            yield from _add_study_steps(study, result, studies)
        case GamesFile(items, notices):
            result.notices += notices
            result.games += yield from scale_progress(games.import_item_steps(items), 0.7, 0.3)
        case UnsupportedFile(format):
            raise _unknown_text_error(repr(format[:40]))


def _add_study_steps(study: Study, result: Imports, studies: StudyStore) -> Steps[None]:
    """Save a study in steps, unless a study with the same text is stored, and add it to the result."""
    text = yield from scale_progress(format_compact_study_steps(study), 0.7, 0.3)
    old_result = result.studies
    if id := studies.find_text(text):
        duplicates = (*old_result.duplicates, (id, study.title))
        result.studies = StudyImport(old_result.new_studies, duplicates, old_result.unsaved_count)
        return
    id, unsaved_count = studies.new_id(), old_result.unsaved_count
    try:
        studies.save_text(id, study, text)
    except StoreFull:
        unsaved_count += 1
    result.studies = StudyImport((*old_result.new_studies, (id, study.title)), old_result.duplicates, unsaved_count)
