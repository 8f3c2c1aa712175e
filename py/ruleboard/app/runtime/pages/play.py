"""The page of a game in play, with the dialogs that other features open on it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Final

from ruleboard.app.board import changes as tables
from ruleboard.app.board import clocks, history
from ruleboard.app.board.opponent_loop import LoopEvent
from ruleboard.app.board.orientation import player_at_bottom
from ruleboard.app.board.plies import viewable_plies
from ruleboard.app.board.table import Table
from ruleboard.app.context import Context, OpenGame, Services
from ruleboard.app.effects import OpenRoute, Reveal, ScrollTarget
from ruleboard.app.library.session import LoadingPage, NotFoundPage
from ruleboard.app.messages import Handler, Input, Update
from ruleboard.app.play import opponent_update, saving, view_update
from ruleboard.app.play import update as play
from ruleboard.app.play.review_place import return_to_review, review_place
from ruleboard.app.play.view import game_page
from ruleboard.app.routes import Route
from ruleboard.app.runtime.model import Page, PlayPage
from ruleboard.app.runtime.page_kind import (
    PageEntry,
    PageKind,
    Picture,
    StoredChange,
    StyleSheets,
    Visit,
    part_messages,
    with_part,
)
from ruleboard.app.setups import update as setups
from ruleboard.app.setups import view as setups_view
from ruleboard.app.setups.session import SetupsDialog
from ruleboard.app.share import pictures
from ruleboard.app.share import session as shares
from ruleboard.app.share import update as share
from ruleboard.app.share import view as share_view
from ruleboard.app.shared import ReviewPlace, Shared
from ruleboard.app.storage.games import KEY_PREFIX, GameStore
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell
from ruleboard.app.ui.names import game_title
from ruleboard.engine.errors import RecordError, RuleboardError
from ruleboard.engine.game_link import parse_game_link
from ruleboard.engine.record import Record
from ruleboard.engine.steps import Steps, run_to_end
from ruleboard.engine.timeline import replay
from ruleboard.i18n import _
from ruleboard.registry import GAMES, VIEWS
from ruleboard.scene.node import Node
from ruleboard.wording import sentence

_MAX_ACTIONS_AT_ONCE: Final = 100
"""The maximum number of actions of a linked game that the app replays before it draws a page."""


def table_of(page: Page) -> Table | None:
    """Return the table of the game on a page, or None for other pages."""
    return page.table if isinstance(page, PlayPage) else None


def open_game_of(page: Page) -> OpenGame | None:
    """Return the game on a page as an ``OpenGame`` for other features, or None for other pages."""
    table = table_of(page)
    return OpenGame(table.id, table.timeline) if table else None


def on_opponent_event(page: Page, event: LoopEvent, context: Context, services: Services) -> Update[Page] | None:
    """Return the update after an event of the opponent loop, or None if the page has no game in play."""
    if not isinstance(page, PlayPage):
        return None
    page_update = opponent_update.on_opponent_event(page.table, event, context, services)
    return Update(page.with_table(page_update.session), page_update.shared, page_update.effects)


def _view(shell: Shell, page: PlayPage, shared: Shared) -> Node:
    dialogs = (
        share_view.share_dialog(page.share_dialog, shell.copy_state, player_at_bottom(page.table, shared.settings)),
        setups_view.saved_armies_dialog(page.setups_dialog, shared.setups)
        if tables.can_use_saved_armies(page.table)
        else None,
    )
    return game_page(shell, page.table, shared.settings, print_content=page.print_content, dialogs=dialogs)


# --- opening a game -----------------------------------------------------------------------------------------------


def _enter(visit: Visit) -> PageEntry | None:
    match visit.route.page:
        case "play":
            return _stored_game_entry(visit.route, visit.context, visit.services)
        case "game":
            return _linked_game_entry(visit.route, visit.context, visit.services)
        case "from" if visit.route.name in GAMES:
            return _position_entry(visit.route, visit.context, visit.services)
    return None


def _stored_game_entry(route: Route, _context: Context, services: Services) -> PageEntry:
    """Open the page of a stored game, or the loading page for a long game."""
    if services.games.is_long(route.name):
        return PageEntry(LoadingPage(route.name, route.index))
    return run_to_end(open_stored_game(route.name, route.index, services.games))


def open_stored_game(id: str, viewable_index: int | None, games: GameStore) -> Steps[PageEntry]:
    """Open a stored game in steps.

    Args:
        id: its id.
        viewable_index: the index of the state to show (see ``ViewablePlies``), None for the current state.
        games: the stored games.

    Returns:
        The page of the game, or a page that explains why the app cannot show it.
    """
    try:
        timeline = yield from games.open_steps(id)
    except KeyError:
        return PageEntry(NotFoundPage(_("There’s no saved game “{name}” in this browser.").format(name=id[:40])))
    except RecordError as error:
        return PageEntry(NotFoundPage(sentence(str(error)), games.entry(id)))
    table = tables.open_table(id, timeline)
    page = PlayPage(
        table if viewable_index is None else history.view_at(table, viewable_plies(table.timeline).at(viewable_index))
    )
    return PageEntry(page, (Reveal(ScrollTarget.CURRENT_MOVE),))


def _position_entry(route: Route, _context: Context, services: Services) -> PageEntry:
    """Open the page of a position in a link. The first action saves the position as a game."""
    try:
        record = shares.linked_record(route.name, route.text, services.device.seed())
        id, timeline = services.games.begin(record)
    except RuleboardError as error:
        return PageEntry(NotFoundPage(sentence(str(error)), game=route.name))
    return PageEntry(PlayPage(tables.open_table(id, timeline, is_unsaved=True)))


def _linked_game_entry(route: Route, _context: Context, services: Services) -> PageEntry:
    """Open the page of a whole game in a link, or the loading page for a long game."""
    try:
        record = parse_game_link(route.name)
    except RuleboardError as error:
        return PageEntry(NotFoundPage(sentence(str(error)), is_linked_game=True))
    if len(record.actions) > _MAX_ACTIONS_AT_ONCE:
        return PageEntry(LoadingPage("", linked_record=record))
    return run_to_end(open_linked_game(record, services.games))


def open_linked_game(record: Record, games: GameStore) -> Steps[PageEntry]:
    """Open a whole game from a link in steps. The first action saves the game.

    Args:
        record: its record.
        games: the stored games.

    Returns:
        The page of the game at its end, or a page that explains why the app cannot show it.
    """
    try:
        id, timeline = yield from games.begin_steps(record)
    except RuleboardError as error:
        return PageEntry(NotFoundPage(sentence(str(error)), is_linked_game=True))
    table = tables.open_table(id, timeline, is_unsaved=True)
    # A bot's action would save the game before the person decides to.
    table = replace(table, bots=replace(table.bots, are_paused=table.bot_level_to_move > 0))
    return PageEntry(PlayPage(table), (Reveal(ScrollTarget.CURRENT_MOVE),))


def start_game(record: Record, context: Context, services: Services) -> PageEntry:
    """Start a game, save it, and open its page."""
    id, timeline = services.games.begin(record)
    table = tables.open_table(id, timeline)
    shared = saving.store_game(context.shared, table, services)
    return PageEntry(PlayPage(table), shared=shared, route=Route("play", id))


def with_zoom(page: Page, whole_board_flags: Mapping[str, bool], matches: Callable[[str], bool]) -> Page:
    """Return the page of a game with the zoom that the board had on the last visit.

    A new game shows its whole board if the screen is large enough.

    Args:
        page: a page, which does not change if it has no game in play.
        whole_board_flags: for each game by id, True if the page showed the whole board.
        matches: tests whether the screen matches a media query.
    """
    if not isinstance(page, PlayPage):
        return page
    table, media_query = page.table, VIEWS[page.table.timeline.game.id].whole_board_media
    default_zoom = table.display.shows_whole_board or (bool(media_query) and matches(media_query))
    display = replace(table.display, shows_whole_board=whole_board_flags.get(table.id, default_zoom))
    return page.with_table(replace(table, display=display))


def with_review(entry: PageEntry, places: Mapping[str, ReviewPlace], games: GameStore) -> PageEntry:
    """Return the entry of a game's page with the review that was open when the person left the game.

    Args:
        entry: the entry of a page, which does not change if it has no such game.
        places: for each game by id, the place in its open review.
        games: the stored games, with their reviews.
    """
    page = entry.page
    if not isinstance(page, PlayPage) or page.table.id not in places:
        return entry
    table = return_to_review(page.table, places[page.table.id], games.reviews)
    if table.display.ply is None:
        return replace(entry, page=page.with_table(table))
    route = Route("play", table.id, viewable_plies(table.timeline).index_of(table.display.ply))
    return replace(entry, page=page.with_table(table), effects=(Reveal(ScrollTarget.TURNING_POINT),), route=route)


# --- events -------------------------------------------------------------------------------------------------------


def _on_key(page: PlayPage, key: str, context: Context, services: Services) -> Update[PlayPage] | None:
    page_update = play.on_key(page.table, key, context, services)
    return with_part(page, page_update, PlayPage.with_table) if page_update else None


def _on_address(page: PlayPage, route: Route, context: Context, services: Services) -> Update[PlayPage] | None:
    """Show another state of the open game."""
    if route == context.route:
        return Update(page, context.shared)  # the page changed the address itself: keep its selection and replay
    if route.page != "play" or route.name != page.table.id:
        return None
    return with_part(
        page, view_update.on_address_changed(page.table, route.index, context, services), PlayPage.with_table
    )


def _on_stored_change(page: PlayPage, change: StoredChange, context: Context, services: Services) -> Update[PlayPage]:
    """Lock the game after another tab has changed it, or show a text that the journal has restored."""
    table = page.table
    if change.key not in (KEY_PREFIX + table.id, ""):
        return Update(page, context.shared)
    if services.games.is_up_to_date(table.id):
        unlock_update = (
            saving.unlock_table(table, context) if table.saving.is_in_other_tab else Update(table, context.shared)
        )
        return with_part(page, unlock_update, PlayPage.with_table)
    if change.is_restored and not services.games.awaits_room(table.id):
        return Update(page, context.shared, (OpenRoute(context.route, replace=True),))
    return with_part(page, saving.lock_table(table, context, services), PlayPage.with_table)


def _on_leave(page: PlayPage, context: Context, services: Services) -> Update[PlayPage]:
    """Read the clock, and remember the zoom of the board and the place in an open review."""
    page_update = _clock_update(page, context, services, clocks.with_clock_read)
    table, shared = page_update.session.table, page_update.shared
    whole_board_flags = {**shared.whole_board_flags, table.id: table.display.shows_whole_board}
    shared = shared.with_review_place(table.id, review_place(table))
    return page_update.with_shared(replace(shared, whole_board_flags=whole_board_flags))


def _clock_update(
    page: PlayPage, context: Context, services: Services, change: Callable[[Table, int], Table]
) -> Update[PlayPage]:
    if page.table.timeline.record.clock is None:
        return Update(page, context.shared)
    new_table = change(page.table, services.device.milliseconds())
    if new_table is page.table:
        return Update(page, context.shared)
    return with_part(page, saving.on_clock_changed(page.table, new_table, context, services), PlayPage.with_table)


def _on_redraw(before: PlayPage, page: Page, context: Context, services: Services) -> Update[Page]:
    """Keep the game and its dialog open, even if the storage has lost the game."""
    if isinstance(page, LoadingPage):
        return Update(page, context.shared)
    page_update = Update(page, context.shared)
    if not isinstance(page, PlayPage):
        timeline = replay(before.table.timeline.to_record(), GAMES)  # its texts are in the old language
        lock_update = saving.lock_table(tables.open_table(before.table.id, timeline), context, services)
        page = PlayPage(lock_update.session)
        page_update = lock_update.with_session(page)
    if before.share_choices is not None:
        # The texts of the picture are in the old language, too.
        page = replace(page, share_choices=replace(before.share_choices, picture=""))
    return page_update.with_session(page)


def _setups_handler(handler: Handler[SetupsDialog]) -> Handler[PlayPage]:
    """Convert a handler for the dialog with saved armies to a page handler, which plays the army's actions."""

    def on_page(page: PlayPage, message: Input, context: Context, services: Services) -> Update[PlayPage]:
        dialog_update = handler(page.setups_dialog, message, context, services)
        setups_update = with_part(page, dialog_update, PlayPage.with_setups)
        if not dialog_update.session.actions:
            return setups_update
        table = tables.play_batch(page.table, dialog_update.session.actions)
        play_update = saving.change_timeline(page.table, table, replace(context, shared=setups_update.shared), services)
        return with_part(setups_update.session, play_update, PlayPage.with_table)

    return on_page


# --- pictures -----------------------------------------------------------------------------------------------------


def _picture(page: PlayPage) -> Picture | None:
    if page.share_choices is None or not pictures.shows_picture(page.share_dialog):
        return None
    return Picture(pictures.picture_key(page.share_dialog), page.share_choices.picture)


def _with_picture(page: PlayPage, stylesheets: StyleSheets, settings: Settings) -> PlayPage:
    if page.share_choices is None:
        return page
    return replace(page, share_choices=pictures.with_picture(page.table, page.share_choices, stylesheets, settings))


def _with_printed_position(page: PlayPage, stylesheets: StyleSheets, settings: Settings) -> PlayPage:
    share_choices = share.choices_for_print(page.share_dialog)
    return replace(page, print_content=pictures.with_picture(page.table, share_choices, stylesheets, settings).picture)


PLAY_KIND = PageKind(
    PlayPage,
    render=_view,
    enter=_enter,
    title=lambda page: game_title(page.table.timeline.record),
    messages={
        **part_messages(lambda page: page.table, PlayPage.with_table, play.MESSAGE_HANDLERS),
        **{name: _setups_handler(handler) for name, handler in setups.MESSAGE_HANDLERS.items()},
        **part_messages(lambda page: page.share_dialog, PlayPage.with_share_dialog, share.MESSAGE_HANDLERS),
    },
    on_gesture=lambda page, event, context, services: with_part(
        page, play.on_gesture(page.table, event, context, services), PlayPage.with_table
    ),
    on_key=_on_key,
    on_address=_on_address,
    on_stored_change=_on_stored_change,
    on_leave=_on_leave,
    on_redraw=_on_redraw,
    before_draw=lambda page, context, services: _clock_update(page, context, services, clocks.with_clock_updated),
    picture=_picture,
    with_picture=_with_picture,
    with_printed_position=_with_printed_position,
)
