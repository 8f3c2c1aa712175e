"""The controller, which receives input events, handles them and draws the page."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ruleboard.app import notices
from ruleboard.app.board.animation import motions_json
from ruleboard.app.board.table import Table
from ruleboard.app.browser.events import EventKind, parse_event_kind
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.screen import Screen
from ruleboard.app.messages import Gesture, GestureKind
from ruleboard.app.runtime import dispatch
from ruleboard.app.runtime.app import App
from ruleboard.app.runtime.forecast import Forecast, forecast_touch
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page_kind import PageKinds, StoredChange
from ruleboard.app.runtime.page_kinds import PAGE_KINDS, page_title, page_view
from ruleboard.app.runtime.pages.play import table_of
from ruleboard.app.runtime.prerender import prerendered_home, prerendered_tree
from ruleboard.app.runtime.scrolling import BoardScroller
from ruleboard.app.storage.games import GameStore
from ruleboard.scene.marks import Motion
from ruleboard.scene.node import Node


class Controller:
    """Receives input events and draws pages. Each browser page has one controller.

    Args:
        browser: the browser that shows the page.
        kinds: the kinds of pages of the app.
    """

    def __init__(self, browser: Browser, kinds: PageKinds = PAGE_KINDS) -> None:
        self._app = App(browser, self.draw, kinds)
        self._screen = Screen(browser, prerendered_home() if browser.adopt_prerendered(prerendered_tree()) else None)
        self._board_scroller = BoardScroller()
        self._title = ""
        self._forecast: Forecast | None = None

    @property
    def model(self) -> Model:
        """The app's state."""
        return self._app.model

    @property
    def table(self) -> Table | None:
        """The game in play, or None on other pages."""
        return table_of(self.model.page)

    @property
    def library(self) -> GameStore:
        """The stored games."""
        return self._app.services.games

    def start(self, on_ready: Callable[[], None] = lambda: None) -> None:
        """Show the page at the current address once its language is loaded, then call ``on_ready``."""

        def begin() -> None:
            self._show_first_page()
            on_ready()

        self._app.load_language(begin)

    def _show_first_page(self) -> None:
        app = self._app
        app.browser.set_theme(app.model.shared.settings.theme.value)
        if not app.model.shared.is_storage_durable:
            app.change_shared(lambda shared: shared.with_notice("not-stored", notices.no_storage_notice()))
        app.read_documents()
        app.navigate(app.browser.address())
        self.draw()
        app.check_persistence()
        app.check_games()

    def handle(self, kind: str, name: str, value: str = "") -> None:
        """Handle an event from a person or the browser, and draw the page.

        Args:
            kind: the text of an ``EventKind``. The controller reports other texts and ignores the event.
            name: the target, the message (see ``dispatch.handle_message``), the key, the address, or the storage key.
            value: the value of a message.
        """
        app, event = self._app, parse_event_kind(kind)
        if event is None:
            app.browser.report_unknown(f"event {kind}")
            return
        if event is EventKind.PRESS:
            self._forecast = self._forecast_touch(name)
            return
        app.read_missed_changes()
        if self._forecast and not (event is EventKind.TOUCH and self._forecast.is_for_touch(app.model, name)):
            self._forecast = None
        match event:
            case EventKind.TOUCH | EventKind.TAKE | EventKind.DROP | EventKind.POINT | EventKind.AWAY:
                if self._forecast and self._forecast.repeat_calls(app.services):
                    app.apply(self._forecast.update)
                elif on_gesture := app.kind.on_gesture:
                    gesture = Gesture(GestureKind(event), name)
                    app.apply(on_gesture(app.model.page, gesture, app.context, app.services))
            case EventKind.DO:
                app.apply(dispatch.handle_message(app.model.page, name, value, app.context, app.services, app.kinds))
            case EventKind.KEY:
                app.apply(dispatch.handle_key(app.model.page, name, app.context, app.services, app.kinds))
            case EventKind.ADDRESS:
                app.navigate(name)
            case EventKind.STORED:
                app.on_stored_change(StoredChange(name))
            case EventKind.RESTORED:
                app.on_stored_change(StoredChange(name, is_restored=True))
            case EventKind.UPDATE:
                app.change_shared(lambda shared: shared.with_notice("update", notices.update_notice()))
        motions = app.take_motions()
        self.draw(motions[1:] if event is EventKind.DROP else motions)  # the person has dragged the piece there already

    def report_bug(self) -> None:
        """Show a notice that the app has failed because of a bug."""
        self._app.change_shared(lambda shared: shared.with_notice("bug", notices.internal_error_notice()))
        self.draw()

    def draw(self, motions: Sequence[Motion] | None = None) -> None:
        """Draw the page of the model and animate motions.

        Args:
            motions: the motions, None for all motions since the last drawing.
        """
        app = self._app
        motions = app.take_motions() if motions is None else motions
        app.prepare_page()
        if (title := page_title(app.model, app.kinds)) != self._title:
            self._title = title
            app.browser.set_title(title)
        skips_animation = not motions or not app.model.shared.settings.motion or app.browser.prefers_reduced_motion()
        page, operations = self._take_page()
        self._screen.show(page, "" if skips_animation else motions_json(motions), operations)
        if glance := self._board_scroller.glance(self.table):
            app.glance(*glance)
        if selector := self._board_scroller.next_selector(self.table):
            app.reveal(selector)

    def _forecast_touch(self, target: str) -> Forecast | None:
        """Return the forecast of a touch of a target, or None if the app cannot foresee its result."""
        app, drawn_page = self._app, self._screen.page
        return forecast_touch(app.model, target, app.context, drawn_page, app.kinds) if drawn_page else None

    def _take_page(self) -> tuple[Node, str | None]:
        """Return the page of the model, and the patch if the forecast has it, and drop the forecast."""
        app, forecast = self._app, self._forecast
        self._forecast = None
        if forecast and forecast.is_drawable(app.model, self._screen.page):
            app.reuse_model(forecast.model)
            return forecast.page, forecast.operations
        return page_view(app.model, app.kinds), None
