"""Dispatch: messages by feature and name, gestures and keys by the session of the page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from ruleboard.app.context import Context
from ruleboard.app.editor import update as editor
from ruleboard.app.editor.session import EditorSession
from ruleboard.app.effects import CopyText, Dismiss, Effect, GoToAddress, PrintPage, RevealElement, Undelete, UpdateApp
from ruleboard.app.lessons import update as lessons
from ruleboard.app.lessons.check import CheckSession
from ruleboard.app.lessons.session import CoursePage, LessonSession, RulesPage
from ruleboard.app.library import update as library
from ruleboard.app.library.session import Home
from ruleboard.app.messages import Command, Gesture, Handler, Input, Update
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
from ruleboard.app.workshop.session import BoardSession, CustomBoardList

PageType = TypeVar("PageType", bound=Page)
PartType = TypeVar("PartType")

PageHandler = Callable[[Page, Input, Context], "Update[Page] | None"]
"""Answers a message on a page. None if the message is not for that page."""


def _for_page(page_type: type[PageType], messages: Mapping[str, Handler[PageType]]) -> Mapping[str, PageHandler]:
    """Return the handlers of messages for one type of page."""

    def page_handler(handler: Handler[PageType]) -> PageHandler:
        def on_page(page: Page, message: Input, context: Context) -> Update[Page] | None:
            if not isinstance(page, page_type):
                return None
            updated = handler(page, message, context)
            return Update(updated.session, updated.effects)

        return on_page

    return {name: page_handler(handler) for name, handler in messages.items()}


def _for_play_page(
    get_part: Callable[[PlayPage], PartType],
    set_part: Callable[[PlayPage, PartType], PlayPage],
    messages: Mapping[str, Handler[PartType]],
) -> Mapping[str, PageHandler]:
    """Return the handlers of messages for a part of the page of a game."""

    def page_handler(handler: Handler[PartType]) -> Handler[PlayPage]:
        return lambda page, message, context: _with_part(page, handler(get_part(page), message, context), set_part)

    return _for_page(PlayPage, {name: page_handler(handler) for name, handler in messages.items()})


def _with_part(
    page: PlayPage, updated: Update[PartType], set_part: Callable[[PlayPage, PartType], PlayPage]
) -> Update[PlayPage]:
    return Update(set_part(page, updated.session), updated.effects)


def _for_any_page(commands: Mapping[str, Command]) -> Mapping[str, PageHandler]:
    """Return the handlers of messages that do the same on every page."""

    def page_handler(command: Command) -> PageHandler:
        return lambda page, message, context: Update(page, command(message, context))

    return {name: page_handler(command) for name, command in commands.items()}


def _merged(*tables: Mapping[str, PageHandler]) -> Mapping[str, PageHandler]:
    """Return the handlers of several tables. A message in more than one goes to the handler of the current page."""

    def either(first: PageHandler, second: PageHandler) -> PageHandler:
        return lambda page, message, context: first(page, message, context) or second(page, message, context)

    handlers: dict[str, PageHandler] = {}
    for table in tables:
        for name, handler in table.items():
            handlers[name] = either(handlers[name], handler) if name in handlers else handler
    return handlers


def _effect_command(effect_type: Callable[[str], Effect]) -> Command:
    return lambda message, _context: (effect_type(message.value),)


_APP: Mapping[str, Command] = {
    "go": _effect_command(GoToAddress),
    "reveal": _effect_command(RevealElement),
    "copy": _effect_command(CopyText),
    "dismiss": _effect_command(Dismiss),
    "undelete": _effect_command(Undelete),
    "print": _effect_command(lambda _value: PrintPage()),
    "update": _effect_command(lambda _value: UpdateApp()),
}

FEATURES: Mapping[str, Mapping[str, PageHandler]] = {
    "app": _for_any_page(_APP),
    "editor": _for_page(EditorSession, editor.MESSAGES),
    "lessons": _merged(
        _for_page(LessonSession, lessons.MESSAGES),
        _for_page(CheckSession, lessons.CHECK_MESSAGES),
        _for_page(CoursePage, lessons.COURSE_MESSAGES),
        _for_page(RulesPage, lessons.RULES_MESSAGES),
    ),
    "library": _merged(_for_page(Home, library.MESSAGES), _for_any_page(library.COMMANDS)),
    "new_game": _for_page(NewGame, new_game.MESSAGES),
    "play": _for_play_page(lambda page: page.table, PlayPage.with_table, play.MESSAGES),
    "problems": _merged(_for_page(ProblemSession, problems.MESSAGES), _for_page(ProblemList, problems.LIST_MESSAGES)),
    "settings": _for_any_page(settings.COMMANDS),
    "setups": _for_play_page(lambda page: page.setups_dialog, PlayPage.with_setups, setups.MESSAGES),
    "share": _for_play_page(lambda page: page.share_dialog, PlayPage.with_sharing, share.MESSAGES),
    "study": _merged(_for_page(StudySession, study.MESSAGES), _for_any_page(study.COMMANDS)),
    "workshop": _merged(_for_page(CustomBoardList, workshop.LIST_MESSAGES), _for_page(BoardSession, workshop.MESSAGES)),
}
"""The handlers of all messages, by feature and name."""

KEYS: Mapping[str, Effect] = {"?": GoToAddress("#/help")}
"""Keys that do the same on every page."""


def answer_message(page: Page, name: str, value: str, context: Context) -> Update[Page]:
    """Answer a message. An unknown one, or one for another page, changes nothing.

    Args:
        page: the current page.
        name: ``feature.message`` or ``feature.message.argument``.
        value: the value of the message.
        context: the app's state.
    """
    feature, message_name, argument = (*name.split(".", 2), "", "")[:3]
    handler = FEATURES.get(feature, {}).get(message_name)
    updated = handler(page, Input(value, argument), context) if handler else None
    return updated or Update(page)


def answer_gesture(page: Page, event: Gesture, context: Context) -> Update[Page]:
    """Answer a gesture on the board of the page, if it has one."""
    match page:
        case PlayPage():
            return _as_page_update(_with_part(page, play.on_gesture(page.table, event, context), PlayPage.with_table))
        case LessonSession():
            return _as_page_update(lessons.on_gesture(page, event, context))
        case ProblemSession():
            return _as_page_update(problems.on_gesture(page, event, context))
        case EditorSession():
            return _as_page_update(editor.on_gesture(page, event, context))
        case StudySession():
            return _as_page_update(study.on_gesture(page, event, context))
        case BoardSession():
            return _as_page_update(workshop.on_gesture(page, event, context))
    return Update(page)


def answer_key(page: Page, name: str, context: Context) -> Update[Page]:
    """Answer a key, as the browser names it. The page comes first, then the keys of all pages."""
    updated: Update[Page] | None = None
    match page:
        case PlayPage():
            update = play.on_key(page.table, name, context)
            updated = _as_page_update(_with_part(page, update, PlayPage.with_table)) if update else None
        case LessonSession():
            updated = _as_optional_page_update(lessons.on_key(page, name, context))
        case ProblemSession():
            updated = _as_optional_page_update(problems.on_key(page, name, context))
        case EditorSession():
            updated = _as_optional_page_update(editor.on_key(page, name, context))
        case StudySession():
            updated = _as_optional_page_update(study.on_key(page, name, context))
        case BoardSession():
            updated = _as_optional_page_update(workshop.on_key(page, name, context))
    effects = (KEYS[name],) if name in KEYS else ()
    return updated or Update(page, effects)


def _as_page_update(updated: Update[PageType]) -> Update[Page]:
    """Return an update of one type of page as an update of any page."""
    return Update(updated.session, updated.effects)


def _as_optional_page_update(updated: Update[PageType] | None) -> Update[Page] | None:
    return _as_page_update(updated) if updated else None
