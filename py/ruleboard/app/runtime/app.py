"""The running app, which applies updates to the model and runs their effects."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, assert_never

from ruleboard.app import effects, notices
from ruleboard.app.board.opponent_loop import LoopEvent, OpponentLoop
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.slices import WORK_SLICE_MS, Task
from ruleboard.app.context import Context, Services
from ruleboard.app.documents import DOCUMENTS, read_document, write_changed_documents
from ruleboard.app.library import update as library
from ruleboard.app.messages import Update
from ruleboard.app.notices import Notice
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.runtime import dispatch
from ruleboard.app.runtime.background import GameChecker, ImportQueue, PageWork, UpdateBuilder
from ruleboard.app.runtime.language import load_language, with_translated_notices
from ruleboard.app.runtime.model import Model, Page
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, PageKinds, StoredChange, StyleSheets
from ruleboard.app.runtime.page_kinds import enter, page_kind_of
from ruleboard.app.runtime.pages import editors, play
from ruleboard.app.runtime.pictures import PictureRenderer
from ruleboard.app.runtime.scrolling import target_selector
from ruleboard.app.saved_items import retry_saving, without_undo_offers
from ruleboard.app.shared import Shared
from ruleboard.app.storage.documents import DocumentStore
from ruleboard.app.storage.games import KEY_PREFIX, GameStore
from ruleboard.app.storage.imports import Imports
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, parse_settings
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.record import Record
from ruleboard.i18n import _
from ruleboard.registry import GAMES
from ruleboard.scene.marks import Motion

_WORK_NOTICE = "working"
"""The name of the notice about a computation for the page."""


class App:
    """Applies updates to the model, and runs their effects.

    Attributes:
        model: the app's state, which only the app assigns.
        browser: the browser that shows the page.
        kinds: the kinds of pages.
        services: the stores and the device that updates may call.
        opponents: the loop that lets bots play.
    """

    model: Model

    def __init__(self, browser: Browser, draw_page: Callable[[], None], kinds: PageKinds) -> None:
        self.browser = browser
        self.kinds = kinds
        self._draw_page = draw_page
        games, studies = GameStore(browser.store, GAMES, browser.now), StudyStore(browser.store, browser.now)
        self.services = Services(games, studies, DocumentStore(browser.store), browser)
        self.opponents = OpponentLoop(browser, self._on_opponent_event)
        settings = parse_settings(self.services.documents.read(SETTINGS))
        shared = Shared(settings=settings, is_storage_durable=browser.store.is_durable)
        self._replace_model(Model(shared=shared))
        self._pictures = PictureRenderer(browser, self._on_stylesheets, draw_page)
        self._checker = GameChecker(browser, self.services, self._refresh_home_list)
        self._imports = ImportQueue(browser, self.services, self._on_import_progress, self._on_imported, draw_page)
        self._page_work = PageWork(browser, self._show_page_work, self._finish_page_work)
        self._history_has_live_entry = ""  # id of the viewed game, if Back leads to its current state

    # --- the state -------------------------------------------------------------------------------------------

    def _replace_model(self, model: Model) -> None:
        """Replace the app's state. Nothing else assigns the model."""
        self.model = model

    def reuse_model(self, model: Model) -> None:
        """Replace the app's state with an equal model in which more values are cached."""
        self._replace_model(model)

    @property
    def context(self) -> Context:
        """The values that updates may read."""
        return Context(self.model.shared, play.open_game_of(self.model.page))

    @property
    def kind(self) -> PageKind[Any]:
        """The kind of the current page."""
        return page_kind_of(self.model.page, self.kinds)

    def apply(self, update: Update[Page]) -> None:
        """Replace the page's session and the shared state, store changed documents, and run the effects."""
        old_shared = self.model.shared
        shared = write_changed_documents(old_shared, update.shared, self.services.documents)
        self._replace_model(replace(self.model, page=update.session, shared=shared))
        self._apply_settings(old_shared.settings)
        for effect in update.effects:
            self._run_effect(effect)

    def change_shared(self, change: Callable[[Shared], Shared]) -> None:
        """Change the shared state without storing its documents."""
        self._replace_model(replace(self.model, shared=change(self.model.shared)))

    def _on_opponent_event(self, event: LoopEvent) -> None:
        """Update the game in play after an answer or a step of a bot, and draw the page."""
        update = play.on_opponent_event(self.model.page, event, self.context, self.services)
        if update:
            self.apply(update)
            self._draw_page()

    def _handle_delayed_message(self, message: str, value: str) -> None:
        """Handle a delayed message, and draw the page."""
        self.apply(dispatch.handle_message(self.model.page, message, value, self.context, self.services, self.kinds))
        self._draw_page()

    def take_motions(self) -> tuple[Motion, ...]:
        """Return the motions collected since the last call, for animation on the next page."""
        motions = self.model.shared.motions
        if motions:
            self.change_shared(lambda shared: replace(shared, motions=()))
        return motions

    # --- effects ---------------------------------------------------------------------------------------------

    def _run_effect(self, effect: effects.Effect) -> None:
        browser, settings = self.browser, self.model.shared.settings
        match effect:
            case effects.PlaySounds(sounds):
                if sounds and (settings.sounds or settings.haptics):
                    browser.signal(" ".join(sounds), plays_sound=settings.sounds, vibrates=settings.haptics)
            case effects.Reveal(target):
                self.reveal(target_selector(target))
            case effects.GoToAddress(address):
                browser.go(address)
            case effects.OpenRoute(route, replace_history, announcement):
                browser.go(format_route(route), replace=replace_history)
                self.open(route)
                if announcement:
                    self.change_shared(lambda shared: shared.with_announcement(announcement))
            case effects.SetRoute(route, replace_history, lazily):
                self._set_route(route, replace_history, lazily)
            case effects.SendLater(message, value, milliseconds):
                browser.call_later(lambda: self._handle_delayed_message(message, value), milliseconds)
            case effects.StartGame(record, replace_history):
                self._start_game(record, replace_history)
            case effects.ImportFiles(files, place):
                self._imports.add(files, place)
            case effects.StopImport():
                self._imports.stop()
            case effects.RunInSlices(text, steps, build_update):
                self._page_work.start(text, steps, build_update)
            case effects.CheckGames():
                self.check_games()
            case effects.PersistStorage():
                self._request_persistence()
            case effects.Download(name, kind, text):
                browser.download(name, kind, text)
                notice = notices.download_notice(name)
                self.change_shared(
                    lambda shared: shared.with_notice("downloaded", notice).with_announcement(notice.text)
                )
            case effects.CopyText(field):
                self._copy(field)
            case effects.DownloadPicture(name, picture):
                self._download_png(name, picture)
            case effects.ShareLink(title, address):
                browser.share(title, address)
            case effects.PrintPage():
                browser.print()
            case effects.PrintPosition():
                self._print_position()
            case effects.ReloadLanguage():
                self._reload_language()
            case effects.UpdateApp():
                browser.apply_update()
            case _:
                assert_never(effect)

    def reveal(self, selector: str) -> None:
        """Scroll the element that matches a CSS selector into view after the next drawing."""
        self.browser.scroll_into_view(selector)

    def glance(self, selector: str, next_selector: str) -> None:
        """Show the element that matches a CSS selector briefly after the next drawing; see ``Browser.glance``."""
        self.browser.call_later(lambda: self.browser.glance(selector, next_selector), 0)

    def _copy(self, field: str) -> None:
        def on_copied(is_copied: bool) -> None:
            text = _("Copied.") if is_copied else _("The text is selected.")
            self.change_shared(lambda shared: replace(shared, copied_field=(field, is_copied)).with_announcement(text))
            self._draw_page()

        self.browser.copy(field, on_copied)

    # --- navigation -------------------------------------------------------------------------------------

    def navigate(self, address: str) -> None:
        """Show the page at an address. A game in play keeps its table."""
        route, on_address = parse_route(address), self.kind.on_address
        update = on_address(self.model.page, route, self.context, self.services) if on_address else None
        if update is None:
            self.open(route)
            return
        if route != self.model.shared.route:
            self._history_has_live_entry = ""
            self.change_shared(lambda shared: replace(shared, route=route))
            update = update.with_shared(replace(update.shared, route=route))
        self.apply(update)

    def _leave_page(self) -> None:
        """Notify the current page that another page opens, and cancel the page's computation."""
        self._page_work.cancel()
        if on_leave := self.kind.on_leave:
            self.apply(on_leave(self.model.page, self.context, self.services))

    def open(self, route: Route) -> None:
        """Show the page of a route, even if it is the current page."""
        self._leave_page()
        self._history_has_live_entry = ""
        old_model, services = self.model, self.services
        self.change_shared(lambda shared: retry_saving(_with_route(shared, route), services))
        new_game = editors.new_game_of(old_model.page) or old_model.suspended_new_game
        self._enter_page(enter(route, self.context, services, new_game, old_model.page, self.kinds))
        if self.kind.load:
            self._load_page()
        if play.table_of(old_model.page) is not None and route.page != "play":
            self._request_persistence_once()

    def _enter_page(self, entry: PageEntry) -> None:
        """Show a page, and run the effects of entering it."""
        shared = replace(entry.shared or self.model.shared, new_game_options={})
        entry = play.with_review(entry, shared.review_places, self.services.games)
        page = play.with_zoom(entry.page, shared.whole_board_flags, self.browser.matches)
        self._replace_model(replace(self.model, suspended_new_game=entry.suspended_new_game))
        self.apply(Update(page, shared))
        if entry.route:
            self._set_route(entry.route, replace_history=True)
        for effect in entry.effects:
            self._run_effect(effect)

    def _load_page(self) -> None:
        """Compute the page behind the current loading page, and show it unless the person has left the loading page."""
        loading_page, kind = self.model.page, self.kind
        if kind.load is None:
            return

        def on_progress(share: float) -> None:
            nonlocal loading_page
            if self.model.page is not loading_page:
                task.cancel()
            elif kind.with_progress and (page := kind.with_progress(loading_page, share)) != loading_page:
                loading_page = page
                self.apply(Update(page, self.model.shared))
                self._draw_page()

        def on_done(entry: PageEntry) -> None:
            if self.model.page is loading_page:
                self._enter_page(entry)
                self._draw_page()

        steps = kind.load(loading_page, self.services)
        task = Task(self.browser, steps, slice_ms=WORK_SLICE_MS, pause_ms=0, on_progress=on_progress, on_done=on_done)
        task.start()

    def _show_page_work(self, text: str) -> None:
        """Show a notice about the page's computation. An empty text removes the notice."""
        old_notices = self.model.shared.notices
        if text:
            self.change_shared(lambda shared: shared.with_notice(_WORK_NOTICE, Notice(text)))
        else:
            self.change_shared(lambda shared: shared.without_notice(_WORK_NOTICE))
        if text and self.model.shared.notices != old_notices:
            self._draw_page()

    def _finish_page_work(self, build_update: UpdateBuilder, result: object) -> None:
        """Apply the result of a computation in the page, and draw the page."""
        self.apply(build_update(result, self.model.page, self.context, self.services))
        self._draw_page()

    def _set_route(self, route: Route, replace_history: bool, is_lazy: bool = False) -> None:
        """Change the address of the current page; see ``SetRoute``."""
        address = format_route(route)
        old_route, new_route = self.model.shared.route, parse_route(address)
        if old_route == new_route:
            return
        if (
            old_route == Route("play", new_route.name)
            and new_route.index is not None
            and self._history_has_live_entry != new_route.name
        ):
            # Back leads to the current state, not out of the game.
            replace_history, self._history_has_live_entry = False, new_route.name
        self.change_shared(lambda shared: replace(shared, route=new_route))
        if (
            old_route.index is not None
            and new_route == Route("play", old_route.name)
            and self._history_has_live_entry == new_route.name
        ):
            self._history_has_live_entry = ""
            self.browser.go_back()  # else the history would have the current state twice
        elif is_lazy:
            self.browser.go_lazily(address)
        else:
            self.browser.go(address, replace=replace_history)

    def _start_game(self, record: Record, replace_history: bool) -> None:
        """Start a game, save it and show it."""
        self._leave_page()
        self.change_shared(without_undo_offers)
        entry = play.start_game(record, self.context, self.services)
        route = entry.route or self.model.shared.route
        shared = replace(entry.shared or self.model.shared, route=route, announcement="")
        self._enter_page(replace(entry, shared=shared, route=None))
        self.browser.go(format_route(route), replace=replace_history)

    # --- drawing ---------------------------------------------------------------------------------------------

    def prepare_page(self) -> None:
        """Update the clock and the picture of the page before it is drawn."""
        if before_draw := self.kind.before_draw:
            self.apply(before_draw(self.model.page, self.context, self.services))
        page = self._pictures.with_current_picture(self.model.page, self.kind, self.model.shared.settings)
        if page is not self.model.page:
            self.apply(Update(page, self.model.shared))
        self.opponents.refresh(play.table_of(self.model.page))

    def _on_stylesheets(self, is_available: bool) -> None:
        """Show a notice if the browser could not read the page's stylesheets, else remove it."""
        if is_available:
            self.change_shared(lambda shared: shared.without_notice("no-styles"))
        else:
            self.change_shared(lambda shared: shared.with_notice("no-styles", notices.missing_styles_notice()))

    def _print_position(self) -> None:
        """Draw the page's position for paper, and print it."""

        def on_stylesheets(stylesheets: StyleSheets) -> None:
            if draw_position := self.kind.with_printed_position:
                shared = self.model.shared
                self.apply(Update(draw_position(self.model.page, stylesheets, shared.settings), shared))
                self.browser.print()

        self._pictures.use_stylesheets(on_stylesheets)

    def _download_png(self, name: str, picture: str) -> None:
        """Download a picture as a PNG file."""

        def on_converted(is_converted: bool) -> None:
            if not is_converted:
                self.change_shared(lambda shared: shared.with_notice("unpainted", notices.png_failure_notice()))
                self._draw_page()

        self.browser.download_png(name, picture, on_converted)

    # --- settings and language -------------------------------------------------------------------------------

    def _apply_settings(self, previous_settings: Settings) -> None:
        """Apply changed settings that affect every page."""
        settings = self.model.shared.settings
        if settings.theme != previous_settings.theme:
            self.browser.set_theme(settings.theme.value)
        if (settings.language, settings.figurines) != (previous_settings.language, previous_settings.figurines):
            self._reload_language()

    def load_language(self, on_loaded: Callable[[], None]) -> None:
        """Load the language in the settings, then call a function."""

        def on_used(is_loaded: bool) -> None:
            self.change_shared(lambda shared: with_translated_notices(shared, is_loaded=is_loaded))
            on_loaded()

        load_language(self.browser, self.model.shared.settings, on_used)

    def _reload_language(self) -> None:
        """Load the language in the settings, and draw the page in it."""

        def redraw_all() -> None:
            self.services.games.forget_checks()
            self.services.studies.forget_errors()
            self._reopen()
            self._draw_page()
            self.check_games()

        self.load_language(redraw_all)

    def _reopen(self) -> None:
        """Open the current page again, for example after a change of the language."""
        old_page, on_redraw = self.model.page, self.kind.on_redraw
        self.open(self.model.shared.route)
        if on_redraw:
            self.apply(on_redraw(old_page, self.model.page, self.context, self.services))

    # --- the storage -----------------------------------------------------------------------------------------

    def read_documents(self) -> None:
        """Read the stored settings, progress, and saved armies, boards and decks."""
        for key in DOCUMENTS:
            shared = read_document(self.model.shared, key, self.services.documents)
            self._replace_model(replace(self.model, shared=shared))

    def read_missed_changes(self) -> None:
        """Read documents that another tab stored while this tab was frozen and received no events.

        The next change in this tab then builds on these documents instead of overwriting them.
        """
        for key in DOCUMENTS:
            if self.services.documents.is_stale(key):
                self.on_stored_change(StoredChange(key))

    def on_stored_change(self, change: StoredChange) -> None:
        """Read a change of the storage, and notify the page."""
        previous_settings = self.model.shared.settings
        if change.key in DOCUMENTS:
            self.change_shared(lambda shared: read_document(shared, change.key, self.services.documents))
        if change.key.startswith(KEY_PREFIX):
            self.services.games.refresh(change.key.removeprefix(KEY_PREFIX))
        self._apply_settings(previous_settings)
        if on_change := self.kind.on_stored_change:
            self.apply(on_change(self.model.page, change, self.context, self.services))

    def check_games(self) -> None:
        """Check the stored games while the page is idle, and refresh the list as results come in."""
        self._checker.start()

    def _refresh_home_list(self) -> None:
        if self.model.shared.route.page == "home":
            entries, studies = tuple(self.services.games.entries(reread=False)), self.services.studies.entries()
            old_shared = self.model.shared

            def show() -> None:
                shared = self.model.shared
                is_same_list = shared.entries is old_shared.entries and shared.studies is old_shared.studies
                if shared.route.page != "home" or not is_same_list:  # a game may be gone since
                    self._refresh_home_list()
                    return
                self.change_shared(lambda shared: replace(shared, entries=entries, studies=studies))
                self._draw_page()

            self.browser.call_later(show, 0)  # not in this task, since the list of hundreds of games takes long

    def _on_import_progress(self, share: float) -> None:
        """Show the completed share of an import, from 0 to 1."""
        old_notices = self.model.shared.notices
        self.change_shared(lambda shared: library.with_import_progress(shared, share))
        if share and self.model.shared.notices != old_notices:
            self._draw_page()

    def _on_imported(self, result: Imports) -> None:
        """Show the result of an import, or open the imported item."""
        outcome = library.import_outcome(result, self.context)
        self.apply(Update(self.model.page, replace(self.model.shared, setups=outcome.setups)))
        if outcome.route:
            self._run_effect(effects.OpenRoute(outcome.route))
        self.change_shared(lambda shared: library.with_import(shared, result, outcome, self.services))
        self.check_games()

    def check_persistence(self, *, requests_first: bool = False) -> None:
        """Query whether the browser stores data persistently. With ``requests_first``, request that first."""

        def on_answer(is_persisted: bool | None) -> None:
            self.change_shared(lambda shared: replace(shared, is_storage_persistent=is_persisted))
            self._draw_page()

        self.browser.query_persistence(on_answer, requests_first=requests_first)

    def _request_persistence(self) -> None:
        """Request persistent storage, and record the request in the settings."""
        settings = replace(self.model.shared.settings, has_requested_persistence=True)
        self.apply(Update(self.model.page, replace(self.model.shared, settings=settings)))
        self.check_persistence(requests_first=True)

    def _request_persistence_once(self) -> None:
        """Request persistent storage after the first game, not earlier, since some browsers ask the person."""
        shared = self.model.shared
        if (
            shared.is_storage_persistent is False
            and shared.is_storage_durable
            and not shared.settings.has_requested_persistence
        ):
            self._request_persistence()


def _with_route(shared: Shared, route: Route) -> Shared:
    """Return the shared state with a new route, without messages about the previous page."""
    is_other_page = shared.route.page != route.page
    if (is_other_page or shared.route.name != route.name) and route.page != "home":
        shared = without_undo_offers(shared)
    shared = shared.without_notice("elsewhere", *(("imported",) if is_other_page else ()))
    return replace(shared, route=route, copied_field=("", False), announcement="")
