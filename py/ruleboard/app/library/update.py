"""Updates of the home page: show, delete, export and import stored games."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from ruleboard.app import notices
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Announce,
    CheckGames,
    Dismiss,
    Download,
    Effect,
    ImportFiles,
    ListGames,
    Notify,
    OfferUndeleteGame,
    OpenRoute,
    RetrySaving,
    StopImport,
)
from ruleboard.app.library.session import Home
from ruleboard.app.messages import Command, Handler, Input, Update
from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME, Route, format_route, parse_route
from ruleboard.app.storage.games import GameEntry, ImportResult
from ruleboard.app.storage.imports import GAMES_LIST, STUDIES_LIST, FileText, Imports, StudyImport
from ruleboard.app.ui.forms import file_texts, form_values
from ruleboard.app.ui.names import entry_title, game_title, player_names
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.seats import person_players
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import BOARD_EDITORS, GAMES
from ruleboard.i18n import _, ngettext
from ruleboard.wording import sentence

_JSON_TYPE = "application/json"


def _show_all(page: Home, _message: Input, _context: Context) -> Update[Home]:
    return Update(replace(page, shows_all=True))


# --- deleting -------------------------------------------------------------------------------------------------


def _delete(message: Input, context: Context) -> tuple[Effect, ...]:
    """Delete a stored game, or the open game even if it is not stored."""
    id, games, open_game = message.value, context.games, context.open_game
    entry = games.entry(id)
    text = games.delete(id)
    if text is None and open_game is not None and open_game.id == id:
        text = format_record(games.record_of(open_game.timeline))
    if text is None:
        return _missing_game_effects()
    name = game_title(open_game.timeline.record) if open_game else entry_title(entry) if entry else ""
    next_page = OpenRoute(HOME, replace=True) if context.route.page == "play" else ListGames()
    return OfferUndeleteGame(id, name, text), RetrySaving(), next_page


def _missing_game_effects() -> tuple[Effect, ...]:
    """Return the effects that report a game that another tab has deleted."""
    text = notices.missing_in_storage().text
    return Notify("elsewhere", Notice(text, "warning")), Announce(text), ListGames()


# --- exporting ------------------------------------------------------------------------------------------------


def _export(message: Input, context: Context) -> tuple[Effect, ...]:
    id, open_game, entry = message.value, context.open_game, context.games.entry(message.value)
    timeline = open_game.timeline if open_game is not None and open_game.id == id else _stored_timeline(entry)
    if timeline is not None and _reveals_hidden(timeline):
        text = _("The file would reveal what has been decided in secret. Export the game once that has been shown.")
        return Notify("secret", Notice(text, "warning")), Announce(text)
    if open_game is not None and open_game.id == id:
        return (_record_file(context.games.record_of(open_game.timeline)),)
    return (Download(f"ruleboard-{id}.json", _JSON_TYPE, entry.text),) if entry else _missing_game_effects()


def _stored_timeline(entry: GameEntry | None) -> Timeline[Any] | None:
    """Replay a stored game between several persons; return None for other games and damaged ones."""
    if entry is None or entry.record is None or not _has_several_persons(entry.record):
        return None
    try:
        return replay(entry.record, GAMES)
    except RecordError:
        return None


def _reveals_hidden(timeline: Timeline[Any]) -> bool:
    """Return True if a file with the game would reveal one person's hidden decision to another."""
    return _has_several_persons(timeline.record) and timeline.outcome is None and timeline.is_hidden()


def _has_several_persons(record: Record) -> bool:
    return len(person_players(record.seats, len(record.players))) > 1


def _record_file(record: Record) -> Download:
    """Return a download of a record. The file is named after the game and the players."""
    names = "-".join(re.sub(r"\W+", "", name).lower() for name in player_names(record))
    return Download(f"{record.game}-{names}.json", _JSON_TYPE, format_record(record))


def _export_all(_message: Input, context: Context) -> tuple[Effect, ...]:
    text, unreadable = context.games.export()
    effects = Download("ruleboard-games.json", _JSON_TYPE, text), Dismiss("left-out")
    if not unreadable:
        return effects
    text = ngettext(
        "{n} game cannot be read and is not in the file. Export it by itself, from the list of games.",
        "{n} games cannot be read and are not in the file. Export them one by one, from the list of games.",
        unreadable,
    ).format(n=unreadable)
    return *effects, Notify("left-out", Notice(text, "warning")), Announce(text)


# --- importing ------------------------------------------------------------------------------------------------


def _import_files(message: Input, _context: Context) -> tuple[Effect, ...]:
    return (ImportFiles(tuple(file_texts(message.value)), GAMES_LIST),)


def _import_pasted(message: Input, _context: Context) -> tuple[Effect, ...]:
    return (ImportFiles((FileText(form_values(message.value).get("text", "")),), GAMES_LIST),)


def progress_effects(share: float) -> tuple[Effect, ...]:
    """Return the effects that show the progress of an import, from 0 to 1."""
    text = _("Importing: {n}%").format(n=int(100 * share))
    return (Notify("imported", Notice(text, "info", "library.stop_import", _("Stop"))),)


def import_effects(result: Imports, context: Context) -> tuple[Effect, ...]:
    """Return the effects of an import that is done; a single file that was offered at the wrong place is opened."""
    notice = import_notice(result)
    storage_full_effects: tuple[Effect, ...] = (
        (Notify("full", notices.storage_full()),) if result.studies.without_room else ()
    )
    open_effects: tuple[Effect, ...] = ()
    if result.files == 1 and notice.action and _is_misplaced(result) and context.route.page in ("home", "settings"):
        open_effects = (OpenRoute(parse_route(notice.value)),)
        notice = replace(notice, action="", label="", value="")
    return (
        *storage_full_effects,
        *open_effects,
        Notify("imported", notice),
        Announce(notice.text),
        ListGames(),
        CheckGames(),
    )


def _is_misplaced(result: Imports) -> bool:
    """Return True if a file was offered among the games, or among the studies, that belongs elsewhere."""
    if result.list_name == GAMES_LIST:
        return bool(result.studies.new_studies or result.studies.duplicates or result.other_formats)
    return bool(result.games.ids or result.games.duplicates or result.other_formats)


def import_notice(result: Imports) -> Notice:
    """Return the notice about an import, with a button if it added exactly one game or study."""
    games, studies = result.games, result.studies
    parts = list(_game_parts(games)) + list(_study_parts(studies))
    if result.list_name == GAMES_LIST and (studies.new_studies or studies.duplicates):
        parts.append(_("This is no game: studies have a list of their own."))
    if result.list_name == STUDIES_LIST and (games.ids or games.duplicates):
        parts.append(_("This is no study: games have a list of their own."))
    if result.other_formats:
        parts.append(_("This is a board or a deck: import it among the boards of its game."))
    parts = parts or [_("Nothing was imported.")]
    error_texts = (*games.errors, *result.errors)
    for errors, more in ((error_texts, _more_errors_text), (result.notices, _more_notices_text)):
        parts += [sentence(error) for error in errors[:3]]
        parts += [more(len(errors) - 3)] if len(errors) > 3 else []
    kind = "warning" if error_texts or result.notices or result.other_formats or games.without_room else "info"
    notice = Notice(" ".join(parts), kind)
    routes = [*(Route("play", id) for id in games.ids), *(Route("study", id) for id, _title in studies.new_studies)]
    if not routes and result.files == 1 and _is_misplaced(result):
        routes = [Route("study", id) for id, _title in studies.duplicates]
        routes += [Route("boards", next(iter(BOARD_EDITORS))) for _format in result.other_formats]
    if len(routes) != 1:
        return notice
    return replace(notice, action="app.go", label=_("Open it"), value=format_route(routes[0]))


def _game_parts(games: ImportResult) -> Iterator[str]:
    """Yield sentences about the games in an import."""
    count = len(games.ids)
    if count or games.duplicates:
        yield ngettext("{n} game imported.", "{n} games imported.", count).format(n=count)
    if games.duplicates:
        yield ngettext("{n} was here already.", "{n} were here already.", games.duplicates).format(n=games.duplicates)
    if games.without_room:
        no_room_text = ngettext(
            "For {n} there was no room: the browser's storage is full.",
            "For {n} there was no room: the browser's storage is full.",
            games.without_room,
        )
        yield no_room_text.format(n=games.without_room)


def _study_parts(studies: StudyImport) -> Iterator[str]:
    """Yield sentences about the studies in an import."""
    if count := len(studies.new_studies):
        yield ngettext("{n} study imported.", "{n} studies imported.", count).format(n=count)
    if count := len(studies.duplicates):
        yield ngettext("{n} was here already.", "{n} were here already.", count).format(n=count)


def _more_errors_text(count: int) -> str:
    return ngettext("{n} more could not be read.", "{n} more could not be read.", count).format(n=count)


def _more_notices_text(count: int) -> str:
    return ngettext("{n} more was changed or left out.", "{n} more were changed or left out.", count).format(n=count)


MESSAGES: Mapping[str, Handler[Home]] = {"show_all": _show_all}
COMMANDS: Mapping[str, Command] = {
    "delete": _delete,
    "export": _export,
    "export_all": _export_all,
    "import_files": _import_files,
    "import_pasted": _import_pasted,
    "stop_import": lambda _message, _context: (StopImport(),),
}
