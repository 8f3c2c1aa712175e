"""The view of the position editor: the board, the tools, the switches, and the position as text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from ruleboard.app import positions
from ruleboard.app.editor.session import EditorSession
from ruleboard.app.message_names import EditorMessage, StudyMessage
from ruleboard.app.routes import Route, format_route
from ruleboard.app.ui import fields
from ruleboard.app.ui.components import CopyState, Shell, back_link, button, icon, page_frame, zoom_button
from ruleboard.app.ui.copying import copyable_field
from ruleboard.app.ui.fields import choice_list
from ruleboard.contract.extensions import Counter, Switch, Tool
from ruleboard.i18n import _, pgettext
from ruleboard.registry import GAMES
from ruleboard.scene.node import Node, el

TEXT_FIELD_ID = "edit-text"


def editor_page(shell: Shell, session: EditorSession, studies: Sequence[tuple[str, str]]) -> Node:
    """Render the position editor.

    Args:
        shell: the state of the frame around the page.
        session: the session of the editor.
        studies: the ids and titles of the studies to which the person can add the position as a chapter.
    """
    error = session.error
    board = session.editor.picture(session.text, int(session.is_flipped), session.selected_piece)
    # The board is one stop for the Tab key. The arrow keys go from square to square.
    board = board._replace(attrs={**board.attrs, "tabindex": "0"}, key=f"board-{int(session.is_flipped)}")
    return page_frame(
        shell,
        "edit",
        el("div", board, cls="bench closer" if session.is_zoomed else "bench"),
        el(
            "div",
            el(
                "div",
                el("h1", text=_("Set up a position")),
                el("p", cls="small", text=_(GAMES[session.game].title)),
                cls="bench-head",
            ),
            _palette(session),
            _fields(session),
            _text_field(shell.copy_state, session, error),
            _piece_squares(session),
            _verdict(session, studies),
            cls="bench-side",
        ),
        game=session.game,
        tools=(
            zoom_button(not session.is_zoomed, EditorMessage.TOGGLE_ZOOM),
            button(_("Flip the board"), EditorMessage.FLIP_BOARD, picture="turn", icon_only=True),
        ),
        back=back_link(_("New game"), _new_game_address(session)),
    )


def _new_game_address(session: EditorSession) -> str:
    """Return the URL of the page for a new game, with the start position that the page had before the editor opened."""
    return format_route(Route("new", session.game, text=session.return_start))


def _key_name(key: str) -> str:
    """Return the usual name of a key."""
    if key == "Delete":
        return pgettext("key", "Delete")
    return _("Escape") if key == "Escape" else key


def _palette(session: EditorSession) -> Node:
    tools = session.editor.tools
    picture_tools = [tool for tool in tools if tool.picture]
    rows = sorted({tool.row for tool in picture_tools})
    return el(
        "div",
        (
            el(
                "div",
                (_tool_button(tool, session) for tool in picture_tools if tool.row == row),
                cls="tool-row",
                key=f"row-{row}",
            )
            for row in rows
        ),
        el(
            "div",
            _labelled_button(_("Move"), "", session, "hand", "Escape"),
            (
                _labelled_button(_(tool.title), tool.id, session, "erase", tool.key)
                for tool in tools
                if not tool.picture
            ),
            button(_("Clear"), EditorMessage.CLEAR, cls="quiet", title=_("Clear the board")),
            button(_("Start"), EditorMessage.RESET_TO_START, cls="quiet", title=_("Start position")),
            el(
                "span",
                button(_("Undo"), EditorMessage.UNDO, picture="undo", icon_only=True, disabled=not session.can_undo),
                button(_("Redo"), EditorMessage.REDO, picture="redo", icon_only=True, disabled=not session.redo_stack),
                cls="pair",
            ),
            cls="row hands",
        ),
        cls="palette",
        role="group",
        aria_label=_("When you touch the board"),
    )


def _tool_button(tool: Tool, session: EditorSession) -> Node:
    return _toggle(_(tool.title), tool.id, session, (tool.picture,), tool.key, dragged_target=f"tool:{tool.id}")


def _labelled_button(title: str, id: str, session: EditorSession, picture: str, key: str) -> Node:
    """Render the button of a tool with a label instead of a picture. An empty id stands for moving pieces."""
    return _toggle(title, id, session, (icon(picture), el("span", text=title)), key)


def _toggle(
    title: str,
    id: str,
    session: EditorSession,
    content: Iterable[Node | None],
    key: str,
    dragged_target: str | None = None,
) -> Node:
    is_pressed = id == session.tool
    return el(
        "button",
        content,
        type="button",
        cls="button tool held" if is_pressed else "button tool",
        data_do=EditorMessage.CHOOSE_TOOL,
        data_value=id,
        data_carries=dragged_target,
        aria_label=title,
        title=_("{tool} (key {key})").format(tool=title, key=_key_name(key)) if key else title,
        aria_pressed="true" if is_pressed else "false",
        key=f"tool-{id}",
    )


def _fields(session: EditorSession) -> list[Node]:
    """Render fields for the properties that the board does not show: choices, then numbers."""
    fields = session.editor.switches(session.text)
    counters = [_counter_field(field) for field in fields if isinstance(field, Counter)]
    choices = [_switch_field(field) for field in fields if isinstance(field, Switch)]
    return [*choices, el("div", counters, cls="counters", key="counters")] if counters else choices


def _counter_field(counter: Counter) -> Node:
    return el(
        "label",
        el("span", text=_(counter.title)),
        el(
            "input",
            type="number",
            inputmode="numeric",
            min=counter.minimum,
            max=counter.maximum,
            value=str(counter.value),
            data_do=f"{EditorMessage.SET_SWITCH}.{counter.id}",
            data_on="change",
        ),
        cls="counter",
        key=counter.id,
    )


def _switch_field(switch: Switch) -> Node:
    return el(
        "fieldset",
        el("legend", text=_(switch.title)),
        el(
            "div",
            (
                fields.switch(
                    el("span", text=_(title)),
                    f"{EditorMessage.SET_SWITCH}.{switch.id}",
                    value in switch.selected_values,
                    kind="checkbox" if switch.allows_multiple_values else "radio",
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


def _text_field(copy_state: CopyState, session: EditorSession, error: str) -> Node:
    field = fields.text_area(
        session.text if session.field_text is None else session.field_text,
        id=TEXT_FIELD_ID,
        rows=3,
        data_do=EditorMessage.SET_TEXT,
        data_on="input",
        aria_describedby="verdict",
        aria_invalid="true" if error else None,
    )
    position_noun = _("position as text")
    return copyable_field(
        copy_state, TEXT_FIELD_ID, field, _("Position as text"), field_name=position_noun, disabled=bool(error)
    )


def _piece_squares(session: EditorSession) -> Node | None:
    """Render a list of the pieces' squares if the position text uses other coordinates than the board."""
    text = session.editor.piece_places(session.text, int(session.is_flipped))
    return el("p", text=text, cls="small", key="places") if text else None


def _verdict(session: EditorSession, studies: Sequence[tuple[str, str]]) -> Node:
    error = session.error
    text = session.text if session.field_text is None else session.field_text
    study_titles = [("", _("A new study")), *((id, _("Study: {title}").format(title=title)) for id, title in studies)]
    study_choices = [("", _("Add to a study …"))]
    study_choices += [(json.dumps([id, session.game, text]), name) for id, name in study_titles]
    return el(
        "div",
        el(
            "p",
            text=session.verdict_text,
            id="verdict",
            role="status",
            cls="error" if error else "fine",
        ),
        el(
            "div",
            button(_("Open it"), EditorMessage.OPEN_ELSEWHERE) if _is_misplaced(session) else None,
            button(_("Play from here"), EditorMessage.PLAY, cls="primary large", disabled=bool(error)),
            button(_("Share this position"), EditorMessage.OPEN_TABLE, disabled=bool(error)),
            cls="row",
        ),
        choice_list(_("Add as a chapter"), StudyMessage.ADD_POSITION, "", study_choices, disabled=bool(error)),
        cls="verdict",
    )


def _is_misplaced(session: EditorSession) -> bool:
    """Return True if the text in the field is not a position of this game, but the app can open the text."""
    return session.field_text is not None and positions.is_misplaced(session.game, session.field_text)
