"""Updates of boards and decks of one's own: drawing, importing, exporting, printing, playing on them."""

from __future__ import annotations

import re
from collections.abc import Mapping
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
from ruleboard.app.storage.setups import Setup, without
from ruleboard.app.ui.forms import fields, files, read_file
from ruleboard.app.workshop import session as sessions
from ruleboard.app.workshop.session import BoardDraft, SheetList
from ruleboard.engine.errors import RuleboardError
from ruleboard.games.extensions import Sheet
from ruleboard.games.registry import WORKSHOPS
from ruleboard.i18n import _
from ruleboard.wording import sentence

# --- the list -------------------------------------------------------------------------------------------------


def _new(page: SheetList, _given: Input, context: Context) -> Updated[SheetList]:
    return Updated(page, _begun(sessions.begun(page.game, context.setups), context))


def _begun(draft: BoardDraft, context: Context) -> tuple[Effect, ...]:
    """Return the effects that store a new sheet, and show the page where it is drawn, or listed if it is not drawn."""
    is_drawn = draft.sheet.size is not None
    route = Route("boards", draft.game, text=draft.name if is_drawn else "")
    return KeepSetups((*context.setups, Setup(draft.game, draft.name, draft.text))), Open(route)


def _import_file(page: SheetList, given: Input, context: Context) -> Updated[SheetList]:
    return _imported(page, files(given.value)[0], context)


def _import_pasted(page: SheetList, given: Input, context: Context) -> Updated[SheetList]:
    return _imported(page, fields(given.value).get("text", ""), context)


def _imported(page: SheetList, text: str | None, context: Context) -> Updated[SheetList]:
    try:
        draft = sessions.taken_in(page.game, read_file(text), context.setups)
    except RuleboardError as error:
        why = f"{_('Nothing was imported.')} {sentence(str(error))}"
        return Updated(replace(page, problem=why), (Announce(why),))
    return Updated(page, _begun(draft, context))


def _delete(page: SheetList, given: Input, _context: Context) -> Updated[SheetList]:
    return Updated(page, (DeleteSetup(page.game, given.value),))


def _export(page: SheetList, given: Input, context: Context) -> Updated[SheetList]:
    return Updated(page, _downloaded(page.game, given.value, context))


def _downloaded(game: str, title: str, context: Context) -> tuple[Effect, ...]:
    """Return the effect that hands out the sheet with a title."""
    for sheet in (*sessions.kept(game, context.setups), *WORKSHOPS[game].ready()):
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


# --- a board --------------------------------------------------------------------------------------------------


def _drawn(before: BoardDraft, after: BoardDraft, context: Context) -> Updated[BoardDraft]:
    """Return the update to a board on which something was done: it is stored at once, and the address names it."""
    if (before.name, before.text) == (after.name, after.text):
        return Updated(after)
    kept = without(context.setups, after.game, before.name)
    effects: tuple[Effect, ...] = (KeepSetups((*kept, Setup(after.game, after.name, after.text))),)
    if before.name != after.name:
        effects += (SetRoute(Route("boards", after.game, text=after.name)),)
    return Updated(after, effects)


def _done(what: str) -> Handler[BoardDraft]:
    """Return the handler of a button or a field of the board."""

    def handler(draft: BoardDraft, given: Input, context: Context) -> Updated[BoardDraft]:
        return _drawn(draft, sessions.done(draft, what, given.value, context.setups), context)

    return handler


def _delete_board(draft: BoardDraft, given: Input, _context: Context) -> Updated[BoardDraft]:
    return Updated(draft, (DeleteSetup(draft.game, given.value), Open(Route("boards", draft.game), replace=True)))


def _export_board(draft: BoardDraft, given: Input, context: Context) -> Updated[BoardDraft]:
    return Updated(draft, _downloaded(draft.game, given.value, context))


def _play(draft: BoardDraft, _given: Input, _context: Context) -> Updated[BoardDraft]:
    """Go to the page of a new game on this board."""
    if draft.sheet.faults:
        return Updated(draft)
    options = {draft.sheet.option: draft.sheet.value}
    return Updated(draft, (PreferOptions(draft.game, options), Go(format_route(Route("new", draft.game)))))


def _print(draft: BoardDraft, _given: Input, _context: Context) -> Updated[BoardDraft]:
    return Updated(draft, (Print(),))


MESSAGES: Mapping[str, Handler[BoardDraft]] = {
    **{what: _done(what) for what in ("tool", "mirrored", "space", "undo", "columns", "rows", "title", "author")},
    "delete": _delete_board,
    "export": _export_board,
    "play": _play,
    "print": _print,
}


def gesture(draft: BoardDraft, given: Gesture, context: Context) -> Updated[BoardDraft]:
    """Answer a gesture on the board."""
    if given.kind != "touch":
        return Updated(draft)
    return _drawn(draft, sessions.touched(draft, given.target, context.setups), context)


def pressed(draft: BoardDraft, key: str, context: Context) -> Updated[BoardDraft] | None:
    """Answer a key, None if it changes nothing."""
    after = sessions.pressed(draft, key)
    return _drawn(draft, after, context) if after != draft else None
