"""The running app: owns the model, and carries out the effects of updates."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from time import perf_counter

from ruleboard.app import notices
from ruleboard.app.browser.protocol import Browser
from ruleboard.app.browser.slices import CHECK_PAUSE, CHECK_SLICE, READ_SLICE, WORK_SLICE, AnyTask, Task
from ruleboard.app.context import Context, OpenGame
from ruleboard.app.effects import (
    Animate,
    Announce,
    CheckGames,
    Copy,
    DeletedGame,
    DeletedStudy,
    DeleteSetup,
    DeleteUnreadable,
    Dismiss,
    Download,
    DownloadPicture,
    DownloadUnreadable,
    Effect,
    ForgetCopied,
    Go,
    ImportFiles,
    KeepProgress,
    KeepSettings,
    KeepSetups,
    Later,
    ListGames,
    Notify,
    Open,
    OpenInSteps,
    PassOn,
    PersistStorage,
    PlaySetup,
    PreferOptions,
    Print,
    PrintPosition,
    ReloadLanguage,
    RememberPlayers,
    RetrySaving,
    Reveal,
    RevealElement,
    RevealPlayer,
    SetRoute,
    Signal,
    StartGame,
    StopImport,
    Undelete,
    UpdateApp,
)
from ruleboard.app.library import update as library
from ruleboard.app.library.session import Opening
from ruleboard.app.messages import Updated
from ruleboard.app.new_game import session as new_game
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.notices import Notice
from ruleboard.app.play import clocks, saving, viewing
from ruleboard.app.play import session as tables
from ruleboard.app.play.table import Table
from ruleboard.app.routes import Route, format_route, parse_route
from ruleboard.app.runtime import dispatch
from ruleboard.app.runtime.documents import Documents
from ruleboard.app.runtime.language import Language
from ruleboard.app.runtime.model import Model, Page, PlayPage
from ruleboard.app.runtime.navigation import Entered, enter, linked, opening, opening_study
from ruleboard.app.runtime.opponents import Opponents
from ruleboard.app.runtime.pictures import Pictures
from ruleboard.app.runtime.renderer import PLACES, element, players_part
from ruleboard.app.storage.games import GameStore
from ruleboard.app.storage.imports import FileText, Imports, importing, is_short
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.preferences import Settings, parse_settings
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.storage.studies import StudyStore
from ruleboard.app.study import update as study
from ruleboard.app.study.session import StudySession
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, finished
from ruleboard.engine.timeline import replay
from ruleboard.games.registry import GAMES, VIEWS
from ruleboard.i18n import _
from ruleboard.scene.marks import Motion

_LIST_AGAIN = 0.5
"""Seconds, at least, from one list of the stored games to the next while they are being checked."""


class App:
    """Owns the model and carries out effects. The only place where the app's state changes.

    Attributes:
        browser: the browser the page is in.
        draw: draws the model: for what is answered later than it was asked.
        games: the stored games.
        studies: the stored studies.
        documents: the documents stored beside them.
        model: the app's state.
    """

    def __init__(self, browser: Browser, draw: Callable[[], None]) -> None:
        self.browser = browser
        self.draw = draw
        self.games = GameStore(browser.store, GAMES, browser.now)
        self.studies = StudyStore(browser.store, browser.now)
        self.documents = Documents(self)
        self.pictures = Pictures(self)
        self.opponents = Opponents(self)
        self.language = Language(self)
        settings = parse_settings(self.documents.store.read(SETTINGS))
        self.model = Model(settings=settings, lasting=browser.store.lasting)
        self._motions: tuple[Motion, ...] = ()
        self._checking: AnyTask | None = None
        self._importing: AnyTask | None = None
        self._imports: list[tuple[tuple[FileText, ...], str]] = []
        self._undelete: dict[str, Callable[[], bool]] = {}
        self._shown_whole: dict[str, bool] = {}  # by game: how it was looked at when it was left
        self._now_is_behind = ""  # the game that is looked back on, if back leads to its present state

    @property
    def context(self) -> Context:
        """The state that updates may read."""
        model, table = self.model, self.model.table
        played = OpenGame(table.id, table.timeline) if table else None
        return Context(
            model.route, model.settings, model.setups, model.progress, played, self.games, self.browser, self.studies
        )

    # --- updates and effects ---------------------------------------------------------------------------------

    def take(self, updated: Updated[Page]) -> None:
        """Take over the session of the page that is shown, and carry out the effects."""
        self.model = replace(self.model, page=updated.session)
        self.run(updated.effects)

    def _answer(self, message: str, value: str) -> None:
        """Answer a message that was put off, and draw the page."""
        self.take(dispatch.message(self.model.page, message, value, self.context))
        self.draw()

    def take_table(self, updated: Updated[Table]) -> None:
        """Take over the table of the game that is played, and carry out the effects."""
        if isinstance(self.model.page, PlayPage):
            self.take(Updated(self.model.page.with_table(updated.session), updated.effects))

    def take_study(self, updated: Updated[StudySession]) -> None:
        """Take over the session of the study that is shown, and carry out the effects."""
        self.take(Updated(updated.session, updated.effects))

    def run(self, effects: Iterable[Effect]) -> None:
        """Carry out effects, one after the other."""
        for effect in effects:
            self._run(effect)

    def _run(self, effect: Effect) -> None:
        model, browser = self.model, self.browser
        match effect:
            case Announce(text):
                self.announce(text)
            case Animate(motions):
                self._motions = motions
            case Signal(sounds) if sounds and "on" in (model.settings.sounds, model.settings.haptics):
                sound, haptic = model.settings.sounds == "on", model.settings.haptics == "on"
                browser.signal(" ".join(sounds), sound=sound, haptic=haptic)
            case Notify(name, notice):
                self.notify(name, notice)
            case Dismiss(name):
                self.dismiss(name)
            case Reveal(place):
                self.reveal(PLACES[place])
            case RevealElement(id):
                self.reveal(element(id))
            case RevealPlayer(player):
                self.reveal(players_part(player))
            case Go(address):
                browser.go(address)
            case Open(route, replaces):
                browser.go(format_route(route), replace=replaces)
                self.open(route)
            case SetRoute(route, replaces, lazily):
                self._set_route(route, replaces, lazily)
            case Later(message, value, milliseconds):
                browser.call_later(lambda: self._answer(message, value), milliseconds)
            case StartGame(record, replaces):
                self._start_game(record, replaces)
            case PlaySetup(actions) if model.table:
                after = tables.play_batch(model.table, actions)
                self.take_table(saving.change(model.table, after, self.context))
            case PreferOptions(game, options):
                page = model.suspended or new_game.begun(game, model.settings.names, model.settings.seats)
                self.model = replace(model, suspended=replace(page, options={**page.options, **options}))
            case RetrySaving():
                self.retry_saving()
            case KeepSettings(settings):
                self._apply(settings)
            case RememberPlayers(names, seats) if any(names) or seats is not None:
                kept = model.settings.seats if seats is None else seats
                self.documents.keep_settings(replace(model.settings, names=names, seats=kept))
            case KeepProgress(progress):
                self.documents.keep_progress(progress)
            case KeepSetups(setups):
                self.documents.keep_setups(setups)
            case DeleteSetup(game, name):
                self.documents.delete_setup(game, name)
            case DownloadUnreadable(key):
                self.documents.download_unreadable(key)
            case DeleteUnreadable(key):
                self.documents.delete_unreadable(key)
            case DeletedGame(id, title, text):
                self.offer_undelete(id, title, lambda: self._restore(id, text))
            case DeletedStudy(id, title, text):
                self.offer_undelete(f"study-{id}", title, lambda: self._restore_study(id, text))
            case ListGames():
                self.list_games()
            case ImportFiles(files, place):
                self._import(files, place)
            case StopImport():
                self._stop_import()
            case OpenInSteps():
                self._open_in_steps()
            case CheckGames():
                self.check_games()
            case PersistStorage():
                self._persist()
            case Download(name, kind, text):
                browser.download(name, kind, text)
            case Copy(field):
                self._copy(field)
            case ForgetCopied():
                self.model = replace(model, copied=("", False))
            case DownloadPicture(name, picture):
                self.pictures.download(name, picture)
            case PassOn(title, address):
                browser.share(title, address)
            case Print():
                browser.print()
            case PrintPosition():
                self.pictures.print()
            case ReloadLanguage():
                self.language.load_again()
            case UpdateApp():
                browser.apply_update()
            case Undelete(notice_name):
                self._undo_deletion(notice_name)

    def take_motions(self) -> tuple[Motion, ...]:
        """Return the motions since the last call, to be animated with the next page."""
        found, self._motions = self._motions, ()
        return found

    # --- telling ---------------------------------------------------------------------------------------------

    def announce(self, text: str) -> None:
        """Have screen readers read a text."""
        if text and text == self.model.announced:
            text += "\u200b"  # a live region that does not change says nothing: an invisible difference
        self.model = replace(self.model, announced=text)

    def notify(self, name: str, notice: Notice) -> None:
        """Show a notice above the page, in place of an earlier one of that name."""
        self.model = replace(self.model, notices={**self.model.notices, name: notice})

    def dismiss(self, name: str) -> None:
        """Take a notice away."""
        left = {other: notice for other, notice in self.model.notices.items() if other != name}
        self.model = replace(self.model, notices=left)

    def reveal(self, selector: str) -> None:
        """Scroll the element of a selector into view, once it is drawn."""
        self.browser.call_later(lambda: self.browser.scroll_into_view(selector), 0)

    def glance(self, selector: str, then: str) -> None:
        """Show the element of a selector for a moment, once it is drawn; see ``Browser.glance``."""
        self.browser.call_later(lambda: self.browser.glance(selector, then), 0)

    def _copy(self, field: str) -> None:
        def copied(done: bool) -> None:
            self.model = replace(self.model, copied=(field, done))
            self.announce(_("Copied.") if done else _("The text is selected."))
            self.draw()

        self.browser.copy(field, copied)

    # --- going somewhere -------------------------------------------------------------------------------------

    def arrive(self, address: str) -> None:
        """Show the page of an address; the game that is played stays as it is."""
        route, table = parse_route(address), self.model.table
        if table is not None and route == self.model.route:
            return  # this page has gone there itself: nothing is put down, no replay left
        if table is not None and route.page == "play" and route.name == table.id:
            self.model = replace(self.model, route=route)
            self._now_is_behind = ""
            self.take_table(viewing.went(table, route.at, self.context))
            return
        page = self.model.page
        if isinstance(page, StudySession) and route.page == "study" and route.name == page.id:
            self.model = replace(self.model, route=route)
            self.take_study(study.went(page, route.text, route.at, self.context))
            return
        self.open(route)

    def refresh_clock(self, *, leaving: bool = False) -> None:
        """Start or read the clock of the game that is played; read it if that is being left."""
        if (table := self.model.table) is None or table.timeline.record.clock is None:
            return
        now = self.browser.milliseconds()
        after = clocks.settled(table, now) if leaving else clocks.refreshed(table, now)
        if after is not table:
            self.take_table(saving.clock_changed(table, after, self.context))

    def open(self, route: Route) -> None:
        """Show the page of a route, even if it is shown already."""
        self.refresh_clock(leaving=True)
        self._now_is_behind = ""
        before = self.model
        choices = before.page if isinstance(before.page, NewGame) else before.suspended
        entered = enter(route, self.context, choices)
        self.model = replace(
            before, route=route, page=entered.page, suspended=entered.suspended, copied=("", False), announced=""
        )
        self._look_as_before(before.table)
        if entered.route:
            self._set_route(entered.route, replaces=True)
        self.run(entered.effects)
        self.retry_saving()
        if route.page in ("home", "settings"):
            self.list_games()
        elif route.page == "edit":
            self.list_studies()
        self.dismiss("elsewhere")
        if before.route.page != route.page:
            self.dismiss("imported")
        if (before.route.page, before.route.name) != (route.page, route.name) and route.page != "home":
            self._forget_deletions()
        if before.table is not None and route.page != "play":
            self._persist_once()

    def _look_as_before(self, left: Table | None) -> None:
        """Show as much of the board of the game that is opened as before it was left; of a new one as the screen takes.

        Args:
            left: the game that was shown until now.
        """
        if left is not None:
            self._shown_whole[left.id] = left.shows_whole_board
        page = self.model.page
        if isinstance(page, PlayPage):
            table, fits = page.table, VIEWS[page.table.timeline.game.id].opens_whole_on
            first = table.shows_whole_board or (bool(fits) and self.browser.matches(fits))
            whole = self._shown_whole.get(table.id, first)
            self.model = replace(self.model, page=page.with_table(replace(table, shows_whole_board=whole)))

    def reopen(self) -> None:
        """Show the same page anew, as in another language: with the dialog that is open there, and the game that is
        played even if it is gone from the store.
        """
        before = self.model.page
        self.open(self.model.route)
        if not isinstance(before, PlayPage) or isinstance(self.model.page, Opening):
            return
        if not isinstance(self.model.page, PlayPage):
            timeline = replay(before.table.timeline.to_record(), GAMES)  # there are words in it
            self.model = replace(self.model, page=PlayPage(tables.open_table(before.table.id, timeline)))
            self.mark_taken_over()
        if before.sharing is not None and isinstance(self.model.page, PlayPage):
            sharing = replace(before.sharing, picture="")  # there are words in that, too
            self.model = replace(self.model, page=replace(self.model.page, sharing=sharing))

    def mark_taken_over(self) -> None:
        """Let another tab have the game that is played."""
        if table := self.model.table:
            self.take_table(saving.taken_over(table, self.context))

    def _set_route(self, route: Route, replaces: bool, lazily: bool = False) -> None:
        """Give the page that is shown another address; see ``SetRoute``."""
        address = format_route(route)
        before, after = self.model.route, parse_route(address)
        if before == after:
            return
        if before == Route("play", after.name) and after.at is not None and self._now_is_behind != after.name:
            replaces, self._now_is_behind = False, after.name  # back leads to now, and not out of the game
        self.model = replace(self.model, route=after)
        if before.at is not None and after == Route("play", before.name) and self._now_is_behind == after.name:
            self._now_is_behind = ""
            self.browser.go_back()  # else the present state would stand there twice
        elif lazily:
            self.browser.go_lazily(address)
        else:
            self.browser.go(address, replace=replaces)

    def _start_game(self, record: Record, replaces: bool) -> None:
        """Begin a game, save it, and show it."""
        self.refresh_clock(leaving=True)
        self._forget_deletions()
        id, timeline = self.games.begin(record)
        table, route, left = tables.open_table(id, timeline), Route("play", id), self.model.table
        self.run(saving.stored(table, self.context) or ())
        self.model = replace(self.model, route=route, page=PlayPage(table), suspended=None, announced="")
        self._look_as_before(left)
        self.browser.go(format_route(route), replace=replaces)

    # --- storing ---------------------------------------------------------------------------------------------

    def retry_saving(self) -> None:
        """Save what found no room before, if there is room now."""
        if all((self.games.retry(), self.studies.retry(), self.documents.store.retry())):
            self.dismiss("full")

    def list_studies(self) -> None:
        """Read the list of the stored studies anew."""
        self.model = replace(self.model, studies=self.studies.entries())

    def list_games(self) -> None:
        """Read the lists of what is stored anew."""
        self.model = replace(self.model, entries=tuple(self.games.entries()), studies=self.studies.entries())
        if self.model.route.page == "settings":
            self.documents.list_unreadable()

    def check_games(self) -> None:
        """Check the stored games while the page is idle, and list them anew now and then as they are found to be."""
        listed, last = 0.0, perf_counter()

        def changed(changes: float) -> None:
            nonlocal listed, last
            if changes > listed and perf_counter() > last + _LIST_AGAIN:
                listed, last = changes, perf_counter()
                self.browser.call_later(self._list_again, 0)  # after this task: with hundreds of games it is a long one

        def done(changes: int) -> None:
            self._checking = None
            if changes > listed:
                self._list_again()

        if self._checking:
            self._checking.cancel()
        task = Task(
            self.browser, self.games.checking(), slice=CHECK_SLICE, pause=CHECK_PAUSE, progress=changed, done=done
        )
        self._checking = task.start()

    def _list_again(self) -> None:
        if self.model.route.page == "home":
            self.model = replace(self.model, entries=tuple(self.games.entries(reread=False)))
            self.draw()

    def _import(self, files: tuple[FileText, ...], place: str) -> None:
        """Import games and studies: at once, or in slices if there is much to read; one import after the other."""
        if self._importing:
            self._imports.append((files, place))
            return
        steps = importing(files, place, self.games, self.studies)
        if is_short(files):
            self.run(library.imported(finished(steps), self.context))
            return
        self.run(library.progress(0))

        def progress(share: float) -> None:
            before = self.model.notices
            self.run(library.progress(share))
            if self.model.notices != before:
                self.draw()

        def done(result: Imports) -> None:
            self._importing = None
            self.run(library.imported(result, self.context))
            if self._imports:
                self._import(*self._imports.pop(0))
            self.draw()

        task = Task(self.browser, steps, slice=READ_SLICE, pause=0, progress=progress, done=done)
        self._importing = task.start()

    def _stop_import(self) -> None:
        if self._importing:
            self._importing.cancel()
        self._importing = None
        self._imports.clear()
        self.dismiss("imported")
        self.list_games()

    def _open_in_steps(self) -> None:
        """Open the game of the page that says so, until that is left."""
        page = self.model.page
        if not isinstance(page, Opening):
            return
        shown = page

        def progress(share: float) -> None:
            nonlocal shown
            if self.model.page is not shown:
                task.cancel()
            elif shown.percent != int(100 * share):
                shown = replace(shown, percent=int(100 * share))
                self.model = replace(self.model, page=shown)
                self.draw()

        def done(entered: Entered) -> None:
            if self.model.page is shown:
                self.model = replace(self.model, page=entered.page)
                self._look_as_before(None)
                self.run(entered.effects)
                self.draw()

        steps = self._opening_steps(page)
        task = Task(self.browser, steps, slice=WORK_SLICE, pause=0, progress=progress, done=done)
        task.start()

    def _opening_steps(self, page: Opening) -> Steps[Entered]:
        """Return the computation that opens the game or the study of a page."""
        if page.chapter is not None:
            return opening_study(page.id, page.chapter, page.at or 0, self.studies)
        return linked(page.linked, self.games) if page.linked else opening(page.id, page.at, self.games)

    def _apply(self, settings: Settings) -> None:
        before = self.model.settings
        self.documents.keep_settings(settings)
        self.language.apply(before)

    def offer_undelete(self, key: str, name: str, restore: Callable[[], bool]) -> None:
        """Say that something was deleted, and offer to restore it until another page is opened than the home page.

        Args:
            key: tells it from all else that can be deleted.
            name: the name of what was deleted, for people.
            restore: restores it; returns False if there is no room for it, and it is still offered.
        """
        notice = f"deleted-{key}"
        self._undelete[notice] = restore
        said = _("“{name}” was deleted. You can undo this until you go to another page.").format(name=name)
        self.notify(notice, Notice(said, "undo", "app.undelete", _("Undo")))

    def _forget_deletions(self) -> None:
        """Offer no longer to restore what was deleted: the offer would lie over what is done next."""
        for notice in self._undelete:
            self.dismiss(notice)
        self._undelete.clear()

    def _undo_deletion(self, notice: str) -> None:
        restore = self._undelete.get(notice)
        if restore is None:
            return
        if restore():
            del self._undelete[notice]
            self.dismiss(notice)
        else:
            self.notify("full", notices.full())

    def _restore(self, id: str, text: str) -> bool:
        """Restore a deleted game; always True, for what finds no room is kept in memory."""
        try:
            self.games.restore(id, text)
        except StoreFull:
            self.notify("full", notices.full())
        self.list_games()
        return True

    def _restore_study(self, id: str, text: str) -> bool:
        """Restore a deleted study, as ``_restore`` does a game."""
        try:
            self.studies.restore(id, text)
        except StoreFull:
            self.notify("full", notices.full())
        self.list_games()
        return True

    # --- the browser's promise not to clear what is stored ---------------------------------------------------

    def check_persistence(self, *, ask: bool = False) -> None:
        """Learn whether the browser has promised it; with ``ask``, ask for it first."""

        def told(kept: bool | None) -> None:
            self.model = replace(self.model, persisted=kept)
            self.draw()

        self.browser.query_persistence(told, ask=ask)

    def _persist(self) -> None:
        """Ask for it, and remember that it was asked for."""
        self.documents.keep_settings(replace(self.model.settings, asked=True))
        self.check_persistence(ask=True)

    def _persist_once(self) -> None:
        """Ask for it when the first of the games has been left: some browsers ask the person then."""
        if self.model.persisted is False and self.model.lasting and not self.model.settings.asked:
            self._persist()
