"""From what people do to what is shown and saved: everything comes in here and is handed to who knows what to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TypeVar

from ruleboard.app import notices as standing
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.context import Desk, Handler, TableHandler
from ruleboard.app.editor.update import EditHandlers
from ruleboard.app.lessons import session as learnings
from ruleboard.app.lessons.update import LessonHandlers, read_progress
from ruleboard.app.library.update import KeptHandlers
from ruleboard.app.new_game.update import NewHandlers
from ruleboard.app.play import session as tables
from ruleboard.app.play.animation import motions, travels
from ruleboard.app.play.orientation import seat
from ruleboard.app.play.update import TableHandlers
from ruleboard.app.runtime.common import PageHandlers
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.navigation import Arrivals
from ruleboard.app.runtime.other_tabs import TabHandlers
from ruleboard.app.runtime.page import view
from ruleboard.app.runtime.prerender import painted
from ruleboard.app.runtime.renderer import Screen
from ruleboard.app.settings.persistent_storage import look_for_promise
from ruleboard.app.settings.quarantine import AsideHandlers
from ruleboard.app.settings.update import SettingsHandlers, read_settings
from ruleboard.app.setups.update import SetupHandlers, read_setups
from ruleboard.app.share.update import ShareHandlers
from ruleboard.app.storage.games import GameStore
from ruleboard.app.workshop.update import WorkshopHandlers
from ruleboard.scene.marks import Motion

_Value = TypeVar("_Value")


class Controller:
    """Hears people, has done what they ask for, draws pages. One for a page.

    Attributes:
        handlers: what the names stand for that buttons and fields have.
        at_table: the same, of those that are about the game on the table.
        families: what the beginnings of other names stand for; the rest of the name says more.
        keys: what keys stand for, wherever one is.
    """

    def __init__(self, browser: Browser) -> None:
        self._desk = desk = Desk(browser, self.draw)
        self._screen = Screen(browser, painted() if browser.adopt() else None)
        self._in_sight: tuple[str, bool, int, str] | None = None
        self._table = table = TableHandlers(desk)
        self._lessons = lessons = LessonHandlers(desk)
        self._arrivals = arrivals = Arrivals(desk, table, lessons)
        self._kept = kept = KeptHandlers(desk, arrivals.arrive_anew)
        self._settings = settings = SettingsHandlers(desk, self._say_anew)
        self._tabs = tabs = TabHandlers(desk, table, settings, arrivals.arrive_anew)
        self._share = share = ShareHandlers(desk)
        self._edit = edit = EditHandlers(desk)
        self._workshop = workshop = WorkshopHandlers(desk, arrivals.arrive_anew)
        new, setups, page = NewHandlers(desk, table), SetupHandlers(desk, table), PageHandlers(desk)

        speak: Mapping[str, Handler] = {"speak": lambda _value: settings.speak_anew()}
        self.handlers: Mapping[str, Handler] = joined(
            page.handlers,
            kept.handlers,
            AsideHandlers(desk).handlers,
            new.handlers,
            edit.handlers,
            lessons.handlers,
            speak,
        )
        self.at_table: Mapping[str, TableHandler] = joined(
            table.at_table, setups.at_table, share.at_table, new.at_table, tabs.at_table
        )
        self.families: Mapping[str, Callable[[str, str], None]] = {
            "bench-": workshop.do,
            "draft-": new.choose,
            "edit-": edit.do,
            "lesson-": lessons.do,
            "set-": settings.choose,
            "share-": share.do,
        }
        self.keys: Mapping[str, Callable[[], None]] = {
            "Escape": self._escape,
            "u": table.undo,
            "r": table.redo,
            "Ctrl+z": table.undo,
            "Ctrl+y": table.redo,
            "Ctrl+Shift+z": table.redo,
            "[": lambda: table.step(-1),
            "]": lambda: table.step(1),
            "f": table.turn_board,
            "?": lambda: browser.go("#/help"),
        }

    @property
    def model(self) -> Model:
        """What the pages show."""
        return self._desk.model

    @property
    def library(self) -> GameStore:
        """The kept games."""
        return self._desk.library

    # --- starting --------------------------------------------------------------------------------------------

    def start(self, then: Callable[[], None] = lambda: None) -> None:
        """Show the page the address asks for as soon as its words are there, then go on."""

        def begin() -> None:
            self._show_first()
            then()

        self._settings.speak(begin)

    def _show_first(self) -> None:
        desk = self._desk
        desk.browser.theme(desk.model.settings.theme)
        if not desk.model.lasting:
            desk.tell("unkept", standing.unkept())
        for read in (read_settings, read_progress, read_setups):
            read(desk)
        self._arrivals.arrive(desk.browser.address())
        self.draw()
        look_for_promise(desk)
        self._kept.check_later()

    def _say_anew(self) -> None:
        """Say everything in the language that is spoken now."""
        self._desk.library.forget_checks()
        self._arrivals.stay()
        self.draw()
        self._kept.check_later()

    # --- hearing ---------------------------------------------------------------------------------------------

    def hear(self, kind: str, name: str, value: str = "") -> None:
        """Take what a person or the browser did, and draw what follows from it.

        Args:
            kind: "touch", "take" or "drop" a target, or drop it "away" from the board; "do" something named; a "key";
                a new "address"; a text "stored" by another tab; an "update" of the app that waits.
            name: the target, the name of what to do, the key, the address, or the storage key.
            value: with what it is to be done.
        """
        self._tabs.catch_up()
        before = self.model.board
        match kind:
            case "touch" | "take" | "drop" | "away":
                self._handle(kind, name)
            case "do":
                self._do(name, value)
            case "key":
                self._press(name)
            case "address":
                self._arrivals.arrive(name)
            case "stored":
                self._tabs.stored(name)
            case "update":
                self._desk.tell("update", standing.update())
        after, learning = self.model.board, self.model.learning
        near = learning.seat if learning else seat(after, self.model.settings) if after else 0
        found = motions(before, after, near, learning.face if learning else None)
        self.draw(found[1:] if kind == "drop" else found)  # what was dragged is there already

    def trouble(self) -> None:
        """Say that an error of ours was met, so that nobody waits for an answer that does not come."""
        self._desk.tell("trouble", standing.trouble())
        self.draw()

    def _handle(self, kind: str, target: str) -> None:
        """Take what a hand did on the board there is."""
        model = self.model
        if model.table and kind == "take":
            self._table.set(tables.taken_up(model.table, target))
        elif model.table and kind != "away":
            self._table.act(*tables.touched(model.table, target))
        elif model.learning and kind != "away":
            self._lessons.take(learnings.touched(model.learning, kind, target))
        elif model.editing:
            self._edit.handle(model.editing, kind, target)
        elif model.bench and kind == "touch":
            self._workshop.touch(model.bench, target)

    def _do(self, name: str, value: str) -> None:
        """Do what a button or a field says."""
        if self.model.table and name in self.at_table:
            self.at_table[name](self.model.table, value)
        elif name in self.handlers:
            self.handlers[name](value)
        else:
            for family, handler in self.families.items():
                if name.startswith(family):
                    handler(name.removeprefix(family), value)

    def _press(self, key: str) -> None:
        """Do what a key stands for; a letter is the same key with Caps Lock."""
        if self._edit.press(key) or self._workshop.press(key):
            return
        act = self.keys.get(key) or self.keys.get(key.lower() if len(key) == 1 else "")
        if act:
            act()

    def _escape(self) -> None:
        self._lessons.put_down()
        self._table.put_down()

    # --- drawing ---------------------------------------------------------------------------------------------

    def draw(self, moved: Sequence[Motion] = ()) -> None:
        """Show the model, and let what has moved travel there."""
        self._share.picture()
        model, browser = self.model, self._desk.browser
        damaged = self.library.entry(model.route.name) if model.route.page == "play" and not model.table else None
        still = not moved or model.settings.motion == "off" or browser.calm()
        self._screen.show(view(model, damaged), "" if still else travels(moved))
        self._look_there()

    def _look_there(self) -> None:
        """Where a board has to be panned: bring what it is about into sight, once it is about something else."""
        table = self.model.table
        player = table.shown.to_move if table else None
        selector = f'[data-player="{player + 1}"]' if player is not None else ""
        if table and table.told:
            selector = ".shown"
        elif table and not table.whole and not table.panned:
            selector = "[data-legal]"  # enlarged by hand: something that can be touched
        about = (table.id, table.whole, table.page, selector) if table else None
        if about != self._in_sight and selector:
            self._table.bring(selector)
        self._in_sight = about


def joined(*tables: Mapping[str, _Value]) -> Mapping[str, _Value]:
    """All that stands in tables, in one.

    Raises:
        ValueError: two of them have the same name for something.
    """
    found: dict[str, _Value] = {}
    for table in tables:
        if twice := found.keys() & table.keys():
            raise ValueError(f"more than one handler is named {', '.join(sorted(twice))}")
        found.update(table)
    return found
