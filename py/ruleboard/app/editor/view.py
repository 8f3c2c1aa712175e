"""The page on which a position is set up: the board, a palette of pieces, and what is not on the board."""

from __future__ import annotations

from collections.abc import Iterable

from ruleboard.app.editor.session import Editing
from ruleboard.app.routes import Route, format_route
from ruleboard.app.runtime.model import Model
from ruleboard.app.ui import fields
from ruleboard.app.ui.components import button, closer, frame, icon, link
from ruleboard.app.ui.copying import with_copying
from ruleboard.games.extensions import Switch, Tool
from ruleboard.games.registry import GAMES
from ruleboard.i18n import _, pgettext
from ruleboard.scene.node import Node, el

FIELD = "edit-text"


def edit(model: Model, editing: Editing) -> Node:
    """The board editor."""
    board = editing.editor.picture(editing.text, int(editing.turned), editing.taken)
    # One stop for the Tab key; from there the arrow keys go from square to square.
    board = board._replace(attrs={**board.attrs, "tabindex": "0"}, key=f"board-{int(editing.turned)}")
    return frame(
        model,
        "edit",
        el("div", board, cls="bench" if editing.whole else "bench closer"),
        el(
            "div",
            el(
                "div",
                el("h1", text=_("Set up a position")),
                el("p", cls="small", text=_(GAMES[editing.game].title)),
                cls="bench-head",
            ),
            _palette(editing),
            (_switch(switch) for switch in editing.editor.switches(editing.text)),
            _text(model, editing),
            _verdict(editing),
            cls="bench-side",
        ),
        game=editing.game,
        tools=(
            closer(editing.whole, "edit-whole"),
            button(_("Turn the board"), "edit-turn", picture="turn", bare=True),
            link(_("New game"), _back(model, editing), cls="button quiet", picture="back"),
        ),
    )


def _back(model: Model, editing: Editing) -> str:
    """The address of the new game this was reached from, with the start it had."""
    return format_route(Route("new", editing.game, text=model.draft.start if model.draft else ""))


def _key_name(key: str) -> str:
    """What stands on a key."""
    if key == "Delete":
        return pgettext("key", "Delete")
    return _("Escape") if key == "Escape" else key


def _palette(editing: Editing) -> Node:
    tools = editing.editor.tools
    pictured = [tool for tool in tools if tool.picture]
    rows = sorted({tool.row for tool in pictured})
    return el(
        "div",
        (
            el("div", (_tool(tool, editing) for tool in pictured if tool.row == row), cls="tool-row", key=f"row-{row}")
            for row in rows
        ),
        el(
            "div",
            _hand(_("Move"), "", editing, "hand", "Escape"),
            (_hand(_(tool.title), tool.id, editing, "erase", tool.key) for tool in tools if not tool.picture),
            button(_("Clear"), "edit-clear", cls="quiet", title=_("Clear the board")),
            button(_("Start"), "edit-start", cls="quiet", title=_("The game's start position")),
            button(_("Undo"), "edit-undo", picture="undo", bare=True, disabled=not _can_undo(editing)),
            cls="row hands",
        ),
        cls="palette",
        role="group",
        aria_label=_("What a touch on the board does"),
    )


def _can_undo(editing: Editing) -> bool:
    return bool(editing.past) or editing.typed is not None


def _tool(tool: Tool, editing: Editing) -> Node:
    return _pressable(_(tool.title), tool.id, editing, (tool.picture,), tool.key)


def _hand(title: str, id: str, editing: Editing, picture: str, key: str) -> Node:
    return _pressable(title, id, editing, (icon(picture), el("span", text=title)), key)


def _pressable(title: str, id: str, editing: Editing, inside: Iterable[Node | None], key: str) -> Node:
    held = id == editing.tool
    return el(
        "button",
        inside,
        type="button",
        cls="button tool held" if held else "button tool",
        data_do="edit-tool",
        data_value=id,
        aria_label=title,
        title=_("{tool} (key {key})").format(tool=title, key=_key_name(key)) if key else title,
        aria_pressed="true" if held else "false",
        key=f"tool-{id}",
    )


def _switch(switch: Switch) -> Node:
    return el(
        "fieldset",
        el("legend", text=_(switch.title)),
        el(
            "div",
            (
                fields.switch(
                    el("span", text=_(title)),
                    f"edit-switch-{switch.id}",
                    value in switch.chosen,
                    kind="checkbox" if switch.many else "radio",
                    name=f"switch-{switch.id}",
                    value=value,
                    key=value,
                )
                for value, title in switch.choices
            ),
            cls="segments",
        ),
        key=switch.id,
    )


def _text(model: Model, editing: Editing) -> Node:
    typing = fields.area(
        editing.text if editing.typed is None else editing.typed,
        id=FIELD,
        rows=3,
        data_do="edit-text",
        data_on="input",
        aria_describedby="verdict",
        aria_invalid="true" if editing.trouble else None,
    )
    return with_copying(model, FIELD, typing, _("Position as text"), named=_("position as text"))


def _verdict(editing: Editing) -> Node:
    trouble = editing.trouble
    return el(
        "div",
        el(
            "p",
            text=trouble or _("This position can be played."),
            id="verdict",
            role="status",
            cls="error" if trouble else "fine",
        ),
        button(_("Play from here"), "play-here", cls="primary large", disabled=bool(trouble)),
        cls="verdict",
    )
