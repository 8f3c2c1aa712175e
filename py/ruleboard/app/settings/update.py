"""Updates of the settings page: settings, persistent storage, and unreadable or unsupported texts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TypeVar

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Download, PersistStorage, PlaySounds, ReloadLanguage
from ruleboard.app.message_names import SettingsMessage
from ruleboard.app.messages import Handler, Input, Update, effect_handler
from ruleboard.app.saved_items import delete_setup, delete_unreadable
from ruleboard.app.storage import unsupported
from ruleboard.app.storage.preferences import SETTING_CHOICES, choice_text

S = TypeVar("S")


def _choose(page: S, message: Input, context: Context, services: Services) -> Update[S]:
    update = Update(page, context.shared)
    if message.value not in map(choice_text, SETTING_CHOICES.get(message.argument, ())):
        services.device.report_unknown(f"setting {message.argument} {message.value}")
        return update
    plays_sample = message.argument in ("sounds", "haptics") and message.value == "on"
    update = update.with_effects(PlaySounds(("piece",))) if plays_sample else update
    return update.with_settings(context.settings.with_choice(message.argument, message.value))


def _export_unreadable(page: S, message: Input, context: Context, services: Services) -> Update[S]:
    """Download the quarantined text under a key, or all quarantined texts if the key does not exist."""
    texts, key = services.documents.quarantine.texts, message.value
    name = f"{key.rpartition('/')[2] if key in texts else 'unreadable'}.txt"
    text = texts.get(key, "\n".join(dict.fromkeys(texts.values())))
    return Update(page, context.shared, (Download(f"ruleboard-{name}", "text/plain", text),))


def _export_unsupported(page: S, message: Input, context: Context, _services: Services) -> Update[S]:
    setup = unsupported.find_setup(context.setups, message.value)
    if setup is None:
        return Update(page, context.shared)
    name = re.sub(r"\W+", "-", f"{setup.game}-{setup.name}").strip("-").lower() or "setup"
    return Update(page, context.shared, (Download(f"{name}.txt", "text/plain", setup.text),))


def _delete_unsupported(page: S, message: Input, context: Context, services: Services) -> Update[S]:
    setup = unsupported.find_setup(context.setups, message.value)
    shared = delete_setup(context.shared, setup.game, setup.name, services) if setup else context.shared
    return Update(page, shared)


GLOBAL_MESSAGE_HANDLERS: Mapping[str, Handler[object]] = {
    SettingsMessage.CHOOSE: _choose,
    SettingsMessage.PERSIST_STORAGE: effect_handler(lambda _page, _message: PersistStorage()),
    SettingsMessage.RELOAD_LANGUAGE: effect_handler(lambda _page, _message: ReloadLanguage()),
    SettingsMessage.EXPORT_UNREADABLE: _export_unreadable,
    SettingsMessage.DELETE_UNREADABLE: lambda page, message, context, services: Update(
        page, delete_unreadable(context.shared, message.value, services)
    ),
    SettingsMessage.EXPORT_UNSUPPORTED: _export_unsupported,
    SettingsMessage.DELETE_UNSUPPORTED: _delete_unsupported,
}
