"""From what people do to what is shown and saved: the one place where the app's state changes."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from ruleboard.app import announcing, standing
from ruleboard.app import bench as benches
from ruleboard.app import editing as editings
from ruleboard.app import learning as learnings
from ruleboard.app import sharing as shares
from ruleboard.app import table as tables
from ruleboard.app.bench import Bench
from ruleboard.app.browser import Browser
from ruleboard.app.courses import course, reference
from ruleboard.app.editing import Editing
from ruleboard.app.languages import speak
from ruleboard.app.learning import Learning
from ruleboard.app.library import PREFIX, Conflict, Imported, Library
from ruleboard.app.model import Draft, Model, Notice
from ruleboard.app.motions import travels
from ruleboard.app.names import players, title
from ruleboard.app.pages.table import seat
from ruleboard.app.pages.view import view
from ruleboard.app.progress import KEY as PROGRESS
from ruleboard.app.progress import Progress, format_progress, parse_progress, with_done
from ruleboard.app.progress import without as without_course
from ruleboard.app.route import HOME, Route, format_route, parse_route
from ruleboard.app.settings import KEY as SETTINGS
from ruleboard.app.settings import Settings, format_settings, parse_settings
from ruleboard.app.setups import KEY as SETUPS_KEY
from ruleboard.app.setups import (
    Kept,
    Setup,
    format_lines,
    format_setups,
    hand,
    listed,
    parse_lines,
    parse_setups,
    with_setup,
    without,
)
from ruleboard.app.sharing import Sharing
from ruleboard.app.shelf import Shelf
from ruleboard.app.store import StoreFull
from ruleboard.app.table import Table
from ruleboard.app.words import sentence as _sentence
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game import Action
from ruleboard.engine.record import LONGEST_NAME, Record, format_record
from ruleboard.games import EDITORS, GAMES, SETUPS, WORKSHOPS
from ruleboard.games.diagram import sheets
from ruleboard.scene.marks import Motion
from ruleboard.scene.node import Node
from ruleboard.scene.patch import diff, tree
from ruleboard.scene.stylesheet import Sheet
from ruleboard.speech import _, ngettext


class Controller:
    """Holds the model, hears people, draws pages. One for a page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.library = Library(browser.store, GAMES, browser.now)
        self._shelf = Shelf(browser.store)
        settings = parse_settings(self._shelf.get(SETTINGS))
        progress = parse_progress(self._shelf.get(PROGRESS))
        self.model = Model(settings=settings, lasting=browser.store.lasting, progress=progress)
        self._deleted: dict[str, str] = {}
        self._shown: Node | None = None
        self._in_sight: tuple[str, bool, int, str] | None = None
        self._sheets: Mapping[str, Sheet] | None = None
        self._pictured: object = None
        self._keys: dict[str, Callable[[], None]] = {
            "Escape": self._escape,
            "u": self._undo,
            "r": self._redo,
            "Ctrl+z": self._undo,
            "Ctrl+y": self._redo,
            "Ctrl+Shift+z": self._redo,
            "[": lambda: self._step(-1),
            "]": lambda: self._step(1),
            "f": self._turn_board,
            "?": lambda: self.browser.go("#/help"),
        }

    def start(self, then: Callable[[], None] = lambda: None) -> None:
        """Show the page the address asks for as soon as its words are there, then go on."""

        def begin(catalogue: bytes | None) -> None:
            self._spoken(catalogue)
            self._show_first()
            then()

        self.browser.speak(self.model.settings.language, begin)

    def _show_first(self) -> None:
        self.browser.theme(self.model.settings.theme)
        if not self.model.lasting:
            self._tell("unkept", standing.unkept())
        self._read_setups()
        self._arrive(self.browser.address())
        self.draw()
        self.browser.persisted(self._persisted, ask=False)
        self._check_later()

    def hear(self, kind: str, name: str, value: str = "") -> None:
        """Take what a person or the browser did, and draw what follows from it.

        Args:
            kind: "touch", "take" or "drop" a target, or drop it "away" from the board; "do" something named; a "key";
                a new "address"; a text "stored" by another tab; an "update" of the app that waits.
            name: the target, the name of what to do, the key, the address, or the storage key.
            value: with what it is to be done; the stored text.
        """
        self._catch_up()
        before, table = self.model.board, self.model.table
        match kind:
            case "touch" | "drop" if table:
                self._act(*tables.touched(table, name))
            case "take" if table:
                self._set(tables.taken_up(table, name))
            case "touch" | "take" | "drop" if self.model.learning:
                self._teach(learnings.touched(self.model.learning, kind, name))
            case "touch" | "take" | "drop" | "away" if self.model.editing:
                self._handle(self.model.editing, kind, name)
            case "touch" if self.model.bench:
                self._draw_on(benches.touched(self.model.bench, name, self.model.setups))
            case "do":
                self._do(name, value)
            case "key":
                self._press(name)
            case "address":
                self._arrive(name)
            case "stored":
                self._stored(name, value)
            case "update":
                self._tell("update", standing.update())
        after, learning = self.model.board, self.model.learning
        near = learning.seat if learning else seat(after, self.model.settings) if after else 0
        motions = tables.motions(before, after, near, learning.face if learning else None)
        self.draw(motions[1:] if kind == "drop" else motions)  # what was dragged is there already

    def trouble(self) -> None:
        """Say that an error of ours was met, so that nobody waits for an answer that does not come."""
        self._tell("trouble", standing.trouble())
        self.draw()

    def _press(self, key: str) -> None:
        """Do what a key stands for; a letter is the same key with Caps Lock."""
        if (editing := self.model.editing) and (after := editings.pressed(editing, key)) != editing:
            self._edit(after)
            return
        if (bench := self.model.bench) and (drawn := benches.pressed(bench, key)) != bench:
            self._draw_on(drawn)
            return
        act = self._keys.get(key) or self._keys.get(key.lower() if len(key) == 1 else "")
        if act:
            act()

    def draw(self, motions: Sequence[Motion] = ()) -> None:
        """Show the model."""
        self._picture()
        route = self.model.route
        damaged = self.library.entry(route.name) if route.page == "play" and not self.model.table else None
        page = view(self.model, damaged)
        if self._shown is None:
            self.browser.mount(json.dumps(tree(page)))
        else:
            operations = diff(self._shown, page)
            if operations:
                still = self.model.settings.motion == "off" or self.browser.calm()
                self.browser.patch(json.dumps(operations), "" if still else travels(motions))
        self._shown = page
        self._look_there()

    def _look_there(self) -> None:
        """Where a board has to be panned: bring what it is about into sight, once it is about something else."""
        table = self.model.table
        player = table.shown.to_move if table else None
        selector = f'[data-player="{player + 1}"]' if player is not None else ""
        if table and table.told:
            selector = ".shown"
        about = (table.id, table.whole, table.page, selector) if table else None
        if about != self._in_sight and selector:
            self._bring(selector)
        self._in_sight = about

    def _bring(self, selector: str) -> None:
        self.browser.later(lambda: self.browser.reveal(f".stage {selector}"), 0)

    # --- where one is ----------------------------------------------------------------------------------------

    def _arrive(self, address: str) -> None:
        """Make the model fit an address."""
        route = parse_route(address)
        table = self.model.table
        if table is not None and route.page == "play" and route.name == table.id:
            self.model = replace(self.model, route=route)
            self._set(tables.looked(table, table.timeline.at if route.at is None else route.at))
            return
        self._arrive_anew(route)

    def _arrive_anew(self, route: Route) -> None:
        """Make the model fit a route, whatever was shown before."""
        before, draft, played = self.model.route, self.model.draft, self.model.table is not None
        self.model = replace(
            self.model,
            route=route,
            table=None,
            sharing=None,
            printing="",
            draft=None,
            editing=None,
            bench=None,
            learning=None,
            sought="",
            unusable="",
            closed="",
            copied=("", False),
            announced="",
            everything=False,
        )
        match route.page:
            case "new" if route.name in GAMES:
                game = GAMES[route.name]
                options = {option.id: option.default for option in game.options}
                if draft is None or draft.game != game.id:
                    draft = Draft(game.id, options, self.model.settings.names)
                draft = replace(draft, start=route.text)
                self.model = replace(self.model, draft=replace(draft, error=_start_error(draft)))
            case "edit" if route.name in EDITORS:
                kept = draft if draft and draft.game == route.name else None
                self.model = replace(self.model, draft=kept, editing=editings.opened(route.name, route.text))
            case "edit" if route.name in GAMES:
                self._close(_("There is no board editor for {game}.").format(game=_(GAMES[route.name].title)))
            case "boards" if route.name in WORKSHOPS:
                kept = draft if draft and draft.game == route.name else None
                found = benches.opened(route.name, route.text, self.model.setups) if route.text else None
                self.model = replace(self.model, draft=kept, bench=found)
                if route.text and found is None:
                    self._close(_("There is no board “{name}” in this browser.").format(name=route.text[:40]))
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
                self._open(route)
            case "missing":
                self._close(_("The address {address} leads to no page.").format(address=route.name[:60]))
        self._retry()
        if route.page in ("home", "settings"):
            self._list()
        self._untell("elsewhere")
        if before.page != route.page:
            self._untell("imported")
        self.browser.title(self._page_title())
        if played and route.page != "play":
            self._ask_once()

    def _page_title(self) -> str:
        if self.model.table:
            return f"{title(self.model.table.timeline.record)} · Ruleboard"
        return "Ruleboard"

    def _open(self, route: Route) -> None:
        try:
            timeline = self.library.open(route.name)
        except KeyError:
            self._close(_("There is no saved game “{name}” in this browser.").format(name=route.name[:40]))
        except RecordError as error:
            self._close(_sentence(str(error)))
        else:
            table = tables.seated(route.name, timeline)
            self._show_move()
            self.model = replace(self.model, table=table if route.at is None else tables.looked(table, route.at))

    def _open_position(self, route: Route) -> None:
        """Sit down at the position a link tells of; it is kept with the first action."""
        try:
            record = shares.arriving(route.name, route.text, self.browser.seed())
            id, timeline = self.library.begin(record)
        except RuleboardError as error:
            self._close(_sentence(str(error)))
        else:
            self.model = replace(self.model, table=replace(tables.seated(id, timeline), fresh=True))

    def _open_lesson(self, route: Route) -> None:
        found = learnings.opened(route.name, route.text, route.at or 0)
        if found:
            self._teach(replace(found, site=self.browser.site()))
        else:
            title = _(GAMES[route.name].title)
            self._close(_("{game} has no lesson “{id}”.").format(game=title, id=route.text[:40]))

    def _teach(self, learning: Learning) -> None:
        """Take over a lesson; one whose last step is done is gone through."""
        before = self.model.learning
        self.model = replace(self.model, learning=learning)
        board = learning.exercise
        said = " ".join(filter(None, (board.said or board.table.said, board.hint)))
        if not said and before and before.step is learning.step:
            said = announcing.touched(before.exercise.table, board.table)
        if said:
            self._announce(said)
        if learning.is_done:
            self._set_progress(with_done(self.model.progress, learning.game, learning.lesson.id))

    def _set_progress(self, progress: Progress) -> None:
        if progress != self.model.progress:
            self.model = replace(self.model, progress=progress)
            self._put(PROGRESS, format_progress(progress))

    def _close(self, why: str) -> None:
        self.model = replace(self.model, closed=why)

    # --- playing ---------------------------------------------------------------------------------------------

    def _act(self, table: Table, action: Action | None) -> None:
        """Take over a table on which an action may just have been made."""
        before = self.model.table
        if before is None or action is None:
            self._set(table)
            if before is not None and (said := announcing.touched(before, table)):
                self._announce(said)
        elif self._save(table):
            game, state = before.timeline.game, before.timeline.state
            done = game.describe(state, action)
            told = self._told(table) if table.showing else announcing.retold(before, table)
            self._announce(f"{_sentence(done)} {told}" if table.showing else announcing.standing(table, done, told))

    def _change(self, table: Table, done: str = "") -> None:
        """Take over a table whose timeline may have been moved, and tell how things stand after what was done."""
        before = self.model.table
        if before is None or table.timeline is before.timeline:
            self._set(table)
        elif self._save(table):
            self._announce(announcing.standing(table, done))

    def _set(self, table: Table) -> None:
        self.model = replace(self.model, table=table)
        if table.fresh:
            return
        address = format_route(Route("play", table.id, table.looking))
        if self.model.route != parse_route(address):
            self.model = replace(self.model, route=parse_route(address))
            self.browser.go(address, replace=True)

    def _save(self, table: Table) -> bool:
        """Keep the game and show it; False if another tab has it now, and nothing was changed."""
        if not self._keep(table):
            return False
        self.model = replace(self.model, unusable="")
        self._set(replace(table, fresh=False))
        self._show_move()
        return True

    def _keep(self, table: Table) -> bool:
        """Write a game into the store; False if another tab has it now. A full store is told, and no failure."""
        try:
            self.library.save(table.id, table.timeline)
        except Conflict:
            if self.model.table:
                self._yield(self.model.table)
            return False
        except StoreFull:
            self._tell("full", standing.full())
        else:
            self._retry()
        self._untell("elsewhere")
        return True

    def _retry(self) -> None:
        """Keep what found no room before, if it finds some now."""
        if all((self.library.retry(), self._shelf.retry())):
            self._untell("full")

    def _undo(self) -> None:
        if (table := self.model.table) and table.looking is None:
            self._change(tables.undone(table), _("Taken back."))

    def _redo(self) -> None:
        if (table := self.model.table) and table.looking is None:
            self._change(tables.redone(table), _("Done again."))

    def _step(self, by: int) -> None:
        if (table := self.model.table) and table.showing:
            self._show(tables.advanced(table, by))
        elif table:
            self._look(table, table.shown.at + by)

    def _look(self, table: Table, at: int) -> None:
        after = tables.looked(table, at)
        self._set(after)
        self._announce(announcing.looked(after))  # what was said to who decides is not for who looks back
        self._show_move()

    def _show_move(self) -> None:
        self.browser.later(lambda: self.browser.reveal(".moves .now"), 0)

    def _show(self, table: Table) -> None:
        """Take over a table whose show may have begun, gone on or ended, and tell of it."""
        before = self.model.table
        self._set(table)
        if table.showing:
            self._announce(self._told(table))
            self._show_move()
        elif before and before.showing:
            self._announce(announcing.standing(table))

    def _told(self, table: Table) -> str:
        """What the frame says that is seen."""
        frames = tables.frames(table, seat(table, self.model.settings))
        return frames[table.showing.step].words if table.showing else ""

    def _turn_over(self, table: Table) -> None:
        """Take over a table on which another step of what stands beside the board is read."""
        before = self.model.table
        self._set(table)
        if told := announcing.retold(before, table):
            self._announce(told)

    def _uncover(self, table: Table) -> None:
        """Take over a table whose board was asked for."""
        self._set(table)
        self._announce(announcing.standing(table))

    def _offer(self, table: Table) -> None:
        """Have whoever decides offer a draw."""
        after = tables.offered(table)
        self._set(after)
        if after.offer is not None:
            name = players(table.timeline.record)[after.offer]
            self._announce(_("{player} offers a draw.").format(player=name))

    def _answer(self, table: Table) -> None:
        """Take over a table at which a draw was agreed to or declined."""
        if table.timeline.outcome:
            self._change(table)
        else:
            self._set(table)
            self._announce(announcing.standing(table, _("The draw is declined.")))

    def _turn_board(self) -> None:
        if table := self.model.table:
            self._set(replace(table, turned=not table.turned))

    def _escape(self) -> None:
        if learning := self.model.learning:
            self._teach(learnings.put_down(learning))
        if (table := self.model.table) is None:
            return
        if table.showing or table.recounting:
            self._show(tables.recounted(table, False))
            return
        if table.looking is not None:
            self._look(table, table.timeline.at)
        else:
            self._act(tables.put_down(table), None)

    # --- what buttons do -------------------------------------------------------------------------------------

    def _do(self, name: str, value: str) -> None:
        if (table := self.model.table) is not None:
            self._do_at(table, name, value)
        match name:
            case "delete":
                self._delete(value)
            case "undelete":
                self._undelete(value)
            case "export":
                self._export(value)
            case "export-aside":
                self.browser.download("ruleboard-unreadable.txt", "text/plain", self._shelf.unreadable)
            case "export-all":
                self.browser.download("ruleboard-games.json", "application/json", self.library.export_all())
            case "import":
                self._import([str(text) for text in json.loads(value)])  # a list of the files' texts
            case "import-pasted":
                self._import([_fields(value).get("text", "")])
            case "persist":
                self._ask_to_keep()
            case "everything":
                self.model = replace(self.model, everything=True)
            case "copy":
                self.browser.copy(value, lambda done: self._copied(value, done))
            case "go":
                self.browser.go(value)
            case "update":
                self.browser.update()
            case "seek":
                self.model = replace(self.model, sought=value)
            case "reveal":
                self.browser.later(lambda: self.browser.reveal(f"#{value}"), 0)
            case "print-page":
                self.browser.print()
            case "unlearn":
                self._set_progress(without_course(self.model.progress, value))
            case "choose" | "show-step" | "show-skip" if self.model.learning:
                self._teach(learnings.done(self.model.learning, name, value))
            case _ if name.startswith("lesson-") and self.model.learning:
                self._teach(learnings.done(self.model.learning, name.removeprefix("lesson-"), value))
            case "speak":
                self._learn()
            case "dismiss":
                self._untell(value)
            case "begin" if self.model.draft:
                self._begin(self.model.draft, _fields(value))
            case "exchange" if self.model.draft:
                names = self._padded(self.model.draft)
                self.model = replace(self.model, draft=replace(self.model.draft, names=(*names[1:], names[0])))
            case "play-here" if self.model.editing and not self.model.editing.trouble:
                editing = self.model.editing
                self.browser.go(format_route(Route("new", editing.game, text=editing.text)))
            case _ if name.startswith("bench-") and self.model.route.name in WORKSHOPS:
                self._work(self.model.route.name, name.removeprefix("bench-"), value)
            case _ if name.startswith("edit-") and self.model.editing:
                self._edit(editings.done(self.model.editing, name.removeprefix("edit-"), value))
            case _ if name.startswith("set-"):
                self._choose(name.removeprefix("set-"), value)
            case _ if name.startswith("draft-") and self.model.draft:
                self._drafted(self.model.draft, name.removeprefix("draft-"), value)

    def _do_at(self, table: Table, name: str, value: str) -> None:
        match name:
            case "choose":
                self._act(*tables.chosen(table, value))
            case "undo":
                self._undo()
            case "redo":
                self._redo()
            case "look" if value.isascii() and value.isdigit():
                self._look(table, int(value))
            case "now":
                self._look(table, table.timeline.at)
            case "continue":
                self._change(tables.continued(table))
            case "turn":
                self._turn_board()
            case "show-step" if value in ("1", "-1"):
                self._show(tables.advanced(table, int(value)))
            case "show-skip":
                self._show(tables.skipped(table))
            case "show-again":
                self._show(tables.shown_again(table, int(value) if value.isascii() and value.isdigit() else None))
            case "story":
                self._set(tables.recounted(table, value == "open"))
            case "uncover":
                self._uncover(tables.uncovered(table))
            case "resign" if value.isascii() and value.isdigit():
                self._change(tables.resigned(table, int(value)))
            case "offer":
                self._offer(table)
            case "agree":
                self._change(tables.agreed(table))
            case "read":
                self._set(tables.read(table, value))
            case "teach":
                self._set(tables.taught(table, value))
            case "step" if value.isascii() and value.isdigit():
                self._turn_over(tables.stepped(table, int(value)))
            case "whole":
                self._set(replace(table, whole=not table.whole))
            case "bring" if value.isascii() and value.isdigit():
                self._bring(f'[data-player="{value}"]')
            case "answer":
                self._answer(tables.answered(table, value == "yes"))
            case "claim":
                self._change(tables.claimed(table))
            case "share":
                sharing = shares.begun(table, self.browser.site(), self.browser.can_share())
                found = sharing if value == "open" else None
                self.model = replace(self.model, copied=("", False), sharing=found)
            case _ if name.startswith("share-") and self.model.sharing:
                self._share(table, self.model.sharing, name.removeprefix("share-"), value)
            case "print-position":
                self._with_styles(self._print_position)
            case "print-record":
                self.model = replace(self.model, printing="record")
                self.browser.print()
            case "printed":
                self.model = replace(self.model, printing="")
            case "rename":
                self._rename(table, _fields(value))
            case "rematch":
                self._rematch(table)
            case "take-over":
                route = Route("play", table.id)
                self.browser.go(format_route(route), replace=True)
                self._arrive_anew(route)
            case "setup-keep":
                self._keep_setup(table, _fields(value).get("name", "").strip())
            case "setup-use":
                self._use_setup(table, value)
            case "setup-forget":
                self._set_setups(without(self.model.setups, table.timeline.game.id, value))
            case "setup-text":
                self._paste_setups(table, _fields(value).get("text", ""))
            case "setup-export":
                self._export_setups(table)
            case "keep-again":
                self.library.adopt(table.id)
                self._save(replace(table, yielded=False))

    def _rename(self, table: Table, fields: dict[str, str]) -> None:
        names = _names(fields, len(table.timeline.record.players))
        self._save(tables.named(table, fields.get("title", "").strip()[:LONGEST_NAME], names))
        self.browser.title(self._page_title())
        self._remember(names)

    def _rematch(self, table: Table) -> None:
        """The same game once more; everybody moves up one side."""
        record = table.timeline.record
        names = record.players
        self._play(Record(record.game, record.options, self.browser.seed(), (*names[1:], names[0]), start=record.start))

    # --- sharing ---------------------------------------------------------------------------------------------

    def _share(self, table: Table, sharing: Sharing, what: str, value: str) -> None:
        """Do what a button of the dialog says, or take a choice."""
        name = shares.file_name(table)
        match what:
            case "svg":
                self.browser.download(f"{name}.svg", "image/svg+xml", sharing.picture)
            case "png":
                self.browser.paint(f"{name}.png", sharing.picture, self._painted)
            case "native":
                self.browser.share(title(table.timeline.record), shares.link(table, sharing))
            case _:
                self.model = replace(self.model, copied=("", False), sharing=shares.chosen(sharing, what, value))

    def _painted(self, done: bool) -> None:
        if not done:
            self._tell("unpainted", standing.unpainted())
            self.draw()

    def _with_styles(self, act: Callable[[Mapping[str, Sheet]], None]) -> None:
        """Do something with the style sheets: at once, or, the first time, when they are read."""
        if self._sheets is not None:
            act(self._sheets)
            return

        def read(css: str) -> None:
            self._sheets = sheets(css)
            act(self._sheets)
            self.draw()

        self.browser.styles(read)

    def _print_position(self, styles: Mapping[str, Sheet]) -> None:
        """Print the position one looks at, as the dialog has it if that is open, always made for paper."""
        if table := self.model.table:
            asked = self.model.sharing or shares.begun(table, "", native=False)
            heading = shares.heading(table, asked.title)
            picture = self._drawn(table, replace(asked, title=heading, paper=True), styles).picture
            self.model = replace(self.model, printing=picture)
            self.browser.print()

    def _drawn(self, table: Table, sharing: Sharing, styles: Mapping[str, Sheet]) -> Sharing:
        here = seat(replace(table, turned=sharing.flipped), self.model.settings)
        return shares.drawn(table, sharing, styles, here, tables.roads(table, here))

    def _picture(self) -> None:
        """Draw the picture that is shared, if it is looked at and is not the one that was drawn last."""
        table, sharing = self.model.table, self.model.sharing
        if table is None or sharing is None or sharing.section not in ("picture", "embed"):
            return
        if self._sheets is None:
            self._with_styles(lambda _styles: None)  # this is drawn again when they are there
            return
        about = (table.shown, table.marks, replace(sharing, picture="", section="", caption="", accept=""))
        if about != self._pictured or not sharing.picture:
            self._pictured = about
            self.model = replace(self.model, sharing=self._drawn(table, sharing, self._sheets))

    # --- kept setups -----------------------------------------------------------------------------------------

    def _read_setups(self) -> None:
        """Take over what is stored; what cannot be read is put aside, not overwritten."""
        text = self._shelf.get(SETUPS_KEY)
        found = parse_setups(text)
        if found is None and text is not None:
            self._shelf.put_aside(SETUPS_KEY, text)
            self._tell("unreadable", standing.unreadable())
        self.model = replace(self.model, setups=found or ())

    def _set_setups(self, kept: Kept) -> None:
        self.model = replace(self.model, setups=kept)
        self._put(SETUPS_KEY, format_setups(kept))

    def _hand(self, table: Table) -> str:
        return hand(table.id, table.timeline.to_move or 0)

    def _keep_setup(self, table: Table, name: str) -> None:
        game = table.timeline.game.id
        if name and not table.still and game in SETUPS:
            text = SETUPS[game].text(table.timeline.state)
            self._set_setups(with_setup(self.model.setups, Setup(game, name, text, self._hand(table))))
            self._announce(_("“{name}” is kept.").format(name=name))

    def _use_setup(self, table: Table, name: str) -> None:
        for setup in listed(self.model.setups, table.timeline.game.id, self._hand(table)):
            if setup.name == name:
                self._set_up(table, setup.text)

    def _set_up(self, table: Table, text: str) -> None:
        """Set up what a text describes, or say why not."""
        timeline = table.timeline
        if table.still or timeline.game.id not in SETUPS:
            return
        try:
            steps = SETUPS[timeline.game.id].steps(timeline.state, text)
        except RuleboardError as error:
            self._unusable(_sentence(str(error)))
            return
        self._unusable("")
        self._change(tables.set_up(table, steps))

    def _unusable(self, why: str) -> None:
        self.model = replace(self.model, unusable=why)
        if why:
            self._announce(why)

    def _paste_setups(self, table: Table, text: str) -> None:
        """Use a pasted setup; lines with names are kept instead."""
        lines = parse_lines(text)
        if not lines or not all(line[0] for line in lines):
            self._set_up(table, text)
            return
        game, state = table.timeline.game.id, table.timeline.state
        kept = self.model.setups
        for number, (name, line) in enumerate(lines, 1):
            try:
                SETUPS[game].steps(state, line)
            except RuleboardError as error:
                self._unusable(_sentence(str(error.within(_("line {number}").format(number=number)))))
                return
            kept = with_setup(kept, Setup(game, name, line, self._hand(table)))
        self._unusable("")
        self._set_setups(kept)

    def _export_setups(self, table: Table) -> None:
        game = table.timeline.game.id
        found = listed(self.model.setups, game, self._hand(table))
        title = SETUPS[game].title.lower() if game in SETUPS else "setups"
        self.browser.download(f"{game}-{title}.txt", "text/plain", format_lines(found))

    # --- beginning a game ------------------------------------------------------------------------------------

    def _drafted(self, draft: Draft, field: str, value: str) -> None:
        """Take a choice of the page for a new game."""
        kind, which = (*field.split("-", 1), "")[:2]
        match kind:
            case "option":
                draft = replace(draft, options={**draft.options, which: value})
            case "name" if which.isascii() and which.isdigit():
                names = self._padded(draft)
                draft = replace(
                    draft,
                    names=tuple(value if number == int(which) else name for number, name in enumerate(names)),
                )
            case "start":
                draft = replace(draft, start=value.strip())
        self.model = replace(self.model, draft=replace(draft, error=_start_error(draft)))

    def _padded(self, draft: Draft) -> tuple[str, ...]:
        """A name for every side of the drafted game, empty where none was given."""
        game = GAMES[draft.game]
        usual = not draft.start or draft.error or _start_error(draft)
        first = game.initial(draft.options, 0) if usual else game.parse_position(draft.start)
        count = len(game.sides(first))
        return (*draft.names, *("",) * count)[:count]

    def _begin(self, draft: Draft, fields: dict[str, str]) -> None:
        names = _names(fields, len(self._padded(draft)))
        draft = replace(draft, names=names, start=fields.get("start", "").strip())
        error = _start_error(draft)
        if error:
            self.model = replace(self.model, draft=replace(draft, error=error))
            self._announce(error)
            return
        self._remember(names)
        self._play(Record(draft.game, draft.options, self.browser.seed(), names, start=draft.start or None))

    def _play(self, record: Record) -> None:
        """Begin a game, keep it, and go to its table."""
        id, timeline = self.library.begin(record)
        table, route = tables.seated(id, timeline), Route("play", id)
        self._keep(table)
        self.model = replace(self.model, route=route, table=table, draft=None, announced="")
        self.browser.title(self._page_title())
        self.browser.go(format_route(route))

    def _remember(self, names: tuple[str, ...]) -> None:
        if any(names):
            self._set_settings(replace(self.model.settings, names=names))

    # --- setting up a position -------------------------------------------------------------------------------

    def _handle(self, editing: Editing, kind: str, target: str) -> None:
        """Take what a hand did on the board of the editor."""
        match kind:
            case "take":
                self._edit(editings.taken_up(editing, target))
            case "away":
                self._edit(editings.thrown_away(editing))
            case _:
                self._edit(editings.touched(editing, target))

    def _edit(self, editing: Editing) -> None:
        """Take over a position being set up; the address always names it, so that a reload loses nothing."""
        before = self.model.editing
        self.model = replace(self.model, editing=editing, copied=("", False))
        if before is not None and before.text != editing.text:
            route = replace(self.model.route, text=editing.text)
            self.model = replace(self.model, route=route)
            self.browser.go(format_route(route), replace=True)

    # --- boards of one's own ---------------------------------------------------------------------------------

    def _work(self, game: str, what: str, value: str) -> None:
        """Do what a button or field of the workshop says."""
        bench, setups = self.model.bench, self.model.setups
        match what:
            case "new":
                self._put_on_bench(benches.begun(game, setups))
            case "import":
                self._take_in_sheet(game, str(json.loads(value)[0]))
            case "paste":
                self._take_in_sheet(game, _fields(value).get("text", ""))
            case "export":
                self._export_sheet(game, value)
            case "delete":
                self._set_setups(without(setups, game, value))
                if bench:
                    self.browser.go(format_route(Route("boards", game)), replace=True)
                    self._arrive_anew(Route("boards", game))
            case "play" if bench and not bench.sheet.faults:
                options = {option.id: option.default for option in GAMES[game].options}
                draft = self.model.draft or Draft(game, options, self.model.settings.names)
                chosen = {**draft.options, bench.sheet.option: bench.sheet.value}
                self.model = replace(self.model, draft=replace(draft, options=chosen))
                self.browser.go(format_route(Route("new", game)))
            case "print":
                self.browser.print()
            case _ if bench:
                self._draw_on(benches.done(bench, what, value, setups))

    def _take_in_sheet(self, game: str, text: str) -> None:
        try:
            self._put_on_bench(benches.taken_in(game, text, self.model.setups))
        except RuleboardError as error:
            why = f"{_('Nothing was imported.')} {_sentence(str(error))}"
            self.model = replace(self.model, unusable=why)
            self._announce(why)

    def _put_on_bench(self, bench: Bench) -> None:
        """Keep a new sheet, and go where it is drawn, or listed if it is not drawn."""
        self._set_setups((*self.model.setups, Setup(bench.game, bench.name, bench.text)))
        drawn = bench.sheet.size is not None
        route = Route("boards", bench.game, text=bench.name if drawn else "")
        self.browser.go(format_route(route))
        self._arrive_anew(route)

    def _draw_on(self, bench: Bench) -> None:
        """Take over a bench: what was drawn is kept at once, and the address names it."""
        before = self.model.bench
        self.model = replace(self.model, bench=bench)
        if before is None or (before.name, before.text) == (bench.name, bench.text):
            return
        kept = without(self.model.setups, bench.game, before.name)
        self._set_setups((*kept, Setup(bench.game, bench.name, bench.text)))
        if before.name != bench.name:
            route = replace(self.model.route, text=bench.name)
            self.model = replace(self.model, route=route)
            self.browser.go(format_route(route), replace=True)

    def _export_sheet(self, game: str, title: str) -> None:
        every = (*benches.own(game, self.model.setups), *WORKSHOPS[game].ready())
        for sheet in every:
            if sheet.title == title:
                name = re.sub(r"\W+", "-", title).strip("-").lower() or sheet.option
                self.browser.download(f"{sheet.option}-{name}.json", "application/json", sheet.text)
                return

    # --- settings --------------------------------------------------------------------------------------------

    def _choose(self, name: str, value: str) -> None:
        before = self.model.settings
        self._set_settings(before.with_choice(name, value))
        self.browser.theme(self.model.settings.theme)
        if self.model.settings.language != before.language:
            self._learn()

    def _learn(self) -> None:
        """Speak the language that is chosen, and say everything anew in it."""

        def heard(catalogue: bytes | None) -> None:
            self._spoken(catalogue)
            self.library.forget_checks()
            self._arrive_anew(self.model.route)
            self.draw()
            self._check_later()

        self.browser.speak(self.model.settings.language, heard)

    def _spoken(self, catalogue: bytes | None) -> None:
        """Speak a language from now on; what was told in another is told anew."""
        speak(catalogue or b"")
        if catalogue is None:
            self._tell("speechless", standing.speechless())
        else:
            self._untell("speechless")
        for name in self.model.notices.keys() & standing.STANDING.keys():
            self._tell(name, standing.STANDING[name]())

    def _take_settings(self, text: str | None = None) -> None:
        """Take over what another tab has chosen: the text told, or what is stored."""
        before = self.model.settings
        stored = self._shelf.get(SETTINGS)
        self.model = replace(self.model, settings=parse_settings(stored if text is None else text))
        self.browser.theme(self.model.settings.theme)
        if self.model.settings.language != before.language:
            self._learn()

    def _set_settings(self, settings: Settings) -> None:
        self.model = replace(self.model, settings=settings)
        self._put(SETTINGS, format_settings(settings))

    def _copied(self, field: str, done: bool) -> None:
        self.model = replace(self.model, copied=(field, done))
        self._announce(_("Copied.") if done else _("The text is selected."))
        self.draw()

    def _ask_once(self) -> None:
        """Ask the browser to keep the games when the first of them has been left: some browsers ask the person then."""
        if self.model.persisted is False and self.model.lasting and not self.model.settings.asked:
            self._ask_to_keep()

    def _ask_to_keep(self) -> None:
        self._set_settings(replace(self.model.settings, asked=True))
        self.browser.persisted(self._persisted, ask=True)

    def _persisted(self, kept: bool | None) -> None:
        self.model = replace(self.model, persisted=kept)
        self.draw()

    # --- the kept games --------------------------------------------------------------------------------------

    def _list(self) -> None:
        self.model = replace(self.model, entries=tuple(self.library.entries()))

    def _check_later(self) -> None:
        """Replay the kept games one by one while nothing else is to be done, so that damaged ones are shown as such."""
        id = self.library.unchecked()
        if id is None:
            return
        self.library.check(id)
        entry = self.library.entry(id)
        if entry and entry.damage and self.model.route.page == "home":
            self._list()
            self.draw()
        self.browser.later(self._check_later, 20)

    def _delete(self, id: str) -> None:
        entry = self.library.entry(id)
        table = self.model.table
        text = self.library.delete(id)
        if text is None and table is not None and table.id == id:  # gone from the store, but still on the table
            text = format_record(self.library.record_of(table.timeline))
        if text is None:
            return
        self._deleted[id] = text
        record = table.timeline.record if table else entry.record if entry else None
        name = title(record) if record else _("The damaged game")
        self._tell(f"deleted-{id}", Notice(_("“{name}” was deleted.").format(name=name), "undo", "undelete", _("Undo")))
        self._retry()
        if self.model.route.page == "play":
            self.browser.go(format_route(HOME), replace=True)
            self._arrive_anew(HOME)
        else:
            self._list()

    def _undelete(self, notice: str) -> None:
        id = notice.removeprefix("deleted-")
        text = self._deleted.pop(id, None)
        if text is None:
            return
        try:
            self.library.restore(id, text)
        except StoreFull:
            self._tell("full", standing.full())
        self._untell(notice)
        self._list()

    def _export(self, id: str) -> None:
        entry = self.library.entry(id)
        table = self.model.table
        if table is not None and table.id == id:
            self._download(self.library.record_of(table.timeline))
        elif entry is not None:
            self.browser.download(f"ruleboard-{id}.json", "application/json", entry.text)

    def _download(self, record: Record) -> None:
        names = "-".join(re.sub(r"\W+", "", name).lower() for name in players(record))
        self.browser.download(f"{record.game}-{names}.json", "application/json", format_record(record))

    def _import(self, texts: Sequence[str]) -> None:
        """Take in the games of some files or of a text that was pasted."""
        all_taken = Imported()
        for number, text in enumerate(texts, 1):
            try:
                taken = self.library.take_in(text)
            except RecordError as error:
                taken = Imported(
                    refused=(str(error.within(_("file {number}").format(number=number)) if len(texts) > 1 else error),)
                )
            all_taken = Imported(
                all_taken.ids + taken.ids,
                all_taken.known + taken.known,
                all_taken.full + taken.full,
                all_taken.refused + taken.refused,
            )
        notice = _import_notice(all_taken)
        self._tell("imported", notice)
        self._announce(notice.text)
        self._list()
        self._check_later()

    # --- beside the games --------------------------------------------------------------------------------------

    def _put(self, key: str, text: str) -> None:
        """Keep a text beside the games; one there is no room for holds until the page is closed, which is told."""
        if not self._shelf.put(key, text):
            self._tell("full", standing.full())

    def _catch_up(self) -> None:
        """Read what another tab has kept without this one hearing of it, as one that was frozen: what is done now is
        done to that, and takes nothing of it away.
        """
        if self._shelf.changed(SETTINGS):
            self._take_settings()
        if self._shelf.changed(PROGRESS):
            self.model = replace(self.model, progress=parse_progress(self._shelf.get(PROGRESS)))
        if self._shelf.changed(SETUPS_KEY):
            self._read_setups()

    # --- other tabs ------------------------------------------------------------------------------------------

    def _stored(self, key: str, value: str) -> None:
        """Another tab has changed the store."""
        if key == SETTINGS:
            self._take_settings(value)
        if key == PROGRESS:
            self.model = replace(self.model, progress=parse_progress(value))
        if key == SETUPS_KEY:
            self._read_setups()
        table = self.model.table
        if table is not None and key in (PREFIX + table.id, ""):
            if not self.library.is_current(table.id):
                self._yield(table)
            elif table.yielded:  # what the other tab took away it has brought back
                self._set(replace(table, yielded=False))
                self._untell("elsewhere")
        elif self.model.route.page in ("home", "settings"):
            self._list()

    def _yield(self, table: Table) -> None:
        """Let another tab have the game: nothing more is saved here until it is taken over."""
        self._set(tables.yielded(table))
        gone = self.library.entry(table.id) is None
        self._tell("elsewhere", standing.gone() if gone else standing.elsewhere())

    # --- telling ---------------------------------------------------------------------------------------------

    def _announce(self, text: str) -> None:
        if text and text == self.model.announced:
            text += "\u200b"  # a live region that does not change says nothing: an invisible difference
        self.model = replace(self.model, announced=text)

    def _tell(self, name: str, notice: Notice) -> None:
        self.model = replace(self.model, notices={**self.model.notices, name: notice})

    def _untell(self, name: str) -> None:
        left = {other: notice for other, notice in self.model.notices.items() if other != name}
        self.model = replace(self.model, notices=left)


def _fields(form: str) -> dict[str, str]:
    """The fields of a submitted form."""
    return {name: str(value) for name, value in json.loads(form or "{}").items()}


def _names(fields: dict[str, str], count: int) -> tuple[str, ...]:
    """The players' names in a submitted form, as long as a record keeps them."""
    return tuple(fields.get(f"name-{number}", "").strip()[:LONGEST_NAME] for number in range(count))


def _start_error(draft: Draft) -> str:
    """Why a game cannot begin from the position typed, as a sentence; empty if it can."""
    return editings.trouble(draft.game, draft.start) if draft.start else ""


def _import_notice(taken: Imported) -> Notice:
    count = len(taken.ids)
    parts = [_("Nothing was imported.")]
    if count or taken.known:
        parts = [ngettext("{n} game imported.", "{n} games imported.", count).format(n=count)]
    if taken.known:
        parts.append(ngettext("{n} was here already.", "{n} were here already.", taken.known).format(n=taken.known))
    if taken.full:
        said = ngettext(
            "For {n} there was no room: the browser's storage is full.",
            "For {n} there was no room: the browser's storage is full.",
            taken.full,
        )
        parts.append(said.format(n=taken.full))
    parts += [_sentence(why) for why in taken.refused[:3]]
    if (more := len(taken.refused) - 3) > 0:
        parts.append(ngettext("{n} more could not be read.", "{n} more could not be read.", more).format(n=more))
    kind = "warning" if taken.refused or taken.full else "info"
    if count != 1:
        return Notice(" ".join(parts), kind)
    return Notice(" ".join(parts), kind, "go", _("Open it"), format_route(Route("play", taken.ids[0])))
