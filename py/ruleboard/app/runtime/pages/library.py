"""The home page, the loading page, and the page for an unknown address."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import OpenRoute
from ruleboard.app.library import update as library
from ruleboard.app.library.session import Home, NotFound, OpeningPage
from ruleboard.app.library.view import home, not_found, opening
from ruleboard.app.messages import Update
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, StoredChange, Visit
from ruleboard.app.runtime.pages import play, study
from ruleboard.app.saved_items import with_lists
from ruleboard.app.shared import Shared
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.study.own import BUILT_IN_STUDIES
from ruleboard.app.ui.components import Shell
from ruleboard.engine.steps import Steps
from ruleboard.i18n import _
from ruleboard.registry import GAMES
from ruleboard.scene.node import Node

# --- home --------------------------------------------------------------------------------------------------------


def _home_view(shell: Shell, page: Home, shared: Shared) -> Node:
    built_in_studies = [(built_in.id, built_in.title, built_in.game) for built_in in BUILT_IN_STUDIES]
    return home(shell, page, shared.entries, shared.studies, built_in_studies)


def _enter_home(visit: Visit) -> PageEntry | None:
    return (
        PageEntry(Home(), shared=with_lists(visit.context.shared, visit.services))
        if visit.route.page == "home"
        else None
    )


HOME = PageKind(
    Home,
    render=_home_view,
    enter=_enter_home,
    messages=library.MESSAGES,
    on_stored_change=lambda page, _change, context, services: Update(page, with_lists(context.shared, services)),
)


# --- opening ------------------------------------------------------------------------------------------------------


def _load(page: OpeningPage, services: Services) -> Steps[PageEntry]:
    """Open the long game or the long study whose loading the page shows."""
    if page.chapter is not None:
        return study.open_stored_study(page.id, page.chapter, page.ply or 0, services.studies)
    if page.linked_record:
        return play.open_linked_game(page.linked_record, services.games)
    return play.open_stored_game(page.id, page.ply, services.games)


OPENING = PageKind(
    OpeningPage,
    render=lambda shell, page, _shared: opening(shell, page),
    load=_load,
    with_progress=lambda page, share: replace(page, percent=int(100 * share)),
)


# --- not found ----------------------------------------------------------------------------------------------------


def _enter_not_found(visit: Visit) -> PageEntry | None:
    """Open the page that explains why no other page can show a route."""
    if visit.route.page == "missing":
        return PageEntry(NotFound(_("There’s no page at {address}.").format(address=visit.route.name[:60])))
    game_titles = ", ".join(_(game.title) for game in GAMES.values())
    template = _("There’s no game called “{name}” here. You can play: {games}.")
    return PageEntry(NotFound(template.format(name=visit.route.name[:40], games=game_titles)))


def _refresh_not_found(page: NotFound, change: StoredChange, context: Context, services: Services) -> Update[NotFound]:
    """Update the page after another tab has changed the damaged item, or has stored the game."""
    if page.entry:
        return Update(replace(page, entry=services.games.entry(page.entry.id)), context.shared)
    if page.study:
        return Update(replace(page, study=services.studies.entry(page.study.id)), context.shared)
    is_requested_game = change.key == KEY_PREFIX + context.route.name
    return Update(page, context.shared, (OpenRoute(context.route, replace=True),) if is_requested_game else ())


NOT_FOUND = PageKind(
    NotFound,
    render=lambda shell, page, _shared: not_found(shell, page),
    enter=_enter_not_found,
    on_stored_change=_refresh_not_found,
)
