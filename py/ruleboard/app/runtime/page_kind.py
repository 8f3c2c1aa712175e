"""The type that describes a kind of page to the app."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Effect
from ruleboard.app.messages import Gesture, Handler, Update
from ruleboard.app.new_game.session import NewGamePage
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
    """The result of opening a page.

    Attributes:
        page: its session.
        effects: the effects to run when the page opens.
        shared: the shared state afterwards, None if it does not change.
        suspended_new_game: the page for a new game to which a person can return from this page, or None.
        route: the route of the page if it differs from the requested route, else None.
    """

    page: Page
    effects: tuple[Effect, ...] = ()
    shared: Shared | None = None
    suspended_new_game: NewGamePage | None = None
    route: Route | None = None


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture in a dialog.

    Attributes:
        key: a value that identifies the content of the picture. Pictures with equal keys are equal.
        text: the picture as SVG, empty before the app has drawn it.
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


@dataclass(frozen=True, slots=True)
class Visit:
    """A visit of a route. The first kind of page that knows the route opens the page.

    Attributes:
        route: the route.
        context: the app's state.
        services: the stores and the device.
        suspended_new_game: the page for a new game of the route's game that the person left, or None.
        previous_page: the page that the person leaves, or None.
    """

    route: Route
    context: Context
    services: Services
    suspended_new_game: NewGamePage | None = None
    previous_page: Page | None = None


@dataclass(frozen=True, slots=True)
class PageKind(Generic[P]):
    """A kind of page: its views, its handlers, and its functions for opening and leaving it.

    Attributes:
        session_type: the type of its sessions.
        render: returns the page of a session.
        enter: returns the page of a visited route, or None if the route belongs to another kind of page. By default, no
            route opens the page.
        title: returns the title of the browser window for a session, may be empty.
        messages: the handlers of its messages, by name.
        on_gesture: handles a gesture on the board, None without a board.
        on_key: handles a key; returns None for a key that the page does not use.
        on_address: handles a change of the address within the page; returns None if another page has the address.
        on_stored_change: handles a change of the storage.
        on_leave: returns the update to apply before another page opens.
        on_redraw: returns the update after the same page opened again in another language; receives the session before
            and the page after it.
        before_draw: returns the update to apply before the app draws the page.
        load: computes the page that replaces this one; None except for loading pages.
        with_progress: returns the session with the progress of ``load``, from 0 to 1.
        picture: returns the picture in an open dialog, or None.
        with_picture: draws the picture with the page's stylesheets.
        with_printed_position: draws the position for paper with the page's stylesheets.
    """

    session_type: type[P]
    render: Callable[[Shell, P, Shared], Node]
    enter: Callable[[Visit], PageEntry | None] = lambda _visit: None
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


def kinds_by_session_type(*kinds: PageKind[Any]) -> PageKinds:
    """Index kinds of pages by session type. A route belongs to the first kind that can enter it."""
    return {kind.session_type: kind for kind in kinds}


def part_messages(
    get_part: Callable[[P], Part], set_part: Callable[[P, Part], P], messages: Mapping[str, Handler[Part]]
) -> Mapping[str, Handler[P]]:
    """Convert message handlers for a part of a page to handlers for the page."""

    def page_handler(handler: Handler[Part]) -> Handler[P]:
        return lambda page, message, context, services: with_part(
            page, handler(get_part(page), message, context, services), set_part
        )

    return {name: page_handler(handler) for name, handler in messages.items()}


def with_part(page: P, update: Update[Part], set_part: Callable[[P, Part], P]) -> Update[P]:
    """Convert an update of a part of a page to an update of the page."""
    return update.with_session(set_part(page, update.session))
