"""Updates of the home page: show, delete, export and import stored games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from ruleboard.app import notices
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Download, ImportFiles, OpenRoute, StopImport
from ruleboard.app.library.session import GamesList, HomePage
from ruleboard.app.message_names import AppMessage, LibraryMessage
from ruleboard.app.messages import Handler, Input, Update, effect_handler, session_handler
from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME_ROUTE, Route, format_route, parse_route
from ruleboard.app.saved_items import retry_saving, with_lists, with_undo_offer
from ruleboard.app.shared import DeletedGameOrStudy, Shared
from ruleboard.app.storage.custom_boards import new_setup
from ruleboard.app.storage.games import GameEntry, ImportResult
from ruleboard.app.storage.imports import (
    ARMIES_DIALOG,
    BOARDS_LIST,
    GAMES_LIST,
    STUDIES_LIST,
    FileText,
    Imports,
    StudyImport,
)
from ruleboard.app.storage.setups import Setup, Setups
from ruleboard.app.ui.forms import file_texts, form_values
from ruleboard.app.ui.names import entry_title, game_title, player_names
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.plain_text import plain_characters
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.seats import person_players
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.i18n import _, ngettext
from ruleboard.links import encode_position
from ruleboard.registry import BOARD_EDITORS, EDITORS, GAMES
from ruleboard.text_kinds import Kind, TextKind, kind_phrase
from ruleboard.wording import sentence

S = TypeVar("S")

_JSON_TYPE = "application/json"


# --- deleting -------------------------------------------------------------------------------------------------


def _delete(page: S, message: Input, context: Context, services: Services) -> Update[S]:
    """Delete a stored game, or the open game even if it is not stored."""
    id, games, open_game = message.value, services.games, context.open_game
    entry = games.entry(id)
    text = games.delete(id)
    if text is None and open_game is not None and open_game.id == id:
        text = format_record(games.record_of(open_game.timeline))
    if text is None:
        return _missing_game_update(page, context, services)
    title = game_title(open_game.timeline.record) if open_game else entry_title(entry) if entry else ""
    shared = with_undo_offer(context.shared, id, title, DeletedGameOrStudy(id, text))
    shared = with_lists(retry_saving(shared, services), services)
    return Update(page, shared, (OpenRoute(HOME_ROUTE, replace=True),) if context.route.page == "play" else ())


def _missing_game_update(page: S, context: Context, services: Services) -> Update[S]:
    """Return the update with the notice that another tab has deleted the game."""
    text = notices.missing_game_notice().text
    update = Update(page, with_lists(context.shared, services))
    return update.with_notice("elsewhere", Notice(text, "warning")).with_announcement(text)


# --- exporting ------------------------------------------------------------------------------------------------


def _export(page: S, message: Input, context: Context, services: Services) -> Update[S]:
    id, open_game, entry = message.value, context.open_game, services.games.entry(message.value)
    timeline = open_game.timeline if open_game is not None and open_game.id == id else _stored_timeline(entry)
    if timeline is not None and _reveals_hidden_decision(timeline):
        text = _("The file would give away secret choices. Export the game once the choices have been revealed.")
        return Update(page, context.shared).with_notice("secret", Notice(text, "brief")).with_announcement(text)
    if open_game is not None and open_game.id == id:
        return Update(page, context.shared, (_record_file(services.games.record_of(open_game.timeline)),))
    if entry is None:
        return _missing_game_update(page, context, services)
    return Update(page, context.shared, (Download(f"ruleboard-{id}.json", _JSON_TYPE, entry.text),))


def _stored_timeline(entry: GameEntry | None) -> Timeline[Any] | None:
    """Replay a stored game between several persons; return None for other games and for damaged games."""
    if entry is None or entry.record is None or not _has_several_persons(entry.record):
        return None
    try:
        return replay(entry.record, GAMES)
    except RecordError:
        return None


def _reveals_hidden_decision(timeline: Timeline[Any]) -> bool:
    """Return True if a file with the game would reveal a person's hidden decision to another person."""
    return _has_several_persons(timeline.record) and timeline.outcome is None and timeline.is_hidden()


def _has_several_persons(record: Record) -> bool:
    return len(person_players(record.seats, len(record.players))) > 1


def _record_file(record: Record) -> Download:
    """Return the download of a record as a file that is named after the game and the players."""
    names = "-".join(re.sub(r"\W+", "", name).lower() for name in player_names(record))
    return Download(f"{record.game}-{names}.json", _JSON_TYPE, format_record(record))


def _export_all(page: S, _message: Input, context: Context, services: Services) -> Update[S]:
    text, unreadable_count = services.games.export()
    update = Update(page, context.shared, (Download("ruleboard-games.json", _JSON_TYPE, text),))
    if not unreadable_count:
        return update.without_notice("left-out")
    text = ngettext(
        "{n} game can’t be read, so it isn’t in the file. Export it by itself from the list of games.",
        "{n} games can’t be read, so they aren’t in the file. Export them one by one from the list of games.",
        unreadable_count,
    ).format(n=unreadable_count)
    return update.with_notice("left-out", Notice(text, "warning")).with_announcement(text)


# --- importing ------------------------------------------------------------------------------------------------


def _stop_import(page: S, _message: Input, context: Context, services: Services) -> Update[S]:
    """Stop the running import, but keep the imported items."""
    shared = with_lists(context.shared.without_notice("imported"), services)
    return Update(page, shared, (StopImport(),))


def with_import_progress(shared: Shared, progress: float) -> Shared:
    """Return the shared state with a notice about the completed share of an import, from 0 to 1."""
    text = _("Importing: {n}%").format(n=int(100 * progress))
    return shared.with_notice("imported", Notice(text, "info", LibraryMessage.STOP_IMPORT, _("Stop")))


class ImportOutcome(NamedTuple):
    """The changes that an import makes.

    Attributes:
        setups: the armies, boards and decks, including the imported ones.
        notice: the notice about the import.
        route: the route to open after a single file was dropped or pasted in the wrong place, else None.
    """

    setups: Setups
    notice: Notice
    route: Route | None


def import_outcome(result: Imports, context: Context) -> ImportOutcome:
    """Return the changes that a finished import makes."""
    setups, page = _with_boards(result, context.setups), context.route.page
    notice = import_notice(result, page, setups[len(context.setups) :])
    if result.file_count == 1 and notice.action and _is_misplaced(result) and page in _PAGES_TO_LEAVE:
        return ImportOutcome(setups, replace(notice, action="", label="", value=""), parse_route(notice.value))
    return ImportOutcome(setups, notice, None)


def with_import(shared: Shared, result: Imports, outcome: ImportOutcome, services: Services) -> Shared:
    """Return the shared state with the notice about an import."""
    if result.studies.unsaved_count:
        shared = shared.with_notice("full", notices.storage_full_notice())
    return with_lists(shared.with_notice("imported", outcome.notice).with_announcement(outcome.notice.text), services)


_PAGES_TO_LEAVE = ("home", "settings", "boards", "edit", "new")
"""The pages that the app leaves to show the content of a file. On other pages, a button opens the content."""


def _with_boards(result: Imports, setups: Setups) -> Setups:
    """Return the setups with an import's boards and decks. Add errors in the boards and decks to the result."""
    for kind, game, text in result.other_texts:
        if kind is Kind.BOARD:
            try:
                setups = (*setups, new_setup(game, text, setups))
            except RuleboardError as error:
                result.errors += (str(error),)
    return setups


def _is_misplaced(result: Imports) -> bool:
    """Return True if the person dropped or pasted a file where it does not belong."""
    if result.place != GAMES_LIST and (result.games.ids or result.games.duplicate_count):
        return True
    if result.place != STUDIES_LIST and (result.studies.new_studies or result.studies.duplicates):
        return True
    return any(_PLACES_BY_KIND.get(kind) != result.place for kind, _game, _text in result.other_texts)


_PLACES_BY_KIND = {Kind.BOARD: BOARDS_LIST, Kind.ARMIES: ARMIES_DIALOG}
"""The place on the page for each kind of text. The field for positions offers only positions of other games."""


def import_notice(result: Imports, page: str = "", new_boards: Setups = ()) -> Notice:
    """Return the notice about an import, with a button if there is a single item to open.

    Args:
        result: the result of the import.
        page: the kind of the current page.
        new_boards: the setups of the imported boards and decks.
    """
    games, studies = result.games, result.studies
    sentences = [*_game_parts(games), *_study_parts(studies), *_misplaced_parts(result, new_boards)]
    sentences = sentences or [_("Nothing was imported.")]
    error_texts = (*games.errors, *result.errors)
    for errors, format_rest in ((error_texts, _more_errors_text), (result.notices, _more_notices_text)):
        sentences += [sentence(error) for error in errors[:3]]
        sentences += [format_rest(len(errors) - 3)] if len(errors) > 3 else []
    kind = "warning" if error_texts or result.notices or result.other_texts or games.unsaved_count else "info"
    notice = Notice(" ".join(sentences), kind)
    routes = [*(Route("play", id) for id in games.ids), *(Route("study", id) for id, _title in studies.new_studies)]
    routes += [
        *(Route("boards", board.game, text=_board_name(board)) for board in new_boards),
        *_misplaced_routes(result, page),
    ]
    if not routes and result.file_count == 1 and _is_misplaced(result):
        routes = [Route("study", id) for id, _title in studies.duplicates]
    if len(routes) != 1:
        return notice
    return replace(notice, action=AppMessage.GO, label=_("Open it"), value=format_route(routes[0]))


def _board_name(board: Setup) -> str:
    """Return the name of a board, or an empty text for a deck, since a deck has no page."""
    return board.name if BOARD_EDITORS[board.game].parse(board.text).size is not None else ""


def _misplaced_routes(result: Imports, page: str) -> Iterator[Route]:
    """Yield the routes to the positions, armies and addresses of an import."""
    for kind, game, text in result.other_texts:
        match kind:
            case Kind.POSITION:
                position = EDITORS[game].normalize(text)
                if page == "edit":
                    yield Route("edit", game, text=encode_position(position))
                else:
                    yield Route("new", game, text=position)
            case Kind.ARMIES:
                yield Route("new", game)
            case Kind.ADDRESS:
                route = parse_route(f"#{plain_characters(text).strip().partition('#')[2]}")
                if route.page != "missing":
                    yield route


def _misplaced_parts(result: Imports, new_boards: Setups) -> Iterator[str]:
    """Yield sentences about the contents of misplaced files, and the places where they belong."""
    games, studies = result.games, result.studies
    if (studies.new_studies or studies.duplicates) and result.place != STUDIES_LIST:
        yield _("This is a study. It’s in your list of studies.")
    if (games.ids or games.duplicate_count) and result.place != GAMES_LIST:
        yield _("This is a game. It’s in your list of games.")
    for kind, game, _text in result.other_texts:
        kind_text = kind_phrase(TextKind(kind, game))
        match kind:
            case Kind.BOARD if new_boards:
                yield _("This is {thing}. It’s in your list of boards.").format(thing=kind_text)
            case Kind.ARMIES:
                yield _("These are {thing}. Paste them while you build an army.").format(thing=kind_text)
            case Kind.POSITION | Kind.ADDRESS:
                yield _("This is {thing}.").format(thing=kind_text)


def _game_parts(games: ImportResult) -> Iterator[str]:
    """Yield sentences about the games in an import."""
    count = len(games.ids)
    if count:
        yield ngettext("{n} game imported.", "{n} games imported.", count).format(n=count)
    if games.duplicate_count:
        duplicates_text = ngettext("{n} game was already here.", "{n} games were already here.", games.duplicate_count)
        yield duplicates_text.format(n=games.duplicate_count)
    if games.unsaved_count:
        no_room_text = ngettext(
            "The browser’s storage is full, so {n} game wasn’t saved.",
            "The browser’s storage is full, so {n} games weren’t saved.",
            games.unsaved_count,
        )
        yield no_room_text.format(n=games.unsaved_count)


def _study_parts(studies: StudyImport) -> Iterator[str]:
    """Yield sentences about the studies in an import."""
    if count := len(studies.new_studies):
        yield ngettext("{n} study imported.", "{n} studies imported.", count).format(n=count)
    if count := len(studies.duplicates):
        yield ngettext("{n} study was already here.", "{n} studies were already here.", count).format(n=count)


def _more_errors_text(count: int) -> str:
    return ngettext("{n} more item couldn’t be read.", "{n} more items couldn’t be read.", count).format(n=count)


def _more_notices_text(count: int) -> str:
    return ngettext(
        "{n} more thing was changed or left out.", "{n} more things were changed or left out.", count
    ).format(n=count)


def _expand_list(page: HomePage, message: Input) -> HomePage:
    """Show a list of games in full."""
    return replace(page, expanded_lists=page.expanded_lists | {GamesList(message.value)})


MESSAGE_HANDLERS: Mapping[str, Handler[HomePage]] = {
    LibraryMessage.SHOW_ALL: session_handler(_expand_list),
}
GLOBAL_MESSAGE_HANDLERS: Mapping[str, Handler[object]] = {
    LibraryMessage.DELETE: _delete,
    LibraryMessage.EXPORT: _export,
    LibraryMessage.EXPORT_ALL: _export_all,
    LibraryMessage.IMPORT_FILES: effect_handler(
        lambda _page, message: ImportFiles(tuple(file_texts(message.value)), GAMES_LIST)
    ),
    LibraryMessage.IMPORT_PASTED: effect_handler(
        lambda _page, message: ImportFiles((FileText(form_values(message.value).get("text", "")),), GAMES_LIST)
    ),
    LibraryMessage.STOP_IMPORT: _stop_import,
}
