"""The table of all kinds of pages, and the functions that open and render a page."""

from __future__ import annotations

from typing import Any

from ruleboard.app.context import Context, Services
from ruleboard.app.new_game.session import NewGamePage
from ruleboard.app.routes import Route
from ruleboard.app.runtime.model import Model, Page
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, PageKinds, Visit, kinds_by_session_type
from ruleboard.app.runtime.pages import editors, learning, library, play, settings, study
from ruleboard.app.ui.components import Shell
from ruleboard.scene.node import Node

PAGE_KINDS: PageKinds = kinds_by_session_type(
    library.HOME_KIND,
    settings.SETTINGS_KIND,
    settings.HELP_KIND,
    settings.LAB_KIND,
    editors.NEW_GAME_KIND,
    editors.EDITOR_KIND,
    editors.BOARD_KIND,
    editors.BOARD_LIST_KIND,
    learning.COURSE_LIST_KIND,
    learning.COURSE_KIND,
    learning.LESSON_KIND,
    learning.QUIZ_KIND,
    learning.RULES_KIND,
    learning.RULINGS_KIND,
    learning.PROBLEM_GAMES_KIND,
    learning.PROBLEM_LIST_KIND,
    learning.PROBLEM_KIND,
    play.PLAY_KIND,
    study.STUDY_KIND,
    library.OPENING_KIND,
    library.NOT_FOUND_KIND,
)
"""All kinds of pages. The last one enters the routes that no other kind enters."""


def page_kind_of(page: Page, kinds: PageKinds = PAGE_KINDS) -> PageKind[Any]:
    """Return the kind of a page."""
    return kinds[type(page)]


def enter(
    route: Route,
    context: Context,
    services: Services,
    suspended_new_game: NewGamePage | None,
    previous_page: Page | None,
    kinds: PageKinds = PAGE_KINDS,
) -> PageEntry:
    """Return the page of a route, or a page that explains why the app cannot show it.

    Args:
        route: the route.
        context: the app's state.
        services: the stores and the device.
        suspended_new_game: the choices so far for a new game, or None; ignored if the route is for another game.
        previous_page: the page that the person leaves, or None.
        kinds: the kinds of pages.
    """
    new_game_page = suspended_new_game if suspended_new_game and suspended_new_game.game == route.name else None
    visit = Visit(route, context, services, new_game_page, previous_page)
    entries = (kind.enter(visit) for kind in kinds.values())
    return next(entry for entry in entries if entry is not None)


def page_view(model: Model, kinds: PageKinds = PAGE_KINDS) -> Node:
    """Render the page of a model."""
    shared = model.shared
    shell = Shell(shared.notices, shared.announcement, shared.copied_field)
    page = page_kind_of(model.page, kinds).render(shell, model.page, shared)
    if not shared.settings.coordinates:
        return page
    return page._replace(attrs={**page.attrs, "data-coordinates": ""})


def page_title(model: Model, kinds: PageKinds = PAGE_KINDS) -> str:
    """Return the title of the browser window."""
    title = page_kind_of(model.page, kinds).title(model.page)
    return f"{title} · Ruleboard" if title else "Ruleboard"
