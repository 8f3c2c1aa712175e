"""The page of a study."""

from __future__ import annotations

from dataclasses import replace

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import OpenRoute, Reveal, ScrollTarget
from ruleboard.app.library.session import LoadingPage, NotFoundPage
from ruleboard.app.messages import Update
from ruleboard.app.routes import Route
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, Picture, StoredChange, StyleSheets, Visit
from ruleboard.app.storage.preferences import Settings
from ruleboard.app.storage.studies import KEY_PREFIX, StudyStore
from ruleboard.app.study import session as studies
from ruleboard.app.study import update as study
from ruleboard.app.study.embedding import with_poster
from ruleboard.app.study.opening import opening_steps
from ruleboard.app.study.own import load_built_in_study
from ruleboard.app.study.session import StudySession
from ruleboard.app.study.view import study_page
from ruleboard.engine.errors import StudyError
from ruleboard.engine.steps import Steps, run_to_end, scale_progress
from ruleboard.i18n import _
from ruleboard.wording import clean_name, sentence


def _enter(visit: Visit) -> PageEntry | None:
    """Open the page of a stored or built-in study, or a page that explains why the app cannot show it.

    A long study opens with the loading page.
    """
    route, services = visit.route, visit.services
    if route.page != "study":
        return None
    chapter_number = int(route.text) - 1 if route.text else 0
    if services.studies.is_long(route.name):
        return PageEntry(LoadingPage(route.name, route.index, chapter=chapter_number))
    if services.studies.text(route.name) is None and (built_in_study := load_built_in_study(route.name)):
        services.studies.allow_overwriting(route.name)
        chapter_number = chapter_number if 0 <= chapter_number < len(built_in_study.chapters) else 0
        opened_chapter = run_to_end(opening_steps(built_in_study.chapters[chapter_number], chapter_number))
        session = studies.open_session(route.name, built_in_study, chapter_number, route.index or 0, opened_chapter)
        return PageEntry(studies.with_mode(session, studies.READ_MODE), (Reveal(ScrollTarget.TOP),))
    return run_to_end(open_stored_study(route.name, chapter_number, route.index or 0, services.studies))


def open_stored_study(id: str, chapter_number: int, node: int, store: StudyStore) -> Steps[PageEntry]:
    """Open a stored study in steps.

    Args:
        id: its id.
        chapter_number: the number of the chapter, from 0.
        node: the index of the node in the chapter's tree.
        store: the stored studies.

    Returns:
        The page of the study, or a page that explains why the app cannot show it.
    """
    try:
        study = yield from scale_progress(store.open_steps(id), 0, 0.2)
        chapter_number = chapter_number if 0 <= chapter_number < len(study.chapters) else 0
        chapter = study.chapters[chapter_number]
        opened_chapter = yield from scale_progress(opening_steps(chapter, chapter_number, node=node), 0.2, 0.8)
        return PageEntry(
            studies.open_session(id, study, chapter_number, node, opened_chapter), (Reveal(ScrollTarget.TOP),)
        )
    except KeyError:
        return PageEntry(NotFoundPage(_("There’s no study “{name}” in this browser.").format(name=id[:40])))
    except StudyError as error:
        return PageEntry(NotFoundPage(sentence(str(error)), study=store.entry(id)))


def _on_address(page: StudySession, route: Route, context: Context, services: Services) -> Update[StudySession] | None:
    """Show another node of the open study."""
    if route.page != "study" or route.name != page.id:
        return None
    return study.on_address_changed(page, route.text, route.index, context, services)


def _on_stored_change(
    page: StudySession, change: StoredChange, context: Context, services: Services
) -> Update[StudySession]:
    """Lock the page after another tab has changed the study, or show a text that the journal has restored."""
    if change.key not in (KEY_PREFIX + page.id, "") or page.is_in_other_tab or services.studies.is_up_to_date(page.id):
        return Update(page, context.shared)
    if change.is_restored and not services.studies.awaits_room(page.id):
        return Update(page, context.shared, (OpenRoute(context.route, replace=True),))
    return study.lock_session(page, context)


def _picture(page: StudySession) -> Picture | None:
    return Picture(page.embedding.poster_key, page.embedding.picture) if page.embedding else None


def _with_picture(page: StudySession, stylesheets: StyleSheets, _settings: Settings) -> StudySession:
    if page.embedding is None:
        return page
    return replace(page, embedding=with_poster(page.embedding, page.study, stylesheets))


STUDY_KIND = PageKind(
    StudySession,
    render=lambda shell, page, shared: study_page(shell, page, shared.entries, shared.home_day),
    enter=_enter,
    title=lambda page: clean_name(page.study.title),
    messages=study.MESSAGE_HANDLERS,
    on_gesture=study.on_gesture,
    on_key=study.on_key,
    on_address=_on_address,
    on_stored_change=_on_stored_change,
    picture=_picture,
    with_picture=_with_picture,
)
