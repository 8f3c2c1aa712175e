"""Dispatch: the features' messages by name, and gestures and keys by the session that is shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ruleboard.app.context import Context
from ruleboard.app.editor import update as editor
from ruleboard.app.editor.session import EditorSession
from ruleboard.app.effects import Copy, Dismiss, Effect, Go, Print, RevealElement, Undelete, UpdateApp
from ruleboard.app.lessons import update as lessons
from ruleboard.app.lessons.check import CheckSession
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.library import update as library
from ruleboard.app.library.session import Home
from ruleboard.app.messages import Command, Gesture, Handler, Input, Updated
from ruleboard.app.new_game import update as new_game
from ruleboard.app.new_game.session import NewGame
from ruleboard.app.play import update as play
from ruleboard.app.problems import update as problems
from ruleboard.app.problems.session import ProblemList, ProblemSession
from ruleboard.app.runtime.model import Page, PlayPage
from ruleboard.app.settings import update as settings
from ruleboard.app.setups import update as setups
from ruleboard.app.share import update as share
from ruleboard.app.study import update as study
from ruleboard.app.study.session import StudySession
from ruleboard.app.workshop import update as workshop
from ruleboard.app.workshop.session import BoardDraft, SheetList

S = TypeVar("S", bound=Page)
T = TypeVar("T")

Answer = Callable[[Page, Input, Context], "Updated[Page] | None"]
"""Answers a message on a page; None if the page has nothing to do with it."""


def _on(kind: type[S], messages: Mapping[str, Handler[S]]) -> Mapping[str, Answer]:
    """Return the answers to messages that are for one kind of page."""

    def answer(handler: Handler[S]) -> Answer:
        def on_page(page: Page, given: Input, context: Context) -> Updated[Page] | None:
            if not isinstance(page, kind):
                return None
            updated = handler(page, given, context)
            return Updated(updated.session, updated.effects)

        return on_page

    return {name: answer(handler) for name, handler in messages.items()}


def _on_play(
    part: Callable[[PlayPage], T], put: Callable[[PlayPage, T], PlayPage], messages: Mapping[str, Handler[T]]
) -> Mapping[str, Answer]:
    """Return the answers to messages that are for a part of the page of a game."""

    def lifted(handler: Handler[T]) -> Handler[PlayPage]:
        return lambda page, given, context: _put(page, handler(part(page), given, context), put)

    return _on(PlayPage, {name: lifted(handler) for name, handler in messages.items()})


def _put(page: PlayPage, updated: Updated[T], put: Callable[[PlayPage, T], PlayPage]) -> Updated[PlayPage]:
    return Updated(put(page, updated.session), updated.effects)


def _anywhere(commands: Mapping[str, Command]) -> Mapping[str, Answer]:
    """Return the answers to messages that are the same on every page."""

    def answer(command: Command) -> Answer:
        return lambda page, given, context: Updated(page, command(given, context))

    return {name: answer(command) for name, command in commands.items()}


def _first(*tables: Mapping[str, Answer]) -> Mapping[str, Answer]:
    """Return the answers of several tables; a name in more than one is answered by the page it is for."""

    def either(one: Answer, other: Answer) -> Answer:
        return lambda page, given, context: one(page, given, context) or other(page, given, context)

    found: dict[str, Answer] = {}
    for table in tables:
        for name, answer in table.items():
            found[name] = either(found[name], answer) if name in found else answer
    return found


def _effect(make: Callable[[str], Effect]) -> Command:
    return lambda given, _context: (make(given.value),)


_APP: Mapping[str, Command] = {
    "go": _effect(Go),
    "reveal": _effect(RevealElement),
    "copy": _effect(Copy),
    "dismiss": _effect(Dismiss),
    "undelete": _effect(Undelete),
    "print": _effect(lambda _value: Print()),
    "update": _effect(lambda _value: UpdateApp()),
}

FEATURES: Mapping[str, Mapping[str, Answer]] = {
    "app": _anywhere(_APP),
    "editor": _on(EditorSession, editor.MESSAGES),
    "lessons": _first(
        _on(LessonSession, lessons.MESSAGES),
        _on(CheckSession, lessons.CHECK_MESSAGES),
        _on(CoursePage, lessons.COURSE_MESSAGES),
        _on(RulesPage, lessons.RULES_MESSAGES),
    ),
    "library": _first(_on(Home, library.MESSAGES), _anywhere(library.COMMANDS)),
    "new_game": _on(NewGame, new_game.MESSAGES),
    "play": _on_play(lambda page: page.table, PlayPage.with_table, play.MESSAGES),
    "problems": _first(_on(ProblemSession, problems.MESSAGES), _on(ProblemList, problems.LIST_MESSAGES)),
    "settings": _anywhere(settings.COMMANDS),
    "setups": _on_play(lambda page: page.setups_dialog, PlayPage.with_setups, setups.MESSAGES),
    "share": _on_play(lambda page: page.share_dialog, PlayPage.with_sharing, share.MESSAGES),
    "study": _first(_on(StudySession, study.MESSAGES), _anywhere(study.COMMANDS)),
    "workshop": _first(_on(SheetList, workshop.LIST_MESSAGES), _on(BoardDraft, workshop.MESSAGES)),
}
"""The answers to all messages, by feature and name."""

KEYS: Mapping[str, Effect] = {"?": Go("#/help")}
"""Keys that do the same on every page."""


def message(page: Page, name: str, value: str, context: Context) -> Updated[Page]:
    """Answer a message; an unknown one, or one for another page, changes nothing.

    Args:
        page: the page that is shown.
        name: ``feature.message`` or ``feature.message.argument``.
        value: the value that comes with it.
        context: the app's state.
    """
    feature, what, argument = (*name.split(".", 2), "", "")[:3]
    answer = FEATURES.get(feature, {}).get(what)
    updated = answer(page, Input(value, argument), context) if answer else None
    return updated or Updated(page)


def gesture(page: Page, given: Gesture, context: Context) -> Updated[Page]:
    """Answer a gesture on the board of the page, if it has one."""
    match page:
        case PlayPage():
            return _lift(_put(page, play.gesture(page.table, given, context), PlayPage.with_table))
        case LessonSession():
            return _lift(lessons.gesture(page, given, context))
        case ProblemSession():
            return _lift(problems.gesture(page, given, context))
        case EditorSession():
            return _lift(editor.gesture(page, given, context))
        case StudySession():
            return _lift(study.gesture(page, given, context))
        case BoardDraft():
            return _lift(workshop.gesture(page, given, context))
    return Updated(page)


def key(page: Page, name: str, context: Context) -> Updated[Page]:
    """Answer a key, as the browser names it: first by the page that is shown."""
    updated: Updated[Page] | None = None
    match page:
        case PlayPage():
            pressed = play.on_key(page.table, name, context)
            updated = _lift(_put(page, pressed, PlayPage.with_table)) if pressed else None
        case LessonSession():
            updated = _lifted(lessons.pressed(page, name, context))
        case ProblemSession():
            updated = _lifted(problems.pressed(page, name, context))
        case EditorSession():
            updated = _lifted(editor.pressed(page, name, context))
        case StudySession():
            updated = _lifted(study.pressed(page, name, context))
        case BoardDraft():
            updated = _lifted(workshop.pressed(page, name, context))
    effects = (KEYS[name],) if name in KEYS else ()
    return updated or Updated(page, effects)


def _lift(updated: Updated[S]) -> Updated[Page]:
    """Return an update of one kind of page as one of any."""
    return Updated(updated.session, updated.effects)


def _lifted(updated: Updated[S] | None) -> Updated[Page] | None:
    return _lift(updated) if updated else None
