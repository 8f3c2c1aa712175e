"""The running app: owns the model and carries out the effects of updates."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter

from ruleboard.app import notices
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.slices import IDLE_PAUSE_MS, IDLE_SLICE_MS, READ_SLICE_MS, WORK_SLICE_MS, AnyTask, Task
from ruleboard.app.context import Context, OpenGame
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
    OpenLongGame,
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
from ruleboard.app.library.session import OpeningPage
from ruleboard.app.messages import Update
from ruleboard.app.new_game import session as new_game
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.notices import Notice
from ruleboard.app.play import clocks, saving, viewing
from ruleboard.app.play import session as tables
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.runtime import dispatch
from ruleboard.app.runtime.documents import SavedDocuments
from ruleboard.app.runtime.language import LanguageLoader
from ruleboard.app.runtime.model import Model, Page, PlayPage
from ruleboard.app.runtime.navigation import (
    PageEntry,
    enter,
    open_linked_game,
    open_stored_game,
    open_stored_study,
)
from ruleboard.app.runtime.opponents import OpponentRunner
from ruleboard.app.runtime.pictures import PicturePainter
from ruleboard.app.runtime.renderer import SELECTORS, element_selector, player_area_selector
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.imports import FileText, Imports, import_file_steps, is_short
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, parse_settings
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.studies import StudyStore
from ruleboard.app.study import update as study
from ruleboard.app.study.session import StudySession
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _
from ruleboard.scene.marks import Motion

_MIN_LIST_INTERVAL = 0.5
"""The minimum number of seconds between two refreshes of the list of games while the app checks them."""


class App:
    """Owns the model and carries out effects. Only this class changes the app's state.

    Attributes:
        browser: the browser of the page.
        draw_page: draws the model after an answer that came later.
        games: the stored games.
        studies: the stored studies.
        documents: the settings, the progress and the saved armies, boards and decks in the storage.
        model: the app's state.
    """

    def __init__(self, browser: Browser, draw_page: Callable[[], None]) -> None:
        self.browser = browser
        self.draw_page = draw_page
        self.games = GameStore(browser.store, GAMES, browser.now)
        self.studies = StudyStore(browser.store, browser.now)
        self.documents = SavedDocuments(self)
        self.pictures = PicturePainter(self)
        self.opponents = OpponentRunner(self)
        self.language = LanguageLoader(self)
        settings = parse_settings(self.documents.store.read(SETTINGS))
        self.model = Model(settings=settings, is_storage_lasting=browser.store.is_durable)
        self._motions: tuple[Motion, ...] = ()
        self._check_task: AnyTask | None = None
        self._import_task: AnyTask | None = None
        self._pending_imports: list[tuple[tuple[FileText, ...], str]] = []
        self._restorers: dict[str, Callable[[], bool]] = {}
        self._whole_board_by_game: dict[str, bool] = {}  # by game id, when the person left the game
        self._history_has_live_entry = ""  # id of the viewed game, if Back leads to its current state

    @property
    def context(self) -> Context:
        """The state that updates may read."""
        model, table = self.model, self.model.table
        open_game = OpenGame(table.id, table.timeline) if table else None
        return Context(
            model.route, model.settings, model.setups, model.progress, open_game, self.games, self.browser, self.studies
        )

    # --- updates and effects ---------------------------------------------------------------------------------

    def apply_page(self, updated: Update[Page]) -> None:
        """Replace the session of the current page and carry out the effects."""
        self.model = replace(self.model, page=updated.session)
        self.run_effects(updated.effects)

    def _answer_later_message(self, message: str, value: str) -> None:
        """Answer a delayed message, and draw the page."""
        self.apply_page(dispatch.answer_message(self.model.page, message, value, self.context))
        self.draw_page()

    def apply_table(self, updated: Update[Table]) -> None:
        """Replace the table of the game in play and carry out the effects."""
        if isinstance(self.model.page, PlayPage):
            self.apply_page(Update(self.model.page.with_table(updated.session), updated.effects))

    def apply_study(self, updated: Update[StudySession]) -> None:
        """Replace the session of the open study and carry out the effects."""
        self.apply_page(Update(updated.session, updated.effects))

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
            case PlayBatch(actions) if model.table:
                after = tables.play_batch(model.table, actions)
                self.apply_table(saving.change_timeline(model.table, after, self.context))
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
            case OpenLongGame():
                self._open_long_game()
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
                self.pictures.download(name, picture)
            case ShareLink(title, address):
                browser.share(title, address)
            case PrintPage():
                browser.print()
            case PrintPosition():
                self.pictures.print()
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
        route, table = parse_route(address), self.model.table
        if table is not None and route == self.model.route:
            return  # the page changed the address itself: keep its selection and replay
        if table is not None and route.page == "play" and route.name == table.id:
            self.model = replace(self.model, route=route)
            self._history_has_live_entry = ""
            self.apply_table(viewing.on_address_changed(table, route.index, self.context))
            return
        page = self.model.page
        if isinstance(page, StudySession) and route.page == "study" and route.name == page.id:
            self.model = replace(self.model, route=route)
            self.apply_study(study.on_address_changed(page, route.text, route.index, self.context))
            return
        self.open(route)

    def refresh_clock(self, *, is_leaving: bool = False) -> None:
        """Start or read the clock of the game in play; read it before the person leaves the game."""
        if (table := self.model.table) is None or table.timeline.record.clock is None:
            return
        now = self.browser.milliseconds()
        after = clocks.with_clock_read(table, now) if is_leaving else clocks.with_clock_updated(table, now)
        if after is not table:
            self.apply_table(saving.on_clock_changed(table, after, self.context))

    def open(self, route: Route) -> None:
        """Show the page of a route, even if the page is open already."""
        self.refresh_clock(is_leaving=True)
        self._history_has_live_entry = ""
        model = self.model
        new_game_page = model.page if isinstance(model.page, NewGame) else model.suspended_new_game
        entry = enter(route, self.context, new_game_page)
        self.model = replace(
            model,
            route=route,
            page=entry.page,
            suspended_new_game=entry.suspended_new_game,
            copied_field=("", False),
            announcement="",
        )
        self._restore_zoom(model.table)
        if entry.route:
            self._set_route(entry.route, replace_history=True)
        self.run_effects(entry.effects)
        self.retry_saving()
        if route.page in ("home", "settings"):
            self.list_games()
        elif route.page == "edit":
            self.list_studies()
        self.dismiss("elsewhere")
        if model.route.page != route.page:
            self.dismiss("imported")
        if (model.route.page, model.route.name) != (route.page, route.name) and route.page != "home":
            self._withdraw_undelete_offers()
        if model.table is not None and route.page != "play":
            self._request_persistence_once()

    def _restore_zoom(self, previous: Table | None) -> None:
        """Restore how much of its board a game showed when the person left it.

        A new game shows as much as the screen can hold.

        Args:
            previous: the game on the page until now, or None.
        """
        if previous is not None:
            self._whole_board_by_game[previous.id] = previous.shows_whole_board
        page = self.model.page
        if isinstance(page, PlayPage):
            table, media = page.table, VIEWS[page.table.timeline.game.id].whole_board_media
            default = table.shows_whole_board or (bool(media) and self.browser.matches(media))
            shows_whole_board = self._whole_board_by_game.get(table.id, default)
            self.model = replace(self.model, page=page.with_table(replace(table, shows_whole_board=shows_whole_board)))

    def reopen(self) -> None:
        """Draw the current page again, as in another language, and keep its dialog open.

        A game in play stays open even if the storage has lost it.
        """
        before = self.model.page
        self.open(self.model.route)
        if not isinstance(before, PlayPage) or isinstance(self.model.page, OpeningPage):
            return
        if not isinstance(self.model.page, PlayPage):
            timeline = replay(before.table.timeline.to_record(), GAMES)  # its texts are in the old language
            self.model = replace(self.model, page=PlayPage(tables.open_table(before.table.id, timeline)))
            self.lock_table()
        if before.sharing is not None and isinstance(self.model.page, PlayPage):
            sharing = replace(before.sharing, picture="")  # its texts are in the old language, too
            self.model = replace(self.model, page=replace(self.model.page, sharing=sharing))

    def lock_table(self) -> None:
        """Lock the game in play, since another tab has it."""
        if table := self.model.table:
            self.apply_table(saving.lock_table(table, self.context))

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
        self.refresh_clock(is_leaving=True)
        self._withdraw_undelete_offers()
        id, timeline = self.games.begin(record)
        table, route, previous = tables.open_table(id, timeline), Route("play", id), self.model.table
        self.run_effects(saving.store_game(table, self.context) or ())
        self.model = replace(self.model, route=route, page=PlayPage(table), suspended_new_game=None, announcement="")
        self._restore_zoom(previous)
        self.browser.go(format_route(route), replace=replace_history)

    # --- storage ---------------------------------------------------------------------------------------------

    def retry_saving(self) -> None:
        """Save texts that the full storage refused before, if it has space now."""
        if all((self.games.retry(), self.studies.retry(), self.documents.store.retry())):
            self.dismiss("full")

    def list_studies(self) -> None:
        """Read the list of the stored studies again."""
        self.model = replace(self.model, studies=self.studies.entries())

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
            self.games.check_steps(),
            slice_ms=IDLE_SLICE_MS,
            pause_ms=IDLE_PAUSE_MS,
            on_progress=on_progress,
            on_done=on_done,
        )
        self._check_task = task.start()

    def _refresh_home_list(self) -> None:
        if self.model.route.page == "home":
            self.model = replace(self.model, entries=tuple(self.games.entries(reread=False)))
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

    def _open_long_game(self) -> None:
        """Open the game that the page is loading, until the person leaves that page."""
        page = self.model.page
        if not isinstance(page, OpeningPage):
            return
        opening_page = page

        def on_progress(share: float) -> None:
            nonlocal opening_page
            if self.model.page is not opening_page:
                task.cancel()
            elif opening_page.percent != int(100 * share):
                opening_page = replace(opening_page, percent=int(100 * share))
                self.model = replace(self.model, page=opening_page)
                self.draw_page()

        def on_done(entry: PageEntry) -> None:
            if self.model.page is opening_page:
                self.model = replace(self.model, page=entry.page)
                self._restore_zoom(None)
                self.run_effects(entry.effects)
                self.draw_page()

        steps = self._opening_steps(page)
        task = Task(self.browser, steps, slice_ms=WORK_SLICE_MS, pause_ms=0, on_progress=on_progress, on_done=on_done)
        task.start()

    def _opening_steps(self, page: OpeningPage) -> Steps[PageEntry]:
        """Return the computation that opens the game or the study of a page."""
        if page.chapter is not None:
            return open_stored_study(page.id, page.chapter, page.ply or 0, self.studies)
        return (
            open_linked_game(page.linked_record, self.games)
            if page.linked_record
            else open_stored_game(page.id, page.ply, self.games)
        )

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
