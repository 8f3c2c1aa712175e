"""Updates of the page of a study, and of the list of studies. Every edit is saved before it is shown."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Final

from ruleboard.app import notices
from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Animate,
    Announce,
    DeletedStudy,
    Dismiss,
    Download,
    Effect,
    ForgetCopied,
    Go,
    ImportFiles,
    ListGames,
    Notify,
    Open,
    Place,
    Print,
    RetrySaving,
    Reveal,
    SetRoute,
)
from ruleboard.app.messages import Command, Gesture, Handler, Input, Updated
from ruleboard.app.notices import Notice
from ruleboard.app.play import announcements
from ruleboard.app.play.animation import between
from ruleboard.app.routes import HOME, Route, format_route
from ruleboard.app.storage.durable import Conflict
from ruleboard.app.storage.imports import STUDIES_PLACE
from ruleboard.app.storage.store import StoreFull
from ruleboard.app.study import chapters, embedding
from ruleboard.app.study import session as sessions
from ruleboard.app.study.files import file_name, format_pgn
from ruleboard.app.study.reader_events import read_on
from ruleboard.app.study.reader_view import move_words, reader_announcement, variations_in_words
from ruleboard.app.study.session import HERE, StudySession
from ruleboard.app.ui.forms import files, is_number
from ruleboard.engine.errors import RuleboardError, StudyError
from ruleboard.engine.study import Chapter, Study
from ruleboard.engine.study_text import MOST_CHAPTERS, format_study, parse_study
from ruleboard.games.links import outbound
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _, spoken
from ruleboard.wording import sentence

Change = Callable[[StudySession, Input], StudySession]

_SAVED: Final = "saved-study"
"""The name of the notice that a file was handed out."""
TAKEN_OVER: Final = "elsewhere"
"""The name of the notice that another tab has the study."""


# --- the page --------------------------------------------------------------------------------------------------------


def route(session: StudySession) -> Route:
    """Return the address of the place that is shown."""
    return Route("study", session.id, session.place or None, str(session.number + 1))


def changed(before: StudySession, after: StudySession, context: Context) -> Updated[StudySession]:
    """Return the update to another state of the session: an edit is saved, a step has its address and is announced."""
    effects: tuple[Effect, ...] = ()
    if after.study is not before.study:
        if before.taken_over:
            return Updated(before)
        try:
            context.studies.save(after.id, after.study)
        except Conflict:
            return taken_over(before)
        except StudyError as error:
            refused = replace(before, problem=sentence(str(error)))
            return Updated(refused, (Announce(refused.problem),))
        except StoreFull:
            effects = (Notify("full", notices.full()),)
    if (before.number, before.place) != (after.number, after.place):
        effects += (SetRoute(route(after), lazily=True), Announce(_place_words(after)))
        effects += (Animate(between(before.table, after.table, after.seat)), Reveal(Place.STUDY_MOVE))
    elif after.problem and after.problem != before.problem:
        effects += (Announce(after.problem),)
    elif after.table is not before.table and (said := announcements.touched(before.table, after.table)):
        effects += (Announce(said),)
    return Updated(after, effects)


def _place_words(session: StudySession) -> str:
    """Return the announcement of a place: its move, the verdict on it, the comment, and the other moves there."""
    note = session.note
    others = variations_in_words(session.chapter, session.place)
    words = (move_words(session.table.timeline, note.glyph), " ".join(note.comment.split()), others)
    return " ".join(filter(None, words))


def taken_over(session: StudySession) -> Updated[StudySession]:
    """Return the update after another tab has changed the study: nothing is edited here any more."""
    text = _("This study was changed in another tab. Nothing you do here would be saved.")
    notice = Notice(text, "warning", "study.take_over", _("Continue here"))
    return Updated(replace(session, taken_over=True), (Notify(TAKEN_OVER, notice), Announce(text)))


def _take_over(session: StudySession, _given: Input, context: Context) -> Updated[StudySession]:
    """Continue with what the other tab has stored; with what is shown here, if that was deleted."""
    try:
        study = context.studies.open(session.id)
        fresh = sessions.open_session(session.id, study, session.number)
    except KeyError:
        context.studies.adopt(session.id)
        saved = _stored(session.id, session.study, context)
        return Updated(replace(session, taken_over=False), (Dismiss(TAKEN_OVER), *saved))
    except StudyError as error:
        return Updated(replace(session, problem=sentence(str(error))))
    fresh = sessions.go(fresh, fresh.chapter.find(session.texts))
    return Updated(fresh, (Dismiss(TAKEN_OVER), SetRoute(route(fresh))))


def went(session: StudySession, chapter: str, place: int | None, context: Context) -> Updated[StudySession]:
    """Return the update after the browser has gone to another address of the same study."""
    number = int(chapter) - 1 if is_number(chapter) else 0
    after = sessions.guarded(lambda before: sessions.choose_chapter(before, number), session)
    return changed(
        session, sessions.go(replace(after, mode=sessions.EDIT, reader=None, embedding=None), place or 0), context
    )


def _on(change: Change) -> Handler[StudySession]:
    """Return the handler of a message that changes the session."""

    def handle(session: StudySession, given: Input, context: Context) -> Updated[StudySession]:
        return changed(session, sessions.guarded(lambda before: change(before, given), session), context)

    return handle


def _simply(change: Callable[[StudySession], StudySession]) -> Handler[StudySession]:
    return _on(lambda session, _given: change(session))


def _numbered(change: Callable[[StudySession, int], StudySession]) -> Handler[StudySession]:
    """Return the handler of a message whose value is a number; others change nothing."""
    return _on(lambda session, given: change(session, int(given.value)) if _is_whole(given.value) else session)


def _is_whole(value: str) -> bool:
    return is_number(value.removeprefix("-"))


def _at_place(change: Callable[[StudySession, int, str], StudySession]) -> Handler[StudySession]:
    """Return the handler of a message about the move to the place in its argument."""
    return _on(
        lambda session, given: (
            change(session, int(given.argument), given.value) if is_number(given.argument) else session
        )
    )


def _accept(session: StudySession, place: int, length: str) -> StudySession:
    return sessions.accept(session, place, int(length)) if is_number(length) else session


def _panel(session: StudySession, given: Input, _context: Context) -> Updated[StudySession]:
    after = sessions.show_panel(session, given.value)
    return Updated(after, (ListGames(),) if after.panel == sessions.CHAPTERS else ())


def _mode(session: StudySession, given: Input, context: Context) -> Updated[StudySession]:
    after = sessions.with_mode(session, given.value, context.device.site())
    effects: tuple[Effect, ...] = (ForgetCopied(), Dismiss(_SAVED), Reveal(Place.STUDY_MOVE))
    if (after.number, after.place) != (session.number, session.place):
        effects += (SetRoute(route(after)),)
    return Updated(after, effects)


def _embed(session: StudySession, given: Input, _context: Context) -> Updated[StudySession]:
    if session.embedding is None:
        return Updated(session)
    chosen = embedding.chosen(session.embedding, given.argument, given.value)
    return Updated(replace(session, embedding=chosen), (ForgetCopied(),))


def _draw(session: StudySession, given: Input) -> StudySession:
    """Draw an arrow between the two targets of a stroke over the board."""
    try:
        start, end = json.loads(given.value)
    except ValueError:
        return session
    return sessions.draw_arrow(session, str(start), str(end)) if session.draws else session


def _read(session: StudySession, given: Input, _context: Context) -> Updated[StudySession]:
    """Answer a button of the reader; the last part of the message is its name."""
    return _read_event(session, "do", given.argument, given.value)


def _read_event(session: StudySession, kind: str, name: str, value: str = "") -> Updated[StudySession]:
    reader = session.reader
    if reader is None:
        return Updated(session)
    try:
        after = read_on(reader, kind, name, value)
    except StudyError as error:
        return Updated(replace(session, mode=sessions.EDIT, reader=None, problem=sentence(str(error))))
    motions = between(reader.table, after.table, after.seat) if after.chapter is reader.chapter else ()
    said = reader_announcement(reader, after) if after is not reader else ""
    effects: tuple[Effect, ...] = (Animate(motions), *((Announce(said),) if said else ()))
    if (after.number, after.place) != (reader.number, reader.place):
        effects += (Reveal(Place.STUDY_MOVE),)
    return Updated(replace(session, reader=after), effects)


def _add_start(session: StudySession, given: Input, context: Context) -> Updated[StudySession]:
    if given.value not in GAMES:
        return Updated(session)
    return _added(session, chapters.from_start(given.value, context.device.seed()), context)


def _add_game(session: StudySession, given: Input, context: Context) -> Updated[StudySession]:
    """Add a chapter with a kept game."""
    try:
        chapter = _chapter_of(given.value, context)
    except (KeyError, RuleboardError) as error:
        problem = _("This game cannot be opened.") if isinstance(error, KeyError) else sentence(str(error))
        return Updated(replace(session, problem=problem), (Announce(problem),))
    return _added(session, chapter, context)


def _set_up(session: StudySession, given: Input, context: Context) -> Updated[StudySession]:
    """Go to the editor of positions: with the start of the game in the value, or with the position that is shown.

    The editor offers the study, so a study of the app's own is stored from now on.
    """
    timeline = session.table.timeline
    if given.value == HERE:
        there = Route("edit", timeline.game.id, text=outbound(timeline.game, timeline.state))
    elif given.value in GAMES:
        there = Route("edit", given.value)
    else:
        return Updated(session)
    kept = () if context.studies.entry(session.id) else _stored(session.id, session.study, context)
    return Updated(session, (*kept, Go(format_route(there))))


def _added(session: StudySession, chapter: Chapter, context: Context) -> Updated[StudySession]:
    return changed(session, sessions.guarded(lambda before: sessions.add_chapter(before, chapter), session), context)


def _chapter_of(id: str, context: Context) -> Chapter:
    """Return a chapter of a game: the one that is played, or a stored one; with its review, if it has one.

    Raises:
        KeyError: there is no game of that id.
        RecordError: it cannot be opened.
    """
    open_game = context.open_game
    timeline = open_game.timeline if open_game and open_game.id == id else context.games.open(id)
    verdicts = context.games.reviews.get(id, timeline.to_record()) if timeline.conclusion else None
    return chapters.from_review(timeline, verdicts) if verdicts else chapters.from_game(timeline)


def _print(session: StudySession, _given: Input, _context: Context) -> Updated[StudySession]:
    return Updated(session, (Print(),))


def _delete(session: StudySession, _given: Input, context: Context) -> Updated[StudySession]:
    return Updated(session, _deleted(session.id, session.study.title, context, Open(HOME, replace=True)))


def _export(session: StudySession, given: Input, _context: Context) -> Updated[StudySession]:
    """Hand out the study as a file, as JSON or as PGN, and say so."""
    study = session.study
    if given.value != "pgn":
        return Updated(session, _handed_out(study.title, format_study(study), is_shown=session.embedding is None))
    try:
        text = format_pgn(study)
    except StudyError as error:
        return Updated(replace(session, problem=sentence(str(error))), (Announce(sentence(str(error))),))
    return Updated(session, (Download(file_name(study.title, "pgn"), "application/x-chess-pgn", text),))


def _handed_out(title: str, text: str, *, is_shown: bool = False) -> tuple[Effect, ...]:
    """Return the effects that hand out a study as a file of JSON, and say what it is good for.

    Args:
        title: the title of the study.
        text: its text.
        is_shown: True on the study's own page, which has the lines for other pages.
    """
    name = file_name(title)
    words = _("{file} was saved: keep it, import it elsewhere, or put it beside a page of yours.").format(file=name)
    notice = Notice(words)
    if is_shown:
        notice = replace(notice, action="study.mode", label=_("Show it in a page"), value=sessions.SHARE)
    return Download(name, "application/json", text), Notify(_SAVED, notice), Announce(words)


# --- the list --------------------------------------------------------------------------------------------------------


def _new(given: Input, context: Context) -> tuple[Effect, ...]:
    """Begin a study with a chapter of the game in the value, or of the first game."""
    game = given.value if given.value in GAMES else next(iter(GAMES))
    chapter = chapters.from_start(game, context.device.seed())
    return _begun(Study(_("A new study"), _author(context), _language(), (chapter,)), context)


def _from_game(given: Input, context: Context) -> tuple[Effect, ...]:
    """Open the study of a game, the open one or a stored one; it is begun unless it is there.

    The argument is the number of entries before the place that is shown, empty for the start.
    """
    try:
        chapter = _chapter_of(given.value, context)
        id, number = _study_of(chapter, context) or ("", 0)
    except (KeyError, RuleboardError) as error:
        problem = _("This game cannot be opened.") if isinstance(error, KeyError) else sentence(str(error))
        return Notify("imported", Notice(problem, "warning")), Announce(problem)
    place = int(given.argument) if is_number(given.argument) else None  # places of the main line are in its order
    told = () if place is None else (Announce(_("Play another move: it becomes a variation.")),)
    if id:
        return Open(Route("study", id, place, str(number + 1))), *told
    study = Study(chapter.title or _("A new study"), _author(context), _language(), (chapter,))
    return (*_begun(study, context, place), *told)


def _study_of(chapter: Chapter, context: Context) -> tuple[str, int] | None:
    """Return the id of a stored study with a chapter of the same game, and its number from 0; None if there is none."""
    for entry in context.studies.entries():
        if chapter.game in entry.games:
            study = parse_study(context.studies.text(entry.id) or "")
            for number, other in enumerate(study.chapters):
                if chapters.has_all_of(other, chapter):
                    return entry.id, number
    return None


def _from_position(given: Input, context: Context) -> tuple[Effect, ...]:
    """Add a chapter that begins with a position to a study, or begin one; the value has its id, game and position."""
    try:
        id, game, text = json.loads(given.value)
        chapter = chapters.from_position(game, text, context.device.seed())
        if not id:
            return _begun(Study(_("A new study"), _author(context), _language(), (chapter,)), context)
        study = context.studies.open(id)
        if len(study.chapters) == MOST_CHAPTERS:
            raise StudyError(_("there is no room for more chapters"))
        study = replace(study, chapters=(*study.chapters, chapter))
        full = _stored(id, study, context)
    except RuleboardError as error:
        problem = sentence(str(error))
        return Notify("imported", Notice(problem, "warning")), Announce(problem)
    except (KeyError, TypeError, ValueError):
        return ()
    return (*full, Open(Route("study", id, text=str(len(study.chapters)))))


def _author(context: Context) -> str:
    """Return the name of the first player used last."""
    return next(iter(context.settings.names), "")


def _language() -> str:
    """Return the code of the language in which the page speaks."""
    return spoken().info().get("language") or "en"


def _begun(study: Study, context: Context, place: int | None = None) -> tuple[Effect, ...]:
    id = context.studies.new_id()
    route = Route("study", id) if place is None else Route("study", id, place, "1")
    return (*_stored(id, study, context), Open(route))


def _stored(id: str, study: Study, context: Context) -> tuple[Effect, ...]:
    """Save a study; return the effects that tell of a storage without room for it."""
    try:
        context.studies.save(id, study)
    except StoreFull:
        return (Notify("full", notices.full()),)
    return ()


def _deleted(id: str, name: str, context: Context, then: Effect) -> tuple[Effect, ...]:
    text = context.studies.delete(id)
    if text is None:
        return (then,)
    return DeletedStudy(id, name, text), RetrySaving(), then


def _delete_listed(given: Input, context: Context) -> tuple[Effect, ...]:
    entry = context.studies.entry(given.value)
    name = (entry and entry.title) or _("A damaged study")
    shown = context.route.page == "study"
    return _deleted(given.value, name, context, Open(HOME, replace=True) if shown else ListGames())


def _export_listed(given: Input, context: Context) -> tuple[Effect, ...]:
    entry, text = context.studies.entry(given.value), context.studies.text(given.value)
    if entry is None or text is None:
        return (ListGames(),)
    with suppress(StudyError):  # else as it is: somebody may mend it, or a newer version read it
        text = format_study(parse_study(text))
    return _handed_out(entry.title, text)


def _import_files(given: Input, _context: Context) -> tuple[Effect, ...]:
    return (ImportFiles(tuple(files(given.value)), STUDIES_PLACE),)


# --- messages, gestures and keys -------------------------------------------------------------------------------------

MESSAGES: Mapping[str, Handler[StudySession]] = {
    "go": _numbered(sessions.go),
    "first": _simply(sessions.to_start),
    "previous": _simply(lambda session: sessions.step(session, -1)),
    "next": _simply(lambda session: sessions.step(session, 1)),
    "vary": _simply(sessions.vary),
    "last": _simply(sessions.to_end),
    "choose": _on(lambda session, given: sessions.choose(session, given.value)),
    "undo": _simply(sessions.undo),
    "redo": _simply(sessions.redo),
    "delete_move": _simply(sessions.delete),
    "promote": _simply(sessions.promote),
    "comment": _on(lambda session, given: sessions.with_comment(session, given.value)),
    "glyph": _on(lambda session, given: sessions.toggle_glyph(session, given.value)),
    "diagram": _simply(sessions.toggle_diagram),
    "tool": _on(lambda session, given: sessions.with_tool(session, given.value)),
    "color": _on(lambda session, given: sessions.with_color(session, given.value)),
    "label": _on(lambda session, given: sessions.with_label(session, given.value)),
    "draw": _on(_draw),
    "end_path": _simply(sessions.end_path),
    "end": _on(lambda session, given: sessions.end(session, given.value)),
    "clear_marks": _simply(sessions.clear_marks),
    "make_task": _simply(sessions.make_task),
    "set_task": _simply(sessions.set_task),
    "remove_task": _simply(sessions.remove_task),
    "task_text": _on(lambda session, given: sessions.with_task_text(session, given.argument, given.value)),
    "accept": _at_place(_accept),
    "wrong": _at_place(sessions.with_wrong),
    "chapter": _numbered(sessions.choose_chapter),
    "rename_chapter": _on(lambda session, given: sessions.rename_chapter(session, given.value)),
    "move_chapter": _numbered(sessions.move_chapter),
    "turn_chapter": _simply(sessions.turn_chapter),
    "delete_chapter": _simply(sessions.delete_chapter),
    "add_start": _add_start,
    "add_game": _add_game,
    "set_up": _set_up,
    "language": _on(lambda session, given: sessions.with_language(session, given.value)),
    "title": _on(lambda session, given: sessions.with_title(session, given.value)),
    "author": _on(lambda session, given: sessions.with_author(session, given.value)),
    "turn": _simply(lambda session: replace(session, turned=not session.turned)),
    "enlarge": _simply(sessions.toggle_enlarged),
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
    "point": sessions.point,
    "away": lambda session, _target: sessions.cancel(session),
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


def gesture(session: StudySession, given: Gesture, context: Context) -> Updated[StudySession]:
    """Answer a gesture on the board."""
    if session.reader:
        return _read_event(session, given.kind, given.target)
    change = _GESTURES.get(given.kind)
    if change is None or session.mode != sessions.EDIT:
        return Updated(session)
    after = sessions.guarded(lambda before: change(before, given.target), session)
    return changed(session, after, context)


def pressed(session: StudySession, key: str, context: Context) -> Updated[StudySession] | None:
    """Answer a key; None if it means nothing here."""
    if session.reader:
        return _read_event(session, "key", key)
    if key == "Escape":
        return changed(session, sessions.cancel(session), context)
    if key not in _KEYS or session.mode != sessions.EDIT:
        return None
    return MESSAGES[_KEYS[key]](session, Input(), context)
