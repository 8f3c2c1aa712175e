"""The settings page, the help page and the lab."""

from __future__ import annotations

from ruleboard.app.help.lab import LabPage, lab_page
from ruleboard.app.help.view import HelpPage, help_page
from ruleboard.app.messages import Update
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, Visit
from ruleboard.app.saved_items import with_lists
from ruleboard.app.settings.view import SettingsPage, StorageState, settings_page
from ruleboard.app.shared import Shared
from ruleboard.app.ui.components import Shell
from ruleboard.scene.node import Node


def _settings_view(shell: Shell, _page: SettingsPage, shared: Shared) -> Node:
    storage_state = StorageState(
        shared.is_storage_durable, shared.is_storage_persistent, bool(shared.entries), shared.unreadable, shared.setups
    )
    return settings_page(shell, shared.settings, storage_state)


def _enter_settings(visit: Visit) -> PageEntry | None:
    if visit.route.page != "settings":
        return None
    return PageEntry(SettingsPage(), shared=with_lists(visit.context.shared, visit.services))


SETTINGS_KIND = PageKind(
    SettingsPage,
    render=_settings_view,
    enter=_enter_settings,
    on_stored_change=lambda page, _change, context, services: Update(page, with_lists(context.shared, services)),
)
HELP_KIND = PageKind(
    HelpPage,
    render=lambda shell, _page, _shared: help_page(shell),
    enter=lambda visit: PageEntry(HelpPage()) if visit.route.page == "help" else None,
)
LAB_KIND = PageKind(
    LabPage,
    render=lambda shell, _page, _shared: lab_page(shell),
    enter=lambda visit: PageEntry(LabPage()) if visit.route.page == "lab" else None,
)
