"""Fields with a button that copies their text, and a hint for browsers in which scripts cannot copy."""

from __future__ import annotations

from ruleboard.app.message_names import AppMessage
from ruleboard.app.ui.components import CopyState, button
from ruleboard.i18n import _
from ruleboard.scene.node import Node, el


def copyable_text_area(copy_state: CopyState, id: str, label: str, text: str, rows: int, *, summary: str = "") -> Node:
    """Return a read-only text area with a button that copies its text.

    Args:
        copy_state: the field whose text was copied last.
        id: the id of the text area.
        label: the label above the text area.
        text: its text.
        rows: its height in lines.
        summary: the label of a collapsed section with the text area; empty to show the text area at once.
    """
    field = el("textarea", text=text, id=id, rows=rows, readonly=True, spellcheck="false", autocomplete="off")
    visible_field = el("details", el("summary", text=summary), field) if summary else field
    return copyable_field(copy_state, id, visible_field, label, key=id)


def copyable_field(
    copy_state: CopyState,
    id: str,
    field: Node,
    label: str,
    *,
    field_name: str = "",
    key: str = "",
    disabled: bool = False,
) -> Node:
    """Return a field under its label, with a button that copies its text.

    Args:
        copy_state: the field whose text was copied last.
        id: the id of the field.
        field: the field.
        label: the label above the field.
        field_name: the name of the field in the button's accessible name; empty to use the label.
        key: the key of the node.
        disabled: True to disable the button, because the text is invalid.
    """
    return el(
        "div",
        el(
            "div",
            el("label", text=label, for_=id),
            _copy_button(copy_state, id, field_name or label, disabled),
            cls="copied-head",
        ),
        field,
        _copy_hint(copy_state, id),
        cls="copied",
        key=key,
    )


def _copy_button(copy_state: CopyState, id: str, label: str, disabled: bool) -> Node:
    """Return the button that copies the text of a field."""
    field, is_copied = copy_state
    title = _("Copied") if field == id and is_copied else _("Copy")
    full_label = _("{where}: {what}").format(where=title, what=label)
    return button(title, AppMessage.COPY, id, aria_label=full_label, disabled=disabled)


def _copy_hint(copy_state: CopyState, id: str) -> Node | None:
    """Return a hint to copy the text manually if the browser could only select it, else None."""
    if copy_state != (id, False):
        return None
    return el("p", cls="small", text=_("The text is selected. To copy it, touch and hold it, or press Ctrl+C (⌘C)."))
