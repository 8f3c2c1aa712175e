"""Updates of the stored games: listing, deleting, exporting and importing them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ruleboard.app import notices
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Announce,
    CheckGames,
    DeletedGame,
    Dismiss,
    Download,
    Effect,
    ListGames,
    Notify,
    Open,
    RetrySaving,
)
from ruleboard.app.library.session import Home
from ruleboard.app.messages import Command, Handler, Input, Updated
from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME, Route, format_route
from ruleboard.app.storage.games import ImportResult
from ruleboard.app.ui.forms import fields, files, read_file
from ruleboard.app.ui.names import called, players, title
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record
from ruleboard.i18n import _, ngettext
from ruleboard.wording import sentence

_JSON = "application/json"


def _show_all(page: Home, _given: Input, _context: Context) -> Updated[Home]:
    return Updated(replace(page, show_all=True))


# --- deleting -------------------------------------------------------------------------------------------------


def _delete(given: Input, context: Context) -> tuple[Effect, ...]:
    """Delete a game: the stored one, or one that is gone from the store, but still open."""
    id, library, played = given.value, context.games, context.open_game
    entry = library.entry(id)
    text = library.delete(id)
    if text is None and played is not None and played.id == id:
        text = format_record(library.record_of(played.timeline))
    if text is None:
        return _missing()
    name = title(played.timeline.record) if played else called(entry) if entry else ""
    leaves = context.route.page == "play"
    return DeletedGame(id, name, text), RetrySaving(), Open(HOME, replace=True) if leaves else ListGames()


def _missing() -> tuple[Effect, ...]:
    """Say that a game is gone, which went from the store without this page being told."""
    text = notices.deleted_elsewhere().text
    return Notify("elsewhere", Notice(text, "warning")), Announce(text), ListGames()


# --- exporting ------------------------------------------------------------------------------------------------


def _export(given: Input, context: Context) -> tuple[Effect, ...]:
    id, played, entry = given.value, context.open_game, context.games.entry(given.value)
    if played is not None and played.id == id:
        return (_downloaded(context.games.record_of(played.timeline)),)
    return (Download(f"ruleboard-{id}.json", _JSON, entry.text),) if entry else _missing()


def _downloaded(record: Record) -> Download:
    names = "-".join(re.sub(r"\W+", "", name).lower() for name in players(record))
    return Download(f"{record.game}-{names}.json", _JSON, format_record(record))


def _export_all(_given: Input, context: Context) -> tuple[Effect, ...]:
    library = context.games
    effects = Download("ruleboard-games.json", _JSON, library.export_all()), Dismiss("left-out")
    left_out = sum(not entry.is_readable for entry in library.entries())
    if not left_out:
        return effects
    said = ngettext(
        "{n} game cannot be read and is not in the file. Export it by itself, from the list of games.",
        "{n} games cannot be read and are not in the file. Export them one by one, from the list of games.",
        left_out,
    ).format(n=left_out)
    return *effects, Notify("left-out", Notice(said, "warning")), Announce(said)


# --- importing ------------------------------------------------------------------------------------------------


def _import_files(given: Input, context: Context) -> tuple[Effect, ...]:
    return _imported(files(given.value), context)


def _import_pasted(given: Input, context: Context) -> tuple[Effect, ...]:
    return _imported([fields(given.value).get("text", "")], context)


def _imported(texts: Sequence[str | None], context: Context) -> tuple[Effect, ...]:
    """Import the games of some files, or of a text that was pasted."""
    taken = ImportResult()
    for number, text in enumerate(texts, 1):
        try:
            found = context.games.import_text(read_file(text))
        except RecordError as error:
            why = error.within(_("file {number}").format(number=number)) if len(texts) > 1 else error
            found = ImportResult(refused=(str(why),))
        taken = ImportResult(
            taken.ids + found.ids,
            taken.duplicates + found.duplicates,
            taken.full + found.full,
            taken.refused + found.refused,
        )
    notice = _import_notice(taken)
    return Notify("imported", notice), Announce(notice.text), ListGames(), CheckGames()


def _import_notice(taken: ImportResult) -> Notice:
    """Return the notice about an import."""
    count = len(taken.ids)
    parts = [_("Nothing was imported.")]
    if count or taken.duplicates:
        parts = [ngettext("{n} game imported.", "{n} games imported.", count).format(n=count)]
    if taken.duplicates:
        parts.append(
            ngettext("{n} was here already.", "{n} were here already.", taken.duplicates).format(n=taken.duplicates)
        )
    if taken.full:
        said = ngettext(
            "For {n} there was no room: the browser's storage is full.",
            "For {n} there was no room: the browser's storage is full.",
            taken.full,
        )
        parts.append(said.format(n=taken.full))
    parts += [sentence(why) for why in taken.refused[:3]]
    if (more := len(taken.refused) - 3) > 0:
        parts.append(ngettext("{n} more could not be read.", "{n} more could not be read.", more).format(n=more))
    kind = "warning" if taken.refused or taken.full else "info"
    if count != 1:
        return Notice(" ".join(parts), kind)
    return Notice(" ".join(parts), kind, "app.go", _("Open it"), format_route(Route("play", taken.ids[0])))


MESSAGES: Mapping[str, Handler[Home]] = {"show_all": _show_all}
COMMANDS: Mapping[str, Command] = {
    "delete": _delete,
    "export": _export,
    "export_all": _export_all,
    "import_files": _import_files,
    "import_pasted": _import_pasted,
}
