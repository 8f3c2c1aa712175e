"""Dispatch of messages by feature and name, and of keys by the kind of the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import CopyText, Effect, ElementTarget, GoToAddress, PrintPage, Reveal, UpdateApp
from ruleboard.app.library import update as library
from ruleboard.app.message_names import AppMessage
from ruleboard.app.messages import Handler, Input, Update, effect_handler
from ruleboard.app.runtime.model import Page
from ruleboard.app.runtime.page_kind import PageKinds
from ruleboard.app.runtime.page_kinds import PAGE_KINDS, page_kind_of
from ruleboard.app.saved_items import undelete
from ruleboard.app.settings import update as settings
from ruleboard.app.study import update as study

S = TypeVar("S")


_APP_MESSAGE_HANDLERS: Mapping[str, Handler[object]] = {
    AppMessage.GO: effect_handler(lambda _page, message: GoToAddress(message.value)),
    AppMessage.REVEAL: effect_handler(lambda _page, message: Reveal(ElementTarget(message.value))),
    AppMessage.COPY: effect_handler(lambda _page, message: CopyText(message.value)),
    AppMessage.DISMISS: lambda page, message, context, _services: Update(
        page, context.shared.without_notice(message.value)
    ),
    AppMessage.UNDELETE: lambda page, message, context, services: Update(
        page, undelete(context.shared, message.value, services)
    ),
    AppMessage.PRINT: effect_handler(lambda _page, _message: PrintPage()),
    AppMessage.UPDATE: effect_handler(lambda _page, _message: UpdateApp()),
}

GLOBAL_MESSAGE_HANDLERS: Mapping[str, Handler[object]] = {
    **_APP_MESSAGE_HANDLERS,
    **library.GLOBAL_MESSAGE_HANDLERS,
    **settings.GLOBAL_MESSAGE_HANDLERS,
    **study.GLOBAL_MESSAGE_HANDLERS,
}
"""The messages that every page answers in the same way, by name."""

KEY_EFFECTS: Mapping[str, Effect] = {"?": GoToAddress("#/help")}
"""Keys that do the same on every page."""


def message_names(kinds: PageKinds = PAGE_KINDS) -> frozenset[str]:
    """Return the names of all messages."""
    return frozenset(GLOBAL_MESSAGE_HANDLERS).union(*(kind.messages for kind in kinds.values()))


def parse_message(name: str, value: str) -> tuple[str, Input]:
    """Split a message's name; return the name without its argument, and the input with the argument and the value."""
    feature, message_name, argument = (*name.split(".", 2), "", "")[:3]
    return f"{feature}.{message_name}", Input(value, argument)


def handle_message(
    page: Page, name: str, value: str, context: Context, services: Services, kinds: PageKinds = PAGE_KINDS
) -> Update[Page]:
    """Handle a message. The page's handlers take precedence over the general handlers.

    An unknown message changes nothing.

    Args:
        page: the current page.
        name: ``feature.message`` or ``feature.message.argument``.
        value: the value of the message.
        context: the app's state.
        services: the stores and the device.
        kinds: the kinds of pages.
    """
    message_name, message = parse_message(name, value)
    handler = page_kind_of(page, kinds).messages.get(message_name) or GLOBAL_MESSAGE_HANDLERS.get(message_name)
    if handler:
        return handler(page, message, context, services)
    if message_name not in message_names(kinds):
        services.device.report_unknown(f"message {name}")
    return Update(page, context.shared)


def handle_key(
    page: Page, name: str, context: Context, services: Services, kinds: PageKinds = PAGE_KINDS
) -> Update[Page]:
    """Handle a key by the browser's name for it. The page's handler takes precedence over the keys of all pages."""
    on_key = page_kind_of(page, kinds).on_key
    update = on_key(page, name, context, services) if on_key else None
    return update or Update(page, context.shared, (KEY_EFFECTS[name],) if name in KEY_EFFECTS else ())
