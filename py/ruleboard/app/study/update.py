"""Updates of the page of a study, and of the list of studies. They save every edit before the page shows it."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from ruleboard.app import notices
from ruleboard.app.board import announcements
from ruleboard.app.board.animation import board_motions
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Animate,
    Announce,
    ClearCopied,
    Dismiss,
    Download,
    Effect,
    GoToAddress,
    ImportFiles,
    ListGames,
    Notify,
    OfferUndeleteStudy,
    OpenRoute,
    PrintPage,
    RetrySaving,
    Reveal,
    RunInSlices,
    ScrollTarget,
    SetRoute,
)
from ruleboard.app.messages import Command, Gesture, Handler, Input, Update
from ruleboard.app.notices import Notice
from ruleboard.app.routes import HOME, Route, format_route
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.imports import STUDIES_LIST
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.study import chapters, embedding
from ruleboard.app.study import session as sessions
from ruleboard.app.study.files import file_name, format_pgn
from ruleboard.app.study.opening import LongChapter
from ruleboard.app.study.reader_events import reader_after_event
from ruleboard.app.study.reader_view import move_text, reader_announcement, variations_text
from ruleboard.app.study.session import CURRENT_POSITION, StudySession
from ruleboard.app.ui.forms import file_texts, is_number
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.study import Chapter, Study
from ruleboard.engine.study_text import MAX_CHAPTERS, format_study, parse_study
from ruleboard.games.links import state_to_link
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _, current_catalog
from ruleboard.wording import sentence

Change = Callable[[StudySession, Input], StudySession]

_SAVED: Final = "saved-study"
"""The name of the notice about a downloaded file."""
OTHER_TAB_NOTICE: Final = "elsewhere"
"""The name of the notice about a change in another tab."""


# --- the page --------------------------------------------------------------------------------------------------------


def route(session: StudySession) -> Route:
    """Return the route of the current node."""
    return Route("study", session.id, session.node or None, str(session.number + 1))


def session_update(before: StudySession, after: StudySession, context: Context) -> Update[StudySession]:
    """Return the update to a changed session: save an edit; announce a step to another node and set its address."""
    effects: tuple[Effect, ...] = ()
    if after.study is not before.study:
        if before.is_in_other_tab:
            return Update(before)
        try:
            context.studies.save(after.id, after.study)
        except Conflict:
            return lock_session(before)
        except StudyError as error:
            session = replace(before, error=sentence(str(error)))
            return Update(session, (Announce(session.error),))
        except StoreFull:
            effects = (Notify("full", notices.storage_full()),)
    if (before.number, before.node) != (after.number, after.node):
        effects += (SetRoute(route(after), is_lazy=True), Announce(_node_announcement(after)))
        effects += (Animate(board_motions(before.table, after.table, after.seat)), Reveal(ScrollTarget.STUDY_MOVE))
    elif after.error and after.error != before.error:
        effects += (Announce(after.error),)
    elif after.table is not before.table and (message := announcements.touch_text(before.table, after.table)):
        effects += (Announce(message),)
    return Update(after, effects)


def _node_announcement(session: StudySession) -> str:
    """Return the announcement of the current node: its move with the verdict, the comment, and the alternatives."""
    note = session.note
    alternatives = variations_text(session.chapter, session.node)
    texts = (move_text(session.table.timeline, note.glyph), " ".join(note.comment.split()), alternatives)
    return " ".join(filter(None, texts))


def lock_session(session: StudySession) -> Update[StudySession]:
    """Return the update that locks the session after another tab has changed the study."""
    text = _("This study was changed in another tab. Nothing you do here would be saved.")
    notice = Notice(text, "warning", "study.take_over", _("Continue here"))
    return Update(replace(session, is_in_other_tab=True), (Notify(OTHER_TAB_NOTICE, notice), Announce(text)))


def _take_over(session: StudySession, _event: Input, context: Context) -> Update[StudySession]:
    """Continue with the other tab's version of the study, or with this tab's version if the other one deleted it."""
    opens_again = Update(session, (Dismiss(OTHER_TAB_NOTICE), OpenRoute(route(session), replace=True)))
    if context.studies.is_long(session.id):
        return opens_again
    try:
        study = context.studies.open(session.id)
        stored_session = sessions.open_session(session.id, study, session.number)
    except KeyError:
        context.studies.adopt(session.id)
        effects = _save_effects(session.id, session.study, context)
        return Update(replace(session, is_in_other_tab=False), (Dismiss(OTHER_TAB_NOTICE), *effects))
    except LongChapter:
        return opens_again
    except StudyError as error:
        return Update(replace(session, error=sentence(str(error))))
    stored_session = sessions.go_to_node(stored_session, stored_session.chapter.find_node(session.texts))
    return Update(stored_session, (Dismiss(OTHER_TAB_NOTICE), SetRoute(route(stored_session))))


def on_address_changed(session: StudySession, chapter: str, node: int | None, context: Context) -> Update[StudySession]:
    """Return the update after the browser has gone to another address of the same study."""
    number = int(chapter) - 1 if is_number(chapter) else 0

    def change(before: StudySession) -> StudySession:
        after = sessions.with_refusals(lambda session: sessions.choose_chapter(session, number), before)
        return sessions.go_to_node(replace(after, mode=sessions.EDIT, reader=None, embedding=None), node or 0)

    return _update_after(session, change, context)


def _update_after(
    session: StudySession, change: Callable[[StudySession], StudySession], context: Context, *, is_gesture: bool = False
) -> Update[StudySession]:
    """Return the update after a change; if it opens a long chapter, the change follows in slices.

    Args:
        session: the session before the change.
        change: returns the session after it.
        context: the app's state.
        is_gesture: True if the change depends on the selection. A later gesture then replaces it.
    """
    try:
        return session_update(session, change(session), context)
    except LongChapter as long_chapter:

        def answer(error: StudyError | None, current: StudySession, context: Context) -> Update[StudySession]:
            if is_gesture and current.table is not session.table:
                return Update(current)
            if error:
                return Update(replace(current, error=sentence(str(error))), (Announce(sentence(str(error))),))
            return _update_after(current, change, context, is_gesture=is_gesture)

        return Update(session, (_open_in_slices(long_chapter, answer),))


def _open_in_slices(
    long_chapter: LongChapter,
    answer: Callable[[StudyError | None, StudySession, Context], Update[StudySession]],
) -> RunInSlices:
    return RunInSlices(_("Opening a long chapter: {n}%"), long_chapter.steps, answer)


def _event_handler(change: Change) -> Handler[StudySession]:
    """Return the handler of a message that changes the session."""

    def handle(session: StudySession, event: Input, context: Context) -> Update[StudySession]:
        return _update_after(
            session, lambda now: sessions.with_refusals(lambda before: change(before, event), now), context
        )

    return handle


def _session_handler(change: Callable[[StudySession], StudySession]) -> Handler[StudySession]:
    return _event_handler(lambda session, _event: change(session))


def _number_handler(change: Callable[[StudySession, int], StudySession]) -> Handler[StudySession]:
    """Return the handler of a message whose value is a whole number; other values change nothing."""
    return _event_handler(
        lambda session, event: change(session, int(event.value)) if _is_whole(event.value) else session
    )


def _is_whole(value: str) -> bool:
    return is_number(value.removeprefix("-"))


def _node_handler(change: Callable[[StudySession, int, str], StudySession]) -> Handler[StudySession]:
    """Return the handler of a message whose argument is the index of a node."""
    return _event_handler(
        lambda session, event: (
            change(session, int(event.argument), event.value) if is_number(event.argument) else session
        )
    )


def _accept(session: StudySession, node: int, length: str) -> StudySession:
    return sessions.set_answer(session, node, int(length)) if is_number(length) else session


def _panel(session: StudySession, event: Input, _context: Context) -> Update[StudySession]:
    after = sessions.show_panel(session, event.value)
    return Update(after, (ListGames(),) if after.panel == sessions.CHAPTERS else ())


def _mode(session: StudySession, event: Input, context: Context) -> Update[StudySession]:
    after = sessions.with_mode(session, event.value, context.device.site())
    effects: tuple[Effect, ...] = (ClearCopied(), Dismiss(_SAVED), Reveal(ScrollTarget.STUDY_MOVE))
    if (after.number, after.node) != (session.number, session.node):
        effects += (SetRoute(route(after)),)
    return Update(after, effects)


def _embed(session: StudySession, event: Input, _context: Context) -> Update[StudySession]:
    if session.embedding is None:
        return Update(session)
    new_embedding = embedding.with_choice(session.embedding, event.argument, event.value)
    return Update(replace(session, embedding=new_embedding), (ClearCopied(),))


def _draw(session: StudySession, event: Input) -> StudySession:
    """Draw an arrow between the two targets of a pencil stroke on the board."""
    try:
        start, end = json.loads(event.value)
    except ValueError:
        return session
    return sessions.draw_arrow(session, str(start), str(end)) if session.is_drawing else session


def _read(session: StudySession, event: Input, _context: Context) -> Update[StudySession]:
    """Handle a button of the reader; the last part of its message is its name."""
    return _read_event(session, "do", event.argument, event.value)


def _read_event(session: StudySession, kind: str, name: str, value: str = "") -> Update[StudySession]:
    reader = session.reader
    if reader is None:
        return Update(session)
    try:
        after = reader_after_event(reader, kind, name, value)
    except LongChapter as long_chapter:

        def answer(error: StudyError | None, current: StudySession, _context: Context) -> Update[StudySession]:
            if error:
                return Update(replace(current, mode=sessions.EDIT, reader=None, error=sentence(str(error))))
            return _read_event(current, kind, name, value)

        return Update(session, (_open_in_slices(long_chapter, answer),))
    except StudyError as error:
        return Update(replace(session, mode=sessions.EDIT, reader=None, error=sentence(str(error))))
    motions = board_motions(reader.table, after.table, after.seat) if after.chapter is reader.chapter else ()
    message = reader_announcement(reader, after) if after is not reader else ""
    effects: tuple[Effect, ...] = (Animate(motions), *((Announce(message),) if message else ()))
    if (after.number, after.node) != (reader.number, reader.node):
        effects += (Reveal(ScrollTarget.STUDY_MOVE),)
    return Update(replace(session, reader=after), effects)


def _add_start(session: StudySession, event: Input, context: Context) -> Update[StudySession]:
    if event.value not in GAMES:
        return Update(session)
    return _with_chapter(session, chapters.from_start(event.value, context.device.seed()), context)


def _add_game(session: StudySession, event: Input, context: Context) -> Update[StudySession]:
    """Add a chapter with a stored game."""
    try:
        chapter = _chapter_of(event.value, context)
    except (KeyError, RuleboardError) as error:
        problem = _("This game cannot be opened.") if isinstance(error, KeyError) else sentence(str(error))
        return Update(replace(session, error=problem), (Announce(problem),))
    return _with_chapter(session, chapter, context)


def _set_up(session: StudySession, event: Input, context: Context) -> Update[StudySession]:
    """Open the position editor with the visible position, or with the start of the game in the value.

    The editor adds its position to stored studies only, so this stores a study that comes with the app.
    """
    timeline = session.table.timeline
    if event.value == CURRENT_POSITION:
        route = Route("edit", timeline.game.id, text=state_to_link(timeline.game, timeline.state))
    elif event.value in GAMES:
        route = Route("edit", event.value)
    else:
        return Update(session)
    effects = () if context.studies.entry(session.id) else _save_effects(session.id, session.study, context)
    return Update(session, (*effects, GoToAddress(format_route(route))))


def _with_chapter(session: StudySession, chapter: Chapter, context: Context) -> Update[StudySession]:
    return _update_after(
        session, lambda now: sessions.with_refusals(lambda before: sessions.add_chapter(before, chapter), now), context
    )


def _chapter_of(id: str, context: Context) -> Chapter:
    """Return a chapter of the open game or of a stored one, with its review if the store has one.

    Raises:
        KeyError: the id is unknown.
        RecordError: the game's record is invalid.
    """
    open_game = context.open_game
    timeline = open_game.timeline if open_game and open_game.id == id else context.games.open(id)
    verdicts = context.games.reviews.get(id, timeline.to_record()) if timeline.is_finished else None
    return chapters.from_review(timeline, verdicts) if verdicts else chapters.from_game(timeline)


def _print(session: StudySession, _event: Input, _context: Context) -> Update[StudySession]:
    return Update(session, (PrintPage(),))


def _delete(session: StudySession, _event: Input, context: Context) -> Update[StudySession]:
    return Update(session, _delete_effects(session.id, session.study.title, context, OpenRoute(HOME, replace=True)))


def _export(session: StudySession, event: Input, _context: Context) -> Update[StudySession]:
    """Download the study as a JSON file, with a notice, or as a PGN file."""
    study = session.study
    if event.value != "pgn":
        return Update(session, _download_effects(study.title, format_study(study), is_open=session.embedding is None))
    try:
        text = format_pgn(study)
    except StudyError as error:
        return Update(replace(session, error=sentence(str(error))), (Announce(sentence(str(error))),))
    return Update(session, (Download(file_name(study.title, "pgn"), "application/x-chess-pgn", text),))


def _download_effects(title: str, text: str, *, is_open: bool = False) -> tuple[Effect, ...]:
    """Return the effects that download a study as a JSON file and announce its uses.

    Args:
        title: the title of the study.
        text: its text.
        is_open: True to offer the page with the HTML for other pages, if the study is open.
    """
    name = file_name(title)
    message = _("{file} was saved: keep it, import it elsewhere, or put it beside a page of yours.").format(file=name)
    notice = Notice(message)
    if is_open:
        notice = replace(notice, action="study.mode", label=_("Show it in a page"), value=sessions.SHARE)
    return Download(name, "application/json", text), Notify(_SAVED, notice), Announce(message)


# --- the list --------------------------------------------------------------------------------------------------------


def _new(event: Input, context: Context) -> tuple[Effect, ...]:
    """Create a study with a chapter of the game in the value, or else of the first game."""
    game = event.value if event.value in GAMES else next(iter(GAMES))
    chapter = chapters.from_start(game, context.device.seed())
    return _create_study(Study(_("A new study"), _author(context), _language(), (chapter,)), context)


def _from_game(event: Input, context: Context) -> tuple[Effect, ...]:
    """Open the study with a game, which is the open one or a stored one; create the study if the store has none.

    The argument is the ply of the node to open; empty for the start.
    """
    try:
        chapter = _chapter_of(event.value, context)
        id, number = _find_study(chapter, context) or ("", 0)
    except (KeyError, RuleboardError) as error:
        problem = _("This game cannot be opened.") if isinstance(error, KeyError) else sentence(str(error))
        return Notify("imported", Notice(problem, "warning")), Announce(problem)
    node = int(event.argument) if is_number(event.argument) else None  # places of the main line are in its order
    announcements = () if node is None else (Announce(_("Play another move: it becomes a variation.")),)
    if id:
        return OpenRoute(Route("study", id, node, str(number + 1))), *announcements
    study = Study(chapter.title or _("A new study"), _author(context), _language(), (chapter,))
    return (*_create_study(study, context, node), *announcements)


def _find_study(chapter: Chapter, context: Context) -> tuple[str, int] | None:
    """Return the id of a stored study with the same game, and the number of its chapter from 0, or None."""
    for entry in context.studies.entries():
        if chapter.game in entry.games:
            study = parse_study(context.studies.text(entry.id) or "")
            for number, other in enumerate(study.chapters):
                if chapters.contains_chapter(other, chapter):
                    return entry.id, number
    return None


def _from_position(event: Input, context: Context) -> tuple[Effect, ...]:
    """Add a chapter at a position to a study, or create a study.

    The value is a JSON list of the study's id (empty for a new one), the game's id and the position.
    """
    try:
        id, game, text = json.loads(event.value)
        chapter = chapters.from_position(game, text, context.device.seed())
        if not id:
            return _create_study(Study(_("A new study"), _author(context), _language(), (chapter,)), context)
        study = context.studies.open(id)
        if len(study.chapters) == MAX_CHAPTERS:
            raise StudyError(_("there is no room for more chapters"))
        study = replace(study, chapters=(*study.chapters, chapter))
        effects = _save_effects(id, study, context)
    except RuleboardError as error:
        problem = sentence(str(error))
        return Notify("imported", Notice(problem, "warning")), Announce(problem)
    except (KeyError, TypeError, ValueError):
        return ()
    return (*effects, OpenRoute(Route("study", id, text=str(len(study.chapters)))))


def _author(context: Context) -> str:
    """Return the name of the first player in the latest new game, or an empty text."""
    return next(iter(context.settings.names), "")


def _language() -> str:
    """Return the code of the page's language."""
    return current_catalog().info().get("language") or "en"


def _create_study(study: Study, context: Context, node: int | None = None) -> tuple[Effect, ...]:
    id = context.studies.new_id()
    route = Route("study", id) if node is None else Route("study", id, node, "1")
    return (*_save_effects(id, study, context), OpenRoute(route))


def _save_effects(id: str, study: Study, context: Context) -> tuple[Effect, ...]:
    """Save a study, and return the effect of a notice if the storage is full."""
    try:
        context.studies.save(id, study)
    except StoreFull:
        return (Notify("full", notices.storage_full()),)
    return ()


def _delete_effects(id: str, name: str, context: Context, next_effect: Effect) -> tuple[Effect, ...]:
    text = context.studies.delete(id)
    if text is None:
        return (next_effect,)
    return OfferUndeleteStudy(id, name, text), RetrySaving(), next_effect


def _delete_listed(event: Input, context: Context) -> tuple[Effect, ...]:
    entry = context.studies.entry(event.value)
    name = (entry and entry.title) or _("A damaged study")
    is_study_page = context.route.page == "study"
    return _delete_effects(event.value, name, context, OpenRoute(HOME, replace=True) if is_study_page else ListGames())


def _export_listed(event: Input, context: Context) -> tuple[Effect, ...]:
    entry, text = context.studies.entry(event.value), context.studies.text(event.value)
    if entry is None or text is None:
        return (ListGames(),)
    with suppress(StudyError):  # export a damaged text unchanged: a person may mend it, or a newer version read it
        text = format_study(parse_study(text))
    return _download_effects(entry.title, text)


def _import_files(event: Input, _context: Context) -> tuple[Effect, ...]:
    return (ImportFiles(tuple(file_texts(event.value)), STUDIES_LIST),)


# --- messages, gestures and keys -------------------------------------------------------------------------------------

MESSAGES: Mapping[str, Handler[StudySession]] = {
    "go": _number_handler(sessions.go_to_node),
    "first": _session_handler(sessions.to_start),
    "previous": _session_handler(lambda session: sessions.step(session, -1)),
    "next": _session_handler(lambda session: sessions.step(session, 1)),
    "vary": _session_handler(sessions.next_alternative),
    "last": _session_handler(sessions.to_end),
    "choose": _event_handler(lambda session, event: sessions.choose_action(session, event.value)),
    "undo": _session_handler(sessions.undo),
    "redo": _session_handler(sessions.redo),
    "delete_move": _session_handler(sessions.delete_move),
    "promote": _session_handler(sessions.promote_variation),
    "comment": _event_handler(lambda session, event: sessions.with_comment(session, event.value)),
    "glyph": _event_handler(lambda session, event: sessions.toggle_glyph(session, event.value)),
    "diagram": _session_handler(sessions.toggle_diagram),
    "tool": _event_handler(lambda session, event: sessions.with_tool(session, event.value)),
    "color": _event_handler(lambda session, event: sessions.with_color(session, event.value)),
    "label": _event_handler(lambda session, event: sessions.with_label(session, event.value)),
    "draw": _event_handler(_draw),
    "end_path": _session_handler(sessions.end_path),
    "end": _event_handler(lambda session, event: sessions.play_ending(session, event.value)),
    "clear_marks": _session_handler(sessions.clear_marks),
    "make_task": _session_handler(sessions.make_task),
    "set_task": _session_handler(sessions.set_task),
    "remove_task": _session_handler(sessions.remove_task),
    "task_text": _event_handler(lambda session, event: sessions.with_task_text(session, event.argument, event.value)),
    "accept": _node_handler(_accept),
    "wrong": _node_handler(sessions.with_wrong_answer),
    "chapter": _number_handler(sessions.choose_chapter),
    "rename_chapter": _event_handler(lambda session, event: sessions.rename_chapter(session, event.value)),
    "move_chapter": _number_handler(sessions.move_chapter),
    "turn_chapter": _session_handler(sessions.flip_chapter),
    "delete_chapter": _session_handler(sessions.delete_chapter),
    "add_start": _add_start,
    "add_game": _add_game,
    "set_up": _set_up,
    "language": _event_handler(lambda session, event: sessions.with_language(session, event.value)),
    "title": _event_handler(lambda session, event: sessions.with_title(session, event.value)),
    "author": _event_handler(lambda session, event: sessions.with_author(session, event.value)),
    "turn": _session_handler(lambda session: replace(session, is_flipped=not session.is_flipped)),
    "enlarge": _session_handler(sessions.toggle_enlarged),
    "panel": _panel,
    "mode": _mode,
    "embed": _embed,
    "read": _read,
    "print": _print,
    "delete": _delete,
    "export": _export,
    "take_over": _take_over,
}
COMMANDS: Mapping[str, Command] = {
    "new": _new,
    "from_game": _from_game,
    "from_position": _from_position,
    "delete_listed": _delete_listed,
    "export_listed": _export_listed,
    "import_files": _import_files,
}

_GESTURES: Mapping[str, Callable[[StudySession, str], StudySession]] = {
    "touch": sessions.touch,
    "take": sessions.begin_drag,
    "drop": sessions.drop,
    "point": sessions.explain_drag,
    "away": lambda session, _target: sessions.cancel_touch(session),
}
_KEYS: Mapping[str, str] = {
    "ArrowLeft": "previous",
    "[": "previous",
    "ArrowRight": "next",
    "]": "next",
    "Home": "first",
    "End": "last",
    "v": "vary",
    "u": "undo",
    "Ctrl+z": "undo",
    "r": "redo",
    "Ctrl+y": "redo",
    "Ctrl+Shift+z": "redo",
    "f": "turn",
}


def on_gesture(session: StudySession, event: Gesture, context: Context) -> Update[StudySession]:
    """Handle a gesture on the board."""
    if session.reader:
        return _read_event(session, event.kind, event.target)
    change = _GESTURES.get(event.kind)
    if change is None or session.mode != sessions.EDIT:
        return Update(session)
    return _update_after(
        session,
        lambda now: sessions.with_refusals(lambda before: change(before, event.target), now),
        context,
        is_gesture=True,
    )


def on_key(session: StudySession, key: str, context: Context) -> Update[StudySession] | None:
    """Handle a key, or return None if the page does not use it."""
    if session.reader:
        return _read_event(session, "key", key)
    if key == "Escape":
        return session_update(session, sessions.cancel_touch(session), context)
    if key not in _KEYS or session.mode != sessions.EDIT:
        return None
    return MESSAGES[_KEYS[key]](session, Input(), context)
