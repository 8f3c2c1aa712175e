"""Updates of the workshop: drawing, importing, exporting, printing and playing on boards and decks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from ruleboard.app.context import Context
from ruleboard.app.effects import (
    Announce,
    DeleteSetup,
    Download,
    Effect,
    Go,
    KeepSetups,
    Open,
    PreferOptions,
    Print,
    SetRoute,
)
from ruleboard.app.messages import Gesture, Handler, Input, Updated
from ruleboard.app.routes import Route, format_route
from ruleboard.app.storage.setups import Setup, Setups, without
from ruleboard.app.ui.forms import fields, files, read_file
from ruleboard.app.workshop import session as sessions
from ruleboard.app.workshop.session import BoardDraft, SheetList
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Sheet
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _
from ruleboard.wording import sentence

# --- the list of sheets ---------------------------------------------------------------------------------------


def _new(page: SheetList, _message: Input, context: Context) -> Updated[SheetList]:
    return Updated(page, _stored_and_opened(sessions.new_draft(page.game, context.setups), context))


def _stored_and_opened(draft: BoardDraft, context: Context) -> tuple[Effect, ...]:
    """Return the effects that store a new sheet and open it; the list is opened for a sheet that is not drawn."""
    is_drawn = draft.sheet.size is not None
    route = Route("boards", draft.game, text=draft.name if is_drawn else "")
    return KeepSetups((*context.setups, Setup(draft.game, draft.name, draft.text))), Open(route)


def _import_file(page: SheetList, message: Input, context: Context) -> Updated[SheetList]:
    return _imported(page, files(message.value)[0], context)


def _import_pasted(page: SheetList, message: Input, context: Context) -> Updated[SheetList]:
    return _imported(page, fields(message.value).get("text", ""), context)


def _imported(page: SheetList, text: str | None, context: Context) -> Updated[SheetList]:
    """Import a sheet; None stands for a file the browser could not read."""
    try:
        draft = sessions.import_draft(page.game, read_file(text), context.setups)
    except RuleboardError as error:
        problem = f"{_('Nothing was imported.')} {sentence(str(error))}"
        return Updated(replace(page, problem=problem), (Announce(problem),))
    return Updated(page, _stored_and_opened(draft, context))


def _delete(page: SheetList, message: Input, _context: Context) -> Updated[SheetList]:
    return Updated(page, (DeleteSetup(page.game, message.value),))


def _export(page: SheetList, message: Input, context: Context) -> Updated[SheetList]:
    return Updated(page, _downloaded(page.game, message.value, context))


def _downloaded(game: str, title: str, context: Context) -> tuple[Effect, ...]:
    """Return the effect that downloads the sheet with a title, if there is one."""
    for sheet in (*sessions.stored_sheets(game, context.setups), *WORKSHOPS[game].presets()):
        if sheet.title == title:
            kind = sheet.option if isinstance(sheet, Sheet) else game
            name = re.sub(r"\W+", "-", title).strip("-").lower() or kind
            return (Download(f"{kind}-{name}.json", "application/json", sheet.text),)
    return ()


LIST_MESSAGES: Mapping[str, Handler[SheetList]] = {
    "new": _new,
    "import_file": _import_file,
    "import_pasted": _import_pasted,
    "delete": _delete,
    "export": _export,
}


# --- a board that is drawn ------------------------------------------------------------------------------------


def _changed(before: BoardDraft, after: BoardDraft, context: Context) -> Updated[BoardDraft]:
    """Return the update to another draft; a changed sheet is stored at once, and the address has its name."""
    if (before.name, before.text) == (after.name, after.text):
        return Updated(after)
    others = without(context.setups, after.game, before.name)
    effects: tuple[Effect, ...] = (KeepSetups((*others, Setup(after.game, after.name, after.text))),)
    if before.name != after.name:
        effects += (SetRoute(Route("boards", after.game, text=after.name)),)
    return Updated(after, effects)


def _on(change: Callable[[BoardDraft, str, Setups], BoardDraft]) -> Handler[BoardDraft]:
    """Return the handler of a message that changes the draft by its value."""
    return lambda draft, message, context: _changed(draft, change(draft, message.value, context.setups), context)


def _with_columns(draft: BoardDraft, value: str, setups: Setups) -> BoardDraft:
    columns = _offered(value, draft.workshop.sizes)
    return sessions.resize(draft, setups, columns=columns) if columns else draft


def _with_rows(draft: BoardDraft, value: str, setups: Setups) -> BoardDraft:
    rows = _offered(value, draft.workshop.sizes)
    return sessions.resize(draft, setups, rows=rows) if rows else draft


def _with_spacing(draft: BoardDraft, value: str, _setups: Setups) -> BoardDraft:
    spacing = _offered(value, draft.workshop.spaces)
    return replace(draft, spacing=spacing) if spacing else draft


def _offered(value: str, numbers: Iterable[int]) -> int | None:
    """Return the number that a field's value stands for, None if it is not one of those offered."""
    return next((number for number in numbers if str(number) == value), None)


def _delete_board(draft: BoardDraft, message: Input, _context: Context) -> Updated[BoardDraft]:
    return Updated(draft, (DeleteSetup(draft.game, message.value), Open(Route("boards", draft.game), replace=True)))


def _export_board(draft: BoardDraft, message: Input, context: Context) -> Updated[BoardDraft]:
    return Updated(draft, _downloaded(draft.game, message.value, context))


def _play(draft: BoardDraft, _message: Input, _context: Context) -> Updated[BoardDraft]:
    """Go to the page for a new game on this board."""
    if draft.sheet.faults:
        return Updated(draft)
    options = {draft.sheet.option: draft.sheet.value}
    return Updated(draft, (PreferOptions(draft.game, options), Go(format_route(Route("new", draft.game)))))


def _print(draft: BoardDraft, _message: Input, _context: Context) -> Updated[BoardDraft]:
    return Updated(draft, (Print(),))


MESSAGES: Mapping[str, Handler[BoardDraft]] = {
    "tool": _on(lambda draft, value, _setups: sessions.with_tool(draft, value)),
    "mirrored": _on(lambda draft, _value, _setups: replace(draft, mirrored=not draft.mirrored)),
    "undo": _on(lambda draft, _value, _setups: sessions.undo(draft)),
    "columns": _on(_with_columns),
    "rows": _on(_with_rows),
    "title": _on(sessions.rename),
    "author": _on(sessions.with_author),
    "space": _on(_with_spacing),
    "delete": _delete_board,
    "export": _export_board,
    "play": _play,
    "print": _print,
}


def gesture(draft: BoardDraft, event: Gesture, context: Context) -> Updated[BoardDraft]:
    """Answer a gesture on the board."""
    if event.kind != "touch":
        return Updated(draft)
    return _changed(draft, sessions.touch(draft, event.target, context.setups), context)


def pressed(draft: BoardDraft, key: str, context: Context) -> Updated[BoardDraft] | None:
    """Answer a key, None if it changes nothing."""
    after = sessions.press_key(draft, key)
    return _changed(draft, after, context) if after != draft else None
