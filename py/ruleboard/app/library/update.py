"""Updates of the stored games: listing, deleting, exporting and importing them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ruleboard.app import notices
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Announce,
    CheckGames,
    DeletedGame,
    Dismiss,
    Download,
    Effect,
    ImportGames,
    ListGames,
    Notify,
    Open,
    RetrySaving,
    StopImport,
)
from ruleboard.app.library.session import Home
from ruleboard.app.messages import Command, Handler, Input, Updated
from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME, Route, format_route
from ruleboard.app.storage.games import Entry, GameStore, ImportResult
from ruleboard.app.ui.forms import fields, files, read_file
from ruleboard.app.ui.names import called, players, title
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record
from ruleboard.engine.seats import persons
from ruleboard.engine.steps import Steps, scaled
from ruleboard.engine.timeline import Timeline, replay
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _, ngettext
from ruleboard.wording import sentence

_JSON_TYPE = "application/json"


def _show_all(page: Home, _message: Input, _context: Context) -> Updated[Home]:
    return Updated(replace(page, shows_all=True))


# --- deleting -------------------------------------------------------------------------------------------------


def _delete(message: Input, context: Context) -> tuple[Effect, ...]:
    """Delete a stored game, or the open game even if it is no longer stored."""
    id, games, open_game = message.value, context.games, context.open_game
    entry = games.entry(id)
    text = games.delete(id)
    if text is None and open_game is not None and open_game.id == id:
        text = format_record(games.record_of(open_game.timeline))
    if text is None:
        return _missing_game_effects()
    name = title(open_game.timeline.record) if open_game else called(entry) if entry else ""
    next_page = Open(HOME, replace=True) if context.route.page == "play" else ListGames()
    return DeletedGame(id, name, text), RetrySaving(), next_page


def _missing_game_effects() -> tuple[Effect, ...]:
    """Return the effects that report a deleted game. Another tab has deleted it, and this page got no event."""
    text = notices.deleted_elsewhere().text
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


def _stored_timeline(entry: Entry | None) -> Timeline[Any] | None:
    """Return the timeline of a stored game between several persons, or None for other and damaged games."""
    if entry is None or entry.record is None or not _has_several_persons(entry.record):
        return None
    try:
        return replay(entry.record, GAMES)
    except RecordError:
        return None


def _reveals_hidden(timeline: Timeline[Any]) -> bool:
    """Return True if the file of a game would reveal a hidden decision of one person to another."""
    return _has_several_persons(timeline.record) and timeline.outcome is None and timeline.is_hidden()


def _has_several_persons(record: Record) -> bool:
    return len(persons(record.seats, len(record.players))) > 1


def _record_file(record: Record) -> Download:
    """Return the download of a record, named after its game and players."""
    names = "-".join(re.sub(r"\W+", "", name).lower() for name in players(record))
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
    return (ImportGames(tuple(files(message.value))),)


def _import_pasted(message: Input, _context: Context) -> tuple[Effect, ...]:
    return (ImportGames((fields(message.value).get("text", ""),)),)


def importing(texts: Sequence[str | None], games: GameStore) -> Steps[ImportResult]:
    """Import the games in the texts of files, in steps. A text is None if the browser could not read the file."""
    result = ImportResult()
    for number, text in enumerate(texts):
        try:
            steps = games.import_steps(read_file(text))
            result += yield from scaled(steps, number / len(texts), 1 / len(texts))
        except RecordError as error:
            located_error = error.within(_("file {number}").format(number=number + 1)) if len(texts) > 1 else error
            result += ImportResult(errors=(str(located_error),))
    return result


def progress(share: float) -> tuple[Effect, ...]:
    """Return the effects during an import, of which a share from 0 to 1 is done."""
    text = _("Importing: {n}%").format(n=int(100 * share))
    return (Notify("imported", Notice(text, "info", "library.stop_import", _("Stop"))),)


def imported(result: ImportResult) -> tuple[Effect, ...]:
    """Return the effects after an import."""
    notice = _import_notice(result)
    return Notify("imported", notice), Announce(notice.text), ListGames(), CheckGames()


def _import_notice(result: ImportResult) -> Notice:
    """Return the notice about an import, with a button that opens the game if it is a single one."""
    count = len(result.ids)
    parts = [_("Nothing was imported.")]
    if count or result.duplicates:
        parts = [ngettext("{n} game imported.", "{n} games imported.", count).format(n=count)]
    if result.duplicates:
        parts.append(
            ngettext("{n} was here already.", "{n} were here already.", result.duplicates).format(n=result.duplicates)
        )
    if result.without_room:
        no_room_text = ngettext(
            "For {n} there was no room: the browser's storage is full.",
            "For {n} there was no room: the browser's storage is full.",
            result.without_room,
        )
        parts.append(no_room_text.format(n=result.without_room))
    parts += [sentence(error) for error in result.errors[:3]]
    if (more_errors := len(result.errors) - 3) > 0:
        parts.append(
            ngettext("{n} more could not be read.", "{n} more could not be read.", more_errors).format(n=more_errors)
        )
    kind = "warning" if result.errors or result.without_room else "info"
    if count != 1:
        return Notice(" ".join(parts), kind)
    return Notice(" ".join(parts), kind, "app.go", _("Open it"), format_route(Route("play", result.ids[0])))


MESSAGES: Mapping[str, Handler[Home]] = {"show_all": _show_all}
COMMANDS: Mapping[str, Command] = {
    "delete": _delete,
    "export": _export,
    "export_all": _export_all,
    "import_files": _import_files,
    "import_pasted": _import_pasted,
    "stop_import": lambda _message, _context: (StopImport(),),
}
