"""What is done with the kept games: listing, deleting, taking them out and in."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

from ruleboard.app import notices as standing
from ruleboard.app.context import Desk, Handler
from ruleboard.app.routes import HOME, Route, format_route
from ruleboard.app.runtime.model import Notice
from ruleboard.app.storage.games import ImportResult
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.ui.forms import fields, files, read_file
from ruleboard.app.ui.names import called, players, title
from ruleboard.engine.errors import RecordError
from ruleboard.engine.record import Record, format_record
from ruleboard.i18n import _, ngettext
from ruleboard.wording import sentence


class KeptHandlers:
    """Changes what is kept of games, and the list of them with it."""

    def __init__(self, desk: Desk, arrive: Callable[[Route], None]) -> None:
        """``arrive`` shows what a route leads to."""
        self._desk = desk
        self._arrive = arrive
        self.handlers: Mapping[str, Handler] = {
            "delete": self._delete,
            "export": self._export,
            "export-all": lambda _value: self._export_all(),
            "import": lambda value: self._import(files(value)),
            "import-pasted": lambda form: self._import([fields(form).get("text", "")]),
            "everything": lambda _value: desk.change(everything=True),
        }

    def check_later(self) -> None:
        """Replay the kept games one by one while nothing else is to be done, so that damaged ones are shown as such."""
        library = self._desk.library
        id = library.unchecked()
        if id is None:
            return
        library.check(id)
        entry = library.entry(id)
        if entry and entry.damage and self._desk.model.route.page == "home":
            self._desk.list_kept()
            self._desk.draw()
        self._desk.browser.later(self.check_later, 20)

    # --- deleting --------------------------------------------------------------------------------------------

    def _delete(self, id: str) -> None:
        library, table = self._desk.library, self._desk.model.table
        entry = library.entry(id)
        text = library.delete(id)
        if text is None and table is not None and table.id == id:  # gone from the store, but still on the table
            text = format_record(library.record_of(table.timeline))
        if text is None:
            self._miss()
            return
        name = title(table.timeline.record) if table else called(entry) if entry else ""
        self._desk.deleted(id, name, lambda: self._bring_back(id, text))
        self._desk.retry()
        if self._desk.model.route.page == "play":
            self._desk.browser.go(format_route(HOME), replace=True)
            self._arrive(HOME)
        else:
            self._desk.list_kept()

    def _bring_back(self, id: str, text: str) -> bool:
        try:
            self._desk.library.restore(id, text)
        except StoreFull:  # it waits in memory
            self._desk.tell("full", standing.full())
        self._desk.list_kept()
        return True

    def _miss(self) -> None:
        """Tell that a game is gone, which went from the store without this page hearing of it."""
        said = standing.gone().text
        self._desk.tell("elsewhere", Notice(said, "warning"))
        self._desk.announce(said)
        self._desk.list_kept()

    # --- taking out ------------------------------------------------------------------------------------------

    def _export(self, id: str) -> None:
        entry = self._desk.library.entry(id)
        table = self._desk.model.table
        if table is not None and table.id == id:
            self._download(self._desk.library.record_of(table.timeline))
        elif entry is not None:
            self._desk.browser.download(f"ruleboard-{id}.json", "application/json", entry.text)
        else:
            self._miss()

    def _download(self, record: Record) -> None:
        names = "-".join(re.sub(r"\W+", "", name).lower() for name in players(record))
        self._desk.browser.download(f"{record.game}-{names}.json", "application/json", format_record(record))

    def _export_all(self) -> None:
        library = self._desk.library
        self._desk.browser.download("ruleboard-games.json", "application/json", library.export_all())
        self._desk.untell("left-out")
        left_out = sum(not entry.is_readable for entry in library.entries())
        if left_out:
            said = ngettext(
                "{n} game cannot be read and is not in the file. Export it by itself, from the list of games.",
                "{n} games cannot be read and are not in the file. Export them one by one, from the list of games.",
                left_out,
            ).format(n=left_out)
            self._desk.tell("left-out", Notice(said, "warning"))
            self._desk.announce(said)

    # --- taking in -------------------------------------------------------------------------------------------

    def _import(self, texts: Sequence[str | None]) -> None:
        """Take in the games of some files or of a text that was pasted."""
        all_taken = ImportResult()
        for number, text in enumerate(texts, 1):
            try:
                taken = self._desk.library.import_text(read_file(text))
            except RecordError as error:
                taken = ImportResult(
                    refused=(str(error.within(_("file {number}").format(number=number)) if len(texts) > 1 else error),)
                )
            all_taken = ImportResult(
                all_taken.ids + taken.ids,
                all_taken.duplicates + taken.duplicates,
                all_taken.full + taken.full,
                all_taken.refused + taken.refused,
            )
        notice = _import_notice(all_taken)
        self._desk.tell("imported", notice)
        self._desk.announce(notice.text)
        self._desk.list_kept()
        self.check_later()


def _import_notice(taken: ImportResult) -> Notice:
    """What is told of an import."""
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
    return Notice(" ".join(parts), kind, "go", _("Open it"), format_route(Route("play", taken.ids[0])))
