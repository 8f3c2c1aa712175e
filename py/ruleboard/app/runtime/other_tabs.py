"""Other tabs and the journal: reads the changes that they have stored."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.library.session import NotFound
from ruleboard.app.play import saving
from ruleboard.app.runtime.app import App
from ruleboard.app.storage.games import PREFIX
from ruleboard.app.storage.preferences import KEY as SETTINGS
from ruleboard.app.storage.progress import KEY as PROGRESS
from ruleboard.app.storage.setups import KEY as SETUPS
from ruleboard.app.storage.studies import PREFIX as STUDIES
from ruleboard.app.study import update as study
from ruleboard.app.study.session import StudySession


def read_missed_changes(app: App) -> None:
    """Read documents that another tab stored without an event in this one, which may have been frozen.

    The next change in this tab then builds on them instead of overwriting them.
    """
    store = app.documents.store
    if store.is_stale(SETTINGS):
        app.language.apply_stored_settings()
    if store.is_stale(PROGRESS):
        app.documents.read_progress()
    if store.is_stale(SETUPS):
        app.documents.read_setups()


def on_restored(app: App, key: str) -> None:
    """Show a text that the journal has restored at the start, unless this page has unsaved changes of it."""
    table, page = app.model.table, app.model.page
    id = key.rpartition("/")[2]
    if table is not None and key == PREFIX + table.id:
        is_stale = not (app.games.is_current(id) or app.games.is_waiting(id))
    elif isinstance(page, StudySession) and key == STUDIES + page.id:
        is_stale = not (app.studies.is_current(id) or app.studies.is_waiting(id))
    else:
        is_stale = False
    if not is_stale:
        on_stored(app, key)
        return
    if table is not None:
        app.games.refresh(id)
    app.open(app.model.route)


def on_stored(app: App, key: str) -> None:
    """Read the changes of another tab in the storage: the text under a key, or all texts (an empty key)."""
    if key == SETTINGS:
        app.language.apply_stored_settings()
    if key == PROGRESS:
        app.documents.read_progress()
    if key == SETUPS:
        app.documents.read_setups()
    if key.startswith(PREFIX):
        app.games.refresh(key.removeprefix(PREFIX))
    table, page = app.model.table, app.model.page
    if table is not None and key in (PREFIX + table.id, ""):
        if not app.games.is_current(table.id):
            app.lock_table()
        elif table.is_in_other_tab:
            app.apply_table(saving.unlock_table(table))
    elif isinstance(page, StudySession) and key in (STUDIES + page.id, ""):
        if not page.is_in_other_tab and not app.studies.is_current(page.id):
            app.apply_study(study.lock_session(page))
    elif app.model.route.page in ("home", "settings"):
        app.list_games()
    elif app.model.route.page == "edit":
        app.list_studies()
    elif isinstance(page, NotFound) and page.entry:
        app.model = replace(app.model, page=replace(page, entry=app.games.entry(page.entry.id)))
    elif isinstance(page, NotFound) and page.study:
        app.model = replace(app.model, page=replace(page, study=app.studies.entry(page.study.id)))
    elif isinstance(page, NotFound) and key == PREFIX + app.model.route.name:
        app.open(app.model.route)
