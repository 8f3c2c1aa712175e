"""Updates of the board editor: draw, import, export and print custom boards and decks, and play on them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ruleboard.app.context import Context, Services
from ruleboard.app.effects import Download, Effect, GoToAddress, ImportFiles, OpenRoute, PrintPage, SetRoute
from ruleboard.app.message_names import WorkshopMessage
from ruleboard.app.messages import Gesture, GestureKind, Handler, Input, Update, effect_handler
from ruleboard.app.routes import Route, format_route
from ruleboard.app.saved_items import delete_setup
from ruleboard.app.storage.imports import BOARDS_LIST, FileText, read_file
from ruleboard.app.storage.setups import Setup, Setups, without_setup
from ruleboard.app.ui.forms import file_texts, form_values
from ruleboard.app.workshop import session as sessions
from ruleboard.app.workshop.session import BoardSession, CustomBoardList
from ruleboard.contract.extensions import CustomBoard
from ruleboard.engine.errors import RuleboardError
from ruleboard.i18n import _
from ruleboard.registry import BOARD_EDITORS
from ruleboard.text_kinds import Kind, recognize
from ruleboard.wording import sentence

# --- the list of boards ---------------------------------------------------------------------------------------


def _store_and_open(page: CustomBoardList, session: BoardSession, context: Context) -> Update[CustomBoardList]:
    """Return the update that stores a new board or deck, and opens the board, or the list after a new deck."""
    is_board = session.board.size is not None
    route = Route("boards", session.game, text=session.name if is_board else "")
    setups = (*context.setups, Setup(session.game, session.name, session.text))
    return Update(page, context.shared, (OpenRoute(route),)).with_setups(setups)


def _import_text(page: CustomBoardList, file: FileText, context: Context) -> Update[CustomBoardList]:
    """Import a board or a deck, or open the page for another kind of text."""
    try:
        text = read_file(file.text)
        if file.encoding or recognize(text).kind not in (Kind.BOARD, Kind.OTHER, Kind.EMPTY):
            return Update(replace(page, error=""), context.shared, (ImportFiles((file,), BOARDS_LIST),))
        session = sessions.import_board(page.game, text, context.setups)
    except RuleboardError as error:
        message = f"{_('Nothing was imported.')} {sentence(str(error))}"
        return Update(replace(page, error=message), context.shared).with_announcement(message)
    return _store_and_open(page, session, context)


def _delete(page: CustomBoardList, message: Input, context: Context, services: Services) -> Update[CustomBoardList]:
    return Update(page, delete_setup(context.shared, page.game, message.value, services))


def _export(page: CustomBoardList, message: Input, context: Context, _services: Services) -> Update[CustomBoardList]:
    return Update(page, context.shared, _download_effects(page.game, message.value, context))


def _download_effects(game: str, title: str, context: Context) -> tuple[Effect, ...]:
    """Return the effect that downloads the board or deck with a title; empty if it does not exist."""
    for board in (*sessions.stored_boards(game, context.setups), *BOARD_EDITORS[game].presets()):
        if board.title == title:
            kind = board.option if isinstance(board, CustomBoard) else game
            name = re.sub(r"\W+", "-", title).strip("-").lower() or kind
            return (Download(f"{kind}-{name}.json", "application/json", board.text),)
    return ()


LIST_MESSAGE_HANDLERS: Mapping[str, Handler[CustomBoardList]] = {
    WorkshopMessage.CREATE: lambda page, _message, context, _services: _store_and_open(
        page, sessions.new_board(page.game, context.setups), context
    ),
    WorkshopMessage.IMPORT_FILE: lambda page, message, context, _services: _import_text(
        page, file_texts(message.value)[0], context
    ),
    WorkshopMessage.IMPORT_PASTED: lambda page, message, context, _services: _import_text(
        page, FileText(form_values(message.value).get("text", "")), context
    ),
    WorkshopMessage.DELETE: _delete,
    WorkshopMessage.EXPORT: _export,
}


# --- a board in the editor ------------------------------------------------------------------------------------


def _update(before: BoardSession, after: BoardSession, context: Context) -> Update[BoardSession]:
    """Return the update after a change of the session. It stores a changed board and puts its name into the URL."""
    if (before.name, before.text) == (after.name, after.text):
        return Update(after, context.shared)
    other_setups = without_setup(context.setups, after.game, before.name)
    update = Update(after, context.shared).with_setups((*other_setups, Setup(after.game, after.name, after.text)))
    if before.name == after.name:
        return update
    return update.with_effects(SetRoute(Route("boards", after.game, text=after.name)))


def _handler(change: Callable[[BoardSession, str, Setups], BoardSession]) -> Handler[BoardSession]:
    """Convert a change of the session to a message handler."""
    return lambda session, message, context, _services: _update(
        session, change(session, message.value, context.setups), context
    )


def _with_columns(session: BoardSession, value: str, setups: Setups) -> BoardSession:
    columns = _parse_choice(value, session.editor.sizes)
    return sessions.resize(session, setups, columns=columns) if columns else session


def _with_rows(session: BoardSession, value: str, setups: Setups) -> BoardSession:
    rows = _parse_choice(value, session.editor.sizes)
    return sessions.resize(session, setups, rows=rows) if rows else session


def _with_spacing(session: BoardSession, value: str, _setups: Setups) -> BoardSession:
    spacing = _parse_choice(value, session.editor.space_widths)
    return replace(session, spacing=spacing) if spacing else session


def _parse_choice(value: str, numbers: Iterable[int]) -> int | None:
    """Parse the number in a field; return None if the field does not offer this number."""
    return next((number for number in numbers if str(number) == value), None)


def _delete_board(session: BoardSession, message: Input, context: Context, services: Services) -> Update[BoardSession]:
    shared = delete_setup(context.shared, session.game, message.value, services)
    return Update(session, shared, (OpenRoute(Route("boards", session.game), replace=True),))


def _open_new_game(
    session: BoardSession, _message: Input, context: Context, _services: Services
) -> Update[BoardSession]:
    """Open the page for a new game on this board."""
    if session.board.faults:
        return Update(session, context.shared)
    options = {session.board.option: session.board.value}
    new_game_options = {**context.shared.new_game_options, session.game: options}
    shared = replace(context.shared, new_game_options=new_game_options)
    return Update(session, shared, (GoToAddress(format_route(Route("new", session.game))),))


MESSAGE_HANDLERS: Mapping[str, Handler[BoardSession]] = {
    WorkshopMessage.CHOOSE_TOOL: _handler(lambda session, value, _setups: sessions.with_tool(session, value)),
    WorkshopMessage.TOGGLE_MIRROR: _handler(
        lambda session, _value, _setups: replace(session, is_mirrored=not session.is_mirrored)
    ),
    WorkshopMessage.UNDO: _handler(lambda session, _value, _setups: sessions.undo(session)),
    WorkshopMessage.SET_COLUMNS: _handler(_with_columns),
    WorkshopMessage.SET_ROWS: _handler(_with_rows),
    WorkshopMessage.SET_TITLE: _handler(sessions.rename),
    WorkshopMessage.SET_AUTHOR: _handler(sessions.with_author),
    WorkshopMessage.SET_SPACING: _handler(_with_spacing),
    WorkshopMessage.DELETE: _delete_board,
    WorkshopMessage.EXPORT: lambda session, message, context, _services: Update(
        session, context.shared, _download_effects(session.game, message.value, context)
    ),
    WorkshopMessage.PLAY: _open_new_game,
    WorkshopMessage.PRINT: effect_handler(lambda _session, _message: PrintPage()),
}


def on_gesture(session: BoardSession, event: Gesture, context: Context, _services: Services) -> Update[BoardSession]:
    """Handle a gesture on the board."""
    if event.kind is not GestureKind.TOUCH:
        return Update(session, context.shared)
    return _update(session, sessions.touch(session, event.target, context.setups), context)


def on_key(session: BoardSession, key: str, context: Context, _services: Services) -> Update[BoardSession] | None:
    """Handle a key; return None if the key changes nothing."""
    new_session = sessions.press_key(session, key)
    return _update(session, new_session, context) if new_session != session else None
