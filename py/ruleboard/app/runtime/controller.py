"""The controller: takes input events, has them answered, and draws what follows from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleboard.app import notices
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.screen import Screen
from ruleboard.app.messages import Gesture
from ruleboard.app.play.animation import travels
from ruleboard.app.runtime import dispatch, other_tabs
from ruleboard.app.runtime.app import App
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page import page_title, view
from ruleboard.app.runtime.prerender import painted, painted_tree
from ruleboard.app.runtime.renderer import Spotlight
from ruleboard.app.storage.games import GameStore
from ruleboard.scene.marks import Motion


class Controller:
    """Takes input events, and draws pages. One for a page."""

    def __init__(self, browser: Browser) -> None:
        self._app = App(browser, self.draw)
        self._screen = Screen(browser, painted() if browser.adopt_prerendered(painted_tree()) else None)
        self._spotlight = Spotlight()
        self._title = ""

    @property
    def model(self) -> Model:
        """The app's state."""
        return self._app.model

    @property
    def library(self) -> GameStore:
        """The stored games."""
        return self._app.games

    def start(self, then: Callable[[], None] = lambda: None) -> None:
        """Show the page of the address as soon as its language is loaded, then go on."""

        def begin() -> None:
            self._show_first()
            then()

        self._app.language.load(begin)

    def _show_first(self) -> None:
        app = self._app
        app.browser.set_theme(app.model.settings.theme)
        if not app.model.lasting:
            app.notify("not-stored", notices.not_stored())
        app.documents.read_settings()
        app.documents.read_progress()
        app.documents.read_setups()
        app.arrive(app.browser.address())
        self.draw()
        app.check_persistence()
        app.check_games()

    def handle(self, kind: str, name: str, value: str = "") -> None:
        """Take what a person or the browser did, and draw what follows from it.

        Args:
            kind: "touch", "take" or "drop" a target, or drop it "away" from the board; "point" to one with a piece that
                cannot be taken; "do" something named; a "key"; a new "address"; a text "stored" by another tab; an
                "update" of the app that waits.
            name: the target, the message (see ``dispatch.message``), the key, the address, or the storage key.
            value: the value that comes with a message.
        """
        app = self._app
        other_tabs.catch_up(app)
        match kind:
            case "touch" | "take" | "drop" | "point" | "away":
                app.take(dispatch.gesture(app.model.page, Gesture(kind, name), app.context))
            case "do":
                app.take(dispatch.message(app.model.page, name, value, app.context))
            case "key":
                app.take(dispatch.key(app.model.page, name, app.context))
            case "address":
                app.arrive(name)
            case "stored":
                other_tabs.stored(app, name)
            case "update":
                app.notify("update", notices.update())
        found = app.take_motions()
        self.draw(found[1:] if kind == "drop" else found)  # what was dragged is there already

    def report_bug(self) -> None:
        """Say that an error of ours was met, so that nobody waits for an answer that does not come."""
        self._app.notify("bug", notices.bug())
        self.draw()

    def draw(self, moved: Sequence[Motion] | None = None) -> None:
        """Show the model, and let what has moved travel there.

        Args:
            moved: the motions; by default all since the last picture.
        """
        app = self._app
        moved = app.take_motions() if moved is None else moved
        app.refresh_clock()
        app.opponents.refresh()
        app.pictures.refresh()
        if (title := page_title(app.model)) != self._title:
            self._title = title
            app.browser.set_title(title)
        still = not moved or app.model.settings.motion == "off" or app.browser.prefers_reduced_motion()
        self._screen.show(view(app.model), "" if still else travels(moved))
        if seen := self._spotlight.glance(app.model.table):
            app.glance(*seen)
        if selector := self._spotlight.moved(app.model.table):
            app.reveal(selector)
