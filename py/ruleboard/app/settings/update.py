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
    PersistStorage,
    PlaySounds,
    ReloadLanguage,
    SaveSettings,
)
from ruleboard.app.messages import Command, Input
from ruleboard.app.storage import unsupported


def _choose(message: Input, context: Context) -> tuple[Effect, ...]:
    saving = SaveSettings(context.settings.with_choice(message.argument, message.value))
    plays_sample = message.argument in ("sounds", "haptics") and message.value == "on"
    return (saving, PlaySounds(("piece",))) if plays_sample else (saving,)


def _persist(_message: Input, _context: Context) -> tuple[Effect, ...]:
    return (PersistStorage(),)


def _reload_language(_message: Input, _context: Context) -> tuple[Effect, ...]:
    return (ReloadLanguage(),)


def _export_unreadable(message: Input, _context: Context) -> tuple[Effect, ...]:
    return (DownloadUnreadable(message.value),)


def _delete_unreadable(message: Input, _context: Context) -> tuple[Effect, ...]:
    return (DeleteUnreadable(message.value),)


def _export_unsupported(message: Input, context: Context) -> tuple[Effect, ...]:
    setup = unsupported.find_setup(context.setups, message.value)
    if setup is None:
        return ()
    name = re.sub(r"\W+", "-", f"{setup.game}-{setup.name}").strip("-").lower() or "setup"
    return (Download(f"{name}.txt", "text/plain", setup.text),)


def _delete_unsupported(message: Input, context: Context) -> tuple[Effect, ...]:
    setup = unsupported.find_setup(context.setups, message.value)
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
