"""Other tabs and the journal: reads the changes that they have stored."""

from __future__ import annotations

from ruleboard.app.runtime.app import App
from ruleboard.app.runtime.page_kind import StoredChange
from ruleboard.app.storage.games import KEY_PREFIX
from ruleboard.app.storage.preferences import STORAGE_KEY as SETTINGS
from ruleboard.app.storage.progress import STORAGE_KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS


def read_missed_changes(app: App) -> None:
    """Read documents that another tab stored without an event in this one, which may have been frozen.

    The next change in this tab then builds on them instead of overwriting them.
    """
    for key in (SETTINGS, PROGRESS, SETUPS):
        if app.documents.store.is_stale(key):
            on_stored_change(app, StoredChange(key))


def on_stored_change(app: App, change: StoredChange) -> None:
    """Read a change of the storage, and let the page answer it."""
    key = change.key
    if key == SETTINGS:
        app.language.apply_stored_settings()
    if key == PROGRESS:
        app.documents.read_progress()
    if key == SETUPS:
        app.documents.read_setups()
    if key.startswith(KEY_PREFIX):
        app.games.refresh(key.removeprefix(KEY_PREFIX))
    page = app.model.page
    if on_change := app.kind.on_stored_change:
        app.apply_page(on_change(page, change, app.context))
