"""The home page, the loading page, and the page for an unknown address."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.board import exercise_update
from ruleboard.app.browser.slices import IDLE_PAUSE_MS
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Effect, OpenRoute, SendLater
from ruleboard.app.library import update as library
from ruleboard.app.library.first_task import MESSAGE_HANDLERS as FIRST_TASK_MESSAGE_HANDLERS
from ruleboard.app.library.first_task import FirstTask
from ruleboard.app.library.session import HomePage, LoadingPage, NotFoundPage
from ruleboard.app.library.view import BundledStudy, draw_home_picture, home_page, loading_page, not_found_page
from ruleboard.app.message_names import LibraryMessage
from ruleboard.app.messages import Gesture, Input, Update
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, StoredChange, Visit, part_messages, with_part
from ruleboard.app.runtime.pages import play, study
from ruleboard.app.saved_items import with_lists
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.study.own import BUILT_IN_STUDIES
from ruleboard.app.ui.components import Shell
from ruleboard.engine.steps import Steps
from ruleboard.i18n import _
from ruleboard.learning.daily import local_date
from ruleboard.registry import GAMES
from ruleboard.scene.node import Node

# --- home --------------------------------------------------------------------------------------------------------


_BUNDLED_STUDIES = [BundledStudy(study.id, study.title, study.game, study.position) for study in BUILT_IN_STUDIES]


def _home_view(shell: Shell, page: HomePage, shared: Shared) -> Node:
    return home_page(shell, page, shared, _BUNDLED_STUDIES)


_PICTURES_DELAY_MS = 400
"""The time between opening the page and drawing its lower part, so that the first touches come first."""
_PICTURE_COUNT = 1 + len(BUILT_IN_STUDIES)
"""The number of pictures on the lower part: the puzzle of the day, and one for each study."""


def _enter_home(visit: Visit) -> PageEntry | None:
    if visit.route.page != "home":
        return None
    day = local_date(visit.services.device.now())
    shared = replace(with_lists(visit.context.shared, visit.services), home_day=day)
    return PageEntry(HomePage(), _next_picture(shared, _PICTURES_DELAY_MS), shared)


_SHOW_VALUE = "show"
"""The value of the message that shows a picture after another task has drawn it."""


def _next_picture(shared: Shared, delay_ms: int) -> tuple[Effect, ...]:
    """Return the effects that draw the next missing picture of the page's lower part; empty if none is missing."""
    is_complete = shared.home_picture_count == _PICTURE_COUNT
    return () if is_complete else (SendLater(LibraryMessage.DRAW_PICTURES, "", delay_ms),)


def _draw_picture(page: HomePage, message: Input, context: Context, _services: Services) -> Update[HomePage]:
    """Draw one picture of the page's lower part, then show it in another task. The page handles events in between."""
    number = context.shared.home_picture_count
    if message.value != _SHOW_VALUE and number < _PICTURE_COUNT:
        draw_home_picture(number, context.shared.home_day, _BUNDLED_STUDIES)
        return Update(page, context.shared, (SendLater(LibraryMessage.DRAW_PICTURES, _SHOW_VALUE, IDLE_PAUSE_MS),))
    shared = replace(context.shared, home_picture_count=min(number + 1, _PICTURE_COUNT))
    return Update(page, shared, _next_picture(shared, IDLE_PAUSE_MS))


def _with_first_task(page: HomePage, first_task: FirstTask) -> HomePage:
    return replace(page, touched_task=first_task)


def _on_home_gesture(page: HomePage, gesture: Gesture, context: Context, services: Services) -> Update[HomePage]:
    first_task = None if context.shared.entries else page.first_task
    if first_task is None:
        return Update(page, context.shared)
    return with_part(page, exercise_update.on_gesture(first_task, gesture, context, services), _with_first_task)


def _on_home_key(page: HomePage, key: str, context: Context, services: Services) -> Update[HomePage] | None:
    first_task = page.touched_task
    update = exercise_update.on_key(first_task, key, context, services) if first_task else None
    return with_part(page, update, _with_first_task) if update else None


def _get_first_task(page: HomePage) -> FirstTask:
    first_task = page.first_task
    assert first_task is not None, "only its buttons send the messages"
    return first_task


HOME_KIND = PageKind(
    HomePage,
    render=_home_view,
    enter=_enter_home,
    messages={
        **library.MESSAGE_HANDLERS,
        LibraryMessage.DRAW_PICTURES: _draw_picture,
        **part_messages(_get_first_task, _with_first_task, FIRST_TASK_MESSAGE_HANDLERS),
    },
    on_gesture=_on_home_gesture,
    on_key=_on_home_key,
    on_stored_change=lambda page, _change, context, services: Update(page, with_lists(context.shared, services)),
)


# --- opening ------------------------------------------------------------------------------------------------------


def _load(page: LoadingPage, services: Services) -> Steps[PageEntry]:
    """Load the long game or study for which the loading page waits."""
    if page.chapter is not None:
        return study.open_stored_study(page.id, page.chapter, page.ply or 0, services.studies)
    if page.linked_record:
        return play.open_linked_game(page.linked_record, services.games)
    return play.open_stored_game(page.id, page.ply, services.games)


OPENING_KIND = PageKind(
    LoadingPage,
    render=lambda shell, page, _shared: loading_page(shell, page),
    load=_load,
    with_progress=lambda page, share: replace(page, percent=int(100 * share)),
)


# --- not found ----------------------------------------------------------------------------------------------------


def _enter_not_found(visit: Visit) -> PageEntry | None:
    """Open the page for addresses that do not exist, with the reason."""
    if visit.route.page == "missing":
        return PageEntry(NotFoundPage(_("There’s no page at {address}.").format(address=visit.route.name[:60])))
    game_titles = ", ".join(_(game.title) for game in GAMES.values())
    template = _("There’s no game called “{name}” here. You can play: {games}.")
    return PageEntry(NotFoundPage(template.format(name=visit.route.name[:40], games=game_titles)))


def _refresh_not_found(
    page: NotFoundPage, change: StoredChange, context: Context, services: Services
) -> Update[NotFoundPage]:
    """Update the page after another tab has changed the damaged item, or has stored the game."""
    if page.entry:
        return Update(replace(page, entry=services.games.entry(page.entry.id)), context.shared)
    if page.study:
        return Update(replace(page, study=services.studies.entry(page.study.id)), context.shared)
    is_requested_game = change.key == KEY_PREFIX + context.route.name
    return Update(page, context.shared, (OpenRoute(context.route, replace=True),) if is_requested_game else ())


NOT_FOUND_KIND = PageKind(
    NotFoundPage,
    render=lambda shell, page, _shared: not_found_page(shell, page),
    enter=_enter_not_found,
    on_stored_change=_refresh_not_found,
)
