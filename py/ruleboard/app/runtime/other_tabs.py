"""Other tabs: takes over what they have stored."""

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


def catch_up(app: App) -> None:
    """Read what another tab has stored without this one being told, as one that was frozen: what is done now is done
    to that, and takes nothing of it away.
    """
    store = app.documents.store
    if store.is_overtaken(SETTINGS):
        app.language.take_over()
    if store.is_overtaken(PROGRESS):
        app.documents.read_progress()
    if store.is_overtaken(SETUPS):
        app.documents.read_setups()


def stored(app: App, key: str) -> None:
    """Read what another tab has changed in the store: the text of a key, or all of it (an empty key)."""
    if key == SETTINGS:
        app.language.take_over()
    if key == PROGRESS:
        app.documents.read_progress()
    if key == SETUPS:
        app.documents.read_setups()
    if key.startswith(PREFIX):
        app.games.refresh(key.removeprefix(PREFIX))
    table, page = app.model.table, app.model.page
    if table is not None and key in (PREFIX + table.id, ""):
        if not app.games.is_current(table.id):
            app.mark_taken_over()
        elif table.taken_over:
            app.take_table(saving.on_restored(table))
    elif isinstance(page, StudySession) and key in (STUDIES + page.id, ""):
        if not page.taken_over and not app.studies.is_current(page.id):
            app.take_study(study.taken_over(page))
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
