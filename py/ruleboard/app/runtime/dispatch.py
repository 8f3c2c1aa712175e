"""Dispatch: messages by feature and name, gestures and keys by the kind of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ruleboard.app.context import Context
from ruleboard.app.effects import CopyText, Dismiss, Effect, GoToAddress, PrintPage, RevealElement, Undelete, UpdateApp
from ruleboard.app.library import update as library
from ruleboard.app.messages import Command, Gesture, Input, Update
from ruleboard.app.runtime.model import Page
from ruleboard.app.runtime.page_kind import PageKinds
from ruleboard.app.runtime.page_kinds import PAGE_KINDS, kind_of
from ruleboard.app.settings import update as settings
from ruleboard.app.study import update as study


def _effect_command(effect_type: Callable[[str], Effect]) -> Command:
    return lambda message, _context: (effect_type(message.value),)


_APP: Mapping[str, Command] = {
    "go": _effect_command(GoToAddress),
    "reveal": _effect_command(RevealElement),
    "copy": _effect_command(CopyText),
    "dismiss": _effect_command(Dismiss),
    "undelete": _effect_command(Undelete),
    "print": _effect_command(lambda _value: PrintPage()),
    "update": _effect_command(lambda _value: UpdateApp()),
}

COMMANDS: Mapping[str, Mapping[str, Command]] = {
    "app": _APP,
    "library": library.COMMANDS,
    "settings": settings.COMMANDS,
    "study": study.COMMANDS,
}
"""The messages that every page answers in the same way, by feature and name."""

KEYS: Mapping[str, Effect] = {"?": GoToAddress("#/help")}
"""Keys that do the same on every page."""


def message_names(kinds: PageKinds = PAGE_KINDS) -> frozenset[str]:
    """Return the names of all messages, as ``feature.message``."""
    tables = [kind.messages for kind in kinds.values()]
    return frozenset(
        f"{feature}.{name}" for table in (COMMANDS, *tables) for feature, messages in table.items() for name in messages
    )


def answer_message(page: Page, name: str, value: str, context: Context, kinds: PageKinds = PAGE_KINDS) -> Update[Page]:
    """Answer a message: the page comes first, then the messages of all pages. An unknown message changes nothing.

    Args:
        page: the current page.
        name: ``feature.message`` or ``feature.message.argument``.
        value: the value of the message.
        context: the app's state.
        kinds: the kinds of pages.
    """
    feature, message_name, argument = (*name.split(".", 2), "", "")[:3]
    message = Input(value, argument)
    if handler := kind_of(page, kinds).messages.get(feature, {}).get(message_name):
        return handler(page, message, context)
    if command := COMMANDS.get(feature, {}).get(message_name):
        return Update(page, command(message, context))
    return Update(page)


def answer_gesture(page: Page, event: Gesture, context: Context, kinds: PageKinds = PAGE_KINDS) -> Update[Page]:
    """Answer a gesture on the board of the page, if it has one."""
    on_gesture = kind_of(page, kinds).on_gesture
    return on_gesture(page, event, context) if on_gesture else Update(page)


def answer_key(page: Page, name: str, context: Context, kinds: PageKinds = PAGE_KINDS) -> Update[Page]:
    """Answer a key, as the browser names it. The page comes first, then the keys of all pages."""
    on_key = kind_of(page, kinds).on_key
    updated = on_key(page, name, context) if on_key else None
    return updated or Update(page, (KEYS[name],) if name in KEYS else ())
