"""The running app: owns the model and carries out the effects of updates."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter
from typing import Any

from ruleboard.app import notices
from ruleboard.app.board import changes as tables
from ruleboard.app.board.table import Table
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.slices import IDLE_PAUSE_MS, IDLE_SLICE_MS, READ_SLICE_MS, WORK_SLICE_MS, AnyTask, Task
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Animate,
    Announce,
    CheckGames,
    ClearCopied,
    CopyText,
    DeleteSetup,
    DeleteUnreadable,
    Dismiss,
    Download,
    DownloadPicture,
    DownloadUnreadable,
    Effect,
    GoToAddress,
    ImportFiles,
    ListGames,
    Notify,
    OfferUndeleteGame,
    OfferUndeleteStudy,
    OpenRoute,
    PersistStorage,
    PlayBatch,
    PlaySounds,
    PresetOptions,
    PrintPage,
    PrintPosition,
    ReloadLanguage,
    RememberPlayers,
    RetrySaving,
    Reveal,
    RevealElement,
    RevealPlayer,
    RunInSlices,
    SaveProgress,
    SaveSettings,
    SaveSetups,
    SendLater,
    SetRoute,
    ShareLink,
    StartGame,
    StopImport,
    Undelete,
    UpdateApp,
)
from ruleboard.app.library import update as library
from ruleboard.app.messages import Update
from ruleboard.app.new_game import session as new_game
from ruleboard.app.notices import Notice
from ruleboard.app.play import saving
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.runtime import dispatch
from ruleboard.app.runtime.documents import SavedDocuments
from ruleboard.app.runtime.language import LanguageLoader
from ruleboard.app.runtime.model import Model, Page
from ruleboard.app.runtime.opponents import OpponentRunner
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, PageKinds, StyleSheets
from ruleboard.app.runtime.page_kinds import enter, kind_of
from ruleboard.app.runtime.pages import editors, play
from ruleboard.app.runtime.pictures import PicturePainter
from ruleboard.app.runtime.renderer import SELECTORS, element_selector, player_area_selector
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.imports import FileText, Imports, import_file_steps, is_short
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, parse_settings
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.studies import StudyStore
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end, scale_progress
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _
from ruleboard.scene.marks import Motion

_MIN_LIST_INTERVAL = 0.5
"""The minimum number of seconds between two refreshes of the list of games while the app checks them."""

_WORKING = "working"
"""The name of the notice about a computation for the page."""
_SLICES_WITHOUT_NOTICE = 8
"""The number of slices after which that notice appears, so that it does not flash up during a short computation."""


class App:
    """Owns the model and carries out effects. Only this class changes the app's state.

    Attributes:
        browser: the browser of the page.
        kinds: the kinds of pages.
        draw_page: draws the model after an answer that came later.
        games: the stored games.
        studies: the stored studies.
        documents: the settings, the progress and the saved armies, boards and decks in the storage.
        model: the app's state.
    """

    def __init__(self, browser: Browser, draw_page: Callable[[], None], kinds: PageKinds) -> None:
        self.browser = browser
        self.kinds = kinds
        self.draw_page = draw_page
        self.games = GameStore(browser.store, GAMES, browser.now)
        self.studies = StudyStore(browser.store, browser.now)
        self.documents = SavedDocuments(self)
        self.pictures = PicturePainter(browser, self._on_stylesheets, draw_page)
        self.opponents = OpponentRunner(self)
        self.language = LanguageLoader(self)
        settings = parse_settings(self.documents.store.read(SETTINGS))
        self.model = Model(settings=settings, is_storage_lasting=browser.store.is_durable)
        self._motions: tuple[Motion, ...] = ()
        self._check_task: AnyTask | None = None
        self._page_task: AnyTask | None = None
        self._import_task: AnyTask | None = None
        self._pending_imports: list[tuple[tuple[FileText, ...], str]] = []
        self._restorers: dict[str, Callable[[], bool]] = {}
        self._whole_board_by_game: dict[str, bool] = {}  # by game id, when the person left the game
        self._history_has_live_entry = ""  # id of the viewed game, if Back leads to its current state

    @property
    def context(self) -> Context:
        """The state that updates may read."""
        model, open_game = self.model, play.open_game_of(self.model.page)
        return Context(
            model.route, model.settings, model.setups, model.progress, open_game, self.games, self.browser, self.studies
        )

    @property
    def kind(self) -> PageKind[Any]:
        """The kind of the current page."""
        return kind_of(self.model.page, self.kinds)

    # --- updates and effects ---------------------------------------------------------------------------------

    def apply_page(self, updated: Update[Page]) -> None:
        """Replace the session of the current page and carry out the effects."""
        self.model = replace(self.model, page=updated.session)
        self.run_effects(updated.effects)

    def _answer_later_message(self, message: str, value: str) -> None:
        """Answer a delayed message, and draw the page."""
        self.apply_page(dispatch.answer_message(self.model.page, message, value, self.context, self.kinds))
        self.draw_page()

    def apply_table(self, updated: Update[Table]) -> None:
        """Replace the table of the game in play and carry out the effects."""
        if page_update := play.table_update(self.model.page, lambda _table: updated):
            self.apply_page(page_update)

    def run_effects(self, effects: Iterable[Effect]) -> None:
        """Carry out effects in order."""
        for effect in effects:
            self._run_effect(effect)

    def _run_effect(self, effect: Effect) -> None:
        model, browser = self.model, self.browser
        match effect:
            case Announce(text):
                self.announce(text)
            case Animate(motions):
                self._motions = motions
            case PlaySounds(sounds) if sounds and "on" in (model.settings.sounds, model.settings.haptics):
                sound, haptic = model.settings.sounds == "on", model.settings.haptics == "on"
                browser.signal(" ".join(sounds), sound=sound, haptic=haptic)
            case Notify(name, notice):
                self.notify(name, notice)
            case Dismiss(name):
                self.dismiss(name)
            case Reveal(place):
                self.reveal(SELECTORS[place])
            case RevealElement(id):
                self.reveal(element_selector(id))
            case RevealPlayer(player):
                self.reveal(player_area_selector(player))
            case GoToAddress(address):
                browser.go(address)
            case OpenRoute(route, replace_history):
                browser.go(format_route(route), replace=replace_history)
                self.open(route)
            case SetRoute(route, replace_history, lazily):
                self._set_route(route, replace_history, lazily)
            case SendLater(message, value, milliseconds):
                browser.call_later(lambda: self._answer_later_message(message, value), milliseconds)
            case StartGame(record, replace_history):
                self._start_game(record, replace_history)
            case PlayBatch(actions) if (table := play.table_of(model.page)) is not None:
                after = tables.play_batch(table, actions)
                self.apply_table(saving.change_timeline(table, after, self.context))
            case PresetOptions(game, options):
                page = model.suspended_new_game or new_game.default_page(
                    game, model.settings.names, model.settings.seats
                )
                self.model = replace(model, suspended_new_game=replace(page, options={**page.options, **options}))
            case RetrySaving():
                self.retry_saving()
            case SaveSettings(settings):
                self._apply_settings(settings)
            case RememberPlayers(names, seats) if any(names) or seats is not None:
                player_seats = model.settings.seats if seats is None else seats
                self.documents.save_settings(replace(model.settings, names=names, seats=player_seats))
            case SaveProgress(progress):
                self.documents.save_progress(progress)
            case SaveSetups(setups):
                self.documents.save_setups(setups)
            case DeleteSetup(game, name):
                self.documents.delete_setup(game, name)
            case DownloadUnreadable(key):
                self.documents.download_unreadable(key)
            case DeleteUnreadable(key):
                self.documents.delete_unreadable(key)
            case OfferUndeleteGame(id, title, text):
                self.offer_undelete(id, title, lambda: self._restore_game(id, text))
            case OfferUndeleteStudy(id, title, text):
                self.offer_undelete(f"study-{id}", title, lambda: self._restore_study(id, text))
            case ListGames():
                self.list_games()
            case ImportFiles(files, place):
                self._import_files(files, place)
            case StopImport():
                self._stop_import()
            case RunInSlices():
                self._run_in_slices(effect)
            case CheckGames():
                self.check_games()
            case PersistStorage():
                self._request_persistence()
            case Download(name, kind, text):
                browser.download(name, kind, text)
            case CopyText(field):
                self._copy(field)
            case ClearCopied():
                self.model = replace(model, copied_field=("", False))
            case DownloadPicture(name, picture):
                self._download_png(name, picture)
            case ShareLink(title, address):
                browser.share(title, address)
            case PrintPage():
                browser.print()
            case PrintPosition():
                self._print_position()
            case ReloadLanguage():
                self.language.reload()
            case UpdateApp():
                browser.apply_update()
            case Undelete(notice_name):
                self._undelete_item(notice_name)

    def take_motions(self) -> tuple[Motion, ...]:
        """Return the motions since the last call, which the next page animates."""
        motions, self._motions = self._motions, ()
        return motions

    # --- messages ---------------------------------------------------------------------------------------------

    def announce(self, text: str) -> None:
        """Let screen readers read a text."""
        if text and text == self.model.announcement:
            text += "\u200b"  # screen readers ignore an unchanged live region, so change it invisibly
        self.model = replace(self.model, announcement=text)

    def notify(self, name: str, notice: Notice) -> None:
        """Show a notice above the page, in place of an earlier one with that name."""
        self.model = replace(self.model, notices={**self.model.notices, name: notice})

    def dismiss(self, name: str) -> None:
        """Remove a notice."""
        remaining = {key: notice for key, notice in self.model.notices.items() if key != name}
        self.model = replace(self.model, notices=remaining)

    def reveal(self, selector: str) -> None:
        """Scroll the element of a CSS selector into view after the next drawing."""
        self.browser.call_later(lambda: self.browser.scroll_into_view(selector), 0)

    def glance(self, selector: str, next_selector: str) -> None:
        """Show the element of a CSS selector for a moment after the next drawing; see ``Browser.glance``."""
        self.browser.call_later(lambda: self.browser.glance(selector, next_selector), 0)

    def _copy(self, field: str) -> None:
        def on_copied(is_copied: bool) -> None:
            self.model = replace(self.model, copied_field=(field, is_copied))
            self.announce(_("Copied.") if is_copied else _("The text is selected."))
            self.draw_page()

        self.browser.copy(field, on_copied)

    # --- navigation -------------------------------------------------------------------------------------

    def navigate(self, address: str) -> None:
        """Show the page of an address. A game in play keeps its table."""
        route, on_address = parse_route(address), self.kind.on_address
        updated = on_address(self.model.page, route, self.context) if on_address else None
        if updated is None:
            self.open(route)
            return
        if route != self.model.route:
            self.model = replace(self.model, route=route)
            self._history_has_live_entry = ""
        self.apply_page(updated)

    def prepare_page(self) -> None:
        """Bring the clock and the picture of the page up to date, which is about to be drawn."""
        if before_draw := self.kind.before_draw:
            self.apply_page(before_draw(self.model.page, self.context))
        page = self.pictures.refreshed(self.model.page, self.kind, self.model.settings)
        if page is not self.model.page:
            self.model = replace(self.model, page=page)

    def _leave_page(self) -> None:
        """Let the page answer that another one opens, and cancel its computation."""
        self._cancel_page_task()
        if on_leave := self.kind.on_leave:
            self.apply_page(on_leave(self.model.page, self.context))

    def open(self, route: Route) -> None:
        """Show the page of a route, even if the page is open already."""
        self._leave_page()
        self._history_has_live_entry = ""
        model = self.model
        entry = enter(route, self.context, editors.new_game_of(model.page) or model.suspended_new_game, self.kinds)
        self.model = replace(
            model,
            route=route,
            page=entry.page,
            suspended_new_game=entry.suspended_new_game,
            copied_field=("", False),
            announcement="",
        )
        self._restore_zoom(model.page)
        if entry.route:
            self._set_route(entry.route, replace_history=True)
        self.retry_saving()
        self.run_effects(entry.effects)
        if self.kind.load:
            self._load_page()
        self.dismiss("elsewhere")
        if model.route.page != route.page:
            self.dismiss("imported")
        if (model.route.page, model.route.name) != (route.page, route.name) and route.page != "home":
            self._withdraw_undelete_offers()
        if play.table_of(model.page) is not None and route.page != "play":
            self._request_persistence_once()

    def _restore_zoom(self, previous: Page) -> None:
        """Restore how much of its board a game showed when the person left it.

        Args:
            previous: the page until now.
        """
        if whole_board := play.whole_board_of(previous):
            self._whole_board_by_game[whole_board[0]] = whole_board[1]
        page = play.with_zoom(self.model.page, self._whole_board_by_game, self.browser.matches)
        self.model = replace(self.model, page=page)

    def reopen(self) -> None:
        """Draw the current page again, as in another language."""
        before, on_redraw = self.model.page, self.kind.on_redraw
        self.open(self.model.route)
        if on_redraw:
            self.apply_page(on_redraw(before, self.model.page, self.context))

    def _set_route(self, route: Route, replace_history: bool, is_lazy: bool = False) -> None:
        """Change the address of the current page; see ``SetRoute``."""
        address = format_route(route)
        before, after = self.model.route, parse_route(address)
        if before == after:
            return
        if (
            before == Route("play", after.name)
            and after.index is not None
            and self._history_has_live_entry != after.name
        ):
            # Back leads to the current state, not out of the game.
            replace_history, self._history_has_live_entry = False, after.name
        self.model = replace(self.model, route=after)
        if (
            before.index is not None
            and after == Route("play", before.name)
            and self._history_has_live_entry == after.name
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
        self._withdraw_undelete_offers()
        entry, previous = play.start_game(record, self.context), self.model.page
        self.run_effects(entry.effects)
        route = entry.route or self.model.route
        self.model = replace(self.model, route=route, page=entry.page, suspended_new_game=None, announcement="")
        self._restore_zoom(previous)
        self.browser.go(format_route(route), replace=replace_history)

    # --- storage ---------------------------------------------------------------------------------------------

    def retry_saving(self) -> None:
        """Save texts that the full storage refused before, if it has space now."""
        if all((self.games.retry(), self.studies.retry(), self.documents.store.retry())):
            self.dismiss("full")

    def list_games(self) -> None:
        """Read the lists of stored games and studies again."""
        self.model = replace(self.model, entries=tuple(self.games.entries()), studies=self.studies.entries())
        if self.model.route.page == "settings":
            self.documents.list_unreadable()

    def check_games(self) -> None:
        """Check the stored games while the page is idle, and refresh the list as results come in."""
        listed_changes, last_list = 0.0, perf_counter()

        def on_progress(changes: float) -> None:
            nonlocal listed_changes, last_list
            if changes > listed_changes and perf_counter() > last_list + _MIN_LIST_INTERVAL:
                listed_changes, last_list = changes, perf_counter()
                # Not in this slice, since the list of hundreds of games takes long.
                self.browser.call_later(self._refresh_home_list, 0)

        def on_done(changes: int) -> None:
            self._check_task = None
            if changes > listed_changes:
                self._refresh_home_list()

        if self._check_task:
            self._check_task.cancel()
        task = Task(
            self.browser,
            self._check_steps(),
            slice_ms=IDLE_SLICE_MS,
            pause_ms=IDLE_PAUSE_MS,
            on_progress=on_progress,
            on_done=on_done,
        )
        self._check_task = task.start()

    def _check_steps(self) -> Steps[int]:
        """Check the stored games, then the stored studies; yield and return the number of changes."""
        changes = yield from self.games.check_steps()
        return changes + (yield from scale_progress(self.studies.check_steps(), changes, 1))

    def _refresh_home_list(self) -> None:
        if self.model.route.page == "home":
            games = tuple(self.games.entries(reread=False))
            self.model = replace(self.model, entries=games, studies=self.studies.entries())
            self.draw_page()

    def _import_files(self, files: tuple[FileText, ...], place: str) -> None:
        """Import games and studies, in slices if the texts are long. Further imports wait for their turn."""
        if self._import_task:
            self._pending_imports.append((files, place))
            return
        steps = import_file_steps(files, place, self.games, self.studies)
        if is_short(files):
            self.run_effects(library.import_effects(run_to_end(steps), self.context))
            return
        self.run_effects(library.progress_effects(0))

        def on_progress(share: float) -> None:
            before = self.model.notices
            self.run_effects(library.progress_effects(share))
            if self.model.notices != before:
                self.draw_page()

        def on_done(result: Imports) -> None:
            self._import_task = None
            self.run_effects(library.import_effects(result, self.context))
            if self._pending_imports:
                self._import_files(*self._pending_imports.pop(0))
            self.draw_page()

        task = Task(self.browser, steps, slice_ms=READ_SLICE_MS, pause_ms=0, on_progress=on_progress, on_done=on_done)
        self._import_task = task.start()

    def _stop_import(self) -> None:
        if self._import_task:
            self._import_task.cancel()
        self._import_task = None
        self._pending_imports.clear()
        self.dismiss("imported")
        self.list_games()

    def _load_page(self) -> None:
        """Compute the page that replaces the current one, until the person leaves that."""
        loading_page, kind = self.model.page, self.kind
        if kind.load is None:
            return

        def on_progress(share: float) -> None:
            nonlocal loading_page
            if self.model.page is not loading_page:
                task.cancel()
            elif kind.with_progress and (page := kind.with_progress(loading_page, share)) != loading_page:
                loading_page = page
                self.model = replace(self.model, page=page)
                self.draw_page()

        def on_done(entry: PageEntry) -> None:
            if self.model.page is loading_page:
                self.model = replace(self.model, page=entry.page)
                self._restore_zoom(None)
                self.run_effects(entry.effects)
                self.draw_page()

        steps = kind.load(loading_page, self.context)
        task = Task(self.browser, steps, slice_ms=WORK_SLICE_MS, pause_ms=0, on_progress=on_progress, on_done=on_done)
        task.start()

    def _run_in_slices(self, effect: RunInSlices) -> None:
        """Run a computation for the current page; see ``RunInSlices``."""
        self._cancel_page_task()
        slice_count = 0

        def on_progress(share: float) -> None:
            nonlocal slice_count
            slice_count += 1
            if slice_count < _SLICES_WITHOUT_NOTICE:
                return
            before = self.model.notices
            self.notify(_WORKING, Notice(effect.text.format(n=int(100 * share))))
            if self.model.notices != before:
                self.draw_page()

        def on_done(result: object) -> None:
            self._cancel_page_task()
            self.apply_page(effect.answer(result, self.model.page, self.context))
            self.draw_page()

        task = Task(
            self.browser, effect.steps, slice_ms=READ_SLICE_MS, pause_ms=0, on_progress=on_progress, on_done=on_done
        )
        self._page_task = task.start()

    def _cancel_page_task(self) -> None:
        if self._page_task:
            self._page_task.cancel()
        self._page_task = None
        self.dismiss(_WORKING)

    def _apply_settings(self, settings: Settings) -> None:
        before = self.model.settings
        self.documents.save_settings(settings)
        self.language.apply_settings(before)

    def offer_undelete(self, key: str, name: str, restore: Callable[[], bool]) -> None:
        """Show a notice that an item was deleted, and offer to restore it until the person leaves the home page.

        Args:
            key: identifies the item among all that a person can delete.
            name: the name of the item, for people.
            restore: restores it. Returns False if the storage has no space; then the offer stays.
        """
        notice = f"deleted-{key}"
        self._restorers[notice] = restore
        text = _("“{name}” was deleted. You can undo this until you go to another page.").format(name=name)
        self.notify(notice, Notice(text, "undo", "app.undelete", _("Undo")))

    def _withdraw_undelete_offers(self) -> None:
        """Remove the offers to restore deleted items, since they would cover the next page."""
        for notice in self._restorers:
            self.dismiss(notice)
        self._restorers.clear()

    def _undelete_item(self, notice: str) -> None:
        restore = self._restorers.get(notice)
        if restore is None:
            return
        if restore():
            del self._restorers[notice]
            self.dismiss(notice)
        else:
            self.notify("full", notices.storage_full())

    def _restore_game(self, id: str, text: str) -> bool:
        """Restore a deleted game. Always True, since a game that finds no space stays in memory."""
        try:
            self.games.restore(id, text)
        except StoreFull:
            self.notify("full", notices.storage_full())
        self.list_games()
        return True

    def _restore_study(self, id: str, text: str) -> bool:
        """Restore a deleted study, as ``_restore_game`` does a game."""
        try:
            self.studies.restore(id, text)
        except StoreFull:
            self.notify("full", notices.storage_full())
        self.list_games()
        return True

    # --- pictures ---------------------------------------------------------------------------------------------

    def _on_stylesheets(self, is_read: bool) -> None:
        """Show or remove the notice about the page's stylesheets."""
        if is_read:
            self.dismiss("no-styles")
        else:
            self.notify("no-styles", notices.no_styles())

    def _print_position(self) -> None:
        """Draw the position of the page for paper, and print it."""

        def on_stylesheets(stylesheets: StyleSheets) -> None:
            if draw := self.kind.with_printed_position:
                page = draw(self.model.page, stylesheets, self.model.settings)
                self.model = replace(self.model, page=page)
                self.browser.print()

        self.pictures.use_stylesheets(on_stylesheets)

    def _download_png(self, name: str, picture: str) -> None:
        """Download a picture as a PNG file."""

        def on_painted(is_painted: bool) -> None:
            if not is_painted:
                self.notify("unpainted", notices.png_failed())
                self.draw_page()

        self.browser.download_png(name, picture, on_painted)

    # --- persistent storage ---------------------------------------------------

    def check_persistence(self, *, request_first: bool = False) -> None:
        """Query whether the browser keeps the storage for good. ``request_first`` requests that before."""

        def on_answer(is_persisted: bool | None) -> None:
            self.model = replace(self.model, is_storage_persisted=is_persisted)
            self.draw_page()

        self.browser.query_persistence(on_answer, ask=request_first)

    def _request_persistence(self) -> None:
        """Request persistent storage, and remember the request."""
        self.documents.save_settings(replace(self.model.settings, asked=True))
        self.check_persistence(request_first=True)

    def _request_persistence_once(self) -> None:
        """Request persistent storage after the first game, since some browsers ask the person then."""
        if self.model.is_storage_persisted is False and self.model.is_storage_lasting and not self.model.settings.asked:
            self._request_persistence()
