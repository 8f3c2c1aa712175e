"""Updates of the page of a study and of the list of studies. Every edit is saved before the page shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final, TypeVar

from ruleboard.app import notices
from ruleboard.app.board import announcements
from ruleboard.app.board.animation import board_motions
from ruleboard.app.context import Context, Services
from ruleboard.app.effects import (
    Download,
    GoToAddress,
    ImportFiles,
    OpenRoute,
    PrintPage,
    RunInSlices,
    ScrollTarget,
    SendLater,
    SetRoute,
)
from ruleboard.app.message_names import StudyMessage
from ruleboard.app.messages import CANCEL, Gesture, GestureKind, Handler, Input, Update, effect_handler
from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME_ROUTE, Route, format_route
from ruleboard.app.saved_items import retry_saving, with_lists, with_undo_offer
from ruleboard.app.shared import DeletedGameOrStudy, Shared
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.imports import STUDIES_LIST
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.study import chapters, embedding
from ruleboard.app.study import reader as readers
from ruleboard.app.study import session as sessions
from ruleboard.app.study.cursor import line_end, next_alternative, next_stop, previous_stop
from ruleboard.app.study.files import file_name, format_pgn
from ruleboard.app.study.opening import LongChapter
from ruleboard.app.study.paper import draw_all, draw_next
from ruleboard.app.study.reader import Reader
from ruleboard.app.study.reader_events import handle_key, handle_message
from ruleboard.app.study.reader_view import move_text, reader_announcement, variations_text
from ruleboard.app.study.session import CURRENT_POSITION, StudySession
from ruleboard.app.ui.forms import file_texts, is_number
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.study import Chapter, Study
from ruleboard.engine.study_text import MAX_CHAPTERS, format_study, parse_study
from ruleboard.i18n import _, current_catalog
from ruleboard.links import state_to_link
from ruleboard.registry import GAMES
from ruleboard.wording import sentence

S = TypeVar("S")

Change = Callable[[StudySession, Input], StudySession]

_DOWNLOAD_NOTICE: Final = "saved-study"
"""The name of the notice about a downloaded file."""
OTHER_TAB_NOTICE: Final = "elsewhere"
"""The name of the notice about a change in another tab."""


# --- the page --------------------------------------------------------------------------------------------------------


def route(session: StudySession) -> Route:
    """Return the route that leads to the current node."""
    return Route("study", session.id, session.node or None, str(session.number + 1))


def session_update(
    before: StudySession, after: StudySession, context: Context, services: Services
) -> Update[StudySession]:
    """Return the update after a change of the session.

    The update saves an edit. After a step to another node, it announces the node and changes the address.
    """
    update = Update(after, context.shared)
    if after.study is not before.study:
        if before.is_in_other_tab:
            return Update(before, context.shared)
        try:
            services.studies.save(after.id, after.study)
        except Conflict:
            return lock_session(before, context)
        except StudyError as error:
            session = replace(before, error=sentence(str(error)))
            return Update(session, context.shared).with_announcement(session.error)
        except StoreFull:
            update = update.with_notice("full", notices.storage_full_notice())
    if (before.number, before.node) != (after.number, after.node):
        update = update.with_effects(SetRoute(route(after), is_lazy=True)).with_reveals(ScrollTarget.STUDY_MOVE)
        motions = board_motions(before.table, after.table, after.seat)
        return update.with_announcement(_node_announcement(after)).with_motions(motions)
    if after.error and after.error != before.error:
        return update.with_announcement(after.error)
    if after.table is not before.table and (message := announcements.touch_text(before.table, after.table)):
        return update.with_announcement(message)
    return update


def _node_announcement(session: StudySession) -> str:
    """Return the announcement of the current node: the move with its verdict, the comment, and the alternatives."""
    note = session.note
    alternatives = variations_text(session.chapter, session.node)
    texts = (move_text(session.table.timeline, note.glyph), " ".join(note.comment.split()), alternatives)
    return " ".join(filter(None, texts))


def lock_session(session: StudySession, context: Context) -> Update[StudySession]:
    """Return the update that locks the session because another tab has changed the study."""
    text = _("You changed this study in another tab. Nothing you do here is saved.")
    notice = Notice(text, "warning", StudyMessage.CONTINUE_HERE, _("Continue here"))
    update = Update(replace(session, is_in_other_tab=True), context.shared)
    return update.with_notice(OTHER_TAB_NOTICE, notice).with_announcement(text)


def _continue_here(session: StudySession, _event: Input, context: Context, services: Services) -> Update[StudySession]:
    """Continue with the other tab's version of the study, or with this tab's version if the other tab deleted it."""
    reopening_update = Update(session, context.shared, (OpenRoute(route(session), replace=True),))
    reopening_update = reopening_update.without_notice(OTHER_TAB_NOTICE)
    if services.studies.is_long(session.id):
        return reopening_update
    try:
        study = services.studies.open(session.id)
        stored_session = sessions.open_session(session.id, study, session.number)
    except KeyError:
        services.studies.allow_overwriting(session.id)
        shared = _save_study(context.shared.without_notice(OTHER_TAB_NOTICE), session.id, session.study, services)
        return Update(replace(session, is_in_other_tab=False), shared)
    except LongChapter:
        return reopening_update
    except StudyError as error:
        return Update(replace(session, error=sentence(str(error))), context.shared)
    stored_session = sessions.go_to_node(stored_session, stored_session.chapter.find_node(session.texts))
    update = Update(stored_session, context.shared, (SetRoute(route(stored_session)),))
    return update.without_notice(OTHER_TAB_NOTICE)


def on_address_changed(
    session: StudySession, chapter: str, node: int | None, context: Context, services: Services
) -> Update[StudySession]:
    """Return the update after the address changed to another node of the same study."""
    chapter_number = int(chapter) - 1 if is_number(chapter) else 0

    def change(before: StudySession) -> StudySession:
        new_session = sessions.try_edit(lambda session: sessions.choose_chapter(session, chapter_number), before)
        return sessions.go_to_node(
            replace(new_session, mode=sessions.EDIT_MODE, reader=None, embedding=None, paper=None), node or 0
        )

    return _update_session(session, change, context, services)


def _update_session(
    session: StudySession,
    change: Callable[[StudySession], StudySession],
    context: Context,
    services: Services,
    *,
    is_gesture: bool = False,
) -> Update[StudySession]:
    """Return the update after a change of the session. If the change opens a long chapter, it runs in slices.

    Args:
        session: the session before the change.
        change: returns the session after the change.
        context: the app's state.
        services: the stores and the device.
        is_gesture: True if the change depends on the selection, so that a later gesture replaces it.
    """
    try:
        return session_update(session, change(session), context, services)
    except LongChapter as long_chapter:

        def build_update(
            error: StudyError | None, current_session: StudySession, context: Context, services: Services
        ) -> Update[StudySession]:
            if is_gesture and current_session.table is not session.table:
                return Update(current_session, context.shared)
            if error:
                text = sentence(str(error))
                return Update(replace(current_session, error=text), context.shared).with_announcement(text)
            return _update_session(current_session, change, context, services, is_gesture=is_gesture)

        return Update(session, context.shared, (_open_in_slices(long_chapter, build_update),))


def _open_in_slices(
    long_chapter: LongChapter,
    build_update: Callable[[StudyError | None, StudySession, Context, Services], Update[StudySession]],
) -> RunInSlices:
    return RunInSlices(_("Opening a long chapter: {n}%"), long_chapter.steps, build_update)


def _event_handler(change: Change) -> Handler[StudySession]:
    """Return the handler of a message that applies a change to the session."""

    def handle(session: StudySession, event: Input, context: Context, services: Services) -> Update[StudySession]:
        return _update_session(
            session,
            lambda current_session: sessions.try_edit(lambda before: change(before, event), current_session),
            context,
            services,
        )

    return handle


def _session_handler(change: Callable[[StudySession], StudySession]) -> Handler[StudySession]:
    return _event_handler(lambda session, _event: change(session))


def _step_handler(find_node: Callable[[StudySession], int | None]) -> Handler[StudySession]:
    """Return the handler of a message that goes to another node."""
    return _session_handler(lambda session: sessions.go_to_node(session, find_node(session)))


def _number_handler(change: Callable[[StudySession, int], StudySession]) -> Handler[StudySession]:
    """Return the handler of a message whose value is a whole number. Other values change nothing."""
    return _event_handler(
        lambda session, event: (
            change(session, int(event.value)) if is_number(event.value.removeprefix("-")) else session
        )
    )


def _node_handler(change: Callable[[StudySession, int, str], StudySession]) -> Handler[StudySession]:
    """Return the handler of a message whose argument is the index of a node."""
    return _event_handler(
        lambda session, event: (
            change(session, int(event.argument), event.value) if is_number(event.argument) else session
        )
    )


def _accept_answer(session: StudySession, node: int, length: str) -> StudySession:
    return sessions.set_answer(session, node, int(length)) if is_number(length) else session


def _show_panel(session: StudySession, event: Input, context: Context, services: Services) -> Update[StudySession]:
    new_session = sessions.show_panel(session, event.value)
    shows_games = new_session.panel == sessions.CHAPTERS_PANEL
    return Update(new_session, with_lists(context.shared, services) if shows_games else context.shared)


def _choose_mode(session: StudySession, event: Input, context: Context, services: Services) -> Update[StudySession]:
    new_session = sessions.with_mode(session, event.value, services.device.site())
    update = Update(new_session, context.shared).without_copied_field().without_notice(_DOWNLOAD_NOTICE)
    update = update.with_reveals(ScrollTarget.STUDY_MOVE)
    if new_session.paper:
        update = update.with_effects(SendLater(StudyMessage.DRAW_DIAGRAM, "", 0))
    if (new_session.number, new_session.node) == (session.number, session.node):
        return update
    return update.with_effects(SetRoute(route(new_session)))


def _draw_diagram(session: StudySession, _event: Input, context: Context, _services: Services) -> Update[StudySession]:
    """Draw the next diagram of the printable study, and schedule the rest."""
    if session.embedding and session.embedding.paper and session.embedding.is_drawing:
        new_embedding = replace(session.embedding, paper=draw_next(session.embedding.paper))
        update = Update(replace(session, embedding=new_embedding), context.shared)
        return update.with_effects(SendLater(StudyMessage.DRAW_DIAGRAM, "", 0)) if new_embedding.is_drawing else update
    if session.paper is None or not session.paper.missing_diagrams:
        return Update(session, context.shared)
    update = Update(replace(session, paper=draw_next(session.paper)), context.shared)
    return update.with_effects(SendLater(StudyMessage.DRAW_DIAGRAM, "", 0))


def _draw_all_diagrams(session: StudySession) -> StudySession:
    return replace(session, paper=draw_all(session.paper)) if session.paper else session


def _print(session: StudySession, _event: Input, context: Context, _services: Services) -> Update[StudySession]:
    return Update(_draw_all_diagrams(session), context.shared, (PrintPage(),))


def _change_embedding(
    session: StudySession, event: Input, context: Context, _services: Services
) -> Update[StudySession]:
    if session.embedding is None:
        return Update(session, context.shared)
    new_embedding = embedding.EMBEDDING_FORM.update(session.embedding, event.argument, event.value)
    update = Update(replace(session, embedding=new_embedding), context.shared).without_copied_field()
    return update.with_effects(SendLater(StudyMessage.DRAW_DIAGRAM, "", 0)) if new_embedding.is_drawing else update


def _draw_arrow(session: StudySession, event: Input) -> StudySession:
    """Draw an arrow between the two targets of a pen stroke."""
    try:
        start_target, end_target = json.loads(event.value)
    except ValueError:
        return session
    return sessions.draw_arrow(session, str(start_target), str(end_target)) if session.is_drawing else session


def _update_reader(session: StudySession, context: Context, change: Callable[[Reader], Reader]) -> Update[StudySession]:
    """Return the update after a change of the reader. A change that opens a long chapter runs in slices."""
    reader = session.reader
    if reader is None:
        return Update(session, context.shared)
    try:
        new_reader = change(reader)
    except LongChapter as long_chapter:

        def build_update(
            error: StudyError | None, current_session: StudySession, context: Context, _services: Services
        ) -> Update[StudySession]:
            if error:
                session_without_reader = replace(
                    current_session, mode=sessions.EDIT_MODE, reader=None, error=sentence(str(error))
                )
                return Update(session_without_reader, context.shared)
            return _update_reader(current_session, context, change)

        return Update(session, context.shared, (_open_in_slices(long_chapter, build_update),))
    except StudyError as error:
        return Update(
            replace(session, mode=sessions.EDIT_MODE, reader=None, error=sentence(str(error))), context.shared
        )
    motions = (
        board_motions(reader.table, new_reader.table, new_reader.seat) if new_reader.chapter is reader.chapter else ()
    )
    message = reader_announcement(reader, new_reader) if new_reader is not reader else ""
    update = Update(replace(session, reader=new_reader), context.shared).with_motions(motions)
    update = update.with_announcement(message) if message else update
    if (new_reader.number, new_reader.node) == (reader.number, reader.node):
        return update
    return update.with_reveals(ScrollTarget.STUDY_MOVE)


def _add_start(session: StudySession, event: Input, context: Context, services: Services) -> Update[StudySession]:
    if event.value not in GAMES:
        return Update(session, context.shared)
    return _with_chapter(session, chapters.from_start(event.value, services.device.seed()), context, services)


def _add_game(session: StudySession, event: Input, context: Context, services: Services) -> Update[StudySession]:
    """Add a chapter with a stored game."""
    try:
        chapter = _load_game_chapter(event.value, context, services)
    except (KeyError, RuleboardError) as error:
        problem = _("This game can’t be opened.") if isinstance(error, KeyError) else sentence(str(error))
        return Update(replace(session, error=problem), context.shared).with_announcement(problem)
    return _with_chapter(session, chapter, context, services)


def _open_position_editor(
    session: StudySession, event: Input, context: Context, services: Services
) -> Update[StudySession]:
    """Open the position editor with the visible position, or with the start of the game named by the value.

    The editor can add positions to stored studies only. If the study comes with the app, store it first.
    """
    timeline = session.table.timeline
    if event.value == CURRENT_POSITION:
        route = Route("edit", timeline.game.id, text=state_to_link(timeline.game, timeline.state))
    elif event.value in GAMES:
        route = Route("edit", event.value)
    else:
        return Update(session, context.shared)
    is_stored = services.studies.entry(session.id) is not None
    shared = context.shared if is_stored else _save_study(context.shared, session.id, session.study, services)
    return Update(session, shared, (GoToAddress(format_route(route)),))


def _with_chapter(
    session: StudySession, chapter: Chapter, context: Context, services: Services
) -> Update[StudySession]:
    return _update_session(
        session,
        lambda current_session: sessions.try_edit(
            lambda before: sessions.add_chapter(before, chapter), current_session
        ),
        context,
        services,
    )


def _load_game_chapter(id: str, context: Context, services: Services) -> Chapter:
    """Return a chapter of the game in play or of a stored game, with its review if the store has one.

    Raises:
        KeyError: the id is unknown.
        RecordError: the game's record is invalid.
    """
    open_game = context.open_game
    timeline = open_game.timeline if open_game and open_game.id == id else services.games.open(id)
    verdicts = services.games.reviews.get(id, timeline.to_record()) if timeline.is_finished else None
    return chapters.from_review(timeline, verdicts) if verdicts else chapters.from_game(timeline)


def _delete(session: StudySession, _event: Input, context: Context, services: Services) -> Update[StudySession]:
    shared = _delete_study(context.shared, session.id, session.study.title, services)
    return Update(session, shared, (OpenRoute(HOME_ROUTE, replace=True),))


def _export(session: StudySession, event: Input, context: Context, _services: Services) -> Update[StudySession]:
    """Download the study as a PGN file, or as a JSON file with a notice that explains its uses."""
    study = session.study
    if event.value != "pgn":
        update = Update(session, context.shared)
        return _with_download(update, study.title, format_study(study), is_open=session.embedding is None)
    try:
        text = format_pgn(study)
    except StudyError as error:
        return Update(replace(session, error=sentence(str(error))), context.shared).with_announcement(
            sentence(str(error))
        )
    return Update(session, context.shared, (Download(file_name(study.title, "pgn"), "application/x-chess-pgn", text),))


def _with_download(update: Update[S], title: str, text: str, *, is_open: bool = False) -> Update[S]:
    """Return an update that also downloads a study as a JSON file and announces the uses of the file.

    Args:
        update: the update without the download.
        title: the title of the study.
        text: the text of the study.
        is_open: True to offer the page with the HTML for other pages, if the study is open.
    """
    name = file_name(title)
    message = _("Saved {file}. Keep it, import it elsewhere, or put it next to one of your own pages.").format(
        file=name
    )
    notice = Notice(message)
    if is_open:
        notice = replace(
            notice, action=StudyMessage.CHOOSE_MODE, label=_("Show the study on a page"), value=sessions.SHARE_MODE
        )
    update = update.with_effects(Download(name, "application/json", text))
    return update.with_notice(_DOWNLOAD_NOTICE, notice).with_announcement(message)


# --- the list --------------------------------------------------------------------------------------------------------


def _create(page: S, event: Input, context: Context, services: Services) -> Update[S]:
    """Create a study with a chapter of the game named by the value, or of the first game."""
    game = event.value if event.value in GAMES else next(iter(GAMES))
    chapter = chapters.from_start(game, services.device.seed())
    return _create_study(page, _new_study(chapter), context, services)


def _new_study(chapter: Chapter, title: str = "") -> Study:
    """Return a study with one chapter. It has no author yet: the players may be other persons."""
    return Study(title or _("A new study"), "", _page_language(), (chapter,))


def _show_problem(page: S, problem: str, context: Context) -> Update[S]:
    """Return the update with the reason why the app cannot open a game or a study."""
    return Update(page, context.shared).with_notice("imported", Notice(problem, "warning")).with_announcement(problem)


def _open_game_study(page: S, event: Input, context: Context, services: Services) -> Update[S]:
    """Open the study of a game in play or of a stored game. Create the study if it does not exist.

    The argument is the ply of the node to open; empty for the start.
    """
    try:
        chapter = _load_game_chapter(event.value, context, services)
        id, chapter_number = _find_study(chapter, services) or ("", 0)
    except (KeyError, RuleboardError) as error:
        problem = _("This game can’t be opened.") if isinstance(error, KeyError) else sentence(str(error))
        return _show_problem(page, problem, context)
    node = int(event.argument) if is_number(event.argument) else None  # places of the main line are in its order
    announcement = "" if node is None else _("Play another move. It becomes a variation.")
    if id:
        route = Route("study", id, node, str(chapter_number + 1))
        return Update(page, context.shared, (OpenRoute(route, announcement=announcement),))
    study = _new_study(chapter, chapter.title)
    return _create_study(page, study, context, services, node, announcement)


def _find_study(chapter: Chapter, services: Services) -> tuple[str, int] | None:
    """Find a stored study that contains a chapter.

    Returns:
        The id of the study and the number of the chapter in it, from 0, or None.
    """
    for entry in services.studies.entries():
        if chapter.game in entry.games:
            study = parse_study(services.studies.text(entry.id) or "")
            for chapter_number, stored_chapter in enumerate(study.chapters):
                if chapters.contains_chapter(stored_chapter, chapter):
                    return entry.id, chapter_number
    return None


def _add_position(page: S, event: Input, context: Context, services: Services) -> Update[S]:
    """Add a chapter that begins with a position to a study, or to a new study.

    The value is a JSON list of the study's id (empty for a new study), the game's id and the position.
    """
    try:
        id, game, text = json.loads(event.value)
        chapter = chapters.from_position(game, text, services.device.seed())
        if not id:
            return _create_study(page, _new_study(chapter), context, services)
        study = services.studies.open(id)
        if len(study.chapters) == MAX_CHAPTERS:
            raise StudyError(_("there’s no room for more chapters"))
        study = replace(study, chapters=(*study.chapters, chapter))
        shared = _save_study(context.shared, id, study, services)
    except RuleboardError as error:
        return _show_problem(page, sentence(str(error)), context)
    except (KeyError, TypeError, ValueError):
        return Update(page, context.shared)
    return Update(page, shared, (OpenRoute(Route("study", id, text=str(len(study.chapters)))),))


def _page_language() -> str:
    """Return the code of the page's language."""
    return current_catalog().info().get("language") or "en"


def _create_study(
    page: S, study: Study, context: Context, services: Services, node: int | None = None, announcement: str = ""
) -> Update[S]:
    """Return the update that stores a new study and opens it, at a node if one is given."""
    id = services.studies.new_id()
    route = Route("study", id) if node is None else Route("study", id, node, "1")
    shared = _save_study(context.shared, id, study, services)
    return Update(page, shared, (OpenRoute(route, announcement=announcement),))


def _save_study(shared: Shared, id: str, study: Study, services: Services) -> Shared:
    """Save a study, and return the shared state, with a notice if the store is full."""
    try:
        services.studies.save(id, study)
    except StoreFull:
        return shared.with_notice("full", notices.storage_full_notice())
    return shared


def _delete_study(shared: Shared, id: str, title: str, services: Services) -> Shared:
    """Delete a study, and return the shared state with an offer to undo the deletion."""
    text = services.studies.delete(id)
    if text is None:
        return shared
    return retry_saving(
        with_undo_offer(shared, f"study-{id}", title, DeletedGameOrStudy(id, text, is_study=True)), services
    )


def _delete_listed_study(page: S, event: Input, context: Context, services: Services) -> Update[S]:
    entry = services.studies.entry(event.value)
    title = (entry and entry.title) or _("A damaged study")
    shared = with_lists(_delete_study(context.shared, event.value, title, services), services)
    return Update(page, shared, (OpenRoute(HOME_ROUTE, replace=True),) if context.route.page == "study" else ())


def _export_listed_study(page: S, event: Input, context: Context, services: Services) -> Update[S]:
    entry, text = services.studies.entry(event.value), services.studies.text(event.value)
    if entry is None or text is None:
        return Update(page, with_lists(context.shared, services))
    with suppress(StudyError):  # export a damaged text unchanged: a person may mend it, or a newer version read it
        text = format_study(parse_study(text))
    return _with_download(Update(page, context.shared), entry.title, text)


# --- messages, gestures and keys -------------------------------------------------------------------------------------

MESSAGE_HANDLERS: Mapping[str, Handler[StudySession]] = {
    StudyMessage.GO_TO_NODE: _number_handler(sessions.go_to_node),
    StudyMessage.GO_TO_START: _session_handler(lambda session: sessions.go_to_node(session, 0)),
    StudyMessage.STEP_BACK: _step_handler(previous_stop),
    StudyMessage.STEP_FORWARD: _step_handler(next_stop),
    StudyMessage.NEXT_ALTERNATIVE: _step_handler(next_alternative),
    StudyMessage.GO_TO_END: _step_handler(line_end),
    StudyMessage.CHOOSE_ACTION: _event_handler(
        lambda session, event: sessions.handle_gesture(session, Gesture(GestureKind.CHOOSE, event.value))
    ),
    StudyMessage.UNDO: _session_handler(sessions.undo),
    StudyMessage.REDO: _session_handler(sessions.redo),
    StudyMessage.DELETE_MOVE: _session_handler(sessions.delete_move),
    StudyMessage.PROMOTE_VARIATION: _session_handler(sessions.promote_variation),
    StudyMessage.SET_COMMENT: _event_handler(lambda session, event: sessions.with_comment(session, event.value)),
    StudyMessage.TOGGLE_GLYPH: _event_handler(lambda session, event: sessions.toggle_glyph(session, event.value)),
    StudyMessage.TOGGLE_DIAGRAM: _session_handler(sessions.toggle_diagram),
    StudyMessage.CHOOSE_TOOL: _event_handler(lambda session, event: sessions.with_tool(session, event.value)),
    StudyMessage.CHOOSE_COLOR: _event_handler(lambda session, event: sessions.with_color(session, event.value)),
    StudyMessage.SET_LABEL: _event_handler(lambda session, event: sessions.with_label(session, event.value)),
    StudyMessage.DRAW_ARROW: _event_handler(_draw_arrow),
    StudyMessage.END_PATH: _session_handler(sessions.finish_arrow),
    StudyMessage.PLAY_ENDING: _event_handler(lambda session, event: sessions.play_ending(session, event.value)),
    StudyMessage.CLEAR_MARKS: _session_handler(sessions.clear_marks),
    StudyMessage.MAKE_TASK: _session_handler(sessions.make_task),
    StudyMessage.SET_TASK: _session_handler(sessions.set_task),
    StudyMessage.REMOVE_TASK: _session_handler(sessions.remove_task),
    StudyMessage.SET_TASK_TEXT: _event_handler(
        lambda session, event: sessions.with_task_text(session, event.argument, event.value)
    ),
    StudyMessage.ACCEPT_ANSWER: _node_handler(_accept_answer),
    StudyMessage.SET_WRONG_ANSWER: _node_handler(sessions.with_wrong_answer),
    StudyMessage.CHOOSE_CHAPTER: _number_handler(sessions.choose_chapter),
    StudyMessage.RENAME_CHAPTER: _event_handler(lambda session, event: sessions.rename_chapter(session, event.value)),
    StudyMessage.MOVE_CHAPTER: _number_handler(sessions.move_chapter),
    StudyMessage.FLIP_CHAPTER: _session_handler(sessions.flip_chapter),
    StudyMessage.DELETE_CHAPTER: _session_handler(sessions.delete_chapter),
    StudyMessage.ADD_START: _add_start,
    StudyMessage.ADD_GAME: _add_game,
    StudyMessage.SET_UP_POSITION: _open_position_editor,
    StudyMessage.SET_LANGUAGE: _event_handler(lambda session, event: sessions.with_language(session, event.value)),
    StudyMessage.SET_TITLE: _event_handler(lambda session, event: sessions.with_title(session, event.value)),
    StudyMessage.SET_AUTHOR: _event_handler(lambda session, event: sessions.with_author(session, event.value)),
    StudyMessage.FLIP_BOARD: _session_handler(lambda session: replace(session, is_flipped=not session.is_flipped)),
    StudyMessage.TOGGLE_ENLARGED: _session_handler(sessions.toggle_enlarged),
    StudyMessage.SHOW_PANEL: _show_panel,
    StudyMessage.CHOOSE_MODE: _choose_mode,
    StudyMessage.CHOOSE_EMBEDDING: _change_embedding,
    StudyMessage.READER_EVENT: lambda session, event, context, _services: _update_reader(
        session, context, lambda reader: handle_message(reader, event.argument, event.value)
    ),
    StudyMessage.PRINT: _print,
    StudyMessage.DRAW_DIAGRAM: _draw_diagram,
    StudyMessage.DRAW_DIAGRAMS: lambda session, _event, context, _services: Update(
        _draw_all_diagrams(session), context.shared
    ),
    StudyMessage.DELETE: _delete,
    StudyMessage.EXPORT: _export,
    StudyMessage.CONTINUE_HERE: _continue_here,
}
GLOBAL_MESSAGE_HANDLERS: Mapping[str, Handler[object]] = {
    StudyMessage.CREATE: _create,
    StudyMessage.OPEN_GAME: _open_game_study,
    StudyMessage.ADD_POSITION: _add_position,
    StudyMessage.DELETE_LISTED: _delete_listed_study,
    StudyMessage.EXPORT_LISTED: _export_listed_study,
    StudyMessage.IMPORT_FILES: effect_handler(
        lambda _page, event: ImportFiles(tuple(file_texts(event.value)), STUDIES_LIST)
    ),
}

_MESSAGES_BY_KEY: Mapping[str, str] = {
    "ArrowLeft": StudyMessage.STEP_BACK,
    "[": StudyMessage.STEP_BACK,
    "ArrowRight": StudyMessage.STEP_FORWARD,
    "]": StudyMessage.STEP_FORWARD,
    "Home": StudyMessage.GO_TO_START,
    "End": StudyMessage.GO_TO_END,
    "v": StudyMessage.NEXT_ALTERNATIVE,
    "u": StudyMessage.UNDO,
    "Ctrl+z": StudyMessage.UNDO,
    "r": StudyMessage.REDO,
    "Ctrl+y": StudyMessage.REDO,
    "Ctrl+Shift+z": StudyMessage.REDO,
    "f": StudyMessage.FLIP_BOARD,
}


def on_gesture(session: StudySession, event: Gesture, context: Context, services: Services) -> Update[StudySession]:
    """Handle a gesture on the board."""
    if session.reader:
        return _update_reader(session, context, lambda reader: readers.handle_gesture(reader, event))
    if session.mode != sessions.EDIT_MODE:
        return Update(session, context.shared)
    return _update_session(
        session,
        lambda current_session: sessions.try_edit(
            lambda before: sessions.handle_gesture(before, event), current_session
        ),
        context,
        services,
        is_gesture=True,
    )


def on_key(session: StudySession, key: str, context: Context, services: Services) -> Update[StudySession] | None:
    """Handle a key. Return None if the page does not use the key."""
    if session.reader:
        return _update_reader(session, context, lambda reader: handle_key(reader, key))
    if key == "Escape":
        return session_update(session, sessions.handle_gesture(session, CANCEL), context, services)
    if key not in _MESSAGES_BY_KEY or session.mode != sessions.EDIT_MODE:
        return None
    return MESSAGE_HANDLERS[_MESSAGES_BY_KEY[key]](session, Input(), context, services)
