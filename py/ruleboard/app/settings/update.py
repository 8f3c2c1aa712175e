"""Updates of the settings page: choices, persistent storage, unreadable and unsupported texts."""

from __future__ import annotations

import re
from collections.abc import Mapping

from ruleboard.app.context import Context
from ruleboard.app.effects import (
    DeleteSetup,
    DeleteUnreadable,
    Download,
    DownloadUnreadable,
    Effect,
    KeepSettings,
    PersistStorage,
    ReloadLanguage,
    Signal,
)
from ruleboard.app.messages import Command, Input
from ruleboard.app.storage import unsupported


def _choose(given: Input, context: Context) -> tuple[Effect, ...]:
    kept = KeepSettings(context.settings.with_choice(given.argument, given.value))
    sample = given.argument in ("sounds", "haptics") and given.value == "on"
    return (kept, Signal(("piece",))) if sample else (kept,)


def _persist(_given: Input, _context: Context) -> tuple[Effect, ...]:
    return (PersistStorage(),)


def _reload_language(_given: Input, _context: Context) -> tuple[Effect, ...]:
    return (ReloadLanguage(),)


def _export_unreadable(given: Input, _context: Context) -> tuple[Effect, ...]:
    return (DownloadUnreadable(given.value),)


def _delete_unreadable(given: Input, _context: Context) -> tuple[Effect, ...]:
    return (DeleteUnreadable(given.value),)


def _export_unsupported(given: Input, context: Context) -> tuple[Effect, ...]:
    setup = unsupported.find(context.setups, given.value)
    if setup is None:
        return ()
    name = re.sub(r"\W+", "-", f"{setup.game}-{setup.name}").strip("-").lower() or "setup"
    return (Download(f"{name}.txt", "text/plain", setup.text),)


def _delete_unsupported(given: Input, context: Context) -> tuple[Effect, ...]:
    setup = unsupported.find(context.setups, given.value)
    return (DeleteSetup(setup.game, setup.name),) if setup else ()


COMMANDS: Mapping[str, Command] = {
    "choose": _choose,
    "persist": _persist,
    "reload_language": _reload_language,
    "export_unreadable": _export_unreadable,
    "delete_unreadable": _delete_unreadable,
    "export_unsupported": _export_unsupported,
    "delete_unsupported": _delete_unsupported,
}
