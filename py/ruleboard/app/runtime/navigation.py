"""What is done when an address is gone to: the model is made to fit it."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.context import Desk
from ruleboard.app.editor import session as editings
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.update import LessonHandlers
from ruleboard.app.new_game.update import checked, drafted
from ruleboard.app.play import session as tables
from ruleboard.app.play.update import TableHandlers
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.runtime.model import Draft, arrived
from ruleboard.app.settings.persistent_storage import ask_once
from ruleboard.app.share import session as shares
from ruleboard.app.workshop import session as benches
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.timeline import replay
from ruleboard.games.courses import course, reference
from ruleboard.games.registry import EDITORS, GAMES, WORKSHOPS
from ruleboard.i18n import _
from ruleboard.wording import sentence


class Arrivals:
    """Opens what an address names, or says why that cannot be."""

    def __init__(self, desk: Desk, playing: TableHandlers, lessons: LessonHandlers) -> None:
        self._desk = desk
        self._playing = playing
        self._lessons = lessons

    def arrive(self, address: str) -> None:
        """Make the model fit an address; the table one sits at stays as it is."""
        route = parse_route(address)
        table = self._desk.model.table
        if table is not None and route == self._desk.model.route:
            return  # this page has gone there itself: nothing is put down, no show left
        if table is not None and route.page == "play" and route.name == table.id:
            self._desk.change(route=route)
            self._playing.set(tables.looked(table, table.timeline.at if route.at is None else route.at))
            return
        self.arrive_anew(route)

    def arrive_anew(self, route: Route) -> None:
        """Make the model fit a route, whatever was shown before."""
        desk, before = self._desk, self._desk.model
        draft = before.draft if before.draft and before.draft.game == route.name else None
        desk.model = arrived(before, route)
        self._open(route, draft)
        desk.retry()
        if route.page in ("home", "settings"):
            desk.list_kept()
        desk.untell("elsewhere")
        if before.route.page != route.page:
            desk.untell("imported")
        desk.name_page()
        if before.table is not None and route.page != "play":
            ask_once(desk)

    def stay(self) -> None:
        """Show the same place anew, as in another language: with the dialog that is open there, and the game that is on
        the table even if it is gone from the store.
        """
        desk, table, sharing = self._desk, self._desk.model.table, self._desk.model.sharing
        self.arrive_anew(desk.model.route)
        if table is not None and desk.model.table is None:
            timeline = replay(table.timeline.to_record(), GAMES)  # there are words in it
            desk.change(closed="")
            self._playing.give_way(tables.seated(table.id, timeline))
            desk.name_page()
        if sharing is not None:
            desk.change(sharing=replace(sharing, picture=""))  # there are words in that, too

    def _open(self, route: Route, draft: Draft | None) -> None:
        """Open what a route names; ``draft`` is what was chosen for a new game of it so far."""
        match route.page:
            case "new" if route.name in GAMES:
                draft = draft or drafted(route.name, self._desk.model.settings.names)
                self._desk.change(draft=checked(replace(draft, start=route.text)))
            case "edit" if route.name in EDITORS:
                self._desk.change(draft=draft, editing=editings.opened(route.name, route.text))
            case "edit" if route.name in GAMES:
                self._close(_("There is no board editor for {game}.").format(game=_(GAMES[route.name].title)))
            case "boards" if route.name in WORKSHOPS:
                self._open_workshop(route, draft)
            case "boards" if route.name in GAMES:
                self._close(_("No boards are drawn for {game}.").format(game=_(GAMES[route.name].title)))
            case "from" if route.name in GAMES:
                self._open_position(route)
            case "learn" if route.name in GAMES and route.text:
                self._open_lesson(route)
            case "learn" if not route.name or course(route.name):
                pass
            case "rules" | "rulings" if route.name in GAMES and reference(route.name):
                pass
            case "new" | "edit" | "boards" | "from" | "learn" | "rules" | "rulings":
                known = ", ".join(_(game.title) for game in GAMES.values())
                said = _("There is no game called “{name}” here. These are: {games}.")
                self._close(said.format(name=route.name[:40], games=known))
            case "play":
                self._open_game(route)
            case "missing":
                self._close(_("The address {address} leads to no page.").format(address=route.name[:60]))

    def _open_game(self, route: Route) -> None:
        try:
            timeline = self._desk.library.open(route.name)
        except KeyError:
            self._close(_("There is no saved game “{name}” in this browser.").format(name=route.name[:40]))
        except RecordError as error:
            self._close(sentence(str(error)))
        else:
            table = tables.seated(route.name, timeline)
            self._playing.reveal_move()
            self._desk.change(table=table if route.at is None else tables.looked(table, route.at))

    def _open_position(self, route: Route) -> None:
        """Sit down at the position a link tells of; it is kept with the first action."""
        try:
            record = shares.arriving(route.name, route.text, self._desk.browser.seed())
            id, timeline = self._desk.library.begin(record)
        except RuleboardError as error:
            self._close(sentence(str(error)))
        else:
            self._desk.change(table=replace(tables.seated(id, timeline), fresh=True))

    def _open_workshop(self, route: Route, draft: Draft | None) -> None:
        setups = self._desk.model.setups
        found = benches.opened(route.name, route.text, setups) if route.text else None
        self._desk.change(draft=draft, bench=found)
        if found is None and any(route.text == setup.name for setup in setups if setup.game == route.name):
            route = replace(route, text="")  # where it is listed, with what is wrong with it
            self._desk.change(route=route)
            self._desk.browser.go(format_route(route), replace=True)
        elif route.text and found is None:
            self._close(_("There is no board “{name}” in this browser.").format(name=route.text[:40]))

    def _open_lesson(self, route: Route) -> None:
        found = learnings.opened(route.name, route.text, route.at or 0)
        if found:
            self._lessons.take(replace(found, site=self._desk.browser.site()))
        else:
            title = _(GAMES[route.name].title)
            self._close(_("{game} has no lesson “{id}”.").format(game=title, id=route.text[:40]))

    def _close(self, why: str) -> None:
        self._desk.change(closed=why)
