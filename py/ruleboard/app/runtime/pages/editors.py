"""The page for a new game, and the editors that lead to it: the position editor and custom boards."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from ruleboard.app.context import Services
from ruleboard.app.editor import session as editors
from ruleboard.app.editor import update as editor
from ruleboard.app.editor.session import EditorSession
from ruleboard.app.editor.view import editor_page
from ruleboard.app.effects import Reveal, ScrollTarget
from ruleboard.app.first_game import is_guided_game_done
from ruleboard.app.library.session import NotFoundPage
from ruleboard.app.messages import Update
from ruleboard.app.new_game import session as new_games
from ruleboard.app.new_game import update as new_game
from ruleboard.app.new_game.session import NewGamePage
from ruleboard.app.new_game.view import new_game_page
from ruleboard.app.runtime.model import Page
from ruleboard.app.runtime.page_kind import PageEntry, PageKind, Visit
from ruleboard.app.shared import Shared
from ruleboard.app.ui.components import Shell
from ruleboard.app.workshop import session as workshops
from ruleboard.app.workshop import update as workshop
from ruleboard.app.workshop.session import BoardSession, CustomBoardList, playable_boards
from ruleboard.app.workshop.view import board_page, custom_board_list
from ruleboard.engine.options import Choice
from ruleboard.i18n import _
from ruleboard.learning.courses import course
from ruleboard.links import decode_position
from ruleboard.registry import BOARD_EDITORS, EDITORS, GAMES
from ruleboard.scene.node import Node
from ruleboard.wording import clean_name

# --- a new game ---------------------------------------------------------------------------------------------------


def new_game_of(page: Page) -> NewGamePage | None:
    """Return the choices on the page for a new game, or None for other pages."""
    return page if isinstance(page, NewGamePage) else None


def _custom_choices(shared: Shared, game: str) -> Mapping[str, tuple[Choice, ...]]:
    """Return the stored custom boards as choices for a game's options, by option id."""
    return {
        option.id: tuple(
            Choice(board.value, board.title, _(board.description))
            for board in playable_boards(game, option.id, shared.setups)
        )
        for option in GAMES[game].options
    }


def _enter_new_game(visit: Visit) -> PageEntry | None:
    if visit.route.page != "new" or visit.route.name not in GAMES:
        return None
    custom_choices = _custom_choices(visit.context.shared, visit.route.name)
    custom_values = {id: [choice.value for choice in choices] for id, choices in custom_choices.items()}
    page = visit.suspended_new_game or new_games.suggested_page(visit.route.name, visit.context.settings, custom_values)
    options = visit.context.shared.new_game_options.get(visit.route.name, {})
    page = replace(page, options={**page.options, **options})
    effects = () if visit.suspended_new_game or options else (Reveal(ScrollTarget.TOP),)
    return PageEntry(new_games.check_start(replace(page, start=visit.route.text)), effects)


NEW_GAME_KIND = PageKind(
    NewGamePage,
    render=lambda shell, page, shared: new_game_page(
        shell,
        page,
        _custom_choices(shared, page.game),
        shared.settings.flip,
        offers_guided_game=bool(course(page.game)) and not is_guided_game_done(page.game, shared),
    ),
    enter=_enter_new_game,
    messages=new_game.MESSAGE_HANDLERS,
)


# --- the position editor ------------------------------------------------------------------------------------------


def _editor_page(shell: Shell, page: EditorSession, shared: Shared) -> Node:
    studies = [(entry.id, clean_name(entry.title)) for entry in shared.studies if not entry.damage]
    return editor_page(shell, page, studies)


def _with_studies(shared: Shared, services: Services) -> Shared:
    """Return the shared state with the current list of studies to which the editor can add positions."""
    return replace(shared, studies=services.studies.entries())


def _enter_editor(visit: Visit) -> PageEntry | None:
    if visit.route.page != "edit" or visit.route.name not in GAMES:
        return None
    if visit.route.name not in EDITORS:
        reason = _("{game} has no board editor.").format(game=_(GAMES[visit.route.name].title))
        return PageEntry(NotFoundPage(reason))
    return_start = visit.suspended_new_game.start if visit.suspended_new_game else ""
    session = editors.open_editor(visit.route.name, decode_position(visit.route.text), return_start)
    return PageEntry(session, (), _with_studies(visit.context.shared, visit.services), visit.suspended_new_game)


EDITOR_KIND = PageKind(
    EditorSession,
    render=_editor_page,
    enter=_enter_editor,
    messages=editor.MESSAGE_HANDLERS,
    on_gesture=editor.on_gesture,
    on_key=editor.on_key,
    on_stored_change=lambda page, _change, context, services: Update(page, _with_studies(context.shared, services)),
)


# --- custom boards ------------------------------------------------------------------------------------------------


def _enter_board(visit: Visit) -> PageEntry | None:
    """Open the page of a custom board."""
    if visit.route.page != "boards" or visit.route.name not in BOARD_EDITORS or not visit.route.text:
        return None
    session = workshops.open_board(visit.route.name, visit.route.text, visit.context.setups)
    return PageEntry(session, suspended_new_game=visit.suspended_new_game) if session else None


def _enter_board_list(visit: Visit) -> PageEntry | None:
    """Open the list of a game's custom boards, which also shows the errors in unreadable boards."""
    if visit.route.page != "boards" or visit.route.name not in GAMES:
        return None
    if visit.route.name not in BOARD_EDITORS:
        return PageEntry(NotFoundPage(_("{game} has no boards to draw.").format(game=_(GAMES[visit.route.name].title))))
    names = [setup.name for setup in visit.context.setups if setup.game == visit.route.name]
    if visit.route.text and visit.route.text not in names:
        reason = _("There’s no board “{name}” in this browser.").format(name=visit.route.text[:40])
        return PageEntry(NotFoundPage(reason), suspended_new_game=visit.suspended_new_game)
    list_route = replace(visit.route, text="") if visit.route.text else None
    return PageEntry(CustomBoardList(visit.route.name), suspended_new_game=visit.suspended_new_game, route=list_route)


BOARD_KIND = PageKind(
    BoardSession,
    render=lambda shell, page, _shared: board_page(shell, page),
    enter=_enter_board,
    messages=workshop.MESSAGE_HANDLERS,
    on_gesture=workshop.on_gesture,
    on_key=workshop.on_key,
    on_stored_change=lambda page, _change, context, _services: Update(
        workshops.sync_with_store(page, context.setups), context.shared
    ),
)
BOARD_LIST_KIND = PageKind(
    CustomBoardList,
    render=lambda shell, page, shared: custom_board_list(shell, page, shared.setups),
    enter=_enter_board_list,
    messages=workshop.LIST_MESSAGE_HANDLERS,
)
