"""What is done with boards and decks of one's own: drawing, taking out and in, printing, playing on."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from ruleboard.app.context import Desk
from ruleboard.app.new_game.update import drafted
from ruleboard.app.routes import Route, format_route
from ruleboard.app.setups.update import delete_setup, keep_setups
from ruleboard.app.storage.setups import Setup, without
from ruleboard.app.ui.forms import fields, files, read_file
from ruleboard.app.workshop import session as benches
from ruleboard.app.workshop.session import Bench
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Sheet
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _
from ruleboard.wording import sentence


class WorkshopHandlers:
    """Takes over benches: what is drawn is kept at once, and the address names it."""

    def __init__(self, desk: Desk, arrive: Callable[[Route], None]) -> None:
        """``arrive`` shows what a route leads to."""
        self._desk = desk
        self._arrive = arrive

    def do(self, what: str, value: str) -> None:
        """Do what a button or field of the workshop says."""
        game, bench, setups = self._desk.model.route.name, self._desk.model.bench, self._desk.model.setups
        if game not in WORKSHOPS:
            return
        match what:
            case "new":
                self._put_on_bench(benches.begun(game, setups))
            case "import":
                self._take_in(game, files(value)[0])
            case "paste":
                self._take_in(game, fields(value).get("text", ""))
            case "export":
                self._export(game, value)
            case "delete":
                self._delete(game, value)
            case "play" if bench and not bench.sheet.faults:
                self._play_on(bench)
            case "print":
                self._desk.browser.print()
            case _ if bench:
                self.draw_on(benches.done(bench, what, value, setups))

    def touch(self, bench: Bench, target: str) -> None:
        """Take a touch on the board."""
        self.draw_on(benches.touched(bench, target, self._desk.model.setups))

    def press(self, key: str) -> bool:
        """Take a key; whether it does something here."""
        bench = self._desk.model.bench
        after = benches.pressed(bench, key) if bench else None
        if after is None or after == bench:
            return False
        self.draw_on(after)
        return True

    def draw_on(self, bench: Bench) -> None:
        """Take over a bench."""
        before = self._desk.model.bench
        self._desk.change(bench=bench)
        if before is None or (before.name, before.text) == (bench.name, bench.text):
            return
        kept = without(self._desk.model.setups, bench.game, before.name)
        keep_setups(self._desk, (*kept, Setup(bench.game, bench.name, bench.text)))
        if before.name != bench.name:
            route = replace(self._desk.model.route, text=bench.name)
            self._desk.change(route=route)
            self._desk.browser.go(format_route(route), replace=True)

    def _put_on_bench(self, bench: Bench) -> None:
        """Keep a new sheet, and go where it is drawn, or listed if it is not drawn."""
        keep_setups(self._desk, (*self._desk.model.setups, Setup(bench.game, bench.name, bench.text)))
        drawn = bench.sheet.size is not None
        route = Route("boards", bench.game, text=bench.name if drawn else "")
        self._desk.browser.go(format_route(route))
        self._arrive(route)

    def _take_in(self, game: str, text: str | None) -> None:
        try:
            self._put_on_bench(benches.taken_in(game, read_file(text), self._desk.model.setups))
        except RuleboardError as error:
            why = f"{_('Nothing was imported.')} {sentence(str(error))}"
            self._desk.change(unusable=why)
            self._desk.announce(why)

    def _export(self, game: str, title: str) -> None:
        for sheet in (*benches.kept(game, self._desk.model.setups), *WORKSHOPS[game].ready()):
            if sheet.title == title:
                kind = sheet.option if isinstance(sheet, Sheet) else game
                name = re.sub(r"\W+", "-", title).strip("-").lower() or kind
                self._desk.browser.download(f"{kind}-{name}.json", "application/json", sheet.text)
                return

    def _delete(self, game: str, name: str) -> None:
        delete_setup(self._desk, game, name)
        if self._desk.model.bench:
            route = Route("boards", game)
            self._desk.browser.go(format_route(route), replace=True)
            self._arrive(route)

    def _play_on(self, bench: Bench) -> None:
        """Go where a game on this board begins."""
        draft = self._desk.model.draft or drafted(bench.game, self._desk.model.settings.names)
        chosen = {**draft.options, bench.sheet.option: bench.sheet.value}
        self._desk.change(draft=replace(draft, options=chosen))
        self._desk.browser.go(format_route(Route("new", bench.game)))
