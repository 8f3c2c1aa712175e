"""The type of a page kind: one value with everything that the app knows about a kind of page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Effect
from ruleboard.app.messages import Gesture, Handler, Update
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.routes import Route
from ruleboard.app.runtime.model import Page
from ruleboard.app.shared import Shared
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.ui.components import Shell
from ruleboard.engine.steps import Steps
from ruleboard.scene.css import StyleSheet
from ruleboard.scene.node import Node

P = TypeVar("P")
Part = TypeVar("Part")


@dataclass(frozen=True, slots=True)
class PageEntry:
    """A page that the app enters.

    Attributes:
        page: its session.
        effects: the effects of entering it.
        shared: the shared part after entering it, None if it stays as it is.
        suspended_new_game: the page for a new game to which it returns, or None.
        route: the route of the page if it is not the requested one, else None.
    """

    page: Page
    effects: tuple[Effect, ...] = ()
    shared: Shared | None = None
    suspended_new_game: NewGame | None = None
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a dialog.

    Attributes:
        key: a value of everything that the picture depends on. Equal keys mean the same picture.
        text: the text of the SVG file, empty before the app has drawn it.
    """

    key: object
    text: str


StyleSheets = Mapping[str, StyleSheet]
"""The page's stylesheets for pictures, by look."""


@dataclass(frozen=True, slots=True)
class StoredChange:
    """A change of the storage that this page did not make.

    Attributes:
        key: the key of the changed text, empty if all texts may have changed.
        is_restored: True if the journal has restored the text at the start, False if another tab has stored it.
    """

    key: str
    is_restored: bool = False


def _no_entry(
    _route: Route, _context: Context, _services: Services, _suspended_new_game: NewGame | None
) -> PageEntry | None:
    """Enter no route. Other pages lead to such a page."""
    return None


@dataclass(frozen=True, slots=True)
class PageKind(Generic[P]):
    """Everything that the app knows about one kind of page.

    Attributes:
        session_type: the type of its sessions.
        render: returns the page of a session.
        enter: returns the page of a route, or None if another kind of page has the route. Its last argument is the page
            for a new game of the same game that the person has left, or None.
        title: returns the title of a session for the browser's window, may be empty.
        messages: the handlers of its messages, by name.
        on_gesture: answers a gesture on the board, None without a board.
        on_key: answers a key; the answer is None for a key without a meaning here.
        on_address: answers a change of the address within the page; the answer is None if the address leads elsewhere.
        on_stored_change: answers a change of the storage.
        on_leave: answers the opening of another page.
        on_redraw: answers the opening of the same page again in another language; receives the session before it and
            the page after it.
        before_draw: answers that the app is about to draw the page.
        load: computes the page that replaces this one, None for all but pages that show the progress of that.
        with_progress: returns the session with a progress from 0 to 1 of ``load``.
        picture: returns the picture in an open dialog, or None.
        with_picture: draws the picture with the page's stylesheets.
        with_printed_position: draws the position for paper with the page's stylesheets.
    """

    session_type: type[P]
    render: Callable[[Shell, P, Shared], Node]
    enter: Callable[[Route, Context, Services, NewGame | None], PageEntry | None] = _no_entry
    title: Callable[[P], str] = lambda _page: ""
    messages: Mapping[str, Handler[P]] = field(default_factory=dict)
    on_gesture: Callable[[P, Gesture, Context, Services], Update[P]] | None = None
    on_key: Callable[[P, str, Context, Services], Update[P] | None] | None = None
    on_address: Callable[[P, Route, Context, Services], Update[P] | None] | None = None
    on_stored_change: Callable[[P, StoredChange, Context, Services], Update[P]] | None = None
    on_leave: Callable[[P, Context, Services], Update[P]] | None = None
    on_redraw: Callable[[P, Page, Context, Services], Update[Page]] | None = None
    before_draw: Callable[[P, Context, Services], Update[P]] | None = None
    load: Callable[[P, Services], Steps[PageEntry]] | None = None
    with_progress: Callable[[P, float], P] | None = None
    picture: Callable[[P], Picture | None] | None = None
    with_picture: Callable[[P, StyleSheets, Settings], P] | None = None
    with_printed_position: Callable[[P, StyleSheets, Settings], P] | None = None


PageKinds = Mapping[type, PageKind[Any]]
"""Kinds of pages by the types of their sessions."""


def by_session_type(*kinds: PageKind[Any]) -> PageKinds:
    """Return a table of kinds of pages. The first kinds are the first to enter a route."""
    return {kind.session_type: kind for kind in kinds}


def part_messages(
    get_part: Callable[[P], Part], set_part: Callable[[P, Part], P], messages: Mapping[str, Handler[Part]]
) -> Mapping[str, Handler[P]]:
    """Return the handlers of messages for a part of a page."""

    def page_handler(handler: Handler[Part]) -> Handler[P]:
        return lambda page, message, context, services: with_part(
            page, handler(get_part(page), message, context, services), set_part
        )

    return {name: page_handler(handler) for name, handler in messages.items()}


def with_part(page: P, updated: Update[Part], set_part: Callable[[P, Part], P]) -> Update[P]:
    """Return the update of a page from the update of a part of it."""
    return updated.with_session(set_part(page, updated.session))
