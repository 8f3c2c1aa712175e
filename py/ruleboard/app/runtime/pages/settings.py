"""The settings page and the help page."""

from __future__ import annotations

from ruleboard.app.context import Context
from ruleboard.app.effects import ListGames
from ruleboard.app.help.session import HelpPage
from ruleboard.app.help.view import help
from ruleboard.app.messages import Update
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.routes import Route
from ruleboard.app.runtime.model import Model
from ruleboard.app.runtime.page_kind import PageEntry, PageKind
from ruleboard.app.settings.session import SettingsPage
from ruleboard.app.settings.view import StorageState, settings
from ruleboard.app.ui.components import Shell
from ruleboard.scene.node import Node


def _settings_view(shell: Shell, _page: SettingsPage, model: Model) -> Node:
    storage_state = StorageState(
        model.is_storage_lasting, model.is_storage_persisted, bool(model.entries), model.unreadable, model.setups
    )
    return settings(shell, model.settings, storage_state)


def _enter_settings(route: Route, _context: Context, _suspended_new_game: NewGame | None) -> PageEntry | None:
    return PageEntry(SettingsPage(), (ListGames(),)) if route.page == "settings" else None


def _enter_help(route: Route, _context: Context, _suspended_new_game: NewGame | None) -> PageEntry | None:
    return PageEntry(HelpPage()) if route.page == "help" else None


SETTINGS = PageKind(
    SettingsPage,
    render=_settings_view,
    enter=_enter_settings,
    on_stored_change=lambda page, _change, _context: Update(page, (ListGames(),)),
)
HELP = PageKind(HelpPage, render=lambda shell, _page, _model: help(shell), enter=_enter_help)
